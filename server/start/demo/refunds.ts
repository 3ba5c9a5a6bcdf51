import { eq } from "drizzle-orm"
import * as z from "zod"
import { type RefundReason, returnReasons, returnStatuses } from "#contract/refunds.ts"
import { after, days, hours } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { countReturns, openRefund, shareOut, takenOf } from "../../sales/orders/refundLedger.ts"
import {
  type ItemRow,
  type OrderRow,
  orderItems,
  orders,
  refunds,
  returnItems,
  returns,
} from "../../sales/orders/tables.ts"
import { readContent, Text } from "./content.ts"

const Return = z.strictObject({
  status: z.enum(returnStatuses),
  reason: z.enum(returnReasons),
  note: Text,
  instructions: Text.optional(),
})

const content = readContent("content/returns.json", z.strictObject({ refund: Text, returns: z.array(Return).max(2) }))

interface Sample {
  order: OrderRow
  items: ItemRow[]
  cents: number
  reason: RefundReason
  note?: string
  createdAt: Date
  settledAt: Date | null
}

/** A refund without its email: it was sent long ago. */
export async function seedRefund(tx: Tx, { order, items, cents, reason, note, createdAt, settledAt }: Sample) {
  const isWhole = cents === order.totalCents
  const shares = shareOut(cents, items, await takenOf(tx, order.id))
  const { refund } = await openRefund(tx, order, {
    cents,
    lines: shares.map((share) => ({ ...share, quantity: isWhole ? share.item.quantity : 0 })),
    reason,
    note,
  })
  const payout = { payoutId: `DEMO-PAYOUT-${refund.id}`, payoutAmount: String(cents / 100), payoutCurrency: "usdc" }
  await tx.db
    .update(refunds)
    .set({ createdAt, ...(settledAt && { ...payout, status: "settled" as const, settledAt }) })
    .where(eq(refunds.id, refund.id))
  if (!settledAt) return
  await tx.db.update(orders).set({ refundedCents: cents, refundDueCents: 0 }).where(eq(orders.id, order.id))
  for (const share of shares) {
    await tx.db.update(orderItems).set({ refundedCents: share.cents }).where(eq(orderItems.id, share.item.id))
  }
}

/** Of an order that has shipped: a part refunded, and a return of one piece of each of its first lines. */
export async function seedReturns(tx: Tx, order: OrderRow, items: ItemRow[]): Promise<void> {
  const at = after(tx.now(), -days(2))
  const part = {
    cents: 5000,
    reason: "goodwill" as const,
    note: content.refund,
    createdAt: at,
    settledAt: after(at, hours(5)),
  }
  await seedRefund(tx, { order, items, ...part })
  for (const [index, sample] of content.returns.entries()) {
    const createdAt = after(at, hours(8 + index * 6))
    const decidedAt = sample.status === "approved" ? after(createdAt, hours(3)) : null
    const [row] = await tx.db
      .insert(returns)
      .values({ ...sample, orderId: order.id, createdAt, decidedAt })
      .returning()
    await tx.db.insert(returnItems).values({ returnId: row!.id, orderItemId: items[index]!.id, quantity: 1 })
  }
  await countReturns(tx, order)
}
