import type { Word } from "./normalise.ts"
import { classes } from "./words.ts"

/**
 * A small language for sequences of words, so that the rules can be read:
 *
 *     you|u are? a|an? idiot*     alternatives, `?` may be missing, `*` whatever the word ends with
 *     kill ..2 you                at most two words between, within one thought
 *     minor !scratch*|detail*     not followed by
 *     she is <18 .                a number under 18, in figures or words; the end of a thought
 *     {me} will|could hurt {you}  any word of a class in words.ts
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
  /** Whether a word begins like one of them, once it was asked. */
  known: Map<string, boolean>
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
  const all = source.replace(/\{(\w+)\}/g, (_, name: string) => classOf(name)).split("|")
  return {
    exact: new Set(all.filter((one) => !one.endsWith("*") && one !== "<18" && one !== ".")),
    starts: all.filter((one) => one.endsWith("*")).map((one) => one.slice(0, -1)),
    known: new Map(),
    number: all.includes("<18"),
    end: all.includes("."),
  }
}

function classOf(name: string): string {
  const words = classes[name]
  if (!words) throw new Error(`No such class of words: ${name}`)
  return words
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
  /** With `fresh`, only what takes one of the words at these places, in order: where another reading has been looked at before. */
  find(words: Word[], fresh?: readonly number[]): Match<Rule>[]
  see(words: Word[]): Sight
  /** The rules of which these, taken together, hold all the words that they cannot do without. */
  possible(sights: readonly Sight[]): Rule[]
  /** Whether any match reaches beyond the words before `from`. `rules` are those that are possible, where that is known. */
  reaches(words: Word[], from: number, rules?: readonly Rule[]): boolean
}

/** What some words hold of the rules, in whatever order. */
export interface Sight {
  /** The rules of which the rarest word is there, by their place among the rules. */
  leads: readonly number[]
  /** A bit for each of the words that any rule cannot do without. */
  marks: Uint32Array
}

/**
 * Rules are looked up by their first word; only those that begin there are tried. Many begin with a word that everybody writes, so
 * `reaches`, which most texts pass, looks first whether the rarest word is there that a rule cannot do without.
 */
export function createMatcher<Rule extends { pattern: Pattern }>(rules: Rule[]): Matcher<Rule> {
  const needed = [...new Set(rules.flatMap(({ pattern }) => neededBy(pattern)))]
  const bitOf = new Map(needed.map((of, bit) => [of, bit]))
  const bits = rules.map(({ pattern }) => neededBy(pattern).map((of) => bitOf.get(of)!))
  const marking = createLookup([...needed.keys()], (bit) => needed[bit]!)
  const ids = rules.map((_, id) => id)
  const firsts = createLookup(ids, (id) => rules[id]!.pattern.first)
  const rarest = createLookup(ids, (id) => rarestOf(rules[id]!.pattern))
  const reach = rules.map(({ pattern }) => lengthOfPattern(pattern))
  // Where each rule may have begun, the newest first: lists within arrays that are used again and again.
  const newest = new Int32Array(rules.length)
  let places = new Int32Array(4096)
  let before = new Int32Array(4096)
  const leadings = new Map<string, Leading>()
  const longest = Math.max(...reach)
  return {
    longest,
    see,
    possible,
    reaches: (words, from, rules = possible([see(words)])) => {
      const first = Math.max(0, from - longest)
      for (const { pattern } of rules) {
        for (let i = first; i < words.length; i++) if (endsBeyond(pattern, words, i, from)) return true
      }
      return false
    },
    find,
  }

  function see(words: Word[]): Sight {
    const marks = new Uint32Array((needed.length >> 5) + 1)
    for (const bit of marking.among(words)) marks[bit >> 5]! |= 1 << (bit & 31)
    return { leads: rarest.among(words), marks }
  }

  function possible(sights: readonly Sight[]): Rule[] {
    const found: number[] = []
    for (const { leads } of sights) {
      for (const id of leads) if (areThere(bits[id]!, sights) && !found.includes(id)) found.push(id)
    }
    return found.map((id) => rules[id]!)
  }

  /** A rule is tried from the words that it may begin with once its rarest word is seen not too far behind them. */
  function find(words: Word[], fresh?: readonly number[]): Match<Rule>[] {
    const found: Match<Rule>[] = []
    let begun = 0
    let next = 0
    newest.fill(-1)
    for (let i = 0; i < words.length; i++) {
      const { text } = words[i]!
      if (fresh) while (fresh[next]! < i) next++
      const within = fresh ? (fresh[next] ?? Number.POSITIVE_INFINITY) - i : 0
      const isNumber = numberAt(words, i) > 0
      const leading = leadingOf(text)
      for (const ids of isNumber ? [leading.firsts, firsts.byNumber] : [leading.firsts]) {
        while (begun + ids.length > places.length) [places, before] = [twice(places), twice(before)]
        for (let n = 0; n < ids.length; n++) {
          const id = ids[n]!
          if (within >= reach[id]!) continue
          places[begun] = i
          before[begun] = newest[id]!
          newest[id] = begun++
        }
      }
      for (const ids of isNumber ? [leading.rarest, rarest.byNumber] : [leading.rarest]) {
        for (let n = 0; n < ids.length; n++) {
          const id = ids[n]!
          if (newest[id]! >= 0) tryOut(id, i, words, found)
        }
      }
    }
    return found
  }

  function leadingOf(text: string): Leading {
    const known = leadings.get(text)
    if (known) return known
    const leading = { firsts: firsts.by(text), rarest: rarest.by(text) }
    if (leadings.size > 10_000) leadings.clear()
    if (text.length <= 64) leadings.set(text, leading)
    return leading
  }

  function tryOut(id: number, i: number, words: Word[], found: Match<Rule>[]): void {
    const rule = rules[id]!
    for (let at = newest[id]!; at >= 0 && places[at]! >= i - reach[id]!; at = before[at]!) {
      const from = places[at]!
      const second = from + (lengthOf(rule.pattern.first, words, from) ?? 1)
      const to = follow(rule.pattern.rest, 0, words, second)
      if (to !== null) found.push({ rule, from, to })
    }
    newest[id] = -1
  }
}

function areThere(bits: readonly number[], sights: readonly Sight[]): boolean {
  for (const bit of bits) {
    let isThere = false
    for (let at = 0; at < sights.length && !isThere; at++)
      isThere = (sights[at]!.marks[bit >> 5]! & (1 << (bit & 31))) !== 0
    if (!isThere) return false
  }
  return true
}

/** Whether a match that begins here ends behind the words before `from`. */
function endsBeyond({ first, rest }: Pattern, words: Word[], i: number, from: number): boolean {
  const { text } = words[i]!
  const isWord = first.exact.has(text) || first.starts.some((start) => text.startsWith(start))
  if (isWord && (follow(rest, 0, words, i + 1) ?? 0) > from) return true
  const length = first.number ? numberAt(words, i) : 0
  return length > 0 && (follow(rest, 0, words, i + length) ?? 0) > from
}

const twice = (list: Int32Array): Int32Array<ArrayBuffer> => {
  const longer = new Int32Array(list.length * 2)
  longer.set(list)
  return longer
}

/** The rules that a word may begin, and those of which it is the rarest. */
interface Leading {
  firsts: readonly number[]
  rarest: readonly number[]
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
    const found = new Set<Rule>()
    for (let i = 0; i < words.length; i++) {
      for (const rule of by(words[i]!.text)) found.add(rule)
      if (byNumber.length > 0 && numberAt(words, i) > 0) for (const rule of byNumber) found.add(rule)
    }
    return [...found]
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
  if (of.starts.length > 0 && beginsLike(of, text)) return 1
  const number = of.number ? numberAt(words, i) : 0
  return number > 0 ? number : null
}

/** Most words are met again and again. */
function beginsLike({ starts, known }: Alternatives, text: string): boolean {
  const before = known.get(text)
  if (before !== undefined) return before
  const begins = starts.some((start) => text.startsWith(start))
  if (known.size > 2000) known.clear()
  if (text.length <= 64) known.set(text, begins)
  return begins
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
