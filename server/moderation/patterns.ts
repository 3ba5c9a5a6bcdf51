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
  /** The rules that have among these words the one that they cannot do without. */
  leads(words: Word[]): readonly Rule[]
  /** Whether any match reaches beyond the words before `from`. `leads` are those of all the words, where they are known. */
  reaches(words: Word[], from: number, leads?: readonly Rule[]): boolean
}

/**
 * Rules are looked up by their first word; only those that begin there are tried. Many begin with a word that everybody writes, so
 * `reaches`, which most texts pass, looks first whether the rarest word is there that a rule cannot do without.
 */
export function createMatcher<Rule extends { pattern: Pattern }>(rules: Rule[]): Matcher<Rule> {
  const beginning = createLookup(rules, ({ pattern }) => pattern.first)
  const needing = createLookup(rules, ({ pattern }) => rarestOf(pattern))
  const needs = new Map(rules.map((rule) => [rule, neededBy(rule.pattern)]))
  const longest = Math.max(...rules.map(({ pattern }) => lengthOfPattern(pattern)))
  return {
    longest,
    leads: needing.among,
    reaches: (words, from, leads = needing.among(words)) => {
      const possible = [...new Set(leads)].filter((rule) => isComplete(needs.get(rule)!, words))
      if (possible.length === 0) return false
      const first = Math.max(0, from - longest)
      const beyond = (rule: Rule, next: number) =>
        possible.includes(rule) && (follow(rule.pattern.rest, 0, words, next) ?? 0) > from
      for (let i = first; i < words.length; i++) {
        for (const rule of beginning.by(words[i]!.text)) if (beyond(rule, i + 1)) return true
        const length = beginning.byNumber.length > 0 ? numberAt(words, i) : 0
        if (length > 0) for (const rule of beginning.byNumber) if (beyond(rule, i + length)) return true
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
        for (const rule of beginning.by(words[i]!.text)) attempt(rule, i, i + 1)
        if (beginning.byNumber.length === 0) continue
        const length = numberAt(words, i)
        if (length > 0) for (const rule of beginning.byNumber) attempt(rule, i, i + length)
      }
      return found
    },
  }
}

interface Lookup<Rule> {
  by(word: string): readonly Rule[]
  /** Those that take a number under 18 there. */
  byNumber: readonly Rule[]
  /** All that any of the words leads to. */
  among(words: Word[]): Rule[]
}

/** Finds rules by one of their elements. People use few words: what a word leads to is looked up once. */
function createLookup<Rule>(rules: Rule[], elementOf: (rule: Rule) => Alternatives): Lookup<Rule> {
  const exact = new Map<string, Rule[]>()
  const starts = new Map<string, { start: string; rule: Rule }[]>()
  const byNumber: Rule[] = []
  for (const rule of rules) {
    const of = elementOf(rule)
    for (const word of of.exact) exact.set(word, [...(exact.get(word) ?? []), rule])
    for (const start of of.starts) {
      if (start.length < shortestStart) throw new Error(`A beginning is too short to be looked up: ${start}*`)
      const key = start.slice(0, shortestStart)
      starts.set(key, [...(starts.get(key) ?? []), { start, rule }])
    }
    if (of.number) byNumber.push(rule)
  }
  const known = new Map<string, Rule[]>()
  return { by, byNumber, among }

  function by(word: string): readonly Rule[] {
    const before = known.get(word)
    if (before) return before
    const all = [...(exact.get(word) ?? [])]
    for (const { start, rule } of starts.get(word.slice(0, shortestStart)) ?? []) {
      if (word.startsWith(start)) all.push(rule)
    }
    if (known.size > 10_000) known.clear()
    if (word.length <= 64) known.set(word, all)
    return all
  }

  function among(words: Word[]): Rule[] {
    const found: Rule[] = []
    for (let i = 0; i < words.length; i++) {
      for (const rule of by(words[i]!.text)) if (!found.includes(rule)) found.push(rule)
      if (byNumber.length === 0 || numberAt(words, i) === 0) continue
      for (const rule of byNumber) if (!found.includes(rule)) found.push(rule)
    }
    return found
  }
}

const shortestStart = 3

/** The words that people write most; only which rules are tried depends on them, never what is found. */
const common = new Set(
  `a about after again all also always am an and any are as ask at back be because been before behind but by can come could day did
  do does door down even every find first for from get getting give go going good had has have having he her here him his home house
  how i if ill im in into is it its just know last let life like little live ll long look make makes many may me more most much my
  name never new next night no not now of off office on one only or other our out over own people place put re s say see send shall she
  shop should show so some still take tell than thank that the their them then there these they thing think this time to today
  tomorrow too two u under until up ur us use very want was way we well were what when where which while who why will with work
  would year yes you your youre .`.split(/\s+/),
)

/** Of these, the ones that stand in almost every line. */
const commonest = new Set(
  "a and are be can do for have i if in is it know like me my no not of on so that the this to was we what will with would you".split(
    " ",
  ),
)

/** What the rule cannot be without, and what the fewest texts hold. */
function rarestOf(pattern: Pattern): Alternatives {
  const canBeFound = ({ starts }: Alternatives) => starts.every((start) => start.length >= shortestStart)
  return neededBy(pattern).find(canBeFound) ?? pattern.first
}

/** The words of a rule that may not be missing, the rarest first. */
function neededBy({ first, rest }: Pattern): Alternatives[] {
  const others = rest.flatMap((one) => (one.is === "word" && !one.optional && !one.of.end ? [one.of] : []))
  return [first, ...others].sort((a, b) => commonness(a) - commonness(b))
}

/** Whether everything is there, in whatever order. */
function isComplete(needs: Alternatives[], words: Word[]): boolean {
  for (const of of needs) {
    let i = 0
    while (i < words.length && lengthOf(of, words, i) === null) i++
    if (i === words.length) return false
  }
  return true
}

function commonness({ exact, starts, number }: Alternatives): number {
  const usual = [...common].filter((word) => exact.has(word) || starts.some((start) => word.startsWith(start)))
  const weight = usual.reduce((sum, word) => sum + (commonest.has(word) ? 1000 : 100), 0)
  return weight + (number ? 30 : 0) + exact.size + starts.length * 2
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
  if (of.exact.has(text)) return 1
  for (const start of of.starts) if (text.startsWith(start)) return 1
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
