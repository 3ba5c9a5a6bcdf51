import { findContacts } from "./contacts.ts"
import { glance } from "./glance.ts"
import { mayHide, pointings, weighMinors } from "./minors.ts"
import { read, type Word } from "./normalise.ts"
import { createMatcher, type Pattern } from "./patterns.ts"
import { rules } from "./rules.ts"

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
const version = "4"
const flagFrom = 0.6
const blockFrom = 0.9
const mostSpans = 20
const remembered = 5
const rememberedLength = 400

const matcher = createMatcher(rules)
const anything = createMatcher<{ pattern: Pattern }>([...rules, ...pointings])
const endOf = (line: string) => line.slice(-rememberedLength)

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
  const { categories, spans } = isNothing(text, before) ? nothing : inFull(text, before)
  return {
    ...outcomeOf(categories),
    spans: spans.filter(({ category }) => (categories[category] ?? 0) >= flagFrom).slice(0, mostSpans),
    engine: "rules",
    version,
    ms: performance.now() - begun,
  }
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

const nothing: State = { categories: {}, spans: [] }

function note({ categories, spans }: State, category: Category, score: number, start: number, end: number): void {
  categories[category] = Math.max(categories[category] ?? 0, score)
  if (spans.length < 200) spans.push({ category, start, end })
}

/** Most of what people write is seen to be nothing by its words alone; whatever is not is read in full. */
export function isNothing(text: string, before: readonly string[]): boolean {
  const seen = glance(text, before.map(endOf), anything.longest)
  if (!seen || isRepeated(text, before)) return false
  const { words, plain, from } = seen
  return !anything.reaches(words, from) && !mayHide(words, plain, from)
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
  const minors = weighMinors(readings, from)
  for (const { start, end } of minors?.findings ?? []) {
    add("minor_safety", minors!.outcome === "block" ? 1 : 0.7, start, end)
  }
  for (const words of readings.words) {
    for (const match of matcher.find(words)) {
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
  if (isRepeated(text, before)) note(state, "spam", 0.7, 0, text.length)
  weighPast(state, before)
  return state
}

/** What was said before makes the same thing weigh more. */
function weighPast({ categories }: State, before: readonly string[]): void {
  const heavier = (["harassment", "threat", "hate"] as const).filter((one) => (categories[one] ?? 1) < blockFrom)
  if (heavier.length === 0) return
  const earlier = before.map((one) => scoresOf(endOf(one)))
  for (const category of heavier) {
    const score = categories[category]!
    const times = earlier.filter((scores) => scores[category]).length
    categories[category] = Math.min(blockFrom - 0.01, score + times * 0.1)
  }
}

function isRepeated(text: string, before: readonly string[]): boolean {
  const same = text.trim().toLowerCase()
  return same.length >= 12 && before.filter((one) => one.trim().toLowerCase() === same).length >= 3
}

function scoresOf(text: string): Categories {
  const state: State = { categories: {}, spans: [] }
  for (const { rule, from, to } of matcher.find(read(text).words[0]!)) note(state, rule.category, rule.score, from, to)
  return state.categories
}

/** The same few words, or the same sign, over and over. */
function isFlood(words: Word[], text: string): boolean {
  if (/(\S)\1{39}/.test(text)) return true
  if (words.length < 40) return false
  return new Set(words.map((word) => word.text)).size / words.length < 0.12
}
