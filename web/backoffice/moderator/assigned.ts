import { queryOptions } from "@tanstack/react-query"
import type { Doll } from "#contract/catalog.ts"
import { list } from "../../platform/api/client.ts"

export const assignedQuery = (moderatorId: number) =>
  queryOptions({
    queryKey: ["assigned", moderatorId],
    queryFn: ({ signal }) => everyPage(`GET /dolls/moderator/${moderatorId}`, signal),
    staleTime: 60_000,
  })

/** Like `assignedQuery`, for the assignments page. */
export const assignmentsQuery = (moderatorId: number) =>
  queryOptions({
    queryKey: ["assignments", moderatorId],
    queryFn: ({ signal }) => everyPage(`GET /moderators/${moderatorId}/dolls`, signal),
    refetchOnMount: "always",
  })

const perPage = 100

type Assigned = `GET /dolls/moderator/${number}` | `GET /moderators/${number}/dolls`

async function everyPage(what: Assigned, signal: AbortSignal): Promise<Doll[]> {
  const dolls: Doll[] = []
  for (;;) {
    const { items, total } = await list(what, { query: { limit: perPage, skip: dolls.length }, signal })
    dolls.push(...items)
    if (items.length === 0 || dolls.length >= total) return dolls
  }
}
