import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { t } from "#contract/t.ts"
import { call, list, unlessGone } from "../../../platform/api/client.ts"

export const perPage = 12
export const shownOptions = { all: t`All`, active: t`Active`, inactive: t`Inactive` } as const
export type Shown = keyof typeof shownOptions

export interface Asked {
  q: string
  shown: Shown
  page: number
}

export const moderatorsQuery = ({ q, shown, page }: Asked) => {
  const active = shown === "all" ? undefined : shown === "active" ? "true" : "false"
  const query = { skip: (page - 1) * perPage, limit: perPage, q: q || undefined, active } as const
  return queryOptions({
    queryKey: ["moderators", q, shown, page],
    queryFn: ({ signal }) => list("GET /moderators/moderators", { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  })
}

/** The first ten unassigned models that match, and the total number of matches. */
export const unassignedQuery = (q: string) =>
  queryOptions({
    queryKey: ["unassigned", q],
    queryFn: ({ signal }) => list("GET /dolls/assigned/false", { query: { limit: 10, q: q || undefined }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  })

export const assignModel = (moderatorId: number, dollId: number) =>
  call(`POST /moderators/${moderatorId}/dolls/${dollId}`)

export const unassignModel = (moderatorId: number, dollId: number) =>
  call(`DELETE /moderators/${moderatorId}/dolls/${dollId}`).catch(unlessGone)
