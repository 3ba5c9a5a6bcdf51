import { and, desc, eq, isNotNull } from "drizzle-orm"
import type { FailedEmail } from "#contract/failedEmails.ts"
import { type Actor, assertAdmin } from "../auth/actor.ts"
import type { Tx } from "../db/store.ts"
import { mailOutbox } from "./tables.ts"

/**
 * Lists emails that were never delivered, newest first: the staff may have to reach the person in another way. Those of
 * newsletters are among their figures.
 */
export async function listFailedEmails(
  tx: Tx,
  actor: Actor,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ items: FailedEmail[]; total: number }> {
  assertAdmin(actor, "super_admin")
  const dead = and(isNotNull(mailOutbox.deadAt), eq(mailOutbox.isBulk, false))
  const rows = await tx.db
    .select()
    .from(mailOutbox)
    .where(dead)
    .orderBy(desc(mailOutbox.deadAt), desc(mailOutbox.id))
    .limit(limit)
    .offset(skip)
  return { items: rows.map(present), total: await tx.db.$count(mailOutbox, dead) }
}

function present(row: typeof mailOutbox.$inferSelect): FailedEmail {
  return {
    id: row.id,
    kind: row.kind,
    to: row.toAddress,
    subject: row.subject,
    attempts: row.attempts,
    created_at: row.createdAt.toISOString(),
    dead_at: row.deadAt!.toISOString(),
    last_error: row.lastError,
  }
}
