import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { call, explain } from "../../platform/api/client.ts"
import type { ChosenPlan } from "../orders/plan.ts"

export type PlanDiscount = ReturnType<typeof usePlanDiscount>

/** What a membership costs with the code that is entered. */
export function usePlanDiscount({ plan: { level }, days, price, isGift }: ChosenPlan) {
  const [code, setCode] = useState("")
  const body = { level, days, gift: isGift, ...(code && { discount_code: code }) }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ["plan-price", body, price],
    queryFn: ({ signal }) => call("POST /memberships/price", { body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const discount = data?.discount ?? null
  return {
    amounts: { discount, total: Math.round((price - (discount?.amount ?? 0)) * 100) / 100 },
    code,
    /** Why the code is not used; undefined while unknown. */
    problem: isPlaceholderData ? undefined : error ? explain(error) : (data?.code_problem ?? undefined),
    isAsking: isPlaceholderData,
    takesCodes: data?.accepts_codes === true || code !== "",
    offers: [],
    enter: (entered: string) => {
      const wanted = entered.trim().toUpperCase()
      if (wanted === code) void refetch()
      else setCode(wanted)
    },
  }
}
