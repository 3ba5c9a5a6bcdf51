import { and, asc, inArray, like } from "drizzle-orm"
import type { OrderStatus } from "#contract/orders.ts"
import type { Tx } from "../../platform/db/store.ts"
import { type AuditedAction, audit } from "../../platform/records/audit.ts"
import { orders } from "../../sales/orders/tables.ts"
import { videos } from "../../shopfront/videos/tables.ts"

interface Past extends AuditedAction {
  by: string
  at: Date
}

/** Records what the demo's staff have done with its orders and videos, the oldest first. */
export async function seedAuditLog(tx: Tx, people: Map<string, number>): Promise<void> {
  const past = [...(await publishedVideos(tx)), ...(await movedOrders(tx))]
  for (const { by, at, ...action } of past.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    await audit({ ...tx, db: tx.db, now: () => at }, { id: people.get(by)! }, action)
  }
}

async function publishedVideos(tx: Tx): Promise<Past[]> {
  const rows = await tx.db.select().from(videos).orderBy(asc(videos.id))
  return rows.map(({ id, title, description, category, dollId, isFeatured, releaseDate, createdAt }) => ({
    by: "content@demo.example",
    at: createdAt,
    action: "video.create",
    target: { kind: "video", id },
    after: { title, description, category, dollId, isFeatured, releaseDate },
  }))
}

/** The status before the one that the staff set. */
const before: Partial<Record<OrderStatus, OrderStatus>> = {
  shipped: "to_be_shipped",
  refund_due: "to_be_shipped",
  refunded: "refund_due",
}

/** An order that is complete was shipped by the staff, and completed by the shop itself. */
async function movedOrders(tx: Tx): Promise<Past[]> {
  const rows = await tx.db
    .select()
    .from(orders)
    .where(
      and(
        inArray(orders.status, ["shipped", "completed", "refund_due", "refunded"]),
        // Without the sales of the months before.
        like(orders.cartFingerprint, "demo ORD-%"),
      ),
    )
  return rows.map(({ id, status, review, trackingNumber, shippedAt, refundedAt, createdAt }) => {
    const to = status === "completed" ? "shipped" : status
    return {
      by: "finance@demo.example",
      at: shippedAt ?? refundedAt ?? createdAt,
      action: "order.move",
      target: { kind: "order", id },
      before: { status: before[to], review, tracking_number: null },
      after: { status: to, review, tracking_number: trackingNumber },
    }
  })
}
