import { useQuery } from "@tanstack/react-query"
import type { Level } from "#contract/accounts.ts"
import { levelName } from "#contract/membership.ts"
import { call } from "../../platform/api/client.ts"
import { language } from "../../platform/language.ts"

/** What the plans cost and include now, in the language of the page. */
export function usePlans() {
  return useQuery({
    queryKey: ["plans"],
    queryFn: ({ signal }) => call("GET /memberships", { query: { language }, signal }),
    staleTime: 60_000,
  })
}

/** The plan of a level; undefined while it is not known. */
export const usePlan = (level: Level | undefined) => usePlans().data?.find((plan) => plan.level === level)

/** Returns the title of a level's plan. */
export function usePlanName(): (level: Level) => string {
  const { data } = usePlans()
  return (level) => data?.find((plan) => plan.level === level)?.name ?? levelName(level)
}
