import { useSearchParams } from "react-router"

export interface TableState {
  q: string
  page: number
  sort: string
  /** What filters say, without what is empty. */
  filters: Record<string, string>
}

/** A table's state is its address: `?tab=payments&q=…&page=2&sort=…&status=…`. */
export function useTableState(filterNames: readonly string[]) {
  const [params, setParams] = useSearchParams()
  const state: TableState = {
    q: params.get("q") ?? "",
    page: Math.min(Math.max(1, Math.trunc(Number(params.get("page"))) || 1), 100_000),
    sort: params.get("sort") ?? "",
    filters: Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ""]).filter(([, value]) => value)),
  }
  const change = (changed: Record<string, string | null>, { replace = false } = {}) =>
    setParams(
      () => {
        // As the address is, not as it was drawn: of two changes at once the second keeps the first.
        const next = new URLSearchParams(window.location.search)
        // Whatever narrows or sorts a list begins it anew.
        if (!("page" in changed)) next.delete("page")
        for (const [name, value] of Object.entries(changed)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace, preventScrollReset: true },
    )
  return { state, change }
}

/** The state as one text without its page, so that it can be kept and compared. */
export function viewOf({ q, sort, filters }: TableState): string {
  const entries = Object.entries({ q, sort, ...filters }).filter(([, value]) => value)
  return new URLSearchParams(entries.sort(([a], [b]) => (a < b ? -1 : 1))).toString()
}

/** What is asked of the server. */
export function queryOf(state: TableState, limit: number, fixed: Record<string, string> = {}): string {
  const params = new URLSearchParams({ ...fixed, ...state.filters })
  if (state.q) params.set("q", state.q)
  if (state.sort) params.set("sort", state.sort)
  params.set("skip", String((state.page - 1) * limit))
  params.set("limit", String(limit))
  return `?${params}`
}
