import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query"
import type { AdminPayment } from "#contract/admin.ts"
import { call, type ListCall, list, type Row } from "../../platform/api/client.ts"
import { queries } from "../../platform/api/queries.ts"
import type { Page, Read } from "./columns.ts"

const rowsQuery = <T>(name: string, query: string, read: Read<T>) =>
  queryOptions({
    queryKey: ["admin", name, query],
    queryFn: ({ signal }) => read(query, signal),
    staleTime: 5000,
  })

/** A page of a table. The old page stays while the next one loads. */
export function useRows<T>(name: string, query: string, read: Read<T>) {
  return useQuery({ ...rowsQuery(name, query, read), placeholderData: keepPreviousData })
}

/** Fetches a page outside a component. */
export function readRows<T>(name: string, query: string, read: Read<T>, staleTime?: number): Promise<Page<T>> {
  return queries().fetchQuery({ ...rowsQuery(name, query, read), staleTime: staleTime ?? 5000 })
}

/** Reads a list in the body, with its total in a header. */
export const listAt =
  <C extends ListCall>(what: C): Read<Row<C>> =>
  async (query, signal) => {
    const { items, total } = await list(what, { query: new URLSearchParams(query), signal })
    return { rows: items, total }
  }

/** Reads a list of payments, `{payments, total}`. */
export const paymentsAt =
  (what: "GET /admin/payments" | "GET /admin/subscription-payments"): Read<AdminPayment> =>
  async (query, signal) => {
    const { payments, total } = await call(what, { query: new URLSearchParams(query), signal })
    return { rows: payments, total }
  }

/** Refetches everything that shows these lists, and resolves when that is done. */
export async function refresh(...names: string[]): Promise<void> {
  await Promise.all(names.map((name) => queries().invalidateQueries({ queryKey: ["admin", name] })))
}
