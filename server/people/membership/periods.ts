import { type PaidLevel, paidLevels } from "#contract/membership.ts"
import type { AllowanceKind, happenings } from "#contract/memberships.ts"
import { after, days, hours } from "../../platform/clock.ts"
import type { Terms } from "./plans.ts"

/**
 * The rules of paid time, as pure functions. An account's unfinished periods form a queue: the highest level first,
 * each beginning where the previous one ends. A period without an end (`endsAt` null) is last.
 */
export interface Period {
  /** Null until stored. */
  id: number | null
  level: PaidLevel
  /** A payment for more than thirty days is one period that is `bought`, and others that are `further`. */
  kind: "bought" | "further" | "converted" | "granted"
  paymentId: number | null
  partOf: number | null
  /** The price of thirty days, by which its time is valued. */
  priceCents: number
  /** What was promised when it was bought. */
  terms: Terms
  /** The allowance beyond that of its level: converted time keeps what remained of its own. */
  extraMessages: number
  extraPhotos: number
  startsAt: Date
  endsAt: Date | null
}

export type Leftovers = ReadonlyMap<number, Readonly<Record<AllowanceKind, number>>>

export interface Purchase {
  happens: (typeof happenings)[number]
  bought: Period
  /** The converted time and remaining allowance of each lower period that ends now. */
  conversions: Conversion[]
  ended: Period[]
  /** All current and future periods; new ones have no id. */
  queue: Period[]
}

interface Conversion {
  from: Period
  hours: number
  messages: number
  photos: number
}

export const periodLength = days(30)

type Wanted = Pick<Period, "level" | "priceCents" | "paymentId" | "terms"> & {
  kind?: "bought" | "granted"
  length?: number
  /** How many periods of this length. Each has an allowance of its own. */
  count?: number
}

/**
 * Buys thirty days of a level or a multiple of them, or grants some time of it. `leftovers` holds the remaining allowance by `allowanceIdOf`;
 * a missing entry means all of it.
 */
export function buy(
  queue: Period[],
  { kind = "bought", length = periodLength, count = 1, ...wanted }: Wanted,
  now: Date,
  leftovers: Leftovers = new Map(),
): Purchase {
  const fresh = { ...wanted, id: null, partOf: null, extraMessages: 0, extraPhotos: 0 }
  const bought: Period = { ...fresh, kind, startsAt: now, endsAt: after(now, length) }
  const further = Array.from({ length: count - 1 }, (): Period => ({ ...bought, kind: "further" }))
  const above = queue.filter((period) => rank(period.level) > rank(wanted.level))
  const same = queue.filter((period) => period.level === wanted.level)
  const below = queue.filter((period) => rank(period.level) < rank(wanted.level))
  if ([...above, ...same].some((period) => period.endsAt === null)) {
    return { happens: "covered", bought: { ...bought, endsAt: now }, conversions: [], ended: [], queue }
  }
  if (above.length > 0 || same.length > 0) {
    const laid = lay([...queue, bought, ...further], now)
    const happens = above.length > 0 ? "waits" : "renewal"
    return {
      happens,
      bought: laid.find((period) => period.id === null)!,
      conversions: [],
      ended: [],
      queue: laid,
    }
  }
  const conversions = convert(below, wanted.priceCents, now, leftovers)
  const converted = conversions.map(({ from, hours: gained, messages, photos }): Period => {
    const endsAt = after(now, hours(gained))
    const kept = { extraMessages: messages, extraPhotos: photos }
    return { ...fresh, ...kept, kind: "converted", paymentId: from.paymentId, startsAt: now, endsAt }
  })
  // Time without an end has no price: it continues after the higher level ends.
  const endless = below.filter((period) => period.endsAt === null)
  const later = endless.map((period): Period => ({ ...period, id: null, startsAt: now }))
  return {
    happens: below.length > 0 ? "upgrade" : "new",
    bought,
    conversions,
    ended: below,
    queue: lay([bought, ...converted, ...further, ...later], now),
  }
}

/** Revokes a payment: its remaining time is removed at whatever level it is now, and later periods move up. */
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

/** The consecutive levels from now on, each with its end. */
export function stages(queue: Period[]): { level: PaidLevel; endsAt: Date | null }[] {
  return queue
    .filter((period, index) => queue[index + 1]?.level !== period.level)
    .map(({ level, endsAt }) => ({ level, endsAt }))
}

/** Sorts by level, highest first, without gaps. The current period keeps its start; the others keep their length. */
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

/** Converts time by price. Started hours are rounded up, so that nobody loses paid time. */
function convert(below: Period[], priceCents: number, now: Date, leftovers: Leftovers): Conversion[] {
  const ending = below.filter((period) => period.endsAt !== null)
  const messages = leftOf(ending, "messages", leftovers)
  const photos = leftOf(ending, "photos", leftovers)
  return ending.map((from, index) => ({
    from,
    hours: Math.ceil((left(from, now) * from.priceCents) / (priceCents * hours(1))),
    messages: messages[index]!,
    photos: photos[index]!,
  }))
}

/**
 * The remaining allowance of each period. Periods that share one divide it: each keeps what it contributed and the
 * first gets the rest, so that a refund removes only its own part.
 */
function leftOf(periods: Period[], kind: AllowanceKind, leftovers: Leftovers): number[] {
  const rest = new Map<number | Period, number>()
  const keyOf = (period: Period) => allowanceIdOf(period) ?? period
  return periods
    .toReversed()
    .map((period, index, reversed) => {
      const key = keyOf(period)
      const all = rest.get(key) ?? leftovers.get(allowanceIdOf(period) ?? 0)?.[kind] ?? period.terms[kind] ?? 0
      const isFirst = !reversed.slice(index + 1).some((other) => keyOf(other) === key)
      const own = isFirst ? all : Math.min(all, extraOf(period, kind))
      rest.set(key, all - own)
      return own
    })
    .toReversed()
}

export const allowanceIdOf = ({ partOf, id }: Pick<Period, "partOf" | "id">) => partOf ?? id

const extraOf = (period: Pick<Period, "extraMessages" | "extraPhotos">, kind: AllowanceKind) =>
  kind === "messages" ? period.extraMessages : period.extraPhotos

export function left(period: Period, now: Date): number {
  return Math.max(0, +period.endsAt! - Math.max(+period.startsAt, +now))
}

function rank(level: PaidLevel): number {
  return paidLevels.indexOf(level)
}
