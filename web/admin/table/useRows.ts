import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { call, list } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { Read } from "./columns.ts"

/** One page of a table; while the next one is on its way the last one stays. */
export function useRows<Row>(name: string, query: string, read: Read<Row>) {
  return useQuery({
    queryKey: ["admin", name, query],
    queryFn: ({ signal }) => read(query, signal),
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })
}

/** A list that is an array with its count in a header. */
export const listAt =
  <Row>(path: string): Read<Row> =>
  async (query, signal) => {
    const { items, total } = await list<Row>(`GET ${path}${query}`, { signal })
    return { rows: items, total }
  }

/** A list that is an object: `{payments, total}`. */
export const listIn =
  <Row>(path: string, member: string): Read<Row> =>
  async (query, signal) => {
    const answer = await call<Record<string, unknown>>(`GET ${path}${query}`, { signal })
    return { rows: answer[member] as Row[], total: answer.total as number }
  }

/** Something has changed: whatever shows it asks again; it is there when this resolves. */
export async function refresh(...names: string[]): Promise<void> {
  await Promise.all(names.map((name) => queries().invalidateQueries({ queryKey: ["admin", name] })))
}
