import { type Classified, classify } from "../classifier/classifier.ts"
import { type Finding, findMinors, type Grade } from "../minors/findMinors.ts"
import { asLikeness, findRequests, isUnder18, mayBeYoung } from "../minors/requests.ts"
import type { Category } from "../rules/category.ts"
import { type Annotated, annotate, has, type Token } from "../words/annotate.ts"
import { type Readings, read } from "../words/read.ts"
import { findContacts, isNumberInPieces } from "./contacts.ts"
import { lastOf, readInContext, readTogether } from "./context.ts"
import { findPhrases } from "./matcher.ts"
import { isFlood, isRepeated } from "./repetition.ts"
import { type Categories, holdFrom, type Kind, type Span } from "./verdict.ts"

export interface Findings {
  categories: Categories
  spans: Span[]
  why: string | null
  readings: Reading[]
}

export type Reading = "rules" | "classifier"

/** The reason for texts that are flagged without an age or a word for a child. */
export const byWording = "wording"

const maxSpans = 200
/** More findings than this change nothing. */
const maxFindings = 100
const scores = { flag: 0.7, block: 0.95, hold: holdFrom, freeze: 1 } as const

/** Reads the text together with the end of the recent messages, and returns the findings that end in the text. */
export function evaluate(text: string, recent: readonly string[], kind: Kind): Findings {
  const { readings, from, own, together } = readInContext(text, recent)
  const findings = findPlain(text, readings, from)
  const last = recent.at(-1)
  const { flagged, minors, likeness } = classify(own, last === undefined ? null : () => lastOf(last))
  if (together.length > 0) addMinors(findings, text, from, together, { minors, likeness })
  else if (
    minors >= 0 ||
    likeness >= 0 ||
    own.some(({ tokens }) => findRequests(tokens, []).some(({ least }) => least === null))
  ) {
    // One message may have the request, and the next one the person.
    const anew = readTogether(text, recent, true)
    addMinors(findings, text, anew.from, anew.together, { minors, likeness })
  }
  const pieced = piecedTogether(text, recent)
  if (pieced) {
    add(findings, "minor_safety", scores.block, 0, text.length)
    findings.why ??= `"${pieced}" in pieces`
  }
  if (Object.keys(findings.categories).length > 0) findings.readings.push("rules")
  const isAlike = likeness >= leastAlike(own[0]!, kind)
  if (flagged.length > 0 || isAlike) findings.readings.push("classifier")
  if (isAlike) {
    if ((findings.categories.minor_safety ?? 0) < scores.hold) findings.why = asLikeness
    add(findings, "minor_safety", scores.hold, 0, text.length)
  }
  for (const [category, score] of flagged) {
    add(findings, category, score, 0, text.length)
    if (category === "minor_safety") findings.why ??= byWording
  }
  if (isFlood(own[0]!.tokens, text)) add(findings, "spam", 0.7, 0, text.length)
  if (isNumberInPieces(text, recent)) add(findings, "off_platform", 0.7, 0, text.length)
  if (isRepeated(text, recent)) add(findings, "spam", 0.7, 0, text.length)
  return findings
}

/** Finds what can be judged without the whole text: phrases, contacts and numbers. */
export function findPlain(text: string, readings = read(text), from = 0): Findings {
  const findings: Findings = { categories: {}, spans: [], why: null, readings: [] }
  addPhrases(findings, readings, from)
  addContacts(findings, readings, text, from)
  return findings
}

function add({ categories, spans }: Findings, category: Category, score: number, start: number, end: number): void {
  categories[category] = Math.max(categories[category] ?? 0, score)
  if (spans.length < maxSpans) spans.push({ category, start, end })
}

/** How far the classifier is above or below the threshold of a flag. */
type Likely = Pick<Classified, "minors" | "likeness">

/**
 * The certainty of the classifier that a likeness requires: if a rule finds half of one, if no rule does, if an adult's
 * age is named, and for a piece that nobody has requested, such as "a large bronze bust, cast to order".
 */
const surelyAlike = { asked: 0.05, any: 0.35, adult: 0.8, piece: 1.1 }

function leastAlike({ tokens }: Annotated, kind: Kind): number {
  if (kind !== "message" && kind !== "review" && !tokens.some(mayBeYoung)) return surelyAlike.piece
  const isOfAdult = tokens.some(({ num }) => num !== null && num >= 18 && num < 100) && !tokens.some(isUnder18)
  return isOfAdult ? surelyAlike.adult : surelyAlike.any
}

const maxPiece = 8
const maxPieces = 4

/** Recognizes a word that is sent in pieces, one message each: "un", "der", "age". */
function piecedTogether(text: string, recent: readonly string[]): string | null {
  const isPiece = (one: string) => one.length <= maxPiece && /^\p{L}+$/u.test(one.trim())
  let joined = text.trim()
  if (!isPiece(text)) return null
  for (let n = 1; n <= maxPieces && recent.length >= n && isPiece(recent.at(-n)!); n++) {
    joined = recent.at(-n)!.trim() + joined
    const { tokens } = annotate(read(joined).variants[0]!)
    if (tokens.length === 1 && has(tokens[0], "code")) return joined
  }
  return null
}

/**
 * Adds references to minors. A word that appears only without its disguise counts more: nobody hides harmless words. A
 * word for a child alone counts less if the rest of the text does not resemble references to minors.
 */
function addMinors(findings: Findings, text: string, from: number, variants: Annotated[], likely: Likely): void {
  let worst: Finding | null = null
  const [asWritten, ...decoded] = variants.map((one) => findMinors(one).slice(-maxFindings)) as [Finding[]]
  for (const [n, found] of [asWritten, ...decoded].entries()) {
    for (const one of found) {
      if (one.end <= from) continue
      const isNew = n > 0 && !asWritten.some(({ start, end }) => start < one.end && end > one.start)
      const isHidden = isNew || hasLookalike(text, one, from)
      const hiddenGrade = one.by === "hint" ? "block" : "freeze"
      const weight = isHidden && one.least === null ? hiddenGrade : weighed(one, likely, variants[0]!, from)
      // A room is frozen only if the rules and the classifier agree.
      const grade = weight === "freeze" && likely.minors < certain ? "hold" : weight
      if (!grade) continue
      if (!worst || scores[grade] > scores[worst.grade]) worst = { ...one, grade }
      add(findings, "minor_safety", scores[grade], Math.max(0, one.start - from), one.end - from)
    }
  }
  findings.why = worst?.reason ?? null
  for (const { start, end, num } of hiddenNumbers(text, from, variants)) {
    add(findings, "minor_safety", scores.flag, Math.max(0, start - from), end - from)
    findings.why ??= `hidden ${num}`
  }
}

/** Returns an age under 18 that is spelt to be overlooked: "f i f t e e n", "sixt33n", keycaps and styled digits. */
function hiddenNumbers(text: string, from: number, variants: Annotated[]): Token[] {
  const [asWritten, ...decoded] = variants
  const isAge = ({ num, end, text: said }: Token) =>
    num !== null && num > 10 && num < 18 && end > from && said !== "elf"
  const styled = asWritten!.tokens.filter((one) => {
    if (!isAge(one)) return false
    const said = text.slice(Math.max(0, one.start - from), one.end - from)
    return /^[a-z]/.test(one.text) ? /[\u0370-\u058f]/.test(said) : /[\u{1d7ce}-\u{1d7ff}]|\u20e3/u.test(said)
  })
  const known = new Set(asWritten!.tokens.filter(({ num }) => num !== null).map(({ start }) => start))
  const spelt = decoded.flatMap(({ tokens }) =>
    tokens.filter((one) => isAge(one) && !/^\d/.test(one.text) && !known.has(one.start)),
  )
  return [...styled, ...spelt]
}

/** How far above a flag the classifier must be to agree that a room is frozen. */
const certain = 0.3
/** How far below a flag the classifier makes a finding of the rules doubtful, and where it is no finding at all. */
const doubtful = { age: -0.35, word: -0.55, code: -0.4 }
const unlikely = { age: -0.8, word: -1.1 }

/** The number of words that is too small for the classifier: a search, an answer or the rest of an earlier sentence. */
const fewWords = 6

function weighed(
  { grade, by, isOwn, isAsked, least, start }: Finding,
  { minors: likely, likeness }: Likely,
  { tokens }: Annotated,
  from: number,
): Grade | null {
  const isAlike = by === "request" && likeness >= surelyAlike.asked && likely >= doubtful.age
  if (least !== null && likely < least && !isAlike) return null
  if (by === "age") {
    // "This watch is 15 years old": the age of something else, in whole words, and nothing else refers to minors.
    const isWhole = start >= from && (tokens.at(-fewWords)?.start ?? -1) >= from
    if (isOwn || isAsked || !isWhole || likely >= 0) return grade
    return likely < unlikely.age || (grade === "flag" && likely < doubtful.age) ? null : "flag"
  }
  if (by === "hint" || by === "request" || tokens.length < fewWords) return grade
  if (by === "code") return likely < doubtful.code ? "flag" : grade
  if (likely >= doubtful.word) return grade
  return grade === "flag" || likely < unlikely.word ? null : "flag"
}

/** Returns whether the text has letters that only look Latin once they are folded. */
function hasLookalike(text: string, { start, end }: Finding, from: number): boolean {
  const said = text.slice(Math.max(0, start - from), end - from)
  return /[a-z]/i.test(said) && /[\u0370-\u058f]/.test(said)
}

function addPhrases(findings: Findings, { variants }: Readings, from: number): void {
  for (const words of variants) {
    for (const match of findPhrases(words)) {
      const end = words[match.to - 1]!.end
      if (end > from)
        add(findings, match.rule.category, match.rule.score, Math.max(0, words[match.from]!.start - from), end - from)
    }
  }
}

function addContacts(findings: Findings, { folded, offsets }: Readings, text: string, from: number): void {
  const first = firstFrom(offsets, from)
  for (const { category, score, start, end } of findContacts(
    text,
    folded.slice(first),
    offsets.subarray(first),
    from,
  )) {
    add(findings, category, score, start, end)
  }
}

/** Returns the first index whose offset is at least `from`. */
function firstFrom(offsets: Int32Array, from: number): number {
  let low = 0
  let high = offsets.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (offsets[middle]! < from) low = middle + 1
    else high = middle
  }
  return low
}
