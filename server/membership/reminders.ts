import { and, asc, eq, gt, isNotNull, isNull, lte, ne, or } from "drizzle-orm"
import { wants } from "../accounts/preferences.ts"
import { users } from "../accounts/tables.ts"
import { after, days } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import * as letters from "../mail/letters.ts"
import { enqueue } from "../mail/outbox.ts"
import { notify } from "../notifications/notifications.ts"
import { keepStages, lockMember } from "./ledger.ts"
import { membershipPage } from "./membership.ts"
import { overNotice, soonOverNotice } from "./notices.ts"

const remindBefore = days(3)
const batch = 200

/** Writes to members whose level ends within three days, once for each end; a renewal moves the end, and with it the letter. */
export async function remindMembers(store: Store, home: string): Promise<number> {
  return eachOf(store, endsSoon(store.now()), async (given, userId) => {
    const member = await lockMember(given, userId)
    const endsAt = member?.user.membershipExpiresAt
    if (!member || !endsAt || !isSoon(endsAt, member.tx.now())) return false
    if (member.user.membershipRemindedFor?.getTime() === endsAt.getTime()) return false
    const { tx } = member
    await tx.db.update(users).set({ membershipRemindedFor: endsAt }).where(eq(users.id, userId))
    const goesOn = member.user.membershipNextLevel !== null
    await notify(tx, userId, soonOverNotice(goesOn))
    if (!(await wants(tx, userId, "mail_membership_reminders"))) return true
    await enqueue(tx, letters.membershipSoonOver({ to: member.user.email, url: membershipPage(home), endsAt, goesOn }))
    return true
  })
}

/**
 * Moves on what every request reads already by the clock, and writes to those whose level has ended. The letter is written in
 * the transaction that moves on, so that several nodes write one.
 */
export async function endMembers(store: Store, home: string): Promise<number> {
  return eachOf(store, hasEnded(store.now()), async (given, userId) => {
    const member = await lockMember(given, userId)
    const endsAt = member?.user.membershipExpiresAt
    if (!member || !endsAt || endsAt > member.tx.now()) return false
    const { tx } = member
    await keepStages(tx, userId, member.queue)
    const goesOn = member.queue.length > 0
    await notify(tx, userId, overNotice(goesOn))
    if (!(await wants(tx, userId, "mail_membership_reminders"))) return true
    await enqueue(tx, letters.membershipOver({ to: member.user.email, url: membershipPage(home), goesOn }))
    return true
  })
}

/** Each account in a transaction of its own; those that come into view while it runs are met at the next turn. */
async function eachOf(
  store: Store,
  which: ReturnType<typeof and>,
  work: (tx: Tx, userId: number) => Promise<boolean>,
): Promise<number> {
  let done = 0
  const due = await store.db
    .select({ id: users.id })
    .from(users)
    .where(and(which, isNull(users.deletedAt)))
    .orderBy(asc(users.membershipExpiresAt))
    .limit(batch)
  for (const { id } of due) if (await store.transaction((tx) => work(tx, id))) done++
  return done
}

const isSoon = (endsAt: Date, now: Date) => endsAt > now && endsAt <= after(now, remindBefore)

const endsSoon = (now: Date) =>
  and(
    ne(users.membershipLevel, "free"),
    gt(users.membershipExpiresAt, now),
    lte(users.membershipExpiresAt, after(now, remindBefore)),
    or(isNull(users.membershipRemindedFor), ne(users.membershipRemindedFor, users.membershipExpiresAt)),
  )

const hasEnded = (now: Date) =>
  and(ne(users.membershipLevel, "free"), isNotNull(users.membershipExpiresAt), lte(users.membershipExpiresAt, now))
