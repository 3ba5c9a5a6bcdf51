import { expect, test } from "vitest"
import { standardMethods } from "#contract/selling.ts"
import { spread } from "../discounts/apply.ts"
import { methodsTo, rateIn, taxInRefund, totalsOf } from "./totals.ts"

/** A generator with a seed: a failure can be repeated. */
function randomOf(seed: number) {
  let state = seed
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * (most + 1))
  }
}

function aCart(random: (most: number) => number) {
  const lines = Array.from({ length: 1 + random(5) }, () => ({
    priceCents: 1 + random(1_200_000),
    quantity: 1 + random(4),
  }))
  const gross = lines.map(({ priceCents, quantity }) => priceCents * quantity)
  const discount = random(1) === 0 ? 0 : random(sumOf(gross) - 1)
  return {
    lines,
    discounts: spread(discount, gross),
    discount,
    shippingCents: random(2) === 0 ? 0 : random(50_000),
    rate: random(3) === 0 ? 0 : random(3000),
    isIncluded: random(1) === 0,
  }
}
const sumOf = (amounts: number[]) => amounts.reduce((a, b) => a + b, 0)

test("whatever is in a cart, its total is the sum of its parts, to the cent", () => {
  const random = randomOf(7)
  for (let turn = 0; turn < 5000; turn++) {
    const cart = aCart(random)
    const { productsCents, shippingCents, tax, taxShares, totalCents } = totalsOf(cart)
    const base = productsCents - cart.discount + shippingCents
    const added = tax && !tax.isIncluded ? tax.cents : 0
    expect(totalCents).toBe(base + added)
    for (const cents of [totalCents, tax?.cents ?? 0, ...taxShares]) {
      expect(Number.isSafeInteger(cents) && cents >= 0, JSON.stringify(cart)).toBe(true)
    }
    if (cart.rate === 0) expect(tax).toBeNull()
    // Rounded once: never further than half a cent from the exact tax.
    const exact = (base * cart.rate) / (cart.isIncluded ? 10_000 + cart.rate : 10_000)
    if (tax) expect(Math.abs(tax.cents - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
    // The shares of the lines and that of the shipping fee make up the tax that is added.
    expect(sumOf(taxShares)).toBeLessThanOrEqual(added)
    if (shippingCents === 0) expect(sumOf(taxShares)).toBe(added)
  }
})

test("however an order is refunded, the taxes of its credit notes add up to the one of its invoice", () => {
  const random = randomOf(11)
  for (let turn = 0; turn < 3000; turn++) {
    const { totalCents, tax } = totalsOf(aCart(random))
    const taxed = { totalCents, taxCents: tax?.cents ?? 0 }
    const taxes: number[] = []
    for (let refunded = 0; refunded < totalCents; ) {
      const cents = Math.min(totalCents - refunded, 1 + random(totalCents))
      taxes.push(taxInRefund(taxed, refunded, cents))
      refunded += cents
    }
    expect(sumOf(taxes)).toBe(taxed.taxCents)
    expect(Math.min(0, ...taxes)).toBe(0)
  }
})

test("a tax is rounded once an order, half a cent up, whether it is included or added", () => {
  const of = (priceCents: number, rate: number, isIncluded: boolean, quantity = 1) =>
    totalsOf({ lines: [{ priceCents, quantity }], discounts: [], shippingCents: 0, rate, isIncluded })
  expect(of(11_900, 1900, true)).toMatchObject({ totalCents: 11_900, tax: { cents: 1900 } })
  expect(of(10_000, 1900, false)).toMatchObject({ totalCents: 11_900, tax: { cents: 1900 }, taxShares: [1900] })
  expect(of(50, 1900, false)).toMatchObject({ tax: { cents: 10 } }) // 9.5 cents
  // Line by line it would be 3 × 2 cents.
  expect(of(8, 1900, false, 3)).toMatchObject({ tax: { cents: 5 } })
  expect(of(10_000, 810, false)).toMatchObject({ tax: { cents: 810 } })
})

test("a country is served by the methods that name it, or by those for everywhere else", () => {
  const [near, far] = standardMethods
  const express = { ...near!, id: 3, name: "Express", countries: ["DE" as const], price: 19.99 }
  const terms = { methods: [near!, far!, express], rates: [{ country: "DE" as const, percent: 19 }] }
  const of = (country: string, methods = terms.methods) =>
    methodsTo({ ...terms, methods, prices_include_tax: true, seller_country: "US", is_standard: false }, country)
  expect(of("US").map(({ id }) => id)).toEqual([1])
  expect(of("FR").map(({ id }) => id)).toEqual([2])
  expect(of("DE")).toMatchObject([{ id: 3, priceCents: 1999 }])
  expect(of("DE", [near!, far!, { ...express, is_on: false }])).toMatchObject([{ id: 2 }])
  expect(of("FR", [near!])).toEqual([])
  expect([rateIn({ ...terms } as never, "DE"), rateIn({ ...terms } as never, "FR")]).toEqual([1900, 0])
})
