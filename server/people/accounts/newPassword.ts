import { and, eq, isNull } from "drizzle-orm"
import type { ConfirmReset } from "#contract/accounts.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { type Actor, assertSignedIn } from "../../platform/auth/actor.ts"
import { assertSpendable, badCode, endCodes, issueCode, spendCode } from "../../platform/auth/codes.ts"
import { eraseFactors } from "../../platform/auth/factors.ts"
import { hashChosen, isPassword } from "../../platform/auth/passwords.ts"
import { byEmail, isUsable, ownRow, wrongPassword } from "../../platform/auth/people.ts"
import { endSessions } from "../../platform/auth/sessions.ts"
import { users } from "../../platform/auth/tables.ts"
import { hours } from "../../platform/clock.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import type { RequestContext } from "../../platform/http/requestContext.ts"
import * as emails from "../../platform/mail/emails.ts"
import { canEmail, enqueue } from "../../platform/mail/outbox.ts"
import { Refusal } from "../../platform/refusal.ts"
import { endAddressChange } from "./emailAddress.ts"

/** Emails a password reset link, if the account exists. */
export async function requestReset(store: Store, email: string, context: RequestContext): Promise<void> {
  await store.transaction(async (tx) => {
    const row = await byEmail(tx, email)
    if (!row || !isUsable(row, context)) return
    if (!(await canEmail(tx, email, "password_reset", context.emailsPerHour))) return
    await emailReset(tx, row, context, emails.passwordReset)
  })
}

/** Emails the link on behalf of the owner, who told staff that it is missing. */
export async function sendReset(tx: Tx, row: typeof users.$inferSelect, context: RequestContext): Promise<void> {
  if (!isUsable(row, context)) throw new Refusal("WRONG_STATE", customerTexts.inactive)
  if (!(await canEmail(tx, row.email, "password_reset", context.emailsPerHour))) {
    throw new Refusal("RATE_LIMITED", customerTexts.resentOften)
  }
  await emailReset(tx, row, context, emails.passwordResetByStaff)
}

async function emailReset(
  tx: Tx,
  { id: userId, email }: Pick<typeof users.$inferSelect, "id" | "email">,
  context: RequestContext,
  write: typeof emails.passwordReset,
): Promise<void> {
  const code = await issueCode(tx, { userId, purpose: "password_reset", email, lifetime: hours(1) })
  await enqueue(tx, write({ to: email, origin: context.origin, code }), context.language)
}

/**
 * Sets a new password by the code of an email. Ends every session and pending address change, because whoever holds one
 * may be the reason for the reset.
 */
export async function confirmReset(store: Store, input: ConfirmReset, context: RequestContext): Promise<void> {
  await assertSpendable(store, input.oob_code, "password_reset")
  const passwordHash = await hashChosen(input.new_password, "new_password", context.address)
  await store.transaction(async (tx) => {
    const now = tx.now()
    const { userId, email } = await spendCode(tx, input.oob_code, "password_reset")
    const here = and(eq(users.id, userId), eq(users.email, email), isNull(users.deletedAt))
    const [before] = await tx.db.select({ at: users.emailVerifiedAt }).from(users).where(here).for("update")
    if (!before) throw badCode()
    await tx.db.update(users).set({ passwordHash, emailVerifiedAt: now, updatedAt: now }).where(here)
    // Whoever added a factor before the address was confirmed may have registered somebody else's.
    if (!before.at) await eraseFactors(tx, userId)
    await endSessions(tx, userId, null)
    await endCodes(tx, userId, "verify_email")
    await endAddressChange(tx, userId)
    await enqueue(tx, emails.passwordChanged({ to: email, origin: context.origin }), context.language)
  })
}

/** Sets a new password for a user who knows the current one. */
export async function changePassword(
  store: Store,
  actor: Actor,
  { current, wanted }: { current: string; wanted: string },
  context: RequestContext,
): Promise<void> {
  assertSignedIn(actor)
  const { passwordHash: known } = await ownRow(store, actor)
  if (!(await isPassword(current, known, context.address))) {
    // The request was repeated after a lost answer: the new password is already in force.
    if (await isPassword(wanted, known, context.address)) return
    throw wrongPassword()
  }
  const passwordHash = await hashChosen(wanted, "new_password", context.address)
  await store.transaction(async (tx) => {
    // The second of two concurrent changes no longer matches the current hash.
    const [row] = await tx.db
      .update(users)
      .set({ passwordHash, updatedAt: tx.now() })
      .where(and(eq(users.id, actor.id), eq(users.passwordHash, known)))
      .returning({ email: users.email })
    if (!row) throw wrongPassword()
    await endSessions(tx, actor.id, actor.sessionId)
    await endCodes(tx, actor.id, "password_reset")
    await endAddressChange(tx, actor.id)
    await enqueue(tx, emails.passwordChanged({ to: row.email, origin: context.origin }), context.language)
  })
}
