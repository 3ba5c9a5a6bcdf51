import type { Category } from "../rules/rules.ts"
import { findContacts, isNumberInPieces } from "./contacts.ts"
import { createLruCache } from "./lruCache.ts"
import { assessMinors } from "./minorContext.ts"
import { type Readings, read } from "./read.ts"
import { isFlood, isRepeated } from "./repetition.ts"
import { isCueRule, isMinorRule, isRule, matcher } from "./ruleSet.ts"
import { blockFrom, type Categories, type Span } from "./verdict.ts"

export interface Findings {
  categories: Categories
  spans: Span[]
}

const maxSpans = 200
const maxCached = 4000
export const maxRecentLength = 400

/** The part of a recent message that is read together with the next. */
export const endOf = (line: string) => line.slice(-maxRecentLength)

/** Reads the text together with the recent messages, and keeps what ends in the text. */
export function evaluate(text: string, recent: readonly string[]): Findings {
  const findings: Findings = { categories: {}, spans: [] }
  const past = recent.map((one) => `${endOf(one)} `).join("")
  const readings = read(past + text)
  addMatches(findings, readings, past.length)
  addContacts(findings, readings, text, past.length)
  const own = readings.variants[0]!.filter((word) => word.start >= past.length)
  if (isFlood(own, text)) add(findings, "spam", 0.7, 0, text.length)
  if (isNumberInPieces(text, recent)) add(findings, "off_platform", 0.7, 0, text.length)
  if (isRepeated(text, recent)) add(findings, "spam", 0.7, 0, text.length)
  raiseRepeated(findings, recent)
  return findings
}

function add({ categories, spans }: Findings, category: Category, score: number, start: number, end: number): void {
  categories[category] = Math.max(categories[category] ?? 0, score)
  if (spans.length < maxSpans) spans.push({ category, start, end })
}

function addMatches(findings: Findings, readings: Readings, from: number): void {
  const addFrom = (category: Category, score: number, start: number, end: number) => {
    if (end > from) add(findings, category, score, Math.max(0, start - from), end - from)
  }
  const matches = readings.variants.map((words, n) => matcher.find(words, readings.changed[n]))
  const minors = assessMinors(
    readings,
    from,
    matches.map((all) => all.filter(isMinorRule)),
    matches.map((all) => all.filter(isCueRule)),
  )
  for (const { start, end } of minors?.findings ?? []) {
    addFrom("minor_safety", minors!.outcome === "block" ? 1 : 0.7, start, end)
  }
  for (const [n, words] of readings.variants.entries()) {
    for (const match of matches[n]!.filter(isRule)) {
      addFrom(match.rule.category, match.rule.score, words[match.from]!.start, words[match.to - 1]!.end)
    }
  }
}

function addContacts(findings: Findings, { folded, offsets }: Readings, text: string, from: number): void {
  const first = offsets.findIndex((offset) => offset >= from)
  for (const { category, score, start, end } of findContacts(text, folded.slice(first), offsets.slice(first), from)) {
    add(findings, category, score, start, end)
  }
}

/** The same category in recent messages raises the score, but blocks nothing. */
function raiseRepeated({ categories }: Findings, recent: readonly string[]): void {
  for (const category of ["harassment", "threat", "hate"] as const) {
    const score = categories[category] ?? 1
    if (score >= blockFrom) continue
    const times = recent.filter((line) => scoresOf(endOf(line))[category]).length
    categories[category] = Math.min(blockFrom - 0.01, score + times * 0.1)
  }
}

/** A message counts as recent for five others. */
const cachedScores = createLruCache<Categories>(maxCached)

function scoresOf(line: string): Categories {
  const known = cachedScores.get(line)
  if (known) return known
  const findings: Findings = { categories: {}, spans: [] }
  for (const { rule, from, to } of matcher.find(read(line).variants[0]!).filter(isRule))
    add(findings, rule.category, rule.score, from, to)
  cachedScores.set(line, findings.categories)
  return findings.categories
}
