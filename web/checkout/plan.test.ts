import { expect, test } from "vitest"
import { tierOf } from "#contract/membership.ts"
import { readPlan, wayToBuy } from "./plan.ts"

test("a plan needs its level and its price", () => {
  for (const state of [null, undefined, "vip", {}, { tierLevel: "vip" }, { price: 20 }, { tierLevel: "", price: 20 }]) {
    expect(readPlan(state)).toBe("missing")
  }
})

test("a level that is not sold is no plan", () => {
  for (const tierLevel of ["free", "gold", 3, ["vip"]]) expect(readPlan({ tierLevel, price: 20 })).toBe("unknown")
})

test("what a button carries is read at the other end, and another price is kept to be refused", () => {
  const vip = tierOf("vip")
  expect(readPlan(wayToBuy(vip).state)).toEqual({ tier: vip, price: 20 })
  expect(readPlan({ tierLevel: "vip", price: "1" })).toEqual({ tier: vip, price: 1 })
})
