import { spelledAges } from "../rules/minors/disguised.ts"
import type { Grade } from "../rules/rules.ts"
import { hasForeignWord, isSpacedOut, piecesAt } from "./disguise.ts"
import { foreignLetters } from "./fold.ts"
import type { Match } from "./matcher.ts"
import type { Readings } from "./read.ts"
import { type MinorRule, minorMatcher } from "./ruleSet.ts"
import type { Word } from "./word.ts"

export interface Finding {
  grade: Grade
  /** It is there only once a disguise is undone. */
  isDisguised?: boolean
  start: number
  end: number
  /** Where a rule matched; a word found in another way has none. */
  place?: Place
}

export interface Place {
  words: Word[]
  from: number
  to: number
}

/** By variant of the text. */
export type Matches<Rule> = Match<Rule>[][]

/** Everything that points at minors, of any grade. Words hidden by their spacing or script must end behind `from`. */
export function findMinors(
  readings: Readings,
  from = 0,
  matches: Matches<MinorRule> = readings.variants.map((words, n) => minorMatcher.find(words, readings.changed[n])),
): Finding[] {
  const { text, variants, changed, folded, foreign, offsets } = readings
  const found: Finding[] = []
  const whole = { start: 0, end: offsets.at(-1)! }
  if (foreign && hasForeignWord(foreign, from === 0 ? 0 : foreignLetters(text.slice(0, from)).length)) {
    found.push({ grade: "strong", ...whole })
  }
  for (const [n, words] of variants.entries()) {
    for (const match of matches[n]!) found.push(findingOf(match, readings, n))
    for (const place of changed[n] ?? []) {
      const { text: word, start, end } = words[place]!
      const isDisguised = spelledAges.has(word) && isChanged(variants[0]!, words, place, place + 1)
      if (isDisguised) found.push({ grade: "strong", start, end })
    }
    findSplitWords(words, changed[n], found)
  }
  if (foreign) {
    for (const { text: word, start, end } of variants[0]!) {
      if (spelledAges.has(word) && hasLookalike(text.slice(start, end))) found.push({ grade: "strong", start, end })
    }
  }
  const fromFolded = from === 0 ? 0 : offsets.findIndex((offset) => offset >= from)
  if (found.length === 0 && isSpacedOut(folded, fromFolded)) found.push({ grade: "strong", ...whole })
  return found
}

function findingOf({ rule, from, to }: Match<MinorRule>, { text, variants }: Readings, n: number): Finding {
  const words = variants[n]!
  const [start, end] = [words[from]!.start, words[to - 1]!.end]
  const isDisguised = hasLookalike(text.slice(start, end)) || (n > 0 && isChanged(variants[0]!, words, from, to))
  return { grade: rule.grade, isDisguised, start, end, place: { words, from, to } }
}

/** Letters that only look Latin once they are folded. */
const hasLookalike = (text: string) => /[^\0-\x7f]/.test(text) && /(?=[^\0-\x7f])\p{L}/u.test(text)

/** Whether one of these words is not in the text as written. */
function isChanged(written: Word[], words: Word[], from: number, to: number): boolean {
  let at = firstFrom(written, words[from]!.start)
  for (let i = from; i < to; i++) {
    const word = words[i]!
    while (at < written.length && written[at]!.start < word.start) at++
    if (word.text !== "." && (written[at]?.start !== word.start || written[at]?.text !== word.text)) return true
  }
  return false
}

/** The first word that begins at `start` or later. */
function firstFrom(words: Word[], start: number): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]!.start < start) low = middle + 1
    else high = middle
  }
  return low
}

function findSplitWords(words: Word[], changed: readonly number[] | undefined, found: Finding[]): void {
  const check = (i: number) => {
    const pieces = piecesAt(words, i)
    if (pieces > 0) found.push({ grade: "strong", start: words[i]!.start, end: words[i + pieces - 1]!.end })
  }
  if (changed) changed.forEach(check)
  else for (let i = 0; i < words.length; i++) check(i)
}
