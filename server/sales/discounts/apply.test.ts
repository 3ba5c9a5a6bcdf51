import * as fc from "fast-check"
import { expect, test } from "vitest"
import { discountTexts } from "#contract/buyingText.ts"
import { applyDiscounts, type Candidate, minimumPayableCents, type PricedLine, spread, totalOf } from "./apply.ts"

const now = new Date("2026-06-01T12:00:00.000Z")
const later = new Date("2026-07-04T00:00:00.000Z")
const earlier = new Date("2026-05-01T00:00:00.000Z")
const member = { level: "vip", isFirstOrder: true } as const

function aDiscount(fields: Partial<Candidate> = {}): Candidate {
  return {
    id: 1,
    title: "Summer",
    code: "SUMMER",
    scope: "models",
    percent: 10,
    amountCents: null,
    minimumCents: 0,
    levels: [],
    categories: [],
    dollIds: [],
    firstOrder: false,
    maxUses: null,
    maxUsesPerCustomer: null,
    startsAt: earlier,
    endsAt: null,
    isActive: true,
    version: 1,
    createdAt: earlier,
    updatedAt: earlier,
    uses: 0,
    usesByCustomer: 0,
    ...fields,
  }
}
const fixed = (amountCents: number, fields: Partial<Candidate> = {}) =>
  aDiscount({ percent: null, amountCents, ...fields })
const cart: PricedLine[] = [
  { dollId: 1, category: "premium", priceCents: 10_000, quantity: 2 },
  { dollId: 2, category: "standard", priceCents: 5_005, quantity: 1 },
]

const lines = fc.array(
  fc.record({
    dollId: fc.integer({ min: 1, max: 9 }),
    category: fc.constantFrom("premium", "standard", "limited_edition"),
    priceCents: fc.integer({ min: 0, max: 100_000_000 }),
    quantity: fc.integer({ min: 1, max: 99 }),
  }),
  { maxLength: 100 },
) as fc.Arbitrary<PricedLine[]>
const discount = fc
  .record({
    percent: fc.option(fc.integer({ min: 1, max: 99 })),
    amountCents: fc.integer({ min: 1, max: 100_000_000 }),
    categories: fc.subarray(["premium", "standard"] as const),
    dollIds: fc.uniqueArray(fc.integer({ min: 1, max: 9 })),
    minimumCents: fc.integer({ min: 0, max: 1_000_000 }),
  })
  .map((one) => aDiscount({ ...one, amountCents: one.percent === null ? one.amountCents : null } as Partial<Candidate>))

test("a discount loses no cent over the lines, makes none negative and always leaves something to pay", () => {
  fc.assert(
    fc.property(lines, discount, (lines, discount) => {
      const { applied } = applyDiscounts(discount, [], lines, member, now)
      if (!applied) return
      expect(applied.shares.reduce((a, b) => a + b, 0)).toBe(applied.cents)
      for (const [index, share] of applied.shares.entries()) {
        const { priceCents, quantity } = lines[index]!
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(priceCents * quantity)
      }
      expect(totalOf(lines) - applied.cents).toBeGreaterThanOrEqual(minimumPayableCents)
    }),
    { numRuns: 1000 },
  )
})

test("of several automatic discounts the one that takes off most applies, whatever their order", () => {
  fc.assert(
    fc.property(lines, fc.array(discount, { maxLength: 5 }), (lines, found) => {
      const all = found.map((one, id) => ({ ...one, id, code: null }))
      const cents = (given: Candidate[]) => applyDiscounts(undefined, given, lines, member, now).applied?.cents ?? 0
      expect(cents(all)).toBe(Math.max(0, ...all.map((one) => cents([one]))))
      expect(cents(all.toReversed())).toBe(cents(all))
    }),
  )
})

test.each([
  [1, [1, 1, 1], [1, 0, 0]],
  [100, [1, 1, 1], [34, 33, 33]],
  [5, [0, 10, 0], [0, 5, 0]],
  [0, [3, 4], [0, 0]],
  [7, [], []],
  [9, [0, 0], [0, 0]],
  [3, [1, 2], [1, 2]],
])("%i cents over %j are %j", (cents, weights, shares) => {
  expect(spread(cents, weights)).toEqual(shares)
})

test.each([
  ["a percentage of everything, half a cent up", aDiscount({ percent: 50 }), 12_503],
  ["a percentage of one category", aDiscount({ percent: 10, categories: ["premium"] }), 2000],
  ["a percentage of one model", aDiscount({ percent: 10, dollIds: [2] }), 501],
  ["a category and a model", aDiscount({ percent: 10, categories: ["premium"], dollIds: [2] }), 2501],
  ["an amount", fixed(3000), 3000],
  ["an amount above the price of the models it is for", fixed(9000, { dollIds: [2] }), 5005],
])("%s", (_, code, cents) => {
  expect(applyDiscounts(code, [], cart, member, now)).toMatchObject({ applied: { cents }, codeProblem: null })
})

test.each([
  ["unknown", null, discountTexts.unknown],
  ["for memberships", aDiscount({ scope: "memberships" }), discountTexts.forMemberships],
  ["not started", aDiscount({ startsAt: later }), discountTexts.notStarted("July 4, 2026 (UTC)")],
  ["expired", aDiscount({ endsAt: now }), discountTexts.expired],
  ["deactivated", aDiscount({ isActive: false }), discountTexts.expired],
  ["used up", aDiscount({ maxUses: 3, uses: 3 }), discountTexts.usedUp],
  ["used by this customer", aDiscount({ maxUsesPerCustomer: 1, usesByCustomer: 1 }), discountTexts.usedByYou],
  ["for other models", aDiscount({ dollIds: [7], categories: ["limited_edition"] }), discountTexts.otherModels],
  ["below its minimum", aDiscount({ minimumCents: 30_000 }), discountTexts.missing("$49.95")],
  ["below it for its models", aDiscount({ minimumCents: 6000, dollIds: [2] }), discountTexts.missing("$9.95")],
  ["for other levels", aDiscount({ levels: ["standard", "vvip"] }), discountTexts.otherLevel("Standard and VVIP")],
  ["worth as much as the cart", fixed(25_005), discountTexts.missing("$1.00")],
])("a code that is %s is refused with its reason", (_, code, codeProblem) => {
  expect(applyDiscounts(code, [], cart, member, now)).toEqual({ applied: null, codeProblem })
})

test("a code for the first order is refused to those who have ordered", () => {
  const buyer = { ...member, isFirstOrder: false }
  const outcome = applyDiscounts(aDiscount({ firstOrder: true }), [], cart, buyer, now)
  expect(outcome).toEqual({ applied: null, codeProblem: discountTexts.firstOrder })
})

test("a code and an automatic discount do not combine: the better one applies, of equal ones the code", () => {
  const automatic = fixed(3000, { id: 2, code: null, title: "VIP price" })
  const apply = (code: Candidate | null | undefined) => applyDiscounts(code, [automatic], cart, member, now)
  expect(apply(undefined)).toMatchObject({ applied: { cents: 3000 }, codeProblem: null })
  expect(apply(fixed(3001))).toMatchObject({ applied: { cents: 3001, discount: { id: 1 } }, codeProblem: null })
  expect(apply(fixed(3000))).toMatchObject({ applied: { discount: { id: 1 } }, codeProblem: null })
  expect(apply(fixed(2999))).toMatchObject({
    applied: { cents: 3000, discount: { id: 2 } },
    codeProblem: discountTexts.better("VIP price"),
  })
  expect(apply(null)).toMatchObject({ applied: { discount: { id: 2 } }, codeProblem: discountTexts.unknown })
})
