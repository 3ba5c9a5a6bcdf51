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

const compiled = new Map<string, Alternatives>()

/** Many rules have some of their words in common. */
function alternativesOf(source: string): Alternatives {
  const known = compiled.get(source)
  if (known) return known
  const made = readAlternatives(source)
  compiled.set(source, made)
  return made
}

function readAlternatives(source: string): Alternatives {
  const all = source.replace(/\{(\w+)\}/g, (_, name: string) => classOf(name)).split("|")
  return {
    exact: new Set(all.filter((one) => !one.endsWith("*") && one !== "<18" && one !== ".")),
    starts: all.filter((one) => one.endsWith("*")).map((one) => one.slice(0, -1)),
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

/** What a line says by itself of the matches that it may be part of. */
export interface Sight {
  words: Word[]
  entries: Entry[]
  /** A rule and, behind it, the place of a word that leads to it, and so on. */
  leads: readonly number[]
  /** Of these the ones that may end only in a line behind this one. */
  open: readonly number[]
}

export interface Matcher<Rule> {
  /** No match takes more words than this. */
  longest: number
  see(words: Word[]): Sight
  /** Whether lines that follow one another hold a match that ends in the last of them. */
  reaches(past: readonly Sight[], now: Sight): boolean
  /** All matches; in a further reading of a text only those that take in a `fresh` place. */
  find(words: Word[], fresh?: readonly number[]): Match<Rule>[]
}

/**
 * A rule is looked up by its rarest word, and tried only from where it can have begun when that word stands there: most words of
 * most texts lead to none. What is aside is found with the others, and is nothing by itself.
 */
export function createMatcher<Rule extends { pattern: Pattern }>(
  rules: Rule[],
  isAside: (rule: Rule) => boolean = () => false,
): Matcher<Rule> {
  const leaders = rules.map(({ pattern }) => leaderOf(pattern))
  const least = Int32Array.from(leaders, (one) => one.least)
  const most = Int32Array.from(leaders, (one) => one.most)
  const behind = Int32Array.from(leaders, (one) => one.behind)
  const reach = most.map((before, id) => before + behind[id]!)
  const longest = Math.max(...reach)
  const aside = rules.map(isAside)
  const firsts = [...new Set(rules.map(({ pattern }) => pattern.first))]
  const firstOf = Int32Array.from(rules, ({ pattern }) => firsts.indexOf(pattern.first))
  const matcher = {}
  const entryOf = createLookup(
    matcher,
    leaders.map((one) => one.of),
    firsts,
  )
  /** Of each rule the last place from which it was tried. */
  const tried = new Int32Array(rules.length)
  return { longest, see, reaches, find }

  function see(words: Word[]): Sight {
    const entries = words.map(({ text }) => entryOf(text))
    const leads: number[] = []
    const open: number[] = []
    for (let i = 0; i < words.length; i++) {
      const ids = ledBy(entries[i]!, words, i)
      for (let n = 0; n < ids.length; n++) {
        if (aside[ids[n]!]) continue
        leads.push(ids[n]!, i)
        if (i + behind[ids[n]!]! > words.length) open.push(ids[n]!, i)
      }
    }
    return { words, entries, leads, open }
  }

  function reaches(past: readonly Sight[], now: Sight): boolean {
    if (now.leads.length === 0 && past.every(({ open }) => open.length === 0)) return false
    const entries = joined(past, now, "entries")
    const from = entries.length - now.entries.length
    let words: Word[] | null = null
    const leadOn = (leads: readonly number[], at: number) => {
      for (let n = 0; n < leads.length; n += 2) {
        const id = leads[n]!
        const i = at + leads[n + 1]!
        if (i + behind[id]! <= from) continue
        const last = i - least[id]!
        for (let first = Math.max(0, i - most[id]!); first <= last; first++) {
          if (!mayBegin(entries[first]!, id)) continue
          words ??= joined(past, now, "words")
          if ((endOf(id, words, first) ?? 0) > from) return true
        }
      }
      return false
    }
    if (leadOn(now.leads, from)) return true
    let at = from
    for (let n = past.length - 1; n >= 0; n--) {
      at -= past[n]!.words.length
      if (leadOn(past[n]!.open, at)) return true
    }
    return false
  }

  function find(words: Word[], fresh?: readonly number[]): Match<Rule>[] {
    const found: Match<Rule>[] = []
    tried.fill(-1)
    for (let i = 0, next = 0; i < words.length; i++) {
      const entry = entryAt(words, i)
      const ids = ledBy(entry, words, i)
      if (fresh) while (next < fresh.length && fresh[next]! < i) next++
      for (let n = 0; n < ids.length; n++) {
        const id = ids[n]!
        const isOld = fresh && !(fresh[next]! < i + behind[id]! || fresh[next - 1]! >= i - most[id]!)
        if (!isOld) tryOut(id, i, words, found, fresh)
      }
    }
    return found
  }

  function entryAt(words: Word[], i: number): Entry {
    const word = words[i]!
    const known = word.entry
    if (known && known.matcher === matcher) return known
    word.entry = entryOf(word.text)
    return word.entry
  }

  function tryOut(id: number, i: number, words: Word[], found: Match<Rule>[], fresh?: readonly number[]): void {
    const last = i - least[id]!
    for (let from = Math.max(tried[id]! + 1, i - most[id]!); from <= last; from++) {
      if (!mayBegin(words[from]!.entry!, id)) continue
      const to = endOf(id, words, from)
      if (to === null || (fresh && !takesIn(fresh, from, from + reach[id]!))) continue
      found.push({ rule: rules[id]!, from, to })
    }
    if (last > tried[id]!) tried[id] = last
  }

  function mayBegin({ firsts }: Entry, id: number): boolean {
    const bit = firstOf[id]!
    return (firsts[bit >> 5]! & (1 << (bit & 31))) !== 0
  }

  /** Where a match of the rule that begins here ends, or null. */
  function endOf(id: number, words: Word[], from: number): number | null {
    const { first, rest } = rules[id]!.pattern
    const length = lengthOf(first, words, from)
    return length === null ? null : follow(rest, 0, words, from + length)
  }
}

/** What the lines hold, one after the other. Asked of every message: loops are several times as fast here as `flatMap`. */
function joined<Key extends "words" | "entries">(past: readonly Sight[], now: Sight, key: Key): Sight[Key][number][] {
  if (past.length === 0) return now[key]
  const all: Sight[Key][number][] = []
  for (const line of past) for (const one of line[key]) all.push(one)
  for (const one of now[key]) all.push(one)
  return all
}

/** Whether one of the places, which are in order, is among these. */
function takesIn(places: readonly number[], from: number, to: number): boolean {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! < from) low = middle + 1
    else high = middle
  }
  return low < places.length && places[low]! < to
}

/** The word by which a rule is looked up, how many words may stand before it, and how many it takes with those behind it. */
interface Leader {
  of: Alternatives
  least: number
  most: number
  behind: number
}

function leaderOf({ first, rest }: Pattern): Leader {
  const elements: Element[] = [{ is: "word", of: first, optional: false }, ...rest]
  let best: { at: number; of: Alternatives; weight: number } | null = null
  for (const [at, element] of elements.entries()) {
    if (element.is !== "word" || element.optional || element.of.end) continue
    const weight = commonness(element.of)
    if (!best || weight < best.weight) best = { at, of: element.of, weight }
  }
  if (!best) throw new Error("A rule has no word to look it up by")
  const sum = (of: Element[], lengthOf: (element: Element) => number) => of.reduce((all, one) => all + lengthOf(one), 0)
  const before = elements.slice(0, best.at)
  return {
    of: best.of,
    least: sum(before, leastOf),
    most: sum(before, mostOf),
    behind: sum(elements.slice(best.at), mostOf),
  }
}

const leastOf = (element: Element) => (element.is === "word" && !element.optional && !element.of.end ? 1 : 0)

/** A number may be two words. */
function mostOf(element: Element): number {
  if (element.is === "gap") return element.most
  return element.is === "not" ? 0 : element.of.number ? 2 : 1
}

/** What a word means to the rules of a matcher, wherever it stands. */
export interface Entry {
  matcher: object
  /** The rules that are looked up by it, and the same with those that are looked up by a number under 18, where it is one. */
  ids: readonly number[]
  asNumber: readonly number[] | null
  /** A bit for each way to begin a rule. */
  firsts: Uint32Array
}

const ledBy = ({ ids, asNumber }: Entry, words: Word[], i: number) =>
  asNumber && numberAt(words, i) > 0 ? asNumber : ids

/** People use few words: what each means is looked up once. */
function createLookup(matcher: object, leaders: Alternatives[], firsts: Alternatives[]): (text: string) => Entry {
  const leadersOf = createIndex(leaders)
  const firstsOf = createIndex(firsts)
  const none: Entry = { matcher, ids: [], asNumber: null, firsts: new Uint32Array((firsts.length >> 5) + 1) }
  const known = new Map<string, Entry>()
  return (text) => known.get(text) ?? learn(text)

  function learn(text: string): Entry {
    const entry = meaningOf(text)
    if (known.size > 20_000) known.clear()
    if (text.length <= 64) known.set(text, entry)
    return entry
  }

  function meaningOf(text: string): Entry {
    const ids = leadersOf.by(text)
    const begun = [...firstsOf.by(text), ...(isNumber(text) ? firstsOf.byNumber : [])]
    if (ids.length === 0 && begun.length === 0) return none
    const bits = new Uint32Array(none.firsts.length)
    for (const bit of begun) bits[bit >> 5]! |= 1 << (bit & 31)
    return {
      matcher,
      ids,
      asNumber: isNumber(text) ? [...new Set([...ids, ...leadersOf.byNumber])] : null,
      firsts: bits,
    }
  }
}

/** By a word, the places in the list of those that take it. */
function createIndex(list: Alternatives[]) {
  const exact = new Map<string, number[]>()
  const starts = new Map<string, { start: string; at: number }[]>()
  const byNumber: number[] = []
  const add = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value) => {
    const all = map.get(key)
    if (all) all.push(value)
    else map.set(key, [value])
  }
  for (const [at, of] of list.entries()) {
    for (const word of of.exact) add(exact, word, at)
    for (const start of of.starts) add(starts, start.slice(0, shortestStart), { start, at })
    if (of.number) byNumber.push(at)
  }
  const by = (text: string): number[] => {
    const begun = [...Array(shortestStart).keys()]
      .flatMap((length) => starts.get(text.slice(0, length + 1)) ?? [])
      .filter(({ start }) => text.startsWith(start))
    return [...new Set([...(exact.get(text) ?? []), ...begun.map(({ at }) => at)])]
  }
  return { by, byNumber }
}

/** Beginnings are looked up by so many letters; there may be shorter ones. */
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

function commonness({ exact, starts, number }: Alternatives): number {
  const usual = [...common].filter((word) => exact.has(word) || starts.some((start) => word.startsWith(start)))
  const weight = usual.reduce((sum, word) => sum + (commonest.has(word) ? 1000 : 100), 0)
  return weight + (number ? 30 : 0) + exact.size + starts.length * 2
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
  if (of.starts.length > 0 && of.starts.some((start) => text.startsWith(start))) return 1
  const number = of.number ? numberAt(words, i) : 0
  return number > 0 ? number : null
}

const numberWords = new Set(
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen".split(
    " ",
  ),
)

const isNumber = (text: string) => numberWords.has(text) || /^(?:\d|0\d|1[0-7])$/.test(text)

/** How many words a number under 18 takes here: `16`, `sixteen`, `1 6`; none behind a price or in a longer number. */
function numberAt(words: Word[], i: number): number {
  const { text } = words[i]!
  if (text.length > 9 || !isNumber(text)) return 0
  if (i > 0 && (words[i - 1]!.text === "$" || words[i - 1]!.text === "#")) return 0
  if (text === "1" && /^[0-7]$/.test(words[i + 1]?.text ?? "") && !/^\d/.test(words[i + 2]?.text ?? "")) return 2
  return 1
}
