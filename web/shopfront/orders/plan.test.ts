import { expect, test } from "vitest"
import { tierOf } from "#contract/membership.ts"
import { purchaseLink, readPlan } from "./plan.ts"

const read = (search: string) => readPlan(new URLSearchParams(search))

test("a plan requires its level and its price", () => {
  for (const search of ["", "plan=vip", "price=20", "plan=&price=20", "plan=vip&price="])
    expect(read(search)).toBe("missing")
})

test("a level that is not sold is no plan", () => {
  for (const plan of ["free", "gold", "3", "VIP"]) expect(read(`plan=${plan}&price=20`)).toBe("unknown")
})

test("a link is parsed as it was built, and another price is kept to be refused", () => {
  const vip = tierOf("vip")
  for (const isGift of [false, true]) {
    const { searchParams } = new URL(purchaseLink(vip, { isGift }), "https://shop.example")
    expect(readPlan(searchParams)).toEqual({ tier: vip, price: 20, isGift })
  }
  expect(read("plan=vip&price=1")).toEqual({ tier: vip, price: 1, isGift: false })
})
