import { expect, test } from "vitest"
import {
  activeFilters,
  addressOf,
  changed,
  isCanonical,
  knownFilters,
  noFilters,
  queryOf,
  readFilters,
} from "./filters.ts"

const read = (search: string) => readFilters(new URLSearchParams(search))

const facets = {
  forms: [{ value: "Closed loop", label: "Geschlossener Ring" }],
  materials: [{ value: "Bronze", label: "Bronze" }],
}

test("each price band requests its own bounds, and none overlap", () => {
  expect(queryOf(read("price=under200"))).toMatchObject({ max_price: 199.99 })
  expect(queryOf(read("price=200to550"))).toMatchObject({ min_price: 200, max_price: 550 })
  expect(queryOf(read("price=over550"))).toMatchObject({ min_price: 550.01 })
  expect(queryOf(read("price=all"))).toEqual({ skip: 0, limit: 24, sort: "newest" })
})

test("a page is 24 models", () => {
  expect(queryOf(read("page=3"))).toMatchObject({ skip: 48, limit: 24 })
})

test("unknown values in a URL are ignored", () => {
  expect(read("price=free&category=junior&sort=random&page=-1&q=%20%20")).toEqual(noFilters)
  expect(read("price=toString&sort=constructor&page=1e9")).toEqual(noFilters)
})

test("a URL contains only what differs from the default, and is parsed as it was built", () => {
  expect(addressOf(noFilters)).toBe("/models")
  const filters = {
    q: "a&b <c>",
    price: "over550",
    category: "premium",
    form: "Closed loop",
    material: "Bronze",
    sort: "rating",
    page: 2,
  } as const
  expect(read(addressOf(filters).split("?")[1]!)).toEqual(filters)
})

test("any change of a filter returns to page 1", () => {
  const filters = read("q=bronze&page=4")
  expect(changed(filters, { price: "under200" })).toMatchObject({ q: "bronze", price: "under200", page: 1 })
})

test("each active filter can be removed by itself; the sort is not a filter", () => {
  const active = activeFilters(read("q=bronze&price=under200&category=premium&sort=rating&page=2"), facets)
  expect(active.map(({ label }) => label)).toEqual(["“bronze”", "Under $200", "Premium"])
  expect(active[1]!.without).toEqual(read("q=bronze&category=premium&sort=rating"))
  expect(activeFilters(read("form=Closed+loop&material=Bronze"), facets).map(({ label }) => label)).toEqual([
    "Geschlossener Ring",
    "Bronze",
  ])
  expect(activeFilters(read("sort=rating&page=2"), facets)).toEqual([])
})

test("an equivalent URL is distinguished from the canonical one", () => {
  const said = (search: string) => isCanonical(new URLSearchParams(search), addressOf(read(search)))
  expect(["", "q=bronze&page=2", "page=2&price=under200"].map(said)).toEqual([true, true, true])
  expect(["price=cheap", "page=1", "page=0", "sort=newest", "category=all", "q="].map(said)).toEqual(
    Array(6).fill(false),
  )
})

test("a form or material that the shop does not have is ignored, also a translated one", () => {
  expect(knownFilters(read("form=Closed+loop&material=Bronze"), facets)).toMatchObject({
    form: "Closed loop",
    material: "Bronze",
  })
  expect(knownFilters(read("form=Geschlossener+Ring&material=Tin"), facets)).toEqual(noFilters)
})
