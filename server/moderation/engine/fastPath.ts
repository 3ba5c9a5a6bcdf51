import { maxSpacedOutLength } from "../rules/minors/disguised.ts"
import { isNumberInPieces } from "./contacts.ts"
import { hasSpacedOut, hasSplitWord, maxPieces } from "./disguise.ts"
import { endOf, maxRecentLength } from "./evaluate.ts"
import { createLruCache } from "./lruCache.ts"
import type { Scan } from "./matcher.ts"
import { mayBeSpelledOut, type PlainLine, parsePlainLine } from "./plainLine.ts"
import { isRepeated, isRepetitive, longFrom } from "./repetition.ts"
import { matcher } from "./ruleSet.ts"
import type { Word } from "./word.ts"

/** More may be a phone number. */
const maxDigits = 6
const maxCached = 4000

interface ScannedLine extends PlainLine, Scan {
  hasSplitWord: boolean
}

/** Whether `evaluate` would find nothing, as far as the words of plain lines tell; most messages need no more. */
export function isClean(text: string, recent: readonly string[]): boolean {
  if (text.length > maxRecentLength) return false
  const current = scan(text)
  if (!current || current.words.length === 0 || current.words.length >= longFrom || current.digits > maxDigits)
    return false
  if (current.hasSplitWord || isRepetitive(current.words) || isRepeated(text, recent)) return false
  if (isNumberInPieces(text, recent)) return false
  const previous = scanRecent(recent)
  if (!previous || mayBeSpelledOut([...previous, current])) return false
  if (previous.length > 0 && hasSplitWord([...lastWords(previous), ...current.words.slice(0, maxPieces)])) return false
  let letters = ""
  for (let at = previous.length - 1; at >= 0 && letters.length < maxSpacedOutLength; at--)
    letters = previous[at]!.letters + letters
  letters = letters.slice(-maxSpacedOutLength)
  return !hasSpacedOut(letters + current.letters, letters.length) && !matcher.matchesAcross(previous, current)
}

/** As many as a word can be split into. */
function lastWords(lines: ScannedLine[]): Word[] {
  const last: Word[] = []
  for (let at = lines.length - 1; at >= 0 && last.length < maxPieces; at--) {
    const { words } = lines[at]!
    for (let i = words.length - 1; i >= 0 && last.length < maxPieces; i--) last.push(words[i]!)
  }
  return last.reverse()
}

/** Recent lines with enough words for any match and enough letters for any hidden word; null if one is not plain. */
function scanRecent(recent: readonly string[]): ScannedLine[] | null {
  const lines: ScannedLine[] = []
  let words = 0
  let letters = 0
  for (let at = recent.length - 1; at >= 0; at--) {
    const line = scan(endOf(recent[at]!))
    if (!line) return null
    lines.unshift(line)
    words += line.words.length
    letters += line.letters.length
    if (words >= matcher.maxLength && letters >= maxSpacedOutLength) break
  }
  return lines
}

/** Each line is scanned as a message, and again as recent for the next five. */
const cachedLines = createLruCache<ScannedLine | null>(maxCached)

function scan(line: string): ScannedLine | null {
  const known = cachedLines.get(line)
  if (known !== undefined) return known
  const plain = parsePlainLine(line)
  const scanned = plain && { ...plain, ...matcher.scan(plain.words), hasSplitWord: hasSplitWord(plain.words) }
  cachedLines.set(line, scanned)
  return scanned
}
