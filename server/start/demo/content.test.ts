import { expect, test } from "vitest"
import * as z from "zod"
import { readContent } from "./content.ts"

test("whoever edits the demo's texts is told the file and the place of a wrong value", () => {
  const read = () =>
    readContent("content/discounts.json", z.array(z.strictObject({ title: z.string(), code: z.int() })))
  expect(read).toThrow(/content\/discounts\.json.*expected number, received string.*at \[0\]\.code/s)
  expect(read).toThrow(/Unrecognized keys: "amountCents", "minimumCents".*at \[0\]/s)
  expect(() => readContent("content/missing.json", z.unknown())).toThrow(/content\/missing\.json/)
  expect(() => readContent("content.ts", z.unknown())).toThrow(/content\.ts.*JSON/s)
})
