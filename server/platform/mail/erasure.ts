import { and, eq, isNull, like, or } from "drizzle-orm"
import type { Tx } from "../db/store.ts"
import { mailOutbox } from "./tables.ts"

/** Deletes unsent emails. Sent ones are already empty, and still count towards limits for a while. */
export async function eraseUnsentEmails(tx: Tx, email: string, orderNumbers: string[]): Promise<void> {
  const about = orderNumbers.map((orderNumber) => like(mailOutbox.dedupeKey, `%:${orderNumber}`))
  await tx.db.delete(mailOutbox).where(and(isNull(mailOutbox.sentAt), or(eq(mailOutbox.toAddress, email), ...about)))
}

/** Deletes the emails of newsletters that wait for an address whose subscription ends. */
export async function dropBulkEmails(tx: Tx, email: string): Promise<void> {
  await tx.db
    .delete(mailOutbox)
    .where(and(isNull(mailOutbox.sentAt), eq(mailOutbox.isBulk, true), eq(mailOutbox.toAddress, email)))
}
