import { and, desc, eq, isNull, or } from "drizzle-orm"
import type { users } from "../auth/tables.ts"
import type { Tx } from "../db/store.ts"
import { contactMessages } from "./tables.ts"

type Account = Pick<typeof users.$inferSelect, "id" | "email" | "emailVerifiedAt">

export async function eraseContact(tx: Tx, account: Account): Promise<void> {
  await tx.db
    .update(contactMessages)
    .set({ name: "Former member", email: "", subject: "", message: "", userId: null })
    .where(sentBy(account))
}

export async function exportContact(tx: Tx, account: Account) {
  const rows = await tx.db.select().from(contactMessages).where(sentBy(account)).orderBy(desc(contactMessages.id))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    created_at: row.createdAt.toISOString(),
  }))
}

/** Messages sent without signing in belong to the account only if its address is confirmed. */
function sentBy({ id, email, emailVerifiedAt }: Account) {
  const unsigned = and(isNull(contactMessages.userId), eq(contactMessages.email, email))
  return or(eq(contactMessages.userId, id), emailVerifiedAt ? unsigned : undefined)
}
