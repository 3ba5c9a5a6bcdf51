import { expect, test } from "vitest"
import { read } from "./read.ts"

test("a sign that decomposes into a sentence is cut to four letters", () => {
  const text = "\ufdfa".repeat(4000)
  const { folded, foreign } = read(text)
  expect(folded.length).toBeLessThanOrEqual(4 * text.length)
  expect(foreign.length).toBeLessThanOrEqual(4 * text.length)
  expect(read("⒃ years, o\ufb03ce").folded).toBe("(16) years, office")
})
