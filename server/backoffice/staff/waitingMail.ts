import { and, count, desc, eq, exists, gt, isNull } from "drizzle-orm"
import { preferences, users } from "../../platform/auth/tables.ts"
import { after, days, hours } from "../../platform/clock.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { staffWaiting, waitingKinds } from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { flaggedItems } from "../../platform/moderation/tables.ts"
import { responsibleAdmins } from "../../platform/notifications/adminAlerts.ts"
import { needsAttention } from "../../sales/order-admin/orders.ts"
import { orderEvents, orders } from "../../sales/orders/tables.ts"
import { lowSince } from "../../sales/stock/low.ts"

/** Emails each admin who opted in about new work in the queues, at most once an hour. */
export async function mailWaiting(store: Store, home: string): Promise<void> {
  const parts = [
    { part: "orders", chosen: preferences.mailWaitingOrders, counted: ordersSince, tab: "orders&attention=1" },
    { part: "stock", chosen: preferences.mailStock, counted: lowSince, tab: "stock&level=low" },
    { part: "flagged", chosen: preferences.mailFlagged, counted: flaggedSince, tab: "flagged" },
  ] as const
  for (const { part, chosen, counted, tab } of parts) {
    const people = await store.db
      .select({ id: users.id, email: users.email, type: users.adminType })
      .from(users)
      .innerJoin(preferences, eq(preferences.userId, users.id))
      .where(and(responsibleAdmins(part), chosen))
    for (const person of people) {
      await store.transaction(async (tx) => {
        // If two nodes run this at once, the second one finds the email of the first.
        await tx.db.select({ id: users.id }).from(users).where(eq(users.id, person.id)).for("no key update")
        const now = tx.now()
        const [last] = await tx.db
          .select({ at: mailOutbox.createdAt })
          .from(mailOutbox)
          .where(and(eq(mailOutbox.toAddress, person.email), eq(mailOutbox.kind, waitingKinds[part])))
          .orderBy(desc(mailOutbox.createdAt))
          .limit(1)
        if (last && after(last.at, hours(1)) > now) return
        const number = await counted(tx, last?.at ?? after(now, -days(1)), person.type === "super_admin")
        if (number > 0)
          await enqueue(tx, staffWaiting({ to: person.email, part, number, url: `${home}/admin?tab=${tab}` }))
      })
    }
  }
}

/** Counts orders that have needed attention since then, for another reason than an admin's action. */
async function ordersSince(tx: Tx, since: Date): Promise<number> {
  const event = tx.db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orders.id), isNull(orderEvents.actorId), gt(orderEvents.createdAt, since)))
  const [row] = await tx.db
    .select({ number: count() })
    .from(orders)
    .where(and(needsAttention, exists(event)))
  return row!.number
}

async function flaggedSince(tx: Tx, since: Date, seesCritical: boolean): Promise<number> {
  const open = and(isNull(flaggedItems.resolvedAt), gt(flaggedItems.createdAt, since))
  const [row] = await tx.db
    .select({ number: count() })
    .from(flaggedItems)
    .where(and(open, seesCritical ? undefined : eq(flaggedItems.critical, false)))
  return row!.number
}
