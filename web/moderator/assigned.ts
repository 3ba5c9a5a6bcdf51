import { queryOptions } from "@tanstack/react-query"
import type { Doll } from "#contract/catalog.ts"
import { list } from "../api/client.ts"

/** All the models in a moderator's care, however many. */
export const assignedQuery = (moderatorId: number) =>
  queryOptions({
    queryKey: ["assigned", moderatorId],
    queryFn: ({ signal }) => everyPage(`/dolls/moderator/${moderatorId}/`, signal),
    staleTime: 60_000,
  })

/** The same, as the assignments have it. */
export const assignmentsQuery = (moderatorId: number) =>
  queryOptions({
    queryKey: ["assignments", moderatorId],
    queryFn: ({ signal }) => everyPage(`/moderators/${moderatorId}/dolls`, signal),
    refetchOnMount: "always",
  })

const perPage = 100

async function everyPage(path: string, signal: AbortSignal): Promise<Doll[]> {
  const dolls: Doll[] = []
  for (;;) {
    const { items, total } = await list<Doll>(`GET ${path}?limit=${perPage}&skip=${dolls.length}`, { signal })
    dolls.push(...items)
    if (items.length === 0 || dolls.length >= total) return dolls
  }
}
