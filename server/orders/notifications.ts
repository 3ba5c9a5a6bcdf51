import { notificationTexts } from "#contract/buyingText.ts"
import type { AccountFrame } from "#contract/sockets.ts"
import type { Tx } from "../db/store.ts"
import { accountTopic, type NewNotification } from "../notifications/notifications.ts"
import type { OrderRow } from "./transitions.ts"

/** Clients that show the order refetch it. */
export function publishOrder(tx: Tx, { id, userId }: Pick<OrderRow, "id" | "userId">): void {
  if (userId === null) return
  tx.publish(accountTopic(userId), { type: "order", order_id: id } satisfies AccountFrame)
}

/** The in-app notification for an order's status; null for changes the customer made. */
export function notificationFor(order: OrderRow, actorId?: number): NewNotification | null {
  switch (order.status) {
    case "to_be_shipped":
      return about(order, "order_paid", notificationTexts.orderPaid)
    case "shipped":
      return about(order, "order_shipped", notificationTexts.orderShipped)
    case "cancelled":
      return actorId === order.userId ? null : about(order, "order_cancelled", notificationTexts.orderCancelled)
    case "needs_review":
      return reviewNotification(order)
    default:
      return null
  }
}

export function reviewNotification(order: OrderRow): NewNotification {
  return about(order, "payment_being_checked", notificationTexts.beingChecked)
}

export const addressNotification = (order: OrderRow): NewNotification =>
  about(order, "order_address_changed", notificationTexts.orderAddressChanged)

function about(
  order: OrderRow,
  kind: NewNotification["kind"],
  text: { title: string; body: (number: string) => string },
): NewNotification {
  return { kind, title: text.title, body: text.body(order.orderNumber), link: `/order/${order.id}` }
}
