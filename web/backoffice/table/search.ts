import { useCallback } from "react"
import { useSearchParams } from "react-router"
import { useNavigate } from "../../platform/router.ts"

/** Parameters to set. An empty or null one is removed; an undefined or missing one stays as it is. */
export type SearchChange = Readonly<Record<string, string | null | undefined>>

/** The search string that a pending navigation leads to. */
let pending: string | null = null

/**
 * The search parameters of the address, and a stable function that changes some of them. A second change before the
 * page has rendered keeps the first one.
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
