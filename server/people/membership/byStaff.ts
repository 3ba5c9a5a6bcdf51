import { inArray } from "drizzle-orm"
import { membershipTexts, notificationTexts } from "#contract/buyingText.ts"
import { levelName, type PaidLevel } from "#contract/membership.ts"
import { days } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import * as emails from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { notify } from "../../platform/notifications/notifications.ts"
import { Refusal } from "../../platform/refusal.ts"
import { leftoversOf } from "./allowance.ts"
import { endPeriods, lockMember, storeQueue } from "./ledger.ts"
import { dashboardPage, endOf, membershipPage } from "./membership.ts"
import { buy, periodLength } from "./periods.ts"
import { termsOf } from "./plans.ts"
import { membershipPeriods } from "./tables.ts"

export interface AddedTime {
  level: PaidLevel
  days: number
  reason: string
}

/** Adds time without a payment, in periods of at most thirty days, which have the same allowance as bought ones. */
export async function addTime(given: Tx, userId: number, { level, reason, ...time }: AddedTime, home: string) {
  const terms = await termsOf(given, level)
  let startsAt: Date | undefined
  let endsAt: Date | null = null
  for (let rest = days(time.days); rest > 0; rest -= periodLength) {
    const { tx, queue: before } = (await lockMember(given, userId))!
    const length = Math.min(rest, periodLength)
    const wanted = { level, terms, priceCents: terms.priceCents, paymentId: null, kind: "granted" as const, length }
    const added = buy(before, wanted, tx.now(), await leftoversOf(tx, before))
    if (added.happens === "covered") throw new Refusal("CONFLICT", membershipTexts.hasEndless(said(levelName(level))))
    await endPeriods(tx, added.ended)
    await storeQueue(tx, userId, before, added.queue)
    startsAt ??= added.bought.startsAt
    endsAt = endOf(added, level)
  }
  const { user } = (await lockMember(given, userId))!
  const about = { to: user.email, url: dashboardPage(home), zone: user.timeZone, reason }
  const waits = startsAt! > given.now()
  await enqueue(given, emails.accessAdded({ ...about, startsAt: waits ? startsAt! : null, endsAt: endsAt! }))
  const notice = notificationTexts.accessAdded
  await notify(given, userId, { kind: "membership_over", ...notice, link: "/dashboard" })
}

/** Ends all time of an account now, including bought time. Money is paid back only by a refund. */
export async function endTime(given: Tx, userId: number, reason: string, home: string): Promise<void> {
  const { tx, user, queue } = (await lockMember(given, userId))!
  if (queue.length === 0) throw new Refusal("WRONG_STATE", membershipTexts.none)
  const ids = queue.map(({ id }) => id!)
  await tx.db.update(membershipPeriods).set({ revokedAt: tx.now() }).where(inArray(membershipPeriods.id, ids))
  await storeQueue(tx, userId, queue, [])
  await enqueue(tx, emails.accessEnded({ to: user.email, url: membershipPage(home), reason }))
  await notify(tx, userId, { kind: "membership_over", ...notificationTexts.accessEnded, link: "/upgrade" })
}
