import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm"
import { notificationTexts } from "#contract/buyingText.ts"
import { endCodes } from "../../platform/auth/codes.ts"
import { forgetPerson } from "../../platform/auth/sessions.ts"
import { users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import * as emails from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { notify } from "../../platform/notifications/notifications.ts"

/**
 * Suspends an account everywhere until a super admin lifts it. Sessions stay open: the person may read, and may want to
 * explain. Admins are exempt, or a text written for the shop could lock out the only people who can lift a suspension.
 * A pending address change is cancelled, so that the owner of the account stays known. Returns whether the account was
 * not suspended before.
 */
export async function suspend(tx: Tx, userId: number, by: number | null, home: string): Promise<boolean> {
  const [row] = await tx.db
    .update(users)
    .set({
      suspendedAt: tx.now(),
      suspendedBy: by,
      pendingEmail: null,
      pendingEmailAt: null,
      version: sql`${users.version} + 1`,
    })
    .where(and(eq(users.id, userId), ne(users.role, "admin"), isNull(users.deletedAt), isNull(users.suspendedAt)))
    .returning({ email: users.email })
  if (!row) return false
  forgetPerson(tx, userId)
  await endCodes(tx, userId, "change_email")
  await notify(tx, userId, { kind: "account_suspended", ...notificationTexts.suspended, link: "/contact" })
  await enqueue(tx, emails.accountSuspended({ to: row.email, url: `${home}/contact` }))
  return true
}

/** Confirms a suspension after review, and notifies the person. Only a super admin can lift it afterwards. */
export async function confirmSuspension(tx: Tx, userId: number, by: number): Promise<void> {
  const confirmed = await tx.db
    .update(users)
    .set({ suspendedBy: by })
    .where(and(eq(users.id, userId), isNotNull(users.suspendedAt), isNull(users.suspendedBy)))
    .returning({ id: users.id })
  if (confirmed.length === 0) return
  await notify(tx, userId, { kind: "account_suspended", ...notificationTexts.suspensionConfirmed, link: "/contact" })
}

/** Lifts a suspension. With `undecided`, only if it follows from a finding alone. Returns whether it was lifted. */
export async function liftSuspension(
  tx: Tx,
  userId: number,
  home: string,
  { undecided = false } = {},
): Promise<boolean> {
  const [row] = await tx.db
    .update(users)
    .set({ suspendedAt: null, suspendedBy: null, version: sql`${users.version} + 1` })
    .where(
      and(
        eq(users.id, userId),
        isNull(users.deletedAt),
        isNotNull(users.suspendedAt),
        undecided ? isNull(users.suspendedBy) : undefined,
      ),
    )
    .returning({ email: users.email })
  if (!row) return false
  forgetPerson(tx, userId)
  const text = undecided ? notificationTexts.suspendedByMistake : notificationTexts.suspensionLifted
  await notify(tx, userId, { kind: "account_restored", ...text })
  await enqueue(tx, emails.accountRestored({ to: row.email, url: `${home}/login`, byMistake: undecided }))
  return true
}
