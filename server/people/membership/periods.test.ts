import fc from "fast-check"
import { expect, test } from "vitest"
import type { PaidLevel } from "#contract/membership.ts"
import { specified } from "#test/plans.ts"
import { stageOf } from "../../platform/auth/present.ts"
import { after, days, hours } from "../../platform/clock.ts"
import { buy, type Leftovers, left, type Period, periodLength, stages, takeBack } from "./periods.ts"

const start = new Date("2028-02-01T00:00:00.000Z")
const levels = ["standard", "vip", "vvip"] as const

test("a first purchase lasts thirty days from its payment, also over a leap day", () => {
  const shelf = new Shelf(start)
  expect(shelf.buy("vip").happens).toBe("new")
  expect(shelf.queue[0]!.endsAt).toEqual(new Date("2028-03-02T00:00:00.000Z"))
})

test("a renewal is added at the end", () => {
  const shelf = new Shelf(start)
  shelf.buy("vip")
  shelf.now = after(start, days(29))
  expect(shelf.buy("vip").happens).toBe("renewal")
  expect(stages(shelf.queue)).toEqual([{ level: "vip", endsAt: after(start, days(60)) }])
})

test("an upgrade starts at once, and the rest of lower levels extends it by price, in started hours", () => {
  const shelf = new Shelf(start)
  shelf.buy("vip")
  shelf.buy("standard")
  shelf.now = after(start, days(10) + 1)
  expect(shelf.buy("vvip").happens).toBe("upgrade")
  // Just under 20 days of vip at 20 and 30 of standard at 15: 17 days of vvip at 50, rounded up to the full hour.
  expect(stages(shelf.queue)).toEqual([{ level: "vvip", endsAt: after(shelf.now, days(47)) }])
})

test("a lower level bought meanwhile is queued, and its thirty days begin when the higher one ends", () => {
  const shelf = new Shelf(start)
  shelf.buy("vvip")
  expect(shelf.buy("standard").happens).toBe("waits")
  expect(shelf.buy("vip").happens).toBe("waits")
  expect(shelf.levelAt(after(start, days(30) - 1))).toBe("vvip")
  expect(shelf.levelAt(after(start, days(30)))).toBe("vip")
  expect(shelf.levelAt(after(start, days(60)))).toBe("standard")
  expect(shelf.levelAt(after(start, days(90) - 1))).toBe("standard")
  expect(shelf.levelAt(after(start, days(90)))).toBe("free")
})

test("a refund of a running period ends it, and the next one begins", () => {
  const shelf = new Shelf(start)
  const first = shelf.buy("vip").bought.paymentId!
  shelf.buy("standard")
  shelf.now = after(start, days(12))
  shelf.refund(first)
  expect(stages(shelf.queue)).toEqual([{ level: "standard", endsAt: after(shelf.now, days(30)) }])
})

test("a refund finds its time again after it was converted to a higher level", () => {
  const shelf = new Shelf(start)
  const first = shelf.buy("standard").bought.paymentId!
  shelf.buy("vip")
  shelf.buy("vvip")
  shelf.refund(first)
  expect(stages(shelf.queue)).toEqual([{ level: "vvip", endsAt: after(start, days(42)) }])
})

test("the rest of an allowance is kept, once for all periods that share it, and a refund removes its own part", () => {
  const shelf = new Shelf(start)
  const first = shelf.buy("standard").bought
  shelf.buy("standard")
  // Three messages and the photo of the first period are used; the renewal still has its full allowance.
  const toVip = shelf.buy("vip", new Map([[shelf.queue[0]!.id!, { messages: 7, photos: 0 }]]))
  expect(toVip.conversions.map(({ messages, photos }) => [messages, photos])).toEqual([
    [7, 0],
    [10, 1],
  ])
  // 20 of the 30 and 17 messages remain: each payment keeps its own share as far as possible.
  const vip = shelf.queue[0]!.id!
  shelf.buy("vvip", new Map([[vip, { messages: 20, photos: 4 }]]))
  const kept = shelf.queue.filter(({ kind }) => kind === "converted")
  expect(kept.map(({ extraMessages, extraPhotos }) => [extraMessages, extraPhotos])).toEqual([
    [3, 3],
    [7, 0],
    [10, 1],
  ])
  shelf.refund(first.paymentId!)
  expect(shelf.queue.reduce((sum, period) => sum + period.extraMessages, 0)).toBe(13)
})

test("time without an end covers what it includes, and gives precedence to a higher level", () => {
  const endless: Period = {
    id: 1,
    level: "vip",
    kind: "granted",
    paymentId: null,
    partOf: null,
    priceCents: 2000,
    terms: specified.vip,
    extraMessages: 0,
    extraPhotos: 0,
    startsAt: start,
    endsAt: null,
  }
  const now = after(start, days(400))
  for (const level of ["standard", "vip"] as const) {
    const { happens, queue } = buy([endless], { level, terms: specified[level], priceCents: 1500, paymentId: 1 }, now)
    expect(happens).toBe("covered")
    expect(queue).toEqual([endless])
  }
  const { happens, queue, conversions } = buy(
    [endless],
    { level: "vvip", terms: specified.vvip, priceCents: 5000, paymentId: 1 },
    now,
  )
  expect(happens).toBe("upgrade")
  expect(conversions).toEqual([])
  expect(stages(queue)).toEqual([
    { level: "vvip", endsAt: after(now, days(30)) },
    { level: "vip", endsAt: null },
  ])
})

/** Any time, with edges of days, months and daylight saving time more often. */
const anyMoment = fc.oneof(
  fc.date({ min: new Date("2026-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }),
  fc
    .record({
      day: fc.constantFrom("2027-01-31", "2028-02-29", "2026-12-31", "2027-03-28", "2026-11-01", "2027-10-31"),
      off: fc.integer({ min: -2, max: 2 }),
    })
    .map(({ day, off }) => after(new Date(day), off)),
)

test("thirty days end at the same time of day: across midnight, a month's end or a change of the clocks", () => {
  fc.assert(
    fc.property(anyMoment, fc.constantFrom(...levels), (moment, level) => {
      const { bought } = new Shelf(moment).buy(level)
      expect(+bought.endsAt! - +moment).toBe(30 * 86_400_000)
      expect(bought.endsAt!.toISOString().slice(10)).toBe(moment.toISOString().slice(10))
    }),
  )
})

test("the last moment of a period belongs to it, and the next one does not", () => {
  fc.assert(
    fc.property(anyMoment, fc.constantFrom(...levels), (moment, level) => {
      const shelf = new Shelf(moment)
      const end = shelf.buy(level).bought.endsAt!
      expect(shelf.levelAt(after(end, -1))).toBe(level)
      expect(shelf.levelAt(end)).toBe("free")
    }),
  )
})

test("renewals add up: however many are bought before the end, and whenever, no moment is lost or added", () => {
  fc.assert(
    fc.property(anyMoment, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (moment, waits) => {
      const shelf = new Shelf(moment)
      shelf.buy("vip")
      for (const share of waits) {
        const end = stages(shelf.queue)[0]!.endsAt!
        shelf.now = after(shelf.now, Math.floor((+end - +shelf.now - 1) * share))
        expect(shelf.buy("vip").happens).toBe("renewal")
      }
      const whole = { level: "vip", endsAt: after(moment, periodLength * (waits.length + 1)) }
      expect(stages(shelf.queue)).toEqual([whole])
    }),
  )
})

test("an upgrade converts by price and counts a started hour whole, however many periods are left", () => {
  const jump = fc.constantFrom(["standard", "vip"], ["standard", "vvip"], ["vip", "vvip"]) as fc.Arbitrary<PaidLevel[]>
  fc.assert(
    fc.property(
      anyMoment,
      jump,
      fc.integer({ min: 1, max: 5 }),
      fc.nat(days(30) - 1),
      (moment, [from, to], n, gone) => {
        const shelf = new Shelf(moment)
        for (let turn = 0; turn < n; turn++) shelf.buy(from!)
        shelf.now = after(moment, gone)
        const rest = n * periodLength - gone
        const wholeHours = Math.ceil((rest * specified[from!].price) / (specified[to!].price * hours(1)))
        expect(shelf.buy(to!).happens).toBe("upgrade")
        expect(stages(shelf.queue)).toEqual([{ level: to, endsAt: after(shelf.now, periodLength + hours(wholeHours)) }])
      },
    ),
  )
})

test("a lower level is queued behind the higher one with all of its days, also when the higher one is renewed", () => {
  fc.assert(
    fc.property(anyMoment, fc.integer({ min: 0, max: 4 }), fc.nat(days(29)), (moment, renewals, gone) => {
      const shelf = new Shelf(moment)
      shelf.buy("vvip")
      expect(shelf.buy("standard").happens).toBe("waits")
      shelf.now = after(moment, gone)
      for (let turn = 0; turn < renewals; turn++) shelf.buy("vvip")
      const begins = after(moment, periodLength * (renewals + 1))
      expect(stages(shelf.queue)).toEqual([
        { level: "vvip", endsAt: begins },
        { level: "standard", endsAt: after(begins, periodLength) },
      ])
    }),
  )
})

test("a refund of the running period ends it at once; the next one begins then, and keeps its length", () => {
  fc.assert(
    fc.property(anyMoment, fc.constantFrom("standard", "vip"), fc.nat(days(30) - 1), (moment, waiting, gone) => {
      const shelf = new Shelf(moment)
      const { paymentId } = shelf.buy("vvip").bought
      const alone = new Shelf(moment)
      alone.buy("vvip")
      shelf.buy(waiting as PaidLevel)
      for (const one of [shelf, alone]) {
        one.now = after(moment, gone)
        one.refund(one === shelf ? paymentId! : 1)
      }
      expect(stages(shelf.queue)).toEqual([{ level: waiting, endsAt: after(shelf.now, periodLength) }])
      expect(alone.levelAt(alone.now)).toBe("free")
    }),
  )
})

const moments = [
  "2027-12-31T23:59:59.999Z",
  "2028-02-28T23:59:59.999Z",
  "2028-02-29T00:00:00.000Z",
  "2028-01-31T12:00:00.000Z",
  "2027-03-28T00:59:59.999Z",
  "2026-11-01T05:59:59.999Z",
]
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("buy" as const), level: fc.constantFrom(...levels) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("refund" as const), which: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const), time: fc.nat(days(45)) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("end" as const), near: fc.integer({ min: -1, max: 1 }) }) },
)

test("after purchases, renewals, upgrades, refunds and time, paid time is conserved, and levels are right", () => {
  fc.assert(
    fc.property(fc.constantFrom(...moments), fc.array(step, { maxLength: 40 }), (moment, steps) => {
      const shelf = new Shelf(new Date(moment))
      for (const one of steps) {
        if (one.do === "wait") shelf.now = after(shelf.now, one.time)
        else if (one.do === "end") shelf.now = shelf.nearTheEnd(one.near)
        else if (one.do === "refund") refundAndCheck(shelf, one.which)
        else buyAndCheck(shelf, one.level)
        shelf.check()
      }
    }),
    { numRuns: 500 },
  )
})

function buyAndCheck(shelf: Shelf, level: PaidLevel): void {
  const before = shelf.worth()
  const levelBefore = shelf.levelAt(shelf.now)
  const { happens, bought, conversions } = shelf.buy(level)
  const paid = periodLength * specified[level].price
  const given = shelf.worth() - before - paid
  expect(given).toBeGreaterThanOrEqual(0)
  if (happens !== "upgrade") expect(given).toBe(0)
  expect(given).toBeLessThan(hours(1) * specified[level].price * Math.max(1, conversions.length))
  expect(+bought.endsAt! - +bought.startsAt).toBe(periodLength)
  const isHigher = happens === "new" || happens === "upgrade"
  expect(shelf.levelAt(shelf.now)).toBe(isHigher ? level : levelBefore)
}

function refundAndCheck(shelf: Shelf, which: number): void {
  const paymentId = shelf.payments[which % Math.max(1, shelf.payments.length)]
  if (paymentId === undefined) return
  const theirs = shelf.queue.filter((period) => period.paymentId === paymentId)
  const before = shelf.worth()
  shelf.refund(paymentId)
  expect(shelf.worth()).toBe(before - worthOf(theirs, shelf.now))
  expect(shelf.queue.some((period) => period.paymentId === paymentId)).toBe(false)
}

/** An account with its ledger, without a database. */
class Shelf {
  now: Date
  payments: number[] = []
  private periods: Period[] = []
  /** The last values written to the columns; they are not updated while time passes. */
  private columns: ReturnType<typeof stages> = []
  private ids = 0

  constructor(now: Date) {
    this.now = now
  }

  get queue(): Period[] {
    return this.periods.filter((period) => period.endsAt! > this.now)
  }

  buy(level: PaidLevel, leftovers?: Leftovers) {
    const paymentId = this.payments.length + 1
    this.payments.push(paymentId)
    const purchase = buy(
      this.queue,
      { level, terms: specified[level], priceCents: specified[level].priceCents, paymentId },
      this.now,
      leftovers,
    )
    this.keep(purchase.queue)
    return purchase
  }

  refund(paymentId: number): void {
    this.keep(takeBack(this.queue, paymentId, this.now).queue)
  }

  levelAt(moment: Date) {
    const [current, next, last] = this.columns
    return stageOf(
      {
        membershipLevel: current?.level ?? "free",
        membershipExpiresAt: current?.endsAt ?? null,
        membershipNextLevel: (next?.level as "vip") ?? null,
        membershipNextExpiresAt: next?.endsAt ?? null,
        membershipLastLevel: (last?.level as "standard") ?? null,
        membershipLastExpiresAt: last?.endsAt ?? null,
      },
      moment,
    ).level
  }

  worth(): number {
    return worthOf(this.queue, this.now)
  }

  nearTheEnd(near: number): Date {
    const first = this.queue[0]
    return first ? new Date(Math.max(+this.now, +first.endsAt! + near)) : this.now
  }

  /** Checks that the queue has no gaps, its levels only fall, and the columns agree with the ledger. */
  check(): void {
    const { queue } = this
    queue.forEach((period, index) => {
      if (index === 0) expect(+period.startsAt).toBeLessThanOrEqual(+this.now)
      else expect(period.startsAt).toEqual(queue[index - 1]!.endsAt)
      if (index > 0) expect(rank(period.level)).toBeLessThanOrEqual(rank(queue[index - 1]!.level))
      expect(+period.endsAt!).toBeGreaterThan(+period.startsAt)
    })
    const edges = queue.flatMap(({ startsAt, endsAt }) => [+startsAt, +endsAt! - 1, +endsAt!, +endsAt! + 1])
    for (const edge of [+this.now, ...edges]) {
      const moment = new Date(Math.max(edge, +this.now))
      const running = queue.filter(({ startsAt, endsAt }) => startsAt <= moment && endsAt! > moment)
      expect(running.length).toBeLessThanOrEqual(1)
      expect(this.levelAt(moment)).toBe(running[0]?.level ?? "free")
    }
  }

  private keep(queue: Period[]): void {
    const written = queue.map((period) => ({ ...period, id: period.id ?? ++this.ids }))
    const bought = queue.findIndex((period) => period.id === null && period.kind === "bought")
    this.periods = written.map((period, index) => {
      const isNew = queue[index]!.id === null && period.kind === "converted"
      return isNew ? { ...period, partOf: written[bought]!.id } : period
    })
    this.columns = stages(this.periods)
    expect(this.columns.length).toBeLessThanOrEqual(3)
  }
}

function worthOf(queue: Period[], now: Date): number {
  return queue.reduce((sum, period) => sum + (left(period, now) * period.priceCents) / 100, 0)
}

function rank(level: PaidLevel): number {
  return levels.indexOf(level)
}
