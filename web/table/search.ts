import { useCallback } from "react"
import { useSearchParams } from "react-router"
import { useNavigate } from "../router.ts"

/** The parameters to set; one that is empty or null is removed, one that is undefined or not named stays. */
export type SearchChange = Readonly<Record<string, string | null | undefined>>

/** The search parameters of the address, and a stable function that changes some of them. */
export function useSearch() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const change = useCallback(
    (changed: SearchChange, options: { replace?: boolean; state?: unknown } = {}) => {
      // The current address, not that of the last render: the second of two changes keeps the first.
      const next = new URLSearchParams(window.location.search)
      for (const [name, value] of Object.entries(changed)) {
        if (value) next.set(name, value)
        else if (value !== undefined) next.delete(name)
      }
      void navigate({ search: next.toString() }, { ...options, preventScrollReset: true })
    },
    [navigate],
  )
  return [params, change] as const
}
