import { findContacts, isInPieces } from "./contacts.ts"
import { isSpelt, type PlainLine, plainLine } from "./glance.ts"
import {
  hasHalves,
  hidesBehind,
  longestHidden,
  mostPieces,
  type Pointing,
  pointings,
  type Sign,
  signs,
  weighMinors,
} from "./minors.ts"
import { read, type Word } from "./normalise.ts"
import { createMatcher, type Match, type Sight } from "./patterns.ts"
import { createRecent } from "./recent.ts"
import { type Rule, rules } from "./rules.ts"

export type Kind = "message" | "review" | "doll" | "video" | "slideshow"
export type Decision = "allow" | "flag" | "block"
export type Category =
  | "minor_safety"
  | "threat"
  | "hate"
  | "harassment"
  | "self_harm"
  | "illegal_goods"
  | "off_platform"
  | "personal_data"
  | "spam"
  | "non_consent"
/** Each category that was found, with how sure the engine is: 0 to 1. */
export type Categories = Partial<Record<Category, number>>

export interface Span {
  category: Category
  /** In the text as it was given. */
  start: number
  end: number
}

export interface Verdict {
  decision: Decision
  /** The room takes no more messages until a person has looked at it. */
  freeze: boolean
  categories: Categories
  spans: Span[]
  engine: string
  version: string
  ms: number
}

/** Raised with every change of a rule, so that a stored decision can be understood later. */
const version = "7"
const flagFrom = 0.6
const blockFrom = 0.9
const mostSpans = 20
const remembered = 5
const rememberedLength = 400

const anything = createMatcher<Rule | Pointing | Sign>([...rules, ...pointings, ...signs], (rule) => "sign" in rule)
type Found = Match<Rule | Pointing | Sign>
const isRule = (match: Found): match is Match<Rule> => "category" in match.rule
const isPointing = (match: Found): match is Match<Pointing> => "grade" in match.rule
const isSign = (match: Found): match is Match<Sign> => "sign" in match.rule
const endOf = (line: string) => line.slice(-rememberedLength)
/** More words than these may be the same few over and over, more figures a telephone number. */
const mostWords = 40
const mostFigures = 6
/** So many lines are kept in mind twice over. */
const mostLooks = 4000

/** Judges a text by rules of our own, without any network. `recent` is what was said in the room before, oldest first. */
export function moderate({
  text,
  kind,
  recent = [],
}: {
  text: string
  kind: Kind
  recent?: readonly string[]
}): Verdict {
  const begun = performance.now()
  const before = kind === "message" ? recent.slice(-remembered) : []
  const found = isNothing(text, before) ? nothing() : outcomeWith(inFull(text, before))
  return { ...found, engine: "rules", version, ms: performance.now() - begun }
}

const nothing = () => ({ decision: "allow" as const, freeze: false, categories: {}, spans: [] })

function outcomeWith({ categories, spans }: State) {
  const outcome = outcomeOf(categories)
  return { ...outcome, spans: spans.filter(({ category }) => outcome.categories[category]).slice(0, mostSpans) }
}

/** What follows from what was found; what weighs too little is left out. */
export function outcomeOf(categories: Categories): Pick<Verdict, "decision" | "freeze" | "categories"> {
  const highest = Math.max(0, ...Object.values(categories))
  return {
    decision: highest >= blockFrom ? "block" : highest >= flagFrom ? "flag" : "allow",
    freeze: (categories.minor_safety ?? 0) >= blockFrom,
    categories: Object.fromEntries(Object.entries(categories).filter(([, score]) => score >= flagFrom)),
  }
}

interface State {
  categories: Categories
  spans: Span[]
}

function note({ categories, spans }: State, category: Category, score: number, start: number, end: number): void {
  categories[category] = Math.max(categories[category] ?? 0, score)
  if (spans.length < 200) spans.push({ category, start, end })
}

/** Most of what people write is seen to be nothing by its words alone; whatever is not is read in full. */
export function isNothing(text: string, before: readonly string[]): boolean {
  if (text.length > rememberedLength) return false
  const now = look(text)
  if (!now || now.words.length === 0 || now.words.length >= mostWords || now.figures > mostFigures) return false
  if (now.hasHalves || isRepetitive(now.words) || isRepeated(text, before) || isInPieces(text, before)) return false
  const past = pastOf(before)
  if (!past) return false
  if (isSpelt([...past, now])) return false
  if (past.length > 0 && hasHalves([...lastWords(past), ...now.words.slice(0, mostPieces)])) return false
  let letters = ""
  for (let at = past.length - 1; at >= 0 && letters.length < longestHidden; at--) letters = past[at]!.letters + letters
  letters = letters.slice(-longestHidden)
  return !hidesBehind(letters + now.letters, letters.length) && !anything.reaches(past, now)
}

/** As many as a word may have been taken apart into. */
function lastWords(past: Look[]): Word[] {
  const last: Word[] = []
  for (let at = past.length - 1; at >= 0 && last.length < mostPieces; at--) {
    const { words } = past[at]!
    for (let i = words.length - 1; i >= 0 && last.length < mostPieces; i--) last.push(words[i]!)
  }
  return last.reverse()
}

/** The last lines: words enough for any match, and letters enough for any that is hidden. Null if one of them is not plain. */
function pastOf(before: readonly string[]): Look[] | null {
  const lines: Look[] = []
  let words = 0
  let letters = 0
  for (let at = before.length - 1; at >= 0; at--) {
    const line = look(endOf(before[at]!))
    if (!line) return null
    lines.unshift(line)
    words += line.words.length
    letters += line.letters.length
    if (words >= anything.longest && letters >= longestHidden) break
  }
  return lines
}

/** What a plain line says by itself. */
interface Look extends PlainLine, Sight {
  hasHalves: boolean
}

/** Each line is looked at when it is said, and again as what was said before the next. */
const looks = createRecent<Look | null>(mostLooks)

function look(line: string): Look | null {
  const known = looks.get(line)
  if (known !== undefined) return known
  const plain = plainLine(line)
  const look = plain && { ...plain, ...anything.see(plain.words), hasHalves: hasHalves(plain.words) }
  looks.set(line, look)
  return look
}

/** The text and what was said before it are read as one, so that nothing gets through in pieces; what ends before it is old. */
export function inFull(text: string, before: readonly string[]): State {
  const state: State = { categories: {}, spans: [] }
  const past = before.map((one) => `${endOf(one)} `).join("")
  const from = past.length
  const readings = read(past + text)
  const add = (category: Category, score: number, start: number, end: number) => {
    if (end > from) note(state, category, score, Math.max(0, start - from), end - from)
  }
  const matches = readings.words.map((words, n) => anything.find(words, readings.fresh[n]))
  const minors = weighMinors(
    readings,
    from,
    matches.map((all) => all.filter(isPointing)),
    matches.map((all) => all.filter(isSign)),
  )
  for (const { start, end } of minors?.findings ?? []) {
    add("minor_safety", minors!.outcome === "block" ? 1 : 0.7, start, end)
  }
  for (const [n, words] of readings.words.entries()) {
    for (const match of matches[n]!.filter(isRule)) {
      add(match.rule.category, match.rule.score, words[match.from]!.start, words[match.to - 1]!.end)
    }
  }
  const first = readings.at.findIndex((at) => at >= from)
  for (const { category, score, start, end } of findContacts(
    text,
    readings.plain.slice(first),
    readings.at.slice(first),
    from,
  )) {
    note(state, category, score, start, end)
  }
  if (
    isFlood(
      readings.words[0]!.filter((word) => word.start >= from),
      text,
    )
  )
    note(state, "spam", 0.7, 0, text.length)
  if (isInPieces(text, before)) note(state, "off_platform", 0.7, 0, text.length)
  if (isRepeated(text, before)) note(state, "spam", 0.7, 0, text.length)
  weighPast(state, before)
  return state
}

/** What was said before makes the same thing weigh more. */
function weighPast({ categories }: State, before: readonly string[]): void {
  for (const category of ["harassment", "threat", "hate"] as const) {
    const score = categories[category] ?? 1
    if (score >= blockFrom) continue
    const times = before.filter((line) => scoresOf(endOf(line))[category]).length
    categories[category] = Math.min(blockFrom - 0.01, score + times * 0.1)
  }
}

/** A line is said once, and weighs in five others. */
const weighed = createRecent<Categories>(mostLooks)

function scoresOf(line: string): Categories {
  const known = weighed.get(line)
  if (known) return known
  const state: State = { categories: {}, spans: [] }
  for (const { rule, from, to } of anything.find(read(line).words[0]!).filter(isRule))
    note(state, rule.category, rule.score, from, to)
  weighed.set(line, state.categories)
  return state.categories
}

function isRepeated(text: string, before: readonly string[]): boolean {
  if (before.length < 3) return false
  const same = text.trim().toLowerCase()
  const isLike = (one: string) => one.trim().length === same.length && one.trim().toLowerCase() === same
  return same.length >= 12 && before.filter(isLike).length >= 3
}

/** The same few words, or the same sign, over and over; who laughs or says no is not meant. */
function isFlood(words: Word[], text: string): boolean {
  if (/(\S)\1{39}/.test(text)) return true
  return isRepetitive(words)
}

function isRepetitive(words: Word[]): boolean {
  if (words.length < 12) return false
  const most = words.length < mostWords ? 0.25 : 0.12
  const different = new Set<string>()
  for (const { text } of words) {
    different.add(text)
    if (different.size / words.length >= most) return false
  }
  return [...different].some((word) => word.length > 2)
}
