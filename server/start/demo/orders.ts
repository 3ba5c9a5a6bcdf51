import { randomBytes } from "node:crypto"
import { type OrderStatus, ShippingForm } from "#contract/orders.ts"
import { after, days, hours } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { rowOf } from "../../platform/notifications/notifications.ts"
import { notifications } from "../../platform/notifications/tables.ts"
import { notificationFor } from "../../sales/orders/notifications.ts"
import { orderEvents, orderItems, orders } from "../../sales/orders/tables.ts"
import { summarizePayments } from "../../sales/payments/summary.ts"
import { changeStock } from "../../shopfront/catalog/stock.ts"
import type { dolls } from "../../shopfront/catalog/tables.ts"
import { readContent } from "./content.ts"
import { seedPayment } from "./payments.ts"
import { seedRefund, seedReturns } from "./refunds.ts"

interface Sample {
  number: string
  status: OrderStatus
  daysAgo: number
  items: [slug: string, quantity: number][]
}

const samples: Sample[] = [
  { number: "ORD-104233", status: "unpaid", daysAgo: 0, items: [["isolde", 1]] },
  { number: "ORD-103871", status: "to_be_shipped", daysAgo: 1, items: [["delphine", 1]] },
  {
    number: "ORD-102954",
    status: "shipped",
    daysAgo: 6,
    items: [
      ["adelaide", 1],
      ["imogen", 2],
    ],
  },
  { number: "ORD-101420", status: "completed", daysAgo: 48, items: [["portia", 1]] },
  { number: "ORD-101077", status: "cancelled", daysAgo: 60, items: [["renata", 1]] },
  { number: "ORD-103562", status: "needs_review", daysAgo: 3, items: [["henrietta", 1]] },
  { number: "ORD-102213", status: "refund_due", daysAgo: 15, items: [["imogen", 1]] },
  { number: "ORD-100948", status: "refunded", daysAgo: 75, items: [["renata", 1]] },
]

/** For an order of another customer: numbers follow dates, so it is one between those of the samples around it. */
export function orderNumberAt(daysAgo: number): string {
  const known = [...samples, { number: "ORD-100000", daysAgo: 200 }]
    .map((sample) => ({ ago: sample.daysAgo, number: Number(sample.number.slice(4)) }))
    .sort((a, b) => a.ago - b.ago)
  const next = known.findIndex(({ ago }) => ago > daysAgo)
  const [later, earlier] = [known[next - 1]!, known[next]!]
  const share = (daysAgo - later.ago) / (earlier.ago - later.ago)
  return `ORD-${Math.round(later.number + (earlier.number - later.number) * share)}`
}

/** Where the demo customer has everything sent. */
const shipping = readContent("content/address.json", ShippingForm)

/** An order in every status for the demo customer, with the payments that would have led to it. */
export async function seedOrders(
  tx: Tx,
  userId: number,
  pieces: Map<string, typeof dolls.$inferSelect>,
): Promise<void> {
  for (const sample of samples) await seedOrder(tx, userId, pieces, sample)
}

async function seedOrder(
  tx: Tx,
  userId: number,
  pieces: Map<string, typeof dolls.$inferSelect>,
  sample: Sample,
): Promise<void> {
  const { status } = sample
  const createdAt = after(tx.now(), -days(sample.daysAgo))
  const paid = !["unpaid", "cancelled"].includes(status)
  const lines = sample.items.map(([slug, quantity]) => ({ piece: pieces.get(slug)!, quantity }))
  const total = lines.reduce((sum, { piece, quantity }) => sum + piece.priceCents * quantity, 0)
  const [order] = await tx.db
    .insert(orders)
    .values({
      userId,
      reference: randomBytes(16).toString("base64url"),
      orderNumber: sample.number,
      status,
      shipping,
      productsCents: total,
      totalCents: total,
      cartFingerprint: `demo ${sample.number}`,
      holdsStock: status === "unpaid",
      // The rule is 60 minutes; the sample stays open longer, so that there is one to look at.
      holdExpiresAt: status === "unpaid" ? after(createdAt, days(30)) : null,
      paidAt: paid && status !== "needs_review" ? createdAt : null,
      refundedAt: status === "refunded" ? after(createdAt, days(2)) : null,
      trackingNumber: status === "shipped" || status === "completed" ? "DEMO-7716-2053" : null,
      shippedAt: status === "shipped" || status === "completed" ? after(createdAt, days(3)) : null,
      completedAt: status === "completed" ? after(createdAt, days(17)) : null,
      cancelledAt: status === "cancelled" ? createdAt : null,
      createdAt,
      updatedAt: createdAt,
    })
    .returning()
  const orderId = order!.id
  const items = await tx.db
    .insert(orderItems)
    .values(
      lines.map(({ piece, quantity }) => ({
        orderId,
        dollId: piece.id,
        name: piece.name,
        description: piece.description,
        priceCents: piece.priceCents,
        quantity,
        held: status === "unpaid" && piece.stock !== null ? quantity : 0,
        imageUrl: `/media/demo/${piece.slug}-three-quarter/640.webp`,
      })),
    )
    .returning()
  await tx.db.insert(orderEvents).values({ orderId, toStatus: status, note: "Sample order", createdAt })
  await seedNotification(tx, order!)
  if (status === "unpaid") {
    for (const { piece, quantity } of lines)
      await changeStock(tx, piece.id, { by: -quantity }, { reason: "order_placed", orderId })
  }
  if (!paid) return
  const state = status === "needs_review" ? "partially_paid" : status === "refunded" ? "refunded" : "completed"
  await seedPayment(tx, { userId, orderId, cents: total, status: state, at: createdAt })
  await summarizePayments(tx, { id: orderId, totalCents: total })
  if (status === "shipped") await seedReturns(tx, order!, items)
  if (status === "refund_due" || status === "refunded") {
    const settledAt = order!.refundedAt
    await seedRefund(tx, { order: order!, items, cents: total, reason: "payment", createdAt, settledAt })
  }
}

/** As the customer was told of what shipped, and of what is being checked. */
async function seedNotification(tx: Tx, order: typeof orders.$inferSelect): Promise<void> {
  if (order.status !== "shipped" && order.status !== "needs_review") return
  const createdAt = order.shippedAt ?? order.createdAt
  await tx.db.insert(notifications).values({
    ...rowOf(notificationFor(order)!),
    userId: order.userId!,
    createdAt,
    readAt: after(createdAt, hours(2)),
  })
}
