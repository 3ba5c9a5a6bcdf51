import { expect, test } from "vitest"
import { stateOf } from "./state.ts"

const category = {
  name: "category",
  label: "Category",
  options: [
    ["", "All categories"],
    ["vip", "VIP"],
  ],
} as const
const model = { name: "doll_id", label: "Model", options: [["", "All models"]], accepts: /^\d+$/ } as const
const read = (query: string) => stateOf(new URLSearchParams(query), [category, model], ["price_asc"])

test("the filters and the sort order in the address are read, and unknown ones ignored", () => {
  expect(read("category=vip&doll_id=7&sort=price_asc&page=2&q=bust")).toEqual({
    q: "bust",
    page: 2,
    sort: "price_asc",
    filters: { category: "vip", doll_id: "7" },
  })
  expect(read("category=foo&doll_id=foo&sort=foo&page=foo")).toEqual({ q: "", page: 1, sort: "", filters: {} })
})
