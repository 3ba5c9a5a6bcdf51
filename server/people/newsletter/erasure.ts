import { and, asc, eq, isNotNull } from "drizzle-orm"
import type { users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { dropBulkEmails } from "../../platform/mail/erasure.ts"
import { newsletterDeliveries, newsletterSubscribers, newsletters } from "./tables.ts"

type Account = Pick<typeof users.$inferSelect, "email" | "emailVerifiedAt">

/** An unconfirmed address may belong to somebody else, and so may its subscription. */
export async function eraseNewsletter(tx: Tx, { email, emailVerifiedAt }: Account): Promise<void> {
  if (!emailVerifiedAt) return
  await tx.db.delete(newsletterSubscribers).where(eq(newsletterSubscribers.email, email))
  // A newsletter that was being written has been stored by now, because it locks its readers.
  await dropBulkEmails(tx, email)
}

export async function exportNewsletter(tx: Tx, { email, emailVerifiedAt }: Account) {
  if (!emailVerifiedAt) return null
  const [row] = await tx.db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.email, email))
  if (!row) return null
  return {
    state: row.state,
    created_at: row.createdAt.toISOString(),
    confirmed_at: row.confirmedAt?.toISOString() ?? null,
    unsubscribed_at: row.unsubscribedAt?.toISOString() ?? null,
    language: row.language,
    country: row.country,
    source: row.source,
    consent: row.consent,
    received: await received(tx, row.id),
  }
}

async function received(tx: Tx, subscriberId: number) {
  const rows = await tx.db
    .select({
      texts: newsletters.texts,
      sentAt: newsletterDeliveries.sentAt,
      bouncedAt: newsletterDeliveries.bouncedAt,
      complainedAt: newsletterDeliveries.complainedAt,
      unsubscribedAt: newsletterDeliveries.unsubscribedAt,
    })
    .from(newsletterDeliveries)
    .innerJoin(newsletters, eq(newsletters.id, newsletterDeliveries.newsletterId))
    .where(and(eq(newsletterDeliveries.subscriberId, subscriberId), isNotNull(newsletterDeliveries.sentAt)))
    .orderBy(asc(newsletterDeliveries.id))
  return rows.map((row) => ({
    title: row.texts.en?.title ?? "",
    sent_at: row.sentAt!.toISOString(),
    bounced_at: row.bouncedAt?.toISOString() ?? null,
    complained_at: row.complainedAt?.toISOString() ?? null,
    unsubscribed_at: row.unsubscribedAt?.toISOString() ?? null,
  }))
}
