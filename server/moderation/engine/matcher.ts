import type { Category } from "../rules/category.ts"
import { phrases } from "../rules/phrases.ts"
import type { Word } from "../words/word.ts"
import { type Alternatives, compile, matchAt, numberLength, type Pattern } from "./pattern.ts"

export interface Rule {
  category: Category
  score: number
  pattern: Pattern
}

export interface Match {
  rule: Rule
  /** The first word, and the one behind the last. */
  from: number
  to: number
}

export const rules: Rule[] = Object.entries(phrases).flatMap(([category, byScore]) =>
  Object.entries(byScore).flatMap(([score, sources]) =>
    sources.map((source) => ({ category: category as Category, score: Number(score), pattern: compile(source) })),
  ),
)

/** The rules that begin with a word. */
const byFirst = new Map<string, Rule[]>()
const byStart: { start: string; rule: Rule }[] = []
const byNumber: Rule[] = []

for (const rule of rules) {
  const { exact, starts, number }: Alternatives = rule.pattern.first
  for (const word of exact) byFirst.set(word, [...(byFirst.get(word) ?? []), rule])
  for (const start of starts) byStart.push({ start, rule })
  if (number) byNumber.push(rule)
}

const known = new Map<string, Rule[]>()
const maxKnown = 20_000

/** Each word is looked up once: people use few different words. */
function rulesFrom(text: string): Rule[] {
  const found = known.get(text)
  if (found) return found
  const begun = byStart.filter(({ start }) => text.startsWith(start)).map(({ rule }) => rule)
  const all = [...new Set([...(byFirst.get(text) ?? []), ...begun])]
  if (known.size > maxKnown) known.clear()
  if (text.length < 64) known.set(text, all)
  return all
}

export function findPhrases(words: Word[]): Match[] {
  const found: Match[] = []
  for (let from = 0; from < words.length; from++) {
    for (const rule of rulesFrom(words[from]!.text)) {
      const to = matchAt(rule.pattern, words, from)
      if (to !== null) found.push({ rule, from, to })
    }
    if (byNumber.length === 0 || numberLength(words, from) === 0) continue
    for (const rule of byNumber) {
      const to = matchAt(rule.pattern, words, from)
      if (to !== null) found.push({ rule, from, to })
    }
  }
  return found
}
