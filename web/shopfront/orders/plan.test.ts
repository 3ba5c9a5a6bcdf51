import { expect, test } from "vitest"
import { planOf, plans } from "../../testing/data.ts"
import { purchaseLink, readPlan } from "./plan.ts"

const read = (search: string) => readPlan(new URLSearchParams(search), plans)

test("a plan requires its level and its price", () => {
  for (const search of ["", "plan=vip", "price=20", "plan=&price=20", "plan=vip&price="])
    expect(read(search)).toBe("missing")
})

test("a level or a length that is not sold is no plan", () => {
  for (const plan of ["free", "gold", "3", "VIP"]) expect(read(`plan=${plan}&price=20`)).toBe("unknown")
  for (const days of ["31", "180", "x"]) expect(read(`plan=vip&price=20&days=${days}`)).toBe("unknown")
})

test("a link is parsed as it was built, and another price is kept to be refused", () => {
  const vip = {
    ...planOf("vip"),
    periods: [
      { days: 30 as const, price: 20 },
      { days: 90 as const, price: 54 },
    ],
  }
  for (const isGift of [false, true]) {
    for (const { days, price } of vip.periods) {
      const { searchParams } = new URL(purchaseLink(vip, { days, isGift }), "https://shop.example")
      expect(readPlan(searchParams, [vip])).toEqual({ plan: vip, days, price, shown: price, isGift })
    }
  }
  expect(read("plan=vip&price=1")).toMatchObject({ price: 20, shown: 1 })
})

test("what is no longer sold leads to what is", () => {
  expect(purchaseLink(undefined)).toBe("/upgrade")
  expect(purchaseLink({ ...planOf("vip"), sold: false, periods: [] })).toBe("/upgrade")
})
