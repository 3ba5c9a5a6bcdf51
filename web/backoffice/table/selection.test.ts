import { expect, test } from "vitest"
import { gone, pageAfter, pagesOf, type Seen, see } from "./selection.ts"

const row = (id: number) => [String(id), { id }] as [string, { id: number }]

test("archived or filtered rows are deselected, on this page and on others", () => {
  const seen = new Map<string, Seen<{ id: number }>>()
  see(seen, "page 1", [row(1), row(2), row(3)])
  see(seen, "page 2", [row(4), row(5)])
  const chosen = ["1", "2", "4"]
  // The second page has all its rows; the selected rows of the first page are elsewhere.
  expect(gone(seen, "page 2", new Set(["4", "5"]), chosen)).toEqual([])
  expect(pagesOf(seen, "page 2", chosen)).toEqual(["page 1"])
  // The first page is refetched, and its second row is missing.
  expect(gone(seen, "page 1", new Set(["1", "3"]), chosen)).toEqual(["2"])
  // A row that moved up stays selected.
  see(seen, "page 1", [row(1), row(3), row(4)])
  expect(gone(seen, "page 2", new Set(["5"]), ["4"])).toEqual([])
})

test("another page size shows the page that has the first row", () => {
  expect([pageAfter(1, 10, 50), pageAfter(4, 10, 25), pageAfter(2, 50, 10), pageAfter(3, 100, 10)]).toEqual([
    1, 2, 6, 21,
  ])
})
