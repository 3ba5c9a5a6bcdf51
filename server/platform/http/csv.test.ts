import { expect, test } from "vitest"
import { inBatches } from "../db/batches.ts"
import { line } from "./csv.ts"

test("a cell that begins like a formula becomes text, and quotes are doubled", () => {
  for (const begin of ["=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r"]) {
    expect(line([`${begin}1`])).toContain(`'${begin}1`)
  }
  expect(line(['a "b"', "c,d", "e\nf", "plain", null, undefined, -1.5, true])).toBe(
    '"a ""b""","c,d","e\nf",plain,,,-1.5,true\r\n',
  )
})

test("nor does a cell begin like one where another separator or a line end is read", () => {
  expect(line(["x;=1+1", "a\t@b", "Good:\n- tall\n=2", "well; done"])).toBe(
    `x;'=1+1,a\t'@b,"Good:\n'- tall\n'=2",well; done\r\n`,
  )
})

test("a phone number keeps its plus, and may contain only digits after it", () => {
  expect(line(["+49 30 1234567"])).toBe("+49 30 1234567\r\n")
  for (const text of ["+1+cmd|x", "+49 30 1234567=1", "+1"]) expect(line([text])).toBe(`'${text}\r\n`)
})

test("batches continue after the last row until one is not full", async () => {
  const all = Array.from({ length: 2500 }, (_, index) => ({ id: 2500 - index }))
  const sizes: number[] = []
  const read = async (before: number | null, limit: number) =>
    all.filter(({ id }) => before === null || id < before).slice(0, limit)
  for await (const rows of inBatches(read)) sizes.push(rows.length)
  expect(sizes).toEqual([1000, 1000, 500])
})
