import { notificationTexts } from "#contract/buyingText.ts"
import type { AccountFrame } from "#contract/sockets.ts"
import type { Tx } from "../../platform/db/store.ts"
import { notifyAdmins } from "../../platform/notifications/adminAlerts.ts"
import { accountTopic, type NewNotification } from "../../platform/notifications/notifications.ts"
import { emailSale } from "./emails.ts"
import type { OrderRow } from "./tables.ts"

/** Publishes a change: clients that show the order refetch it. */
export function publishOrder(tx: Tx, { id, userId }: Pick<OrderRow, "id" | "userId">): void {
  if (userId === null) return
  tx.publish(accountTopic(userId), { type: "order", order_id: id } satisfies AccountFrame)
}

/** Returns the in-app notification for an order's status; null for changes that the customer made. */
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
  return { kind, ...text, values: [order.orderNumber], link: `/order/${order.id}` }
}

/** The topic that is published when the number of orders that need attention may have changed. */
export const waitingTopic = "orders-waiting"

export function publishWaiting(tx: Tx): void {
  tx.publish(waitingTopic, null)
}

/** Notifies the admins who handle payments. */
export function notifyOrderAdmins(tx: Tx, { id, orderNumber }: OrderRow): Promise<void> {
  const link = `/admin?tab=orders&order=${id}`
  const text = { ...notificationTexts.orderWaits, values: [orderNumber] }
  return notifyAdmins(tx, "orders", { kind: "order_waits", ...text, link })
}

/** Notifies and emails the admins of orders about a paid order, as each of them has chosen. */
export async function notifyOfSale(tx: Tx, order: OrderRow, home: string): Promise<void> {
  const { id, orderNumber } = order
  const text = { ...notificationTexts.newOrder, values: [orderNumber] }
  const link = `/admin?tab=orders&order=${id}`
  await notifyAdmins(tx, "paid", { kind: "new_order", ...text, link })
  await emailSale(tx, order, `${home}${link}`)
}
