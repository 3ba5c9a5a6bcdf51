import { expect, test } from "vitest"
import { setOf, sets } from "../../../../tools/moderation/lines.ts"
import { deobfuscate, isPlain } from "./deobfuscate.ts"
import { fold } from "./fold.ts"
import { tokenize } from "./tokenize.ts"

/** Returns the readings without any shortcut. */
function readingsOf(text: string): { written: string[]; undone: string[] } {
  const { folded, offsets } = fold(text)
  const written = tokenize(folded, offsets)
  const { words } = deobfuscate({ text: folded, offsets, one: "i" }, written)
  return { written: written.map((word) => word.text), undone: words.map((word) => word.text) }
}

const isPlainText = (text: string) => isPlain(fold(text).folded)

test("a plain text reads the same once disguises are undone, in every set of lines", () => {
  const texts = sets().flatMap((name) => setOf(name).map(({ text }) => text))
  const plain = texts.filter(isPlainText)
  expect(plain.length).toBeGreaterThan(texts.length / 3)
  for (const text of plain) {
    const { written, undone } = readingsOf(text)
    expect(undone, text).toEqual(written)
  }
})

test.each([
  "t e e n",
  "t. e. e. n.",
  "i m i n a room",
  "she is t e e",
  "niiice",
  "te'en'",
  "sixt33n",
  "t-e-e-n",
  "te.en is",
  "one line\nanother line",
  "(teen)",
  '"teen"',
  "16yo",
  "$ix",
])("%j is looked at more closely", (text) => {
  expect(isPlainText(text)).toBe(false)
})

test.each(["It's a fine glaze, isn\u2019t it?", "I have a vase of 168 cm.", "", "a b", "Yes!  No."])(
  "%j is plain",
  (text) => {
    expect(isPlainText(text)).toBe(true)
    const { written, undone } = readingsOf(text)
    expect(undone).toEqual(written)
  },
)
