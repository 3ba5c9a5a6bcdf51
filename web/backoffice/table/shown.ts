import { useRef } from "react"
import { useLocation } from "react-router"
import { useNavigate } from "../../platform/router.ts"
import { type SearchChange, useSearch } from "./search.ts"

export interface Shown {
  id: number | null
  /** Opens a drawer. Going back closes it. */
  show(id: number): void
  /** Replaces the open drawer, and changes further search parameters. */
  swap(id: number, changed?: SearchChange): void
  close(): void
}

/** The open drawer, kept in the address (`?order=12`): it survives a reload, can be shared, and going back closes it. */
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
      // A dialog that is closed by a prop fires `close` too.
      if (!isOpen() || leaving.current) return
      leaving.current = true
      // A drawer that was opened here is the newest history entry, so going back closes it.
      if (state === opened || state?.drawer) void navigate(-1)
      else change({ [name]: null }, { replace: true })
    },
  }
  // Columns are built from these functions, so they must be stable.
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
