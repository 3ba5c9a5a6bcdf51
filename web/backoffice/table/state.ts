import type { Filter } from "./columns.ts"
import { type SearchChange, useSearch } from "./search.ts"

export interface TableState {
  q: string
  page: number
  sort: string
  /** Filters without empty values. */
  filters: Record<string, string>
}

/** The state of a table in the address: `?tab=payments&q=…&page=2&sort=…`. Unknown orders and filters are ignored. */
export function useTableState(filters: readonly Filter[], sorts: readonly string[] = []) {
  const [params, changeSearch] = useSearch()
  const state = stateOf(params, filters, sorts)
  // Filtering and sorting go back to the first page.
  const change = (changed: SearchChange, options: { replace?: boolean } = {}) =>
    changeSearch({ page: null, ...changed }, options)
  return { state, change }
}

export function stateOf(params: URLSearchParams, filters: readonly Filter[], sorts: readonly string[]): TableState {
  const chosen = filters.flatMap(({ name, options, accepts }) => {
    const value = params.get(name) ?? ""
    const isKnown = accepts ? accepts.test(value) : options.some(([option]) => option === value)
    return value && isKnown ? [[name, value]] : []
  })
  return {
    q: params.get("q") ?? "",
    page: Math.min(Math.max(1, Math.trunc(Number(params.get("page"))) || 1), 100_000),
    sort: sorts.find((sort) => sort === params.get("sort")) ?? "",
    filters: Object.fromEntries(chosen),
  }
}

/** A page as a search parameter. The first page has none. */
export const pageParam = (page: number) => (page > 1 ? String(page) : null)

/** The state without its page, as a string that can be stored and compared. */
export function viewOf({ q, sort, filters }: TableState): string {
  const entries = Object.entries({ q, sort, ...filters }).filter(([, value]) => value)
  return new URLSearchParams(entries.sort(([a], [b]) => (a < b ? -1 : 1))).toString()
}

/** The filters and the search, without page and sort order. */
export const filterText = (state: TableState) => viewOf({ ...state, sort: "" })

/** Builds the query string for the server. */
export function queryOf(state: TableState, limit: number, fixed: Record<string, string> = {}): string {
  const params = new URLSearchParams({ ...fixed, ...state.filters })
  if (state.q) params.set("q", state.q)
  if (state.sort) params.set("sort", state.sort)
  params.set("skip", String((state.page - 1) * limit))
  params.set("limit", String(limit))
  return `?${params}`
}
