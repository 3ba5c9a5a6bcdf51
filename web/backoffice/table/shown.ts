import { useRef } from "react"
import { useLocation } from "react-router"
import { useNavigate } from "../../platform/router.ts"
import { type SearchChange, useSearch } from "./search.ts"

export interface Shown {
  id: number | null
  /** Opens a drawer; going back closes it. */
  show(id: number): void
  /** Replaces it, with further search parameters. */
  swap(id: number, changed?: SearchChange): void
  close(): void
}

/** The open drawer, kept in the address (`?order=12`), so that it can be reloaded, shared and closed by going back. */
export function useShown(name: string): Shown {
  const [params, change] = useSearch()
  const { state } = useLocation()
  const navigate = useNavigate()
  const id = Number(/^[1-9]\d{0,9}$/.exec(params.get(name) ?? "")?.[0] ?? 0) || null
  const isOpen = () => new URLSearchParams(window.location.search).has(name)
  const leaving = useRef(false)
  if (id === null) leaving.current = false
  const now = {
    show: (one: number) => change({ [name]: String(one) }, { replace: isOpen(), state: isOpen() ? state : opened }),
    swap: (one: number, changed = {}) => change({ ...changed, [name]: String(one) }, { replace: true, state }),
    close: () => {
      // A dialog closed by a prop fires `close` as well.
      if (!isOpen() || leaving.current) return
      leaving.current = true
      // If it was opened here, the previous history entry is the same page without it.
      if (state === opened || state?.drawer) void navigate(-1)
      else change({ [name]: null }, { replace: true })
    },
  }
  // Stable functions, because columns are built from them.
  const latest = useRef(now)
  latest.current = now
  const stable = useRef({
    show: (one: number) => latest.current.show(one),
    swap: (one: number, changed?: SearchChange) => latest.current.swap(one, changed),
    close: () => latest.current.close(),
  })
  return { id, ...stable.current }
}

const opened = { drawer: true }
