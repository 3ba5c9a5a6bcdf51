import { expect, test } from "vitest"
import {
  bounded,
  countOf,
  lineOf,
  type Purchasable,
  readLines,
  refreshed,
  subtracted,
  totalOf,
  withAdded,
  withExactly,
  withLine,
  without,
  withQuantity,
} from "./lines.ts"

const aModel = (fields: Partial<Purchasable> = {}): Purchasable => ({
  id: 1,
  name: "Isolde",
  price: 549,
  description: "A form in porcelain.",
  images: [],
  stock: null,
  in_stock: true,
  ...fields,
})

test("the same model added again is one line, up to 99 pieces", () => {
  const once = withAdded([], lineOf(aModel(), 60))
  expect(withAdded(once, lineOf(aModel(), 2))).toMatchObject([{ doll_id: 1, quantity: 62 }])
  expect(withAdded(once, lineOf(aModel(), 60))).toMatchObject([{ doll_id: 1, quantity: 99 }])
})

test("Buy Now sets the quantity, also if the cart holds some", () => {
  const once = withAdded([], lineOf(aModel(), 60))
  expect(withExactly(once, lineOf(aModel(), 2))).toMatchObject([{ doll_id: 1, quantity: 2 }])
  expect(withExactly([], lineOf(aModel(), 2))).toMatchObject([{ doll_id: 1, quantity: 2 }])
})

test("the newest line comes first", () => {
  const lines = withAdded(withAdded([], lineOf(aModel(), 1)), lineOf(aModel({ id: 2 }), 1))
  expect(lines.map((line) => line.doll_id)).toEqual([2, 1])
})

test("more than the stock is accepted and shown on the line", () => {
  const [line] = withQuantity([lineOf(aModel({ stock: 3 }), 1)], 1, 5)
  expect(line).toMatchObject({ quantity: 5, notice: "Only 3 left" })
  expect(lineOf(aModel({ in_stock: false, stock: 0 }), 1).notice).toBe("Sold out")
  expect(lineOf(aModel({ stock: null }), 99).notice).toBeNull()
})

test("a quantity is a whole number from 1 to 99", () => {
  expect([0, -3, 1.9, 99, 100, Number.NaN, Infinity].map((typed) => bounded(typed))).toEqual([1, 1, 1, 99, 99, 1, 1])
  expect([1, 3, 4, 99].map((typed) => bounded(typed, 3))).toEqual([1, 3, 3, 3])
  expect(bounded(5, 0)).toBe(1)
})

test("pieces are counted and summed in cents", () => {
  const lines = [lineOf(aModel({ price: 0.1 }), 3), lineOf(aModel({ id: 2, price: 1240.2 }), 1)]
  expect(countOf(lines)).toBe(4)
  expect(totalOf(lines)).toBe(1240.5)
})

test("what is gone or sold out is neither counted nor summed", () => {
  const left = lineOf(aModel(), 2)
  const soldOut = lineOf(aModel({ id: 2, in_stock: false, stock: 0 }), 3)
  const gone = refreshed(lineOf(aModel({ id: 3 }), 4), null)
  expect(countOf([left, soldOut, gone])).toBe(2)
  expect(totalOf([left, soldOut, gone])).toBe(1098)
})

test("an invalid stored cart is dropped", () => {
  expect(readLines(null)).toEqual([])
  expect(readLines("{broken")).toEqual([])
  expect(readLines('{"a":1}')).toEqual([])
  const good = lineOf(aModel(), 2)
  const bad = [
    null,
    7,
    { ...good, quantity: 0 },
    { ...good, quantity: 1.5 },
    { ...good, price: "free" },
    { ...good, doll_id: "x" },
  ]
  expect(readLines(JSON.stringify([...bad, good]))).toEqual([good])
})

test("after a merge only later additions stay", () => {
  const lines = [lineOf(aModel(), 3), lineOf(aModel({ id: 2 }), 1)]
  expect(
    subtracted(lines, [
      { doll_id: 1, quantity: 2 },
      { doll_id: 2, quantity: 1 },
    ]),
  ).toMatchObject([{ doll_id: 1, quantity: 1 }])
})

test("a line takes the shop's price and stock when it is reloaded", () => {
  const line = lineOf(aModel(), 2)
  expect(refreshed(line, aModel())).toEqual(line)
  expect(refreshed(line, aModel({ price: 600 }))).toMatchObject({ price: 600, price_was: 549, notice: null })
  const again = refreshed(refreshed(line, aModel({ price: 600 })), aModel({ price: 600 }))
  expect(again).toMatchObject({ price: 600, price_was: 549 })
  expect(refreshed(again, aModel())).toMatchObject({ price: 549, price_was: null })
  expect(refreshed(line, aModel({ stock: 1 }))).toMatchObject({ quantity: 2, notice: "Only 1 left" })
  expect(refreshed(line, null)).toMatchObject({ available: 0, notice: "Sold out" })
})

test("the server's line replaces the optimistic one", () => {
  const shown = [lineOf(aModel({ id: 2 }), 1), lineOf(aModel(), 1)]
  const answered = { ...lineOf(aModel(), 5), id: 77 }
  expect(withLine(shown, answered).map((line) => [line.id, line.quantity])).toEqual([
    [2, 1],
    [77, 5],
  ])
  expect(without(shown, 1)).toHaveLength(1)
})
