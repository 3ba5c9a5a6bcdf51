import { and, eq, inArray } from "drizzle-orm"
import { membershipTexts } from "#contract/buyingText.ts"
import { type PaidLevel, tierOf, tiers } from "#contract/membership.ts"
import type { Membership, Quote } from "#contract/memberships.ts"
import { type Actor, assertUser, type Person } from "../accounts/actor.ts"
import { ownRow } from "../accounts/people.ts"
import { stageOf } from "../accounts/present.ts"
import { hours } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import * as letters from "../mail/letters.ts"
import { enqueue } from "../mail/outbox.ts"
import { toCents } from "../money.ts"
import { notify } from "../notifications/notifications.ts"
import { Refusal } from "../refusal.ts"
import { happened } from "../staff/activity.ts"
import { endPeriods, insert, keepQueue, lockMember, queueOf } from "./ledger.ts"
import * as notices from "./notices.ts"
import { buy, left, type Purchase, stages, takeBack } from "./periods.ts"
import { membershipPeriods } from "./tables.ts"

/** Where letters lead, and who of the shop is told. */
export interface Desk {
  home: string
  support: string
}

/** Thirty days of a level for one payment, once, however often it is told. False when it bought nothing, because there was nothing to buy. */
export async function grant(
  given: Tx,
  userId: number,
  level: PaidLevel,
  paymentId: number,
  desk: Desk,
): Promise<boolean> {
  const member = await lockMember(given, userId)
  if (!member || (await isGranted(given, paymentId))) return true
  const { tx, user } = member
  const purchase = buy(member.queue, { level, priceCents: toCents(tierOf(level).price), paymentId }, tx.now())
  const { happens, bought, ended, queue } = purchase
  await endPeriods(tx, ended)
  await keepQueue(tx, userId, member.queue, queue)
  if (happens === "covered") {
    await insert(tx, userId, [bought])
    await enqueue(
      tx,
      letters.staffMembershipCovered({ to: desk.support, userId, paymentId, url: `${desk.home}/admin` }),
    )
    return false
  }
  await happened(tx, "subscription", { userId, subjectId: paymentId, amountCents: bought.priceCents, detail: level })
  if (user.deletedAt) return true
  const about = { to: user.email, url: `${desk.home}/dashboard` }
  const endsAt = endOf(purchase, level)!
  await enqueue(tx, letters.membershipBought({ ...about, paymentId, happens, startsAt: bought.startsAt, endsAt }))
  await notify(tx, userId, notices.boughtNotice(level, bought.startsAt, endsAt))
  return true
}

/** A refund ends what is left of the time the payment bought, also where it has become time of a higher level. */
export async function revoke(given: Tx, userId: number, paymentId: number, desk: Desk): Promise<boolean> {
  const member = await lockMember(given, userId)
  if (!member) return false
  const { tx, user } = member
  const now = tx.now()
  const { gone, queue } = takeBack(member.queue, paymentId, now)
  const ids = gone.map((period) => period.id!)
  if (ids.length === 0) return false
  await tx.db.update(membershipPeriods).set({ revokedAt: now }).where(inArray(membershipPeriods.id, ids))
  await keepQueue(tx, userId, member.queue, queue)
  const staff = { to: desk.support, userId, paymentId, url: `${desk.home}/admin` }
  await enqueue(tx, letters.staffMembershipRefunded(staff))
  if (!user.deletedAt) {
    const endsAt = queue.length > 0 ? queue.at(-1)!.endsAt : now
    const about = { to: user.email, url: membershipPage(desk.home) }
    await enqueue(tx, letters.membershipRefunded({ ...about, paymentId, isOver: queue.length === 0, endsAt }))
    await notify(tx, userId, notices.refunded)
  }
  return true
}

export function listMemberships(): Membership[] {
  return tiers.map(({ level, name, price, description, features, recommended, messages, photos }) => ({
    level,
    name,
    price,
    description,
    features,
    recommended,
    messages,
    photos,
  }))
}

/** What buying a level now would do; nothing is promised, for time goes on. */
export async function quote(tx: Tx, actor: Actor, level: PaidLevel): Promise<Quote> {
  assertUser(actor)
  const now = tx.now()
  const user = await ownRow(tx, actor)
  const current = stageOf(user, now)
  const { name, price } = tierOf(level)
  const wanted = { level, priceCents: toCents(price), paymentId: null }
  const purchase = buy(await queueOf(tx, user), wanted, now)
  const isCovered = purchase.happens === "covered"
  return {
    level,
    name,
    price,
    currency: "USD",
    happens: purchase.happens,
    current_level: current.level,
    current_ends_at: current.endsAt?.toISOString() ?? null,
    unused: unusedOf(purchase, now),
    starts_at: isCovered ? null : purchase.bought.startsAt.toISOString(),
    ends_at: endOf(purchase, level)?.toISOString() ?? null,
  }
}

/** When the time that a payment has bought begins, and when its level ends; nothing when it has bought none. */
export async function timeBought(tx: Tx, actor: Person, paymentId: number): Promise<TimeBought> {
  const [bought] = await tx.db.select().from(membershipPeriods).where(isOf(paymentId))
  if (!bought?.endsAt || bought.endsAt <= bought.createdAt) return { starts_at: null, ends_at: null }
  const queue = await queueOf(tx, await ownRow(tx, actor))
  const runs = queue.some((period) => period.id === bought.id)
  const stage = runs ? stages(queue).find(({ level }) => level === bought.level) : null
  return {
    starts_at: bought.startsAt.toISOString(),
    ends_at: (stage?.endsAt ?? bought.endsAt).toISOString(),
  }
}

interface TimeBought {
  starts_at: string | null
  ends_at: string | null
}

/** Nobody is to pay for what would change nothing. */
export async function assertSellable(tx: Tx, userId: number, level: PaidLevel): Promise<void> {
  const member = await lockMember(tx, userId)
  if (!member) return
  const { happens } = buy(
    member.queue,
    { level, priceCents: toCents(tierOf(level).price), paymentId: null },
    member.tx.now(),
  )
  if (happens === "covered") throw new Refusal("CONFLICT", membershipTexts.covered)
}

export const membershipPage = (home: string) => `${home}/upgrade`

async function isGranted(tx: Tx, paymentId: number): Promise<boolean> {
  const rows = await tx.db.select({ id: membershipPeriods.id }).from(membershipPeriods).where(isOf(paymentId))
  return rows.length > 0
}

const isOf = (paymentId: number) =>
  and(eq(membershipPeriods.paymentId, paymentId), eq(membershipPeriods.kind, "bought"))

/** When the level itself ends; null: never. */
function endOf({ queue }: Purchase, level: PaidLevel): Date | null {
  return stages(queue).find((stage) => stage.level === level)?.endsAt ?? null
}

function unusedOf({ conversions }: Purchase, now: Date): Quote["unused"] {
  const levels = [...new Set(conversions.map(({ from }) => from.level))]
  return levels.map((level) => {
    const those = conversions.filter(({ from }) => from.level === level)
    const time = those.reduce((sum, { from }) => sum + left(from, now), 0)
    const becomes = those.reduce((sum, one) => sum + one.hours, 0)
    return { level, hours: Math.floor(time / hours(1)), becomes_hours: becomes }
  })
}
