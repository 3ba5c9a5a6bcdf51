import fc from "fast-check"
import { expect, test } from "vitest"
import { pointings } from "./minors.ts"
import type { Word } from "./normalise.ts"
import { createMatcher, type Pattern } from "./patterns.ts"
import { rules } from "./rules.ts"

const matcher = createMatcher<{ pattern: Pattern }>([...rules, ...pointings])

/** Words that rules are made of, whatever they end with, and some that are in none. */
const vocabulary = [
  ...new Set(
    [...rules, ...pointings].flatMap(({ pattern }) =>
      [pattern.first, ...pattern.rest.flatMap((element) => ("of" in element ? [element.of] : []))].flatMap((of) => [
        ...of.exact,
        ...of.starts.map((start) => `${start}s`),
      ]),
    ),
  ),
  ...[".", "16", "nine", "1", "7", "$", "kiln", "glaze", "window"],
]
const wordsOf = (texts: string[]): Word[] => texts.map((text, i) => ({ text, start: i, end: i + 1 }))

/** As it is asked of a line behind others. */
function reaches(words: Word[], from: number): boolean {
  const past = from === 0 ? [] : [words.slice(0, from >> 1), words.slice(from >> 1, from)]
  return matcher.reaches(past.map(matcher.see), matcher.see(words.slice(from)))
}

test("whether a rule reaches into a text is what finding them all says", () => {
  const texts = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 24 })
  fc.assert(
    fc.property(texts, fc.nat(12), (said, before) => {
      const words = wordsOf(said)
      const from = Math.min(before, words.length - 1)
      expect(reaches(words, from)).toBe(matcher.find(words).some(({ to }) => to > from))
    }),
    { numRuns: 3000 },
  )
})

test("every rule is reached by words that it is made of", () => {
  for (const { pattern } of [...rules, ...pointings]) {
    const said = shortest(pattern)
    if (!said) continue
    const words = wordsOf(said)
    expect(reaches(words, 0), said.join(" ")).toBe(true)
  }
})

/** The fewest words that match, where no word is forbidden behind another. */
function shortest({ first, rest }: Pattern): string[] | null {
  const wordOf = (of: Pattern["first"]) =>
    [...of.exact][0] ?? (of.starts[0] ? `${of.starts[0]}s` : of.number ? "16" : ".")
  if (rest.some((element) => element.is === "not")) return null
  return [
    wordOf(first),
    ...rest.flatMap((element) => (element.is === "word" && !element.optional ? [wordOf(element.of)] : [])),
  ]
}
