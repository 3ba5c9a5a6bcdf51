import { and, eq, inArray } from "drizzle-orm"
import { membershipTexts } from "#contract/buyingText.ts"
import type { Language } from "#contract/languages.ts"
import type { PaidLevel } from "#contract/membership.ts"
import type { PlanDays, Quote } from "#contract/memberships.ts"
import { type Actor, assertUser, type Person } from "../../platform/auth/actor.ts"
import { ownRow } from "../../platform/auth/people.ts"
import { stageOf } from "../../platform/auth/present.ts"
import { hours } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import * as emails from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { fromCents } from "../../platform/money.ts"
import { notify } from "../../platform/notifications/notifications.ts"
import { recordActivity } from "../../platform/records/activity.ts"
import { Refusal } from "../../platform/refusal.ts"
import { leftoversOf } from "./allowance.ts"
import { endPeriods, insert, lockMember, queueOf, storeQueue, type UserRow } from "./ledger.ts"
import * as notices from "./notifications.ts"
import { buy, left, type Purchase, stages, takeBack } from "./periods.ts"
import { assertSold, monthlyCents, promisedTerms, termsOf, wordsOf } from "./plans.ts"
import { membershipPeriods } from "./tables.ts"

/** The values that emails need: the origin of their links, and the support address. */
export interface MailContext {
  home: string
  support: string
}

/** What was paid for, as it was promised when its invoice was opened. */
export interface Bought {
  level: PaidLevel
  days: number
  /** Null for the plans of the specification. */
  termsId: number | null
  /** What was paid for all of it. */
  priceCents: number
}

/**
 * Grants the time of a payment, once, however often it is reported: a period for each thirty days, by the terms of
 * their invoice, whatever the plan says now. Returns false when nothing was granted, because there was nothing to buy.
 * A gift appears in the activity feed as its buyer's.
 */
export async function grant(
  given: Tx,
  userId: number,
  { level, days, termsId, priceCents }: Bought,
  paymentId: number,
  mail: MailContext,
  { isGift = false } = {},
): Promise<boolean> {
  const member = await lockMember(given, userId)
  if (!member || (await isGranted(given, paymentId))) return true
  const { tx, user } = member
  const leftovers = await leftoversOf(tx, member.queue)
  const terms = await promisedTerms(tx, level, termsId)
  const wanted = { level, terms, count: days / 30, priceCents: monthlyCents(priceCents, days), paymentId }
  const purchase = buy(member.queue, wanted, tx.now(), leftovers)
  const { happens, bought, ended, queue } = purchase
  await endPeriods(tx, ended)
  await storeQueue(tx, userId, member.queue, queue)
  if (happens === "covered") {
    await insert(tx, userId, [bought])
    await enqueue(tx, emails.staffMembershipCovered({ to: mail.support, userId, paymentId, url: `${mail.home}/admin` }))
    return false
  }
  if (!isGift) await recordSale(tx, { userId, level, days, paymentId, priceCents })
  if (user.deletedAt) return true
  const about = { to: user.email, url: dashboardPage(mail.home), zone: user.timeZone }
  const { startsAt } = bought
  const endsAt = endOf(purchase, level)!
  const told = { ...about, paymentId, startsAt, endsAt }
  await enqueue(tx, isGift ? emails.giftRedeemed(told) : emails.membershipBought({ ...told, happens }))
  await notify(tx, userId, notices.boughtNotification(startsAt, endsAt, user.timeZone, isGift))
  return true
}

interface Sold {
  userId: number
  level: PaidLevel
  days: number
  paymentId: number
  priceCents: number
}

/** Adds the sale to the admins' feed. Call it once for each payment. */
export async function recordSale(tx: Tx, { userId, level, days, paymentId, priceCents }: Sold): Promise<void> {
  const detail = days === 30 ? level : `${level} ${days}`
  await recordActivity(tx, "subscription", { userId, subjectId: paymentId, amountCents: priceCents, detail })
}

/** Ends the remaining time of a refunded payment, even if it was converted to a higher level. */
export async function revoke(
  given: Tx,
  userId: number,
  paymentId: number,
  mail: MailContext,
  { isGift = false } = {},
): Promise<boolean> {
  const member = await lockMember(given, userId)
  if (!member) return false
  const { tx, user } = member
  const now = tx.now()
  const { gone, queue } = takeBack(member.queue, paymentId, now)
  const ids = gone.map((period) => period.id!)
  if (ids.length === 0) return false
  await tx.db.update(membershipPeriods).set({ revokedAt: now }).where(inArray(membershipPeriods.id, ids))
  await storeQueue(tx, userId, member.queue, queue)
  const staff = { to: mail.support, userId, paymentId, url: `${mail.home}/admin` }
  await enqueue(tx, emails.staffMembershipRefunded(staff))
  if (!user.deletedAt) {
    const endsAt = queue.length > 0 ? queue.at(-1)!.endsAt : now
    const about = { to: user.email, url: membershipPage(mail.home), zone: user.timeZone }
    const isOver = queue.length === 0
    const email = isGift
      ? emails.giftRefunded({ ...about, paymentId })
      : emails.membershipRefunded({ ...about, paymentId, isOver, endsAt })
    await enqueue(tx, email)
    await notify(tx, userId, isGift ? notices.giftRefunded : notices.refunded)
  }
  return true
}

/** Returns what buying the level now would do. The result may differ later, because periods run on. */
export async function quote(
  tx: Tx,
  actor: Actor,
  { level, days }: { level: PaidLevel; days: PlanDays },
  language: Language,
): Promise<Quote> {
  assertUser(actor)
  const now = tx.now()
  const user = await ownRow(tx, actor)
  const current = stageOf(user, now)
  const terms = await termsOf(tx, level)
  const cents = assertSold(terms, days)
  const wanted = { level, terms, count: days / 30, priceCents: monthlyCents(cents, days), paymentId: null }
  const queue = await queueOf(tx, user)
  const purchase = buy(queue, wanted, now, await leftoversOf(tx, queue))
  const isCovered = purchase.happens === "covered"
  return {
    level,
    name: wordsOf(terms, language).title,
    price: fromCents(cents),
    days,
    currency: "USD",
    happens: purchase.happens,
    current_level: current.level,
    current_ends_at: current.endsAt?.toISOString() ?? null,
    unused: unusedOf(purchase, now),
    messages: isCovered || terms.messages === null ? terms.messages : terms.messages + total(purchase, "messages"),
    photos: isCovered ? terms.photos : terms.photos + total(purchase, "photos"),
    starts_at: isCovered ? null : purchase.bought.startsAt.toISOString(),
    ends_at: endOf(purchase, level)?.toISOString() ?? null,
  }
}

/** Returns when the time bought with a payment begins, and when its level ends; nulls if it bought none. */
export async function timeBought(tx: Tx, actor: Person, paymentId: number): Promise<TimeBought> {
  const { startsAt, endsAt } = (await periodBought(tx, await ownRow(tx, actor), paymentId)) ?? {}
  return { starts_at: startsAt?.toISOString() ?? null, ends_at: endsAt?.toISOString() ?? null }
}

/** Returns the same as dates; null also for time of another account. */
export async function periodBought(tx: Tx, user: UserRow, paymentId: number) {
  const [bought] = await tx.db
    .select()
    .from(membershipPeriods)
    .where(and(isOf(paymentId), eq(membershipPeriods.userId, user.id)))
  if (!bought?.endsAt || bought.endsAt <= bought.createdAt) return null
  const queue = await queueOf(tx, user)
  const runs = queue.some((period) => period.id === bought.id)
  const stage = runs ? stages(queue).find(({ level }) => level === bought.level) : null
  return { startsAt: bought.startsAt, endsAt: stage?.endsAt ?? bought.endsAt, isRevoked: bought.revokedAt !== null }
}

interface TimeBought {
  starts_at: string | null
  ends_at: string | null
}

/** Throws when a payment for the level would change nothing. */
export async function assertSellable(
  tx: Tx,
  userId: number,
  level: PaidLevel,
  why: string = membershipTexts.covered,
): Promise<void> {
  const member = await lockMember(tx, userId)
  if (!member) return
  const terms = await termsOf(tx, level)
  const { happens } = buy(
    member.queue,
    { level, terms, priceCents: terms.priceCents, paymentId: null },
    member.tx.now(),
  )
  if (happens === "covered") throw new Refusal("CONFLICT", why)
}

export const dashboardPage = (home: string) => `${home}/dashboard`

export const membershipPage = (home: string) => `${home}/upgrade`

async function isGranted(tx: Tx, paymentId: number): Promise<boolean> {
  const rows = await tx.db.select({ id: membershipPeriods.id }).from(membershipPeriods).where(isOf(paymentId))
  return rows.length > 0
}

const isOf = (paymentId: number) =>
  and(eq(membershipPeriods.paymentId, paymentId), eq(membershipPeriods.kind, "bought"))

/** Returns when the level ends; null if it does not. */
export function endOf({ queue }: Pick<Purchase, "queue">, level: PaidLevel): Date | null {
  return stages(queue).find((stage) => stage.level === level)?.endsAt ?? null
}

function unusedOf({ conversions }: Purchase, now: Date): Quote["unused"] {
  const levels = [...new Set(conversions.map(({ from }) => from.level))]
  return levels.map((level) => {
    const those = conversions.filter(({ from }) => from.level === level)
    const time = those.reduce((sum, { from }) => sum + left(from, now), 0)
    return {
      level,
      hours: Math.ceil(time / hours(1)),
      becomes_hours: total({ conversions: those }, "hours"),
      messages: total({ conversions: those }, "messages"),
      photos: total({ conversions: those }, "photos"),
    }
  })
}

const total = ({ conversions }: Pick<Purchase, "conversions">, what: "hours" | "messages" | "photos") =>
  conversions.reduce((sum, one) => sum + one[what], 0)
