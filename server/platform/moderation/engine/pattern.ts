import type { Word } from "../words/word.ts"

/**
 * A rule is a sequence of words:
 *
 *     you|u are? a|an? idiot*     alternatives; `?` may be missing; `*` any ending
 *     kill ..2 you                at most two words between, within one sentence
 *     minor !scratch*|detail*     not followed by
 *     she is <18 .                a number under 18, in digits or words; the end of a sentence
 *
 * Any white space separates words, and a line may end behind a `|`. Matching backtracks over a few words at most, so no
 * text makes a rule slow.
 */
export interface Pattern {
  first: Alternatives
  rest: Element[]
}

export interface Alternatives {
  exact: Set<string>
  /** The beginnings of words. */
  starts: string[]
  /** Matches a number under 18. */
  number: boolean
  end: boolean
}

export type Element =
  | { is: "word"; of: Alternatives; optional: boolean }
  | { is: "not"; of: Alternatives }
  | { is: "gap"; max: number }

export function compile(source: string): Pattern {
  const [first, ...rest] = source.replace(/\|\s+/g, "|").trim().split(/\s+/).map(elementOf)
  if (first?.is !== "word" || first.optional || first.of.end || first.of.number)
    throw new Error(`A rule must begin with a word: ${source}`)
  return { first: first.of, rest }
}

function elementOf(source: string): Element {
  const gap = /^\.\.(\d)$/.exec(source)
  if (gap) return { is: "gap", max: Number(gap[1]) }
  if (source.startsWith("!")) return { is: "not", of: alternativesOf(source.slice(1)) }
  const optional = source.endsWith("?")
  return { is: "word", of: alternativesOf(optional ? source.slice(0, -1) : source), optional }
}

/** The compiled alternatives, shared by rules that have the same ones. */
const compiled = new Map<string, Alternatives>()

function alternativesOf(source: string): Alternatives {
  const known = compiled.get(source)
  if (known) return known
  const all = source.split("|")
  const alternatives = {
    exact: new Set(all.filter((one) => !one.endsWith("*") && one !== "<18" && one !== ".")),
    starts: all.filter((one) => one.endsWith("*")).map((one) => one.slice(0, -1)),
    number: all.includes("<18"),
    end: all.includes("."),
  }
  compiled.set(source, alternatives)
  return alternatives
}

/** Returns the maximum number of words of a match; a number may have two. */
export const longest = ({ rest }: Pattern): number =>
  rest.reduce((sum, one) => sum + (one.is === "gap" ? one.max : one.is === "word" ? (one.of.number ? 2 : 1) : 0), 1)

/** Returns where a match that begins at `from` ends, or null. */
export function matchAt({ first, rest }: Pattern, words: Word[], from: number): number | null {
  const length = lengthOf(first, words, from)
  return length === null ? null : matchRest(rest, 0, words, from + length)
}

function matchRest(elements: Element[], at: number, words: Word[], i: number): number | null {
  const element = elements[at]
  if (!element) return i
  if (element.is === "gap") {
    for (let skipped = 0; skipped <= element.max; skipped++) {
      const to = matchRest(elements, at + 1, words, i + skipped)
      if (to !== null) return to
      if (words[i + skipped] === undefined || words[i + skipped]!.text === ".") return null
    }
    return null
  }
  const length = lengthOf(element.of, words, i)
  if (element.is === "not") return length === null ? matchRest(elements, at + 1, words, i) : null
  if (length !== null) {
    const to = matchRest(elements, at + 1, words, i + length)
    if (to !== null) return to
  }
  return element.optional ? matchRest(elements, at + 1, words, i) : null
}

/** Returns the number of words that the alternatives match here, or null. */
function lengthOf(of: Alternatives, words: Word[], i: number): number | null {
  const text = words[i]?.text
  if (text === undefined) return of.end ? 0 : null
  if (of.end && text === ".") return 1
  if (of.exact.has(text)) return 1
  if (of.starts.length > 0 && of.starts.some((start) => text.startsWith(start))) return 1
  const number = of.number ? numberLength(words, i) : 0
  return number > 0 ? number : null
}

const numberWords = new Set(
  `one two three four five six seven eight nine ten
  eleven twelve thirteen fourteen fifteen sixteen seventeen`.split(/\s+/),
)

/** Returns whether a word is a number under 18. */
export const isNumber = (text: string) => numberWords.has(text) || /^(?:\d|0\d|1[0-7])$/.test(text)

/** Returns the number of words of a number under 18: `16`, `sixteen`, `1 6`; 0 in prices and longer numbers. */
function numberLength(words: Word[], i: number): number {
  const { text } = words[i]!
  if (text.length > 9 || !isNumber(text)) return 0
  if (i > 0 && (words[i - 1]!.text === "$" || words[i - 1]!.text === "#")) return 0
  if (text === "1" && /^[0-7]$/.test(words[i + 1]?.text ?? "") && !/^\d/.test(words[i + 2]?.text ?? "")) return 2
  return 1
}
