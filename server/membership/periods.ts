import { type PaidLevel, tiers } from "#contract/membership.ts"
import type { happenings } from "#contract/memberships.ts"
import { after, days, hours } from "../clock.ts"

/**
 * The rules of paid time, on values alone. The periods of an account that are not over stand in a queue: the highest level
 * first, each beginning where the one before ends. A period without an end (`endsAt` null) is the last of its queue.
 */
export interface Period {
  /** Null until it is written down. */
  id: number | null
  level: PaidLevel
  kind: "bought" | "converted" | "granted"
  paymentId: number | null
  partOf: number | null
  /** Of thirty days: what its time is worth. */
  priceCents: number
  startsAt: Date
  endsAt: Date | null
}

export interface Purchase {
  happens: (typeof happenings)[number]
  bought: Period
  /** What becomes of each lower period that ends today. */
  conversions: { from: Period; hours: number }[]
  /** Periods that are over from now on. */
  ended: Period[]
  /** Everything that runs or waits from now on; new ones have no id. */
  queue: Period[]
}

export const periodLength = days(30)

/** Thirty days of a level, bought now. */
export function buy(queue: Period[], wanted: Pick<Period, "level" | "priceCents" | "paymentId">, now: Date): Purchase {
  const fresh = { ...wanted, id: null, partOf: null }
  const bought: Period = { ...fresh, kind: "bought", startsAt: now, endsAt: after(now, periodLength) }
  const above = queue.filter((period) => rank(period.level) > rank(wanted.level))
  const same = queue.filter((period) => period.level === wanted.level)
  const below = queue.filter((period) => rank(period.level) < rank(wanted.level))
  if ([...above, ...same].some((period) => period.endsAt === null)) {
    return { happens: "covered", bought: { ...bought, endsAt: now }, conversions: [], ended: [], queue }
  }
  if (above.length > 0 || same.length > 0) {
    const laid = lay([...queue, bought], now)
    const happens = above.length > 0 ? "waits" : "renewal"
    return {
      happens,
      bought: laid.find((period) => period.id === null && period.kind === "bought")!,
      conversions: [],
      ended: [],
      queue: laid,
    }
  }
  const conversions = convert(below, wanted.priceCents, now)
  const converted = conversions
    .filter((one) => one.hours > 0)
    .map(({ from, hours: gained }): Period => {
      const endsAt = after(now, hours(gained))
      return { ...fresh, kind: "converted", paymentId: from.paymentId, startsAt: now, endsAt }
    })
  // Time without an end has no price: it steps aside, and goes on when the higher level is over.
  const endless = below.filter((period) => period.endsAt === null)
  const later = endless.map((period): Period => ({ ...period, id: null, startsAt: now }))
  return {
    happens: below.length > 0 ? "upgrade" : "new",
    bought,
    conversions,
    ended: below,
    queue: lay([bought, ...converted, ...later], now),
  }
}

/** A payment is taken back: what is left of its time goes, in whatever level it is by now, and what waits moves up. */
export function takeBack(queue: Period[], paymentId: number, now: Date): { gone: Period[]; queue: Period[] } {
  const gone = queue.filter((period) => period.paymentId === paymentId)
  return {
    gone,
    queue: lay(
      queue.filter((period) => !gone.includes(period)),
      now,
    ),
  }
}

/** The levels that follow one another from now on, each with its end. */
export function stages(queue: Period[]): { level: PaidLevel; endsAt: Date | null }[] {
  return queue
    .filter((period, index) => queue[index + 1]?.level !== period.level)
    .map(({ level, endsAt }) => ({ level, endsAt }))
}

/** Highest first, and without a gap. What runs keeps its beginning; what waits keeps its length. */
function lay(queue: Period[], now: Date): Period[] {
  let at: Date = now
  return queue
    .toSorted((a, b) => rank(b.level) - rank(a.level))
    .map((period, index) => {
      const isRunning = index === 0 && period.startsAt <= now
      const startsAt = isRunning ? period.startsAt : at
      const endsAt = isRunning || !period.endsAt ? period.endsAt : after(at, +period.endsAt - +period.startsAt)
      at = endsAt ?? at
      return { ...period, startsAt, endsAt }
    })
}

/** By price, floored to hours once for all of them together, so that many short rests lose no more than one long one. */
function convert(below: Period[], priceCents: number, now: Date): Purchase["conversions"] {
  let worth = 0
  let given = 0
  return below
    .filter((period) => period.endsAt !== null)
    .map((from) => {
      worth += left(from, now) * from.priceCents
      const whole = Math.floor(worth / (priceCents * hours(1)))
      const gained = whole - given
      given = whole
      return { from, hours: gained }
    })
}

export function left(period: Period, now: Date): number {
  return Math.max(0, +period.endsAt! - Math.max(+period.startsAt, +now))
}

function rank(level: PaidLevel): number {
  return tiers.findIndex((tier) => tier.level === level)
}
