import * as letters from "../mail/letters.ts"
import type { Letter } from "../mail/outbox.ts"
import type { OrderRow } from "./transitions.ts"

/** The letter that tells a customer of the state an order has come to, if there is one. It names no model. */
export function letterFor(order: OrderRow, home: string): Letter | null {
  const about = aboutOrder(order, home)
  switch (order.status) {
    case "unpaid":
      return letters.orderReceived(about)
    case "to_be_shipped":
      return letters.orderPaid(about)
    case "shipped":
      return letters.orderShipped({ ...about, trackingNumber: order.trackingNumber ?? "" })
    case "cancelled":
      return letters.orderCancelled(about)
    case "needs_review":
      return letters.paymentBeingChecked(about)
    default:
      return null
  }
}

export function aboutOrder(order: OrderRow, home: string): letters.AboutOrder {
  return {
    to: order.shipping.email,
    orderNumber: order.orderNumber,
    totalCents: order.totalCents,
    url: `${home}/order/${order.id}`,
  }
}
