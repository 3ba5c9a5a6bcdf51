import { expect, test } from "vitest"
import { wordAt } from "../words/word.ts"
import { findPhrases, rules } from "./matcher.ts"
import { matchAt, type Pattern } from "./pattern.ts"

const wordsOf = (texts: string[]) => texts.map((text, i) => wordAt(text, i, i + 1))

test("every rule is found in the shortest text made of its words, as if each were tried everywhere", () => {
  for (const { pattern } of rules) {
    const words = wordsOf(shortest(pattern))
    const everywhere = rules.flatMap((rule) =>
      words.flatMap((_, from) => {
        const to = matchAt(rule.pattern, words, from)
        return to === null ? [] : [{ rule, from, to }]
      }),
    )
    const found = findPhrases(words)
    expect(found.length, words.map(({ text }) => text).join(" ")).toBe(everywhere.length)
    expect(found).toEqual(expect.arrayContaining(everywhere))
  }
})

function shortest({ first, rest }: Pattern): string[] {
  const wordOf = (of: Pattern["first"]) =>
    [...of.exact][0] ?? (of.starts[0] ? `${of.starts[0]}s` : of.number ? "16" : ".")
  return [
    wordOf(first),
    ...rest.flatMap((element) => (element.is === "word" && !element.optional ? [wordOf(element.of)] : [])),
  ]
}
