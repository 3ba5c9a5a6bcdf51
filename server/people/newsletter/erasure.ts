import { eq } from "drizzle-orm"
import type { users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { newsletterSubscribers } from "./tables.ts"

type Account = Pick<typeof users.$inferSelect, "email" | "emailVerifiedAt">

/** An unconfirmed address may belong to somebody else, and so may its subscription. */
export async function eraseNewsletter(tx: Tx, { email, emailVerifiedAt }: Account): Promise<void> {
  if (emailVerifiedAt) await tx.db.delete(newsletterSubscribers).where(eq(newsletterSubscribers.email, email))
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
  }
}
