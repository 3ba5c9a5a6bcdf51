import { placeLine } from "#contract/addressRules.ts"
import type { Sale } from "../invoicing/issue.ts"
import { taxOf } from "../totals/totals.ts"
import type { ItemRow, OrderRow } from "./tables.ts"

type Sold = Pick<
  OrderRow,
  | "id"
  | "userId"
  | "orderNumber"
  | "shipping"
  | "productsCents"
  | "shippingCents"
  | "shippingMethod"
  | "taxRate"
  | "taxCents"
  | "taxIncluded"
  | "discountCents"
  | "discountTitle"
  | "discountCode"
  | "totalCents"
  | "paymentMethod"
>

export function saleOf(
  order: Sold,
  items: ItemRow[],
  { paidAt, paidCents }: { paidAt: Date; paidCents: number },
): Sale {
  const { firstName, lastName, address, country } = order.shipping
  const name = `${firstName} ${lastName}`.trim()
  return {
    orderId: order.id,
    paymentId: null,
    userId: order.userId,
    paidAt,
    // The name is empty once the account is deleted.
    buyer: name ? { name, address: [address, placeLine(order.shipping)], country } : null,
    document: {
      reference: order.orderNumber,
      lines: items
        .toSorted((a, b) => a.id - b.id)
        .map(({ name, quantity, priceCents }) => ({ name, quantity, priceCents })),
      subtotalCents: order.productsCents,
      discount:
        order.discountCents > 0
          ? { label: order.discountCode ?? order.discountTitle ?? "Shipping", cents: order.discountCents }
          : null,
      shippingCents: order.shippingCents,
      shippingMethod: order.shippingMethod,
      tax: taxOf(order),
      totalCents: order.totalCents,
      paidCents,
      paymentMethod: order.paymentMethod,
    },
  }
}
