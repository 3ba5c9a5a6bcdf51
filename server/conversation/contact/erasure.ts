import { and, asc, desc, eq, inArray, isNull, or } from "drizzle-orm"
import type { users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { contactAnswers, contactMessages } from "./tables.ts"

type Account = Pick<typeof users.$inferSelect, "id" | "email" | "emailVerifiedAt">

export async function eraseContact(tx: Tx, account: Account): Promise<void> {
  const theirs = tx.db.select({ id: contactMessages.id }).from(contactMessages).where(sentBy(account))
  await tx.db.delete(contactAnswers).where(inArray(contactAnswers.contactId, theirs))
  await tx.db
    .update(contactMessages)
    .set({ name: "Former member", email: "", subject: "", message: "", userId: null, orderId: null })
    .where(sentBy(account))
}

export async function exportContact(tx: Tx, account: Account) {
  const rows = await tx.db.select().from(contactMessages).where(sentBy(account)).orderBy(desc(contactMessages.id))
  const theirs = rows.map(({ id }) => id)
  const answers = theirs.length
    ? await tx.db
        .select()
        .from(contactAnswers)
        .where(inArray(contactAnswers.contactId, theirs))
        .orderBy(asc(contactAnswers.id))
    : []
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    order_id: row.orderId,
    created_at: row.createdAt.toISOString(),
    answers: answers
      .filter(({ contactId }) => contactId === row.id)
      .map(({ content, createdAt }) => ({ content, created_at: createdAt.toISOString() })),
  }))
}

/** The condition for an account's messages. Those sent without signing in need its address to be confirmed. */
function sentBy({ id, email, emailVerifiedAt }: Account) {
  const unsigned = and(isNull(contactMessages.userId), eq(contactMessages.email, email))
  return or(eq(contactMessages.userId, id), emailVerifiedAt ? unsigned : undefined)
}
