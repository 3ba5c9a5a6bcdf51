import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { CountryCode } from "#contract/countries.ts"
import { call, explain } from "../../platform/api/client.ts"
import { useSession } from "../../platform/session/session.ts"
import { settled } from "../cart/accountCart.ts"
import type { Cart } from "../cart/cart.ts"
import { keepCode, keptCode } from "./draft.ts"

export type CartDiscount = ReturnType<typeof useDiscount>

/** Where the cart goes to, and how; without one the server says what is usual for the account. */
interface Destination {
  country: CountryCode
  shipping_method: number | undefined
}

/** The amounts of the account's cart. They contain no discount, fee or tax until the server has answered. */
export function useDiscount({ items, total: subtotal, status }: Cart, to?: Destination) {
  const uuid = useSession().user?.uuid ?? ""
  const [code, setCode] = useState(() => keptCode(uuid))
  const { data, error, isLoading, isPlaceholderData, refetch } = useQuery({
    queryKey: ["quote", uuid, code, to, items.map(({ doll_id, quantity, price }) => [doll_id, quantity, price])],
    queryFn: async ({ signal }) => {
      await settled()
      return call("POST /orders/quote", { body: { ...to, ...(code && { discount_code: code }) }, signal })
    },
    enabled: status === "ready" && items.length > 0,
    placeholderData: keepPreviousData,
  })
  const discount = data?.discount ?? null
  const shipping = data?.shipping
  const tax = data?.tax ?? null
  const added = (shipping?.price ?? 0) + (tax && !tax.is_included ? tax.amount : 0)
  const total = Math.max(0, Math.round((subtotal - (discount?.amount ?? 0) + added) * 100) / 100)
  return {
    amounts: { subtotal, discount, tax, total },
    /** The methods that serve the destination; undefined until the server has answered. */
    shipping,
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
