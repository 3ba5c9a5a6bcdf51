import type { OrderStatus } from "#contract/orders.ts"
import type { Tx } from "../../platform/db/store.ts"
import { recordEvent } from "../../platform/integrations/events.ts"
import { fromCents } from "../../platform/money.ts"
import { publishOrder } from "./notifications.ts"
import { type OrderRow, orderEvents } from "./tables.ts"

/** Adds a line to the order's history. */
export async function noteEvent(tx: Tx, order: OrderRow, to: OrderStatus, how: { actorId?: number; note?: string }) {
  await tx.db.insert(orderEvents).values({
    orderId: order.id,
    actorId: how.actorId ?? null,
    fromStatus: order.status,
    toStatus: to,
    note: how.note ?? null,
    createdAt: tx.now(),
  })
  publishOrder(tx, order)
}

/** Queues the event for the shop's webhooks. */
export const recordOrderEvent = (tx: Tx, event: "order.paid" | "order.shipped", order: OrderRow) =>
  recordEvent(tx, event, {
    order_id: order.id,
    order_number: order.orderNumber,
    status: order.status,
    total: fromCents(order.totalCents),
  })
