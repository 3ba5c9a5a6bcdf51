import { and, asc, eq, lt, sql } from "drizzle-orm"
import { preferences, users } from "../../platform/auth/tables.ts"
import { shopSetting } from "../../platform/db/shopSetting.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { staffOrderDigest } from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { responsibleAdmins } from "../../platform/notifications/adminAlerts.ts"
import { orders, paidOrderDigests } from "../../sales/orders/tables.ts"

/**
 * Emails each admin the paid orders that were collected for them, once a day at the hour that they chose. The rows are
 * deleted in the transaction that stores the email, so each order is in one email, whatever stops and however many
 * nodes do this.
 */
export async function mailPaidDigests(store: Store, home: string): Promise<void> {
  const waiting = await store.db
    .selectDistinct({ id: paidOrderDigests.userId })
    .from(paidOrderDigests)
    .orderBy(paidOrderDigests.userId)
  for (const { id } of waiting) await store.transaction((tx) => mailDigest(tx, id, home))
}

async function mailDigest(tx: Tx, userId: number, home: string): Promise<void> {
  const [person] = await tx.db
    .select({ to: users.email, wants: preferences.mailPaidOrders, hour: preferences.digestPaidOrders })
    .from(users)
    .innerJoin(preferences, eq(preferences.userId, users.id))
    .where(and(eq(users.id, userId), responsibleAdmins("paid")))
    .for("no key update", { of: users })
  const own = eq(paidOrderDigests.userId, userId)
  // Who no longer wants the emails, or may no longer see the orders, gets none of what was collected.
  if (!person?.wants) return void (await tx.db.delete(paidOrderDigests).where(own))
  // What was collected for a digest that has been given up is due at once.
  const due = person.hour === null ? tx.now() : await lastHour(tx, person.hour)
  const taken = await tx.db
    .delete(paidOrderDigests)
    .where(and(own, person.hour === null ? undefined : lt(paidOrderDigests.createdAt, due)))
    .returning({ orderId: paidOrderDigests.orderId })
  if (taken.length === 0) return
  const ids = taken.map(({ orderId }) => orderId)
  const sold = await tx.db
    .select({ id: orders.id, orderNumber: orders.orderNumber, revenueCents: orders.revenueCents })
    .from(orders)
    .where(sql`${orders.id} = any(${`{${ids}}`}::int[])`)
    .orderBy(asc(orders.id))
  const paid = sold.map(({ orderNumber, revenueCents }) => ({ orderNumber, paidCents: revenueCents ?? 0 }))
  const key = `${userId}:${sold.at(-1)!.id}`
  await enqueue(tx, staffOrderDigest({ to: person.to, paid, digest: key, url: `${home}/admin?tab=orders` }))
}

/** Returns the last moment at which it was this hour in the shop's time zone. */
async function lastHour(tx: Tx, hour: number): Promise<Date> {
  const zone = await shopSetting(tx, "time_zone")
  const now = sql`${tx.now().toISOString()}::timestamptz`
  const today = sql`date_trunc('day', ${now} at time zone ${zone}) + make_interval(hours => ${hour}::int)`
  const { rows } = (await tx.db.execute(
    sql`select case when (${today}) at time zone ${zone} <= ${now} then (${today}) at time zone ${zone}
      else (${today} - interval '1 day') at time zone ${zone} end as at`,
  )) as unknown as { rows: { at: Date | string }[] }
  return new Date(rows[0]!.at)
}
