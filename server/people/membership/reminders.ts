import { and, asc, eq, gt, isNotNull, isNull, lte, ne, or } from "drizzle-orm"
import type { AutomaticEmail } from "#contract/automatic.ts"
import { users } from "../../platform/auth/tables.ts"
import { after, days } from "../../platform/clock.ts"
import { shopSetting } from "../../platform/db/shopSetting.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import * as emails from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { notify } from "../../platform/notifications/notifications.ts"
import { wants } from "../accounts/preferences.ts"
import { lockMember, storeStages } from "./ledger.ts"
import { membershipPage } from "./membership.ts"
import { endedNotification, reminderNotification } from "./notifications.ts"

const batch = 200

/**
 * Emails members whose level ends soon, on each of the days before the end that the owner has turned on; a renewal moves
 * the end and the emails. After a pause, only the email of the nearest day is sent.
 */
export async function remindMembers(store: Store, home: string): Promise<number> {
  const before = remindBefore(await shopSetting(store, "automatic_emails"))
  if (before.length === 0) return 0
  return eachOf(store, endsSoon(store.now(), before), async (given, userId) => {
    const member = await lockMember(given, userId)
    const endsAt = member?.user.membershipExpiresAt
    if (!member || !endsAt || endsAt <= member.tx.now()) return false
    const due = before.find((number) => endsAt <= after(member.tx.now(), days(number)))
    const { membershipRemindedFor: remindedFor, membershipRemindedDays: remindedDays } = member.user
    if (due === undefined) return false
    if (remindedFor?.getTime() === endsAt.getTime() && (remindedDays ?? 0) <= due) return false
    const { tx } = member
    await tx.db
      .update(users)
      .set({ membershipRemindedFor: endsAt, membershipRemindedDays: due })
      .where(eq(users.id, userId))
    const isExtended = member.user.membershipNextLevel !== null
    await notify(tx, userId, reminderNotification(isExtended))
    if (!(await wants(tx, userId, "mail_membership_reminders"))) return true
    const { email: to, timeZone: zone } = member.user
    await enqueue(tx, emails.membershipReminder({ to, url: membershipPage(home), zone, endsAt, goesOn: isExtended }))
    return true
  })
}

/**
 * Advances the stored level of accounts whose level has ended, and emails them. (Requests already derive the level from
 * the clock.) The email is enqueued in the same transaction, so that several nodes send one.
 */
export async function endMemberships(store: Store, home: string): Promise<number> {
  return eachOf(store, hasEnded(store.now()), async (given, userId) => {
    const member = await lockMember(given, userId)
    const endsAt = member?.user.membershipExpiresAt
    if (!member || !endsAt || endsAt > member.tx.now()) return false
    const { tx } = member
    await storeStages(tx, userId, member.queue)
    const goesOn = member.queue.length > 0
    await notify(tx, userId, endedNotification(goesOn))
    if (!(await wants(tx, userId, "mail_membership_reminders"))) return true
    await enqueue(tx, emails.membershipEnded({ to: member.user.email, url: membershipPage(home), goesOn }))
    return true
  })
}

/** Runs each account in its own transaction; accounts that become due meanwhile are found by the next run. */
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

/** Returns the days before the end of a membership on which members are reminded, the nearest first. */
const remindBefore = (sent: readonly AutomaticEmail[]): number[] =>
  sent
    .flatMap((one) => (one.startsWith("membership_") ? [Number(one.slice("membership_".length))] : []))
    .toSorted((a, b) => a - b)

/** Those for whom one of these numbers of days has come, and who were not reminded then. */
const endsSoon = (now: Date, before: number[]) =>
  and(
    ne(users.membershipLevel, "free"),
    gt(users.membershipExpiresAt, now),
    or(
      ...before.map((number) =>
        and(
          lte(users.membershipExpiresAt, after(now, days(number))),
          or(
            isNull(users.membershipRemindedFor),
            ne(users.membershipRemindedFor, users.membershipExpiresAt),
            gt(users.membershipRemindedDays, number),
          ),
        ),
      ),
    ),
  )

const hasEnded = (now: Date) =>
  and(ne(users.membershipLevel, "free"), isNotNull(users.membershipExpiresAt), lte(users.membershipExpiresAt, now))
