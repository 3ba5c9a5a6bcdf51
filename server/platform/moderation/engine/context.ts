import { type Last, scoresOf } from "../classifier/classifier.ts"
import { type Annotated, annotate, type Token } from "../words/annotate.ts"
import { type Entry, languageOf, mayPoint } from "../words/lexicon.ts"
import { type Readings, readDisguised, readWritten, type Written } from "../words/read.ts"
import type { Word } from "../words/word.ts"
import { longestPhrase } from "./matcher.ts"

/** The length of the recent messages that is read together with the next one. */
export const maxRecentLength = 240

export interface InContext {
  readings: Readings
  /** The offset at which the text begins; earlier messages have lower offsets. */
  from: number
  /** The text as written, then without its disguise. */
  own: Annotated[]
  /** The readings of both together; none if no word can refer to a minor. */
  together: Annotated[]
}

export function readInContext(text: string, recent: readonly string[]): InContext {
  // In a longer text, the context is the smaller part, and joining saves little.
  const isJoined = recent.length > 0 && text.length <= maxRecentLength
  return (isJoined && join(text, recent)) || readTogether(text, recent)
}

/** Reads everything again. With `always`, also if no word can refer to a minor. */
export function readTogether(text: string, recent: readonly string[], always = false): InContext {
  let past = ""
  for (let at = recent.length - 1; at >= 0 && past.length < maxRecentLength; at--) past = `${recent[at]!} ${past}`
  past = past.slice(-maxRecentLength)
  const readings = readDisguised(readWritten(past + text))
  const all = readings.variants.map((words) => annotate(words))
  return {
    readings,
    from: past.length,
    own: all.map((one) => ({ ...one, tokens: tokensFrom(one.tokens, past.length) })),
    together: always || all.some(({ mayPoint }) => mayPoint) ? all : [],
  }
}

function tokensFrom(tokens: Token[], from: number): Token[] {
  let first = tokens.length
  while (first > 0 && tokens[first - 1]!.start >= from) first--
  return tokens.slice(first)
}

/** The reading of a message that is kept for the messages after it. */
interface Line {
  entries: Entry[]
  /** The offset at which each of these words begins. */
  starts: number[]
  isPlain: boolean
  scored: Last | null
}

/** The messages used since the younger half was last full. */
let kept = new Map<string, Line>()
let keptBefore = new Map<string, Line>()
const maxKept = 4000

function keep(text: string, line: Line): Line {
  if (kept.size >= maxKept) {
    keptBefore = kept
    kept = new Map()
  }
  kept.set(text, line)
  return line
}

const lineOf = (text: string) => kept.get(text) ?? keep(text, keptBefore.get(text) ?? newLine(readWritten(text)))

const newLine = ({ words, isPlain }: Written): Line => ({
  entries: words.map(({ entry }) => entry),
  starts: words.map(({ start }) => start),
  isPlain,
  scored: null,
})

/** Returns the end of a message, and its own score. */
export function lastOf(message: string): Last {
  const end = message.slice(-maxRecentLength)
  const line = end === message ? lineOf(message) : null
  if (line?.scored) return line.scored
  const { tokens } = annotate(readWritten(end).words)
  const scored = { tokens, scores: scoresOf(tokens) }
  if (line) line.scored = scored
  return scored
}

/**
 * Joins the known readings of messages, so that earlier ones are not read again: most contain neither a disguise nor a
 * word that can refer to a minor. Returns null if reading them together may find more.
 */
function join(text: string, recent: readonly string[]): InContext | null {
  const written = readWritten(text)
  const entries: Entry[] = []
  const line = keep(text, newLine(written))
  if (!addPast(entries, recent) || !addLine(entries, line)) return null
  const language = languageOf(entries)
  for (const entry of entries) if (mayPoint(entry, language)) return null
  const before = entries.length - written.words.length
  const near = entries.slice(Math.max(0, before + 1 - longestPhrase), before).map(wordBefore)
  return {
    readings: { ...written, variants: [[...near, ...written.words]] },
    from: 0,
    own: [annotate(written.words, language)],
    together: [],
  }
}

const wordBefore = (entry: Entry): Word => ({ text: entry.text, start: -1, end: -1, entry })

function addPast(entries: Entry[], recent: readonly string[]): boolean {
  let [first, left] = [recent.length, maxRecentLength]
  while (first > 0 && left > recent[first - 1]!.length) left -= recent[--first]!.length + 1
  if (first > 0 && left > 1 && !addEnd(entries, recent[first - 1]!, recent[first - 1]!.length + 1 - left)) return false
  for (let at = first; at < recent.length; at++) if (!addLine(entries, lineOf(recent[at]!))) return false
  return true
}

/** Adds the end of a message. A word that is cut is read again. */
function addEnd(entries: Entry[], message: string, from: number): boolean {
  const space = message.indexOf(" ", from)
  if (space < 0 || message.length > maxRecentLength) return addLine(entries, newLine(readWritten(message.slice(from))))
  const line = lineOf(message)
  return (
    addLine(entries, newLine(readWritten(message.slice(from, space)))) &&
    addLine(
      entries,
      line,
      line.starts.findIndex((start) => start > space),
    )
  )
}

/** Returns false if the message may have a disguise, also with the words before it: three single letters are one. */
function addLine(entries: Entry[], line: Line, from = 0): boolean {
  if (!line.isPlain) return false
  if (from < 0 || from === line.entries.length) return true
  if (isLetter(line.entries[from]!) && entries.length > 0 && isLetter(entries.at(-1)!)) return false
  for (let i = from; i < line.entries.length; i++) entries.push(line.entries[i]!)
  return true
}

const isLetter = ({ text }: Entry) => text.length === 1 && text !== "."
