import fc from "fast-check"
import { expect, test } from "vitest"
import { createMatcher } from "./matcher.ts"
import type { Pattern } from "./pattern.ts"
import { minorRules, rules } from "./ruleSet.ts"
import type { Word } from "./word.ts"

const matcher = createMatcher<{ pattern: Pattern }>([...rules, ...minorRules])

/** The words of all rules, and some of none. */
const vocabulary = [
  ...new Set(
    [...rules, ...minorRules].flatMap(({ pattern }) =>
      [pattern.first, ...pattern.rest.flatMap((element) => ("of" in element ? [element.of] : []))].flatMap((of) => [
        ...of.exact,
        ...of.starts.map((start) => `${start}s`),
      ]),
    ),
  ),
  ...[".", "16", "nine", "1", "7", "$", "kiln", "glaze", "window"],
]
const wordsOf = (texts: string[]): Word[] => texts.map((text, i) => ({ text, start: i, end: i + 1 }))

/** As for a line with two lines before it. */
function matchesAcross(words: Word[], from: number): boolean {
  const past = from === 0 ? [] : [words.slice(0, from >> 1), words.slice(from >> 1, from)]
  return matcher.matchesAcross(past.map(matcher.scan), matcher.scan(words.slice(from)))
}

test("matchesAcross agrees with find", () => {
  const texts = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 24 })
  fc.assert(
    fc.property(texts, fc.nat(12), (said, before) => {
      const words = wordsOf(said)
      const from = Math.min(before, words.length - 1)
      expect(matchesAcross(words, from)).toBe(matcher.find(words).some(({ to }) => to > from))
    }),
    { numRuns: 3000 },
  )
})

test("every rule matches the shortest text made of its words", () => {
  for (const { pattern } of [...rules, ...minorRules]) {
    const said = shortest(pattern)
    if (!said) continue
    const words = wordsOf(said)
    expect(matchesAcross(words, 0), said.join(" ")).toBe(true)
  }
})

/** Null for rules with `!`. */
function shortest({ first, rest }: Pattern): string[] | null {
  const wordOf = (of: Pattern["first"]) =>
    [...of.exact][0] ?? (of.starts[0] ? `${of.starts[0]}s` : of.number ? "16" : ".")
  if (rest.some((element) => element.is === "not")) return null
  return [
    wordOf(first),
    ...rest.flatMap((element) => (element.is === "word" && !element.optional ? [wordOf(element.of)] : [])),
  ]
}
