import type { Word } from "./normalise.ts"

/**
 * A small language for sequences of words, so that the rules can be read:
 *
 *     you|u are? a|an? idiot*     alternatives, `?` may be missing, `*` whatever the word ends with
 *     kill ..2 you                at most two words between, within one thought
 *     minor !scratch*|detail*     not followed by
 *     she is <18 .                a number under 18, in figures or words; the end of a thought
 *
 * There is nothing to go back over but a few words, so that no text can make a rule slow.
 */
export interface Pattern {
  first: Alternatives
  rest: Element[]
}

interface Alternatives {
  exact: Set<string>
  starts: string[]
  number: boolean
  end: boolean
}

type Element =
  | { is: "word"; of: Alternatives; optional: boolean }
  | { is: "not"; of: Alternatives }
  | { is: "gap"; most: number }

export function compile(source: string): Pattern {
  const [first, ...rest] = source.trim().split(/\s+/).map(elementOf)
  if (first?.is !== "word" || first.optional || first.of.end)
    throw new Error(`A rule must begin with a word: ${source}`)
  return { first: first.of, rest }
}

function elementOf(source: string): Element {
  const gap = /^\.\.(\d)$/.exec(source)
  if (gap) return { is: "gap", most: Number(gap[1]) }
  if (source.startsWith("!")) return { is: "not", of: alternativesOf(source.slice(1)) }
  const optional = source.endsWith("?")
  return { is: "word", of: alternativesOf(optional ? source.slice(0, -1) : source), optional }
}

function alternativesOf(source: string): Alternatives {
  const all = source.split("|")
  return {
    exact: new Set(all.filter((one) => !one.endsWith("*") && one !== "<18" && one !== ".")),
    starts: all.filter((one) => one.endsWith("*")).map((one) => one.slice(0, -1)),
    number: all.includes("<18"),
    end: all.includes("."),
  }
}

export interface Match<Rule> {
  rule: Rule
  /** The first word, and the one behind the last. */
  from: number
  to: number
}

export interface Matcher<Rule> {
  /** No match takes more words than this. */
  readonly longest: number
  find(words: Word[]): Match<Rule>[]
  /** Whether any match reaches beyond the words before `from`. */
  reaches(words: Word[], from: number): boolean
}

/** Rules are looked up by their first word; only those that begin there are tried. */
export function createMatcher<Rule extends { pattern: Pattern }>(rules: Rule[]): Matcher<Rule> {
  const exact = new Map<string, Rule[]>()
  const starts = new Map<string, { start: string; rule: Rule }[]>()
  const numbers: Rule[] = []
  for (const rule of rules) {
    const { first } = rule.pattern
    for (const word of first.exact) exact.set(word, [...(exact.get(word) ?? []), rule])
    for (const start of first.starts) {
      if (start.length < 3) throw new Error(`A beginning is too short to be looked up: ${start}*`)
      const key = start.slice(0, 3)
      starts.set(key, [...(starts.get(key) ?? []), { start, rule }])
    }
    if (first.number) numbers.push(rule)
  }
  const known = new Map<string, Rule[]>()
  const longest = Math.max(...rules.map(({ pattern }) => lengthOfPattern(pattern)))
  return {
    longest,
    reaches: (words, from) => {
      const beyond = (rule: Rule, next: number) => (follow(rule.pattern.rest, 0, words, next) ?? 0) > from
      for (let i = Math.max(0, from - longest); i < words.length; i++) {
        for (const rule of beginningWith(words[i]!.text)) if (beyond(rule, i + 1)) return true
        const length = numbers.length > 0 ? numberAt(words, i) : 0
        if (length > 0) for (const rule of numbers) if (beyond(rule, i + length)) return true
      }
      return false
    },
    find: (words) => {
      const found: Match<Rule>[] = []
      const attempt = (rule: Rule, from: number, next: number) => {
        const to = follow(rule.pattern.rest, 0, words, next)
        if (to !== null) found.push({ rule, from, to })
      }
      for (let i = 0; i < words.length; i++) {
        for (const rule of beginningWith(words[i]!.text)) attempt(rule, i, i + 1)
        if (numbers.length === 0) continue
        const length = numberAt(words, i)
        if (length > 0) for (const rule of numbers) attempt(rule, i, i + length)
      }
      return found
    },
  }

  /** People use few words: what begins with one is looked up once. */
  function beginningWith(text: string): Rule[] {
    const before = known.get(text)
    if (before) return before
    const all = [...(exact.get(text) ?? [])]
    for (const { start, rule } of starts.get(text.slice(0, 3)) ?? []) if (text.startsWith(start)) all.push(rule)
    if (known.size > 10_000) known.clear()
    if (text.length <= 64) known.set(text, all)
    return all
  }
}

/** A number may be two words. */
function lengthOfPattern({ first, rest }: Pattern): number {
  const most = (of: Alternatives) => (of.number ? 2 : 1)
  return rest.reduce((sum, element) => {
    if (element.is === "gap") return sum + element.most
    return element.is === "word" ? sum + most(element.of) : sum
  }, most(first))
}

/** Where the match ends, or null. */
function follow(elements: Element[], at: number, words: Word[], i: number): number | null {
  const element = elements[at]
  if (!element) return i
  if (element.is === "gap") {
    for (let skipped = 0; skipped <= element.most; skipped++) {
      const to = follow(elements, at + 1, words, i + skipped)
      if (to !== null) return to
      if (words[i + skipped] === undefined || words[i + skipped]!.text === ".") return null
    }
    return null
  }
  const length = lengthOf(element.of, words, i)
  if (element.is === "not") return length === null ? follow(elements, at + 1, words, i) : null
  if (length !== null) {
    const to = follow(elements, at + 1, words, i + length)
    if (to !== null) return to
  }
  return element.optional ? follow(elements, at + 1, words, i) : null
}

function lengthOf(of: Alternatives, words: Word[], i: number): number | null {
  const text = words[i]?.text
  if (text === undefined) return of.end ? 0 : null
  if (of.end && text === ".") return 1
  if (of.exact.has(text) || of.starts.some((start) => text.startsWith(start))) return 1
  const number = of.number ? numberAt(words, i) : 0
  return number > 0 ? number : null
}

const numberWords = new Set(
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen".split(
    " ",
  ),
)

const mayBegin = new Set("0123456789otfsen")

/** How many words a number under 18 takes here: `16`, `sixteen`, `1 6`; none behind a price or in a longer number. */
function numberAt(words: Word[], i: number): number {
  const { text } = words[i]!
  if (text.length > 9 || !mayBegin.has(text[0]!)) return 0
  if (i > 0 && (words[i - 1]!.text === "$" || words[i - 1]!.text === "#")) return 0
  if (numberWords.has(text)) return 1
  if (text === "1" && /^[0-7]$/.test(words[i + 1]?.text ?? "") && !/^\d/.test(words[i + 2]?.text ?? "")) return 2
  return /^(?:\d|0\d|1[0-7])$/.test(text) ? 1 : 0
}
