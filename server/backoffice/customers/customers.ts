import { count, eq, sql } from "drizzle-orm"
import type { Customer } from "#contract/customers.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { presentUser } from "../../platform/auth/present.ts"
import { sessions } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { fromCents } from "../../platform/money.ts"
import { orders } from "../../sales/orders/tables.ts"
import { payments } from "../../sales/payments/tables.ts"
import { customerRow, opens, partsOf } from "./subjects.ts"
import { tagsOf } from "./tags.ts"

/** Returns the header of a customer's page. Throws NOT_FOUND for staff accounts and deleted ones. */
export async function getCustomer(tx: Tx, actor: Actor, id: number): Promise<Customer> {
  assertAdmin(actor)
  const row = await customerRow(tx, id)
  const [last] = await tx.db
    .select({ at: sql<Date | null>`max(${sessions.lastSeenAt})`.mapWith(sessions.lastSeenAt) })
    .from(sessions)
    .where(eq(sessions.userId, id))
  const seen = [row.lastSeenAt, last?.at ?? null].flatMap((at) => at?.getTime() ?? [])
  const [ordered] = await tx.db
    .select({
      orders: count(),
      cents: sql<string>`coalesce(sum(coalesce(${orders.revenueCents}, ${orders.totalCents}) - ${orders.refundedCents})
        filter (where ${orders.paidAt} is not null), 0)`,
    })
    .from(orders)
    .where(eq(orders.userId, id))
  const [memberships] = await tx.db
    .select({
      cents: sql<string>`coalesce(sum(${payments.amountCents})
        filter (where ${payments.effect} = 'membership' and ${payments.refundedAt} is null), 0)`,
    })
    .from(payments)
    .where(eq(payments.userId, id))
  const spent = Number(ordered!.cents) + Number(memberships!.cents)
  return {
    ...presentUser(row, tx.now()),
    last_seen_at: seen.length > 0 ? new Date(Math.max(...seen)).toISOString() : null,
    second_factor: row.secondFactorSince !== null,
    orders_count: ordered!.orders,
    lifetime_spend: opens(actor, "payments") ? fromCents(spent) : null,
    terms_version: row.termsVersion,
    privacy_version: row.privacyVersion,
    terms_accepted_at: row.termsAcceptedAt?.toISOString() ?? null,
    tags: (await tagsOf(tx, [id])).get(id) ?? [],
    parts: partsOf(actor),
  }
}
