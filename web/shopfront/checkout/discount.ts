import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { call, explain } from "../../platform/api/client.ts"
import { useSession } from "../../platform/session/session.ts"
import { settled } from "../cart/accountCart.ts"
import type { Cart } from "../cart/cart.ts"
import { keepCode, keptCode } from "./draft.ts"

export type CartDiscount = ReturnType<typeof useDiscount>

/** The amounts of the account's cart. They contain no discount until the server has answered. */
export function useDiscount({ items, total: subtotal, status }: Cart) {
  const uuid = useSession().user?.uuid ?? ""
  const [code, setCode] = useState(() => keptCode(uuid))
  const { data, error, isLoading, isPlaceholderData, refetch } = useQuery({
    queryKey: ["quote", uuid, code, items.map(({ doll_id, quantity, price }) => [doll_id, quantity, price])],
    queryFn: async ({ signal }) => {
      await settled()
      return call("POST /orders/quote", { body: code ? { discount_code: code } : {}, signal })
    },
    enabled: status === "ready" && items.length > 0,
    placeholderData: keepPreviousData,
  })
  const discount = data?.discount ?? null
  const total = Math.max(0, Math.round((subtotal - (discount?.amount ?? 0)) * 100) / 100)
  return {
    amounts: { subtotal, discount, total },
    code,
    /** Why the code is not used; undefined while unknown. */
    problem: isPlaceholderData ? undefined : error ? explain(error) : (data?.code_problem ?? undefined),
    isAsking: isPlaceholderData,
    /** True until the first answer, while the total is not known. */
    isFirst: isLoading,
    /** False in a shop without codes, which hides the field. */
    takesCodes: data?.accepts_codes === true || code !== "",
    offers: data?.member_offers ?? [],
    /** Applies a code; an empty one removes it. */
    enter: (entered: string) => {
      const wanted = entered.trim().toUpperCase()
      keepCode(uuid, wanted)
      if (wanted === code) void refetch()
      else setCode(wanted)
    },
    retry: () => void refetch(),
  }
}
