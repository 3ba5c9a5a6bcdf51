import { and, eq, isNull, sql } from "drizzle-orm"
import { accountTexts } from "#contract/memberText.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { type Actor, assertSignedIn, type Person, suspended } from "../../platform/auth/actor.ts"
import {
  badCode,
  endCodes,
  isReservedForAnother,
  issueCode,
  ownerOfCode,
  type SpentCode,
  spendCode,
} from "../../platform/auth/codes.ts"
import { byEmail, isUsable, ownRow } from "../../platform/auth/people.ts"
import { pendingEmailOf, pendingEnds } from "../../platform/auth/present.ts"
import { endSessions, forgetPerson } from "../../platform/auth/sessions.ts"
import { users } from "../../platform/auth/tables.ts"
import { after, days, hours } from "../../platform/clock.ts"
import { type Store, sqlState, type Tx } from "../../platform/db/store.ts"
import type { Limit } from "../../platform/http/limits.ts"
import type { RequestContext } from "../../platform/http/requestContext.ts"
import * as emails from "../../platform/mail/emails.ts"
import { canEmail, enqueue } from "../../platform/mail/outbox.ts"
import { invalid, Refusal } from "../../platform/refusal.ts"

/** How long the holder of the old address can undo a change. */
const undoneWithin = days(7)

export async function sendVerification(
  tx: Tx,
  to: { id: number; email: string },
  context: RequestContext,
  write: typeof emails.verifyEmail,
): Promise<void> {
  if (!(await canEmail(tx, to.email, "verify_email", context.emailsPerHour))) return
  const code = await issueCode(tx, { userId: to.id, purpose: "verify_email", email: to.email, lifetime: hours(24) })
  await enqueue(tx, write({ to: to.email, origin: context.origin, code }), context.language)
}

/**
 * Sends the verification email again to a new account with an unconfirmed address. Does nothing for any other, and the
 * caller cannot tell the difference.
 */
export async function requestVerification(store: Store, email: string, context: RequestContext): Promise<void> {
  await store.transaction(async (tx) => {
    const row = await byEmail(tx, email)
    if (row && isUsable(row, context) && !row.emailVerifiedAt)
      await sendVerification(tx, row, context, emails.verifyEmail)
  })
}

type Owner = Pick<Person, "id"> & Partial<Pick<Person, "sessionId">>

/**
 * Emails a link to the new address, or a notice to its owner if it is taken; the caller cannot tell the difference. The
 * current address is notified in either case, and can cancel the change.
 */
export async function requestAddressChange(
  tx: Tx,
  actor: Owner,
  email: string,
  context: RequestContext,
  write = emails.emailChangeRequested,
): Promise<void> {
  const { email: present } = await ownRow(tx, actor)
  await endCodes(tx, actor.id, "change_email")
  await sendChange(tx, actor, { email, lifetime: hours(24) }, context)
  if (!(await canEmail(tx, present, "email_change_requested", context.emailsPerHour))) return
  const code = await undoCode(tx, actor.id, present, tx.now())
  await enqueue(tx, write({ to: present, origin: context.origin, code }), context.language)
}

/**
 * Changes the address on behalf of its owner, who need not be able to read the old one: nothing changes before the new
 * address is confirmed, and the old one can undo the change. Unlike the owner, staff are told that an address is taken.
 */
export async function changeAddressForOwner(
  tx: Tx,
  owner: typeof users.$inferSelect,
  email: string,
  context: RequestContext,
): Promise<void> {
  if (owner.suspendedAt) throw suspended()
  if (email === owner.email) throw invalid("email", customerTexts.sameEmail)
  const isTaken = (await isReservedForAnother(tx, email, owner.id)) || (await byEmail(tx, email))
  if (isTaken) throw invalid("email", accountTexts.addressTaken)
  if (!(await canEmail(tx, email, "change_email", context.emailsPerHour))) {
    throw new Refusal("RATE_LIMITED", customerTexts.resentOften)
  }
  await requestAddressChange(tx, owner, email, context, emails.emailChangeByStaff)
  await tx.db
    .update(users)
    .set({ pendingEmail: email, pendingEmailAt: tx.now(), version: sql`${users.version} + 1`, updatedAt: tx.now() })
    .where(eq(users.id, owner.id))
  forgetPerson(tx, owner.id)
}

/** Sends the email again to the caller's pending address, without extending its lifetime. */
export async function sendChangeAgain(
  store: Store,
  actor: Actor,
  context: RequestContext,
  limit: Limit,
): Promise<void> {
  assertSignedIn(actor)
  const row = await ownRow(store, actor)
  const email = pendingEmailOf(row, store.now())
  if (email === null) throw new Refusal("WRONG_STATE", accountTexts.noChangeWaits)
  await limit.take(`${actor.id} ${email}`)
  const lifetime = pendingEnds(row).getTime() - store.now().getTime()
  await store.transaction((tx) => sendChange(tx, actor, { email, lifetime }, context))
}

async function sendChange(
  tx: Tx,
  { id: userId, sessionId }: Owner,
  { email, lifetime }: { email: string; lifetime: number },
  context: RequestContext,
): Promise<void> {
  const kept = await isReservedForAnother(tx, email, userId)
  if (kept || (await byEmail(tx, email))) {
    if (!(await canEmail(tx, email, "email_taken", context.emailsPerHour))) return
    const template = kept ? emails.emailKept : emails.emailTaken
    return void (await enqueue(tx, template({ to: email, origin: context.origin }), context.language))
  }
  if (!(await canEmail(tx, email, "change_email", context.emailsPerHour))) return
  const code = await issueCode(tx, { userId, purpose: "change_email", email, lifetime, sessionId })
  await enqueue(tx, emails.changeEmail({ to: email, origin: context.origin, code }), context.language)
}

const undoCode = (tx: Tx, userId: number, email: string, since: Date) =>
  issueCode(tx, { userId, purpose: "undo_email_change", email, lifetime: undoneWithin, since })

/**
 * Handles the link of either email: confirms the address of a new account, or the pending address of an existing one.
 */
export async function confirmAddress(store: Store, code: string, context: RequestContext): Promise<void> {
  try {
    await store.transaction(async (tx) => {
      const spent = await spendCode(tx, code, "verify_email", "change_email")
      if (spent.purpose === "change_email") return changeAddress(tx, spent, context)
      const [row] = await tx.db
        .update(users)
        .set({ emailVerifiedAt: tx.now() })
        .where(and(eq(users.id, spent.userId), eq(users.email, spent.email), isNull(users.deletedAt)))
        .returning({ id: users.id })
      if (!row) throw badCode()
    })
  } catch (error) {
    if (sqlState(error) === "23505") throw addressTaken()
    if (error instanceof Refusal && error.code === "BAD_CODE" && (await isConfirmed(store, code))) {
      throw new Refusal("ALREADY_CONFIRMED", accountTexts.alreadyConfirmed)
    }
    throw error
  }
}

/** Whether the address of the code has been confirmed, by this code or another. */
async function isConfirmed(tx: Tx, code: string): Promise<boolean> {
  const known = await ownerOfCode(tx, code, "verify_email", "change_email")
  const row = known && (await byEmail(tx, known.email))
  return row !== undefined && row.id === known!.userId && row.emailVerifiedAt !== null
}

/**
 * Ends everything that was pending for the old address, and every session except the one that asked. The old address is
 * notified, and can undo the change.
 */
async function changeAddress(tx: Tx, { userId, email, sessionId }: SpentCode, context: RequestContext): Promise<void> {
  const waiting = and(eq(users.id, userId), eq(users.pendingEmail, email), isNull(users.deletedAt))
  const [before] = await tx.db.select().from(users).where(waiting).for("update")
  if (!before || pendingEmailOf(before, tx.now()) === null) throw badCode()
  await tx.db
    .update(users)
    .set({ email, ...noPendingEmail, emailVerifiedAt: tx.now(), updatedAt: tx.now() })
    .where(waiting)
  if (await isReservedForAnother(tx, email, userId)) throw addressTaken()
  await endSessions(tx, userId, sessionId)
  await endCodes(tx, userId, "password_reset", "verify_email")
  const code = await undoCode(tx, userId, before.email, after(pendingEnds(before), -hours(24)))
  await enqueue(tx, emails.emailChanged({ to: before.email, origin: context.origin, code }), context.language)
}

/** Cancels a pending address change. Call it with every new password, and when the change is moot. */
export async function endAddressChange(tx: Tx, userId: number): Promise<void> {
  await tx.db.update(users).set(noPendingEmail).where(eq(users.id, userId))
  await endCodes(tx, userId, "change_email")
}

/** Drops pending addresses that were not confirmed in time: nothing proves whose they are. */
export async function forgetUnconfirmed(tx: Tx): Promise<void> {
  const waits = sql`${users.pendingEmail} is not null
    and coalesce(${users.pendingEmailAt}, ${users.updatedAt}) <= ${tx.now().toISOString()}::timestamptz - interval '24 hours'`
  await tx.db.update(users).set(noPendingEmail).where(waits)
}

export const noPendingEmail = { pendingEmail: null, pendingEmailAt: null }

export const addressTaken = () => new Refusal("CONFLICT", accountTexts.addressTaken)
