import type { Category } from "../rules/category.ts"
import { phrases } from "../rules/phrases.ts"
import { addUnspaced, type Entry, noted } from "../words/lexicon.ts"
import type { Word } from "../words/word.ts"
import { functionWords } from "../words/words.ts"
import { type Alternatives, compile, isNumber, longest, matchAt, type Pattern } from "./pattern.ts"

export interface Rule {
  category: Category
  score: number
  pattern: Pattern
}

export interface Match {
  rule: Rule
  /** The index of the first word, and of the one after the last. */
  from: number
  to: number
}

export const rules: Rule[] = Object.entries(phrases).flatMap(([category, byScore]) =>
  Object.entries(byScore).flatMap(([score, sources]) =>
    sources.map((source) => ({ category: category as Category, score: Number(score), pattern: compile(source) })),
  ),
)

for (const { pattern } of rules) {
  const words = [pattern.first, ...pattern.rest.flatMap((one) => (one.is === "word" ? [one.of] : []))]
  for (const { exact } of words) for (const word of exact) if (word > "\u3000") addUnspaced(word)
}

const commonWords = new Set(functionWords.en!.split(/\s+/))

/** Returns words that a text needs for the rule to match: the element with the fewest function words, the rarest. */
function keyOf({ first, rest }: Pattern): Alternatives {
  const needed = [first, ...rest.flatMap((one) => (one.is === "word" && !one.optional ? [one.of] : []))]
  const commonIn = ({ exact, starts, number, end }: Alternatives) =>
    number || end ? Number.POSITIVE_INFINITY : [...exact, ...starts].filter((word) => commonWords.has(word)).length
  return needed.reduce((best, one) => (commonIn(one) < commonIn(best) ? one : best))
}

function rulesBy(alternativesOf: (rule: Rule) => Alternatives): (text: string) => Rule[] {
  const exact = new Map<string, Rule[]>()
  const others: { rule: Rule; of: Alternatives }[] = []
  for (const rule of rules) {
    const of = alternativesOf(rule)
    for (const word of of.exact) exact.set(word, [...(exact.get(word) ?? []), rule])
    if (of.starts.length > 0 || of.number || of.end) others.push({ rule, of })
  }
  const isIn = ({ starts, number, end }: Alternatives, text: string) =>
    end || (number && isNumber(text)) || starts.some((start) => text.startsWith(start))
  return (text) => [
    ...new Set([...(exact.get(text) ?? []), ...others.filter(({ of }) => isIn(of, text)).map(({ rule }) => rule)]),
  ]
}

const beginningWith = rulesBy(({ pattern }) => pattern.first)
const withKey = rulesBy(({ pattern }) => keyOf(pattern))

/** The maximum number of words. */
export const longestPhrase = Math.max(...rules.map(({ pattern }) => longest(pattern)))

/** Returns the rules that begin with the word, and those for which it is the key. */
const rulesOf = noted(({ text }: Entry) => ({ begun: beginningWith(text), opened: withKey(text) }))

export function findPhrases(words: Word[]): Match[] {
  const open = new Set<Rule>()
  for (const { entry } of words) for (const rule of rulesOf(entry).opened) open.add(rule)
  const found: Match[] = []
  if (open.size === 0) return found
  for (let from = 0; from < words.length; from++) {
    for (const rule of rulesOf(words[from]!.entry).begun) {
      if (!open.has(rule)) continue
      const to = matchAt(rule.pattern, words, from)
      if (to !== null) found.push({ rule, from, to })
    }
  }
  return found
}
