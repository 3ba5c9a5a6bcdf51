import { and, count, eq, gt, sql } from "drizzle-orm"
import { after, hours } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import { mailOutbox } from "./tables.ts"

export interface Letter {
  kind: string
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  /** Where one press leaves what the letter belongs to, without a sign-in. */
  unsubscribeUrl?: string
  /** A second letter with the same key is not written. */
  dedupeKey?: string
}

/** Puts a letter into the outbox in the caller's transaction: it is sent if, and only if, the change it tells of is kept. */
export async function enqueue(tx: Tx, letter: Letter): Promise<void> {
  // An order outlives the account that made it; its address is gone, and with it whom to write to.
  if (letter.to === "") return
  for (const header of [letter.to, letter.replyTo ?? "", letter.subject, letter.unsubscribeUrl ?? ""]) {
    if (/[\p{Cc}\u2028\u2029]/u.test(header))
      throw new Error(`A letter of kind ${letter.kind} has a line break in a header`)
  }
  const now = tx.now()
  await tx.db
    .insert(mailOutbox)
    .values({
      kind: letter.kind,
      toAddress: letter.to,
      replyTo: letter.replyTo ?? null,
      subject: letter.subject,
      bodyText: letter.text,
      bodyHtml: letter.html,
      unsubscribeUrl: letter.unsubscribeUrl ?? null,
      dedupeKey: letter.dedupeKey ?? null,
      createdAt: now,
      nextAttemptAt: now,
    })
    .onConflictDoNothing({ target: mailOutbox.dedupeKey })
}

/**
 * Whether one more letter of this kind may go to this address within the hour. Holds a lock on the pair until the
 * transaction ends, so that requests at the same moment are counted one after the other.
 */
export async function mayWriteTo(tx: Tx, to: string, kind: string, anHour: number): Promise<boolean> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`letter ${kind} ${to}`}, 0))`)
  const [row] = await tx.db
    .select({ sent: count() })
    .from(mailOutbox)
    .where(
      and(
        eq(mailOutbox.toAddress, to),
        eq(mailOutbox.kind, kind),
        gt(mailOutbox.createdAt, after(tx.now(), -hours(1))),
      ),
    )
  return row!.sent < anHour
}
