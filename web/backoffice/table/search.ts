import { useCallback } from "react"
import { useSearchParams } from "react-router"
import { useNavigate } from "../../platform/router.ts"

/** The parameters to set; one that is empty or null is removed, one that is undefined or not named stays. */
export type SearchChange = Readonly<Record<string, string | null | undefined>>

/** The search that a navigation under way leads to. */
let pending: string | null = null

/**
 * The search parameters of the address, and a stable function that changes some of them. Of two changes made before the
 * page has rendered, the second keeps the first.
 */
export function useSearch() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const change = useCallback(
    (changed: SearchChange, options: { replace?: boolean; state?: unknown } = {}) => {
      const next = new URLSearchParams(pending ?? window.location.search)
      for (const [name, value] of Object.entries(changed)) {
        if (value) next.set(name, value)
        else if (value !== undefined) next.delete(name)
      }
      const search = next.toString()
      pending = search
      void Promise.resolve(navigate({ search }, { ...options, preventScrollReset: true })).finally(() => {
        if (pending === search) pending = null
      })
    },
    [navigate],
  )
  return [params, change] as const
}
