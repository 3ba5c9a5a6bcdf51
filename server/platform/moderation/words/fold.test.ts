import { expect, test } from "vitest"
import { foldedText } from "./fold.ts"
import { read } from "./read.ts"

test("a sign that decomposes into a sentence is cut to four letters", () => {
  const text = "\ufdfa".repeat(4000)
  expect(read(text).folded.length).toBeLessThanOrEqual(4 * text.length)
  expect(read("⒃ years, o\ufb03ce").folded).toBe("(16) years, office")
})

test.each([
  ["small capitals", "ᴛᴇᴇɴ ꜱᴄʜᴏᴏʟ", "teen school"],
  ["letters with strokes", "ħełło đad ŧeen", "hello dad teen"],
  ["letters in circles and squares", "ⓣⓔⓔⓝ 🅃🄴🄴🄽 🅣🅔🅔🅝 🆃🅴🅴🅽 🇹🇪🇪🇳", "teen teen teen teen teen"],
  ["digits in circles", "⑮ ⓯ ❶❺ ➊➎ 1️⃣5️⃣", "15 15 15 15 15"],
  ["bold and double-struck letters", "𝓉𝑒𝑒𝓃 𝕥𝕖𝕖𝕟 𝟏𝟓", "teen teen 15"],
  ["Cyrillic letters among Latin ones", "сhild tееn", "child teen"],
  ["words of look-alikes in an English text", "а сосо doll", "a coco doll"],
  ["Russian words as they are", "ребёнок, ещё школьница", "ребенок, еще школьница"],
  ["marks of Japanese letters", "ショタ が", "ショタ が"],
  ["skin tones", "👧🏽", "👧"],
])("%s", (_, text, folded) => {
  expect(foldedText(text)).toBe(folded)
})
