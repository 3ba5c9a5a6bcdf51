import { noticeTexts } from "#contract/buyingText.ts"
import type { Notice } from "../notifications/notifications.ts"
import type { OrderRow } from "./transitions.ts"

/** What a customer is told in the app of the state an order has come to; not of what they have done themselves. */
export function noticeFor(order: OrderRow, actorId?: number): Notice | null {
  switch (order.status) {
    case "to_be_shipped":
      return about(order, "order_paid", noticeTexts.orderPaid)
    case "shipped":
      return about(order, "order_shipped", noticeTexts.orderShipped)
    case "cancelled":
      return actorId === order.userId ? null : about(order, "order_cancelled", noticeTexts.orderCancelled)
    case "needs_review":
      return beingChecked(order)
    default:
      return null
  }
}

export function beingChecked(order: OrderRow): Notice {
  return about(order, "payment_being_checked", noticeTexts.beingChecked)
}

function about(
  order: OrderRow,
  kind: Notice["kind"],
  text: { title: string; body: (number: string) => string },
): Notice {
  return { kind, title: text.title, body: text.body(order.orderNumber), link: `/order/${order.id}` }
}
