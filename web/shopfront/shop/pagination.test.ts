import { expect, test } from "vitest"
import { pagesShown } from "./pagination.ts"

test("five pages or fewer are all shown", () => {
  expect(pagesShown(1, 1)).toEqual([1])
  expect(pagesShown(3, 5)).toEqual([1, 2, 3, 4, 5])
})

test("of more pages the first, the last and the neighbours are shown, with an ellipsis for the rest", () => {
  expect(pagesShown(1, 6)).toEqual([1, 2, null, 6])
  expect(pagesShown(2, 6)).toEqual([1, 2, 3, null, 6])
  expect(pagesShown(5, 9)).toEqual([1, null, 4, 5, 6, null, 9])
  expect(pagesShown(9, 9)).toEqual([1, null, 8, 9])
})

test("every page is shown once, in order", () => {
  for (let pages = 1; pages <= 12; pages++) {
    for (let page = 1; page <= pages; page++) {
      const numbers = pagesShown(page, pages).filter((one) => one !== null)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(numbers).toEqual(expect.arrayContaining([1, page, pages]))
    }
  }
})
