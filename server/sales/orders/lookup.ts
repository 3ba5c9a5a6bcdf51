import { and, eq, isNull, sql } from "drizzle-orm"
import { orderTexts } from "#contract/buyingText.ts"
import type { LookUpOrder, OrderProgress } from "#contract/orders.ts"
import type { Tx } from "../../platform/db/store.ts"
import { notFound } from "../../platform/refusal.ts"
import { tracking } from "../carriers/carriers.ts"
import { orders } from "./tables.ts"

/**
 * Finds an order for anybody who has an email about it, by its number and the address it was placed with. The statement
 * and the refusal are the same whether the order does not exist or has another address.
 */
export async function lookUpOrder(tx: Tx, { order_number, email }: LookUpOrder): Promise<OrderProgress> {
  const hasAddress = sql`${orders.shipping} ->> 'email' = ${email}::text`
  const [order] = await tx.db
    .select()
    .from(orders)
    .where(and(eq(orders.orderNumber, order_number), hasAddress, isNull(orders.hiddenAt)))
  if (!order) throw notFound(orderTexts.notFound)
  const { carrier, trackingUrl } = (await tracking(tx, [order]))(order)
  return {
    orderNumber: order.orderNumber,
    createdAt: order.createdAt.toISOString(),
    paymentTime: order.paidAt?.toISOString() ?? null,
    status: order.status,
    trackingNumber: order.trackingNumber,
    carrier,
    trackingUrl,
    shippedAt: order.shippedAt?.toISOString() ?? null,
  }
}
