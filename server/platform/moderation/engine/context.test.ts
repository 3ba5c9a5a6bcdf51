import { expect, test } from "vitest"
import { setOf } from "../../../../tools/moderation/lines.ts"
import type { Annotated } from "../words/annotate.ts"
import { type InContext, readInContext, readTogether } from "./context.ts"
import { findPhrases } from "./matcher.ts"

const shown = ({ tokens, language }: Annotated) => [language, tokens.map(({ text, tags }) => [text, [...tags]])]

/** The parts by which a text is judged. */
const seenIn = ({ own, readings, from, together }: InContext) => ({
  own: own.map(shown),
  starts: own[0]!.tokens.map(({ start }) => start - from),
  phrases: readings.variants.flatMap((words) =>
    findPhrases(words)
      .filter(({ to }) => words[to - 1]!.end > from)
      .map(({ rule, from, to }) => [rule, words.slice(from, to).map(({ text }) => text)]),
  ),
  mayPoint: together.length > 0,
})

const chat = ["ours.tsv", "strangerA.tsv", "strangerB.tsv"].flatMap((name) => setOf(name).map(({ text }) => text))
const pieces = chat.flatMap((text) => text.split(/(?<=^\S+ \S+) /))

test.each([
  ["whole lines", chat],
  ["lines cut in two", pieces],
])("a message is read with those before it as if all were read anew: %s", (_, said) => {
  let joined = 0
  for (const [i, text] of said.entries()) {
    const recent = said.slice(Math.max(0, i - 5), i)
    const inContext = readInContext(text, recent)
    if (recent.length > 0 && inContext.from === 0) joined++
    expect(seenIn(inContext), text).toEqual(seenIn(readTogether(text, recent)))
  }
  expect(joined).toBeGreaterThan(said.length / 10)
})

test("letters of several messages are one word", () => {
  const { readings } = readInContext("n", ["hello", "t", "e", "e"])
  expect(readings.variants.some((words) => words.some(({ text }) => text === "teen"))).toBe(true)
})
