import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import type { Moderator } from "#contract/admin.ts"
import type { Doll } from "#contract/catalog.ts"
import { call, list } from "../../api/client.ts"

export const perPage = 12
export const shownOptions = { all: "All", active: "Active", inactive: "Inactive" } as const
export type Shown = keyof typeof shownOptions

export interface Asked {
  q: string
  shown: Shown
  page: number
}

/** The moderators with the models in their care, a page of them. */
export const moderatorsQuery = ({ q, shown, page }: Asked) => {
  const params = new URLSearchParams({ skip: String((page - 1) * perPage), limit: String(perPage) })
  if (q) params.set("q", q)
  if (shown !== "all") params.set("active", String(shown === "active"))
  return queryOptions({
    queryKey: ["moderators", q, shown, page],
    queryFn: ({ signal }) => list<Moderator>(`GET /moderators/moderators?${params}`, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  })
}

/** Models that nobody looks after: the first ten that fit, and how many there are. */
export const unassignedQuery = (q: string) =>
  queryOptions({
    queryKey: ["unassigned", q],
    queryFn: ({ signal }) =>
      list<Doll>(`GET /dolls/assigned/false?limit=10${q ? `&q=${encodeURIComponent(q)}` : ""}`, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  })

export const assignModel = (moderatorId: number, dollId: number) =>
  call(`POST /moderators/${moderatorId}/dolls/${dollId}`)

export const unassignModel = (moderatorId: number, dollId: number) =>
  call(`DELETE /moderators/${moderatorId}/dolls/${dollId}`)
