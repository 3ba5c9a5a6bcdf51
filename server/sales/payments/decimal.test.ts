import fc from "fast-check"
import { expect, test } from "vitest"
import { centsAsDecimal, compareDecimals, isPositive, remainder, shareOf } from "./decimal.ts"

test("decimals are compared exactly, in any notation", () => {
  expect(compareDecimals("0.1", "1e-1")).toBe(0)
  expect(compareDecimals("0.30000000000000004", "0.3")).toBe(1)
  expect(compareDecimals("300", "300.00")).toBe(0)
  expect(compareDecimals("1e-7", "0.00000011")).toBe(-1)
  expect(compareDecimals("-1", "0")).toBe(-1)
  expect(compareDecimals("9007199254740993", "9007199254740992")).toBe(1)
})

test("a value that is not a number is never enough", () => {
  for (const text of [null, "", "NaN", "1,5", "0x10", "1e999", "Infinity", " ", "--1"]) {
    expect(compareDecimals(text, "0")).toBeNull()
    expect(isPositive(text)).toBe(false)
  }
})

test("the missing amount is written in plain notation", () => {
  expect(remainder("0.00812345", "0.00406")).toBe("0.00406345")
  expect(remainder("3e-7", "1e-7")).toBe("0.0000002")
  expect(remainder("1", "2")).toBe("0")
})

test("cents are converted to the same amount and back", () => {
  expect([centsAsDecimal(30000), centsAsDecimal(1990), centsAsDecimal(5)]).toEqual(["300", "19.9", "0.05"])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), fc.integer({ min: 0, max: 10 ** 12 }), (a, b) => {
      expect(compareDecimals(centsAsDecimal(a), centsAsDecimal(b))).toBe(Math.sign(a - b))
      expect(Number(centsAsDecimal(a))).toBe(a / 100)
    }),
  )
})

test("a share in cents is rounded down and stays between zero and the total", () => {
  expect(shareOf(10_000, "1", "3")).toBe(3333)
  expect(shareOf(10_000, "0.00812345", "0.0081234500")).toBe(10_000)
  expect(shareOf(10_000, "2", "1")).toBe(10_000)
  expect(shareOf(10_000, "-1", "1")).toBe(0)
  for (const [part, whole] of [
    [null, "1"],
    ["1", null],
    ["1", "0"],
    ["some", "1"],
  ] as const) {
    expect(shareOf(10_000, part, whole)).toBe(0)
  }
})
