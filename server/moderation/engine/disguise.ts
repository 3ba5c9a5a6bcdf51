import { coincidences, foreignAge, foreignWords, spacedOut, splitWords } from "../rules/minors/disguised.ts"
import { foreignLetters } from "./fold.ts"
import type { Word } from "./word.ts"

const initials = new Set([...splitWords].map((word) => word[0]!))
/** Of a word that was split. */
export const maxPieces = 6
const maxPieceLength = 3
const maxHalvesLength = 10

export function hasSplitWord(words: Word[]): boolean {
  return words.some((_, i) => piecesAt(words, i) > 0)
}

/** How many words from here on are the pieces of one; 0 for none. */
export function piecesAt(words: Word[], i: number): number {
  const { text } = words[i]!
  if (!initials.has(text[0]!)) return 0
  if (i + 1 < words.length && areHalves(text, words[i + 1]!.text)) return 2
  let whole = ""
  for (let n = 0; n < maxPieces && i + n < words.length; n++) {
    const piece = words[i + n]!.text
    if (piece.length > maxPieceLength) return 0
    whole += piece
    if (n >= 2 && splitWords.has(whole)) return n + 1
  }
  return 0
}

function areHalves(one: string, two: string): boolean {
  if (one.length + two.length > maxHalvesLength || !initials.has(one[0]!)) return false
  return splitWords.has(one + two) && !coincidences.has(`${one} ${two}`)
}

const everySpacedOut = new RegExp(spacedOut, "g")

/** Whether a word is hidden by its spacing and ends behind `from`. */
export function isSpacedOut(text: string, from: number): boolean {
  const lettersOf = (part: string) => part.replace(/[^a-z]+/g, "")
  return hasSpacedOut(lettersOf(text), from === 0 ? 0 : lettersOf(text.slice(0, from)).length)
}

/** The same for letters with nothing between them. */
export function hasSpacedOut(letters: string, from: number): boolean {
  return spacedOut.test(letters) && endsBehind(letters, everySpacedOut, from)
}

const everyForeign = new RegExp(foreignWords.map(foreignLetters).concat(foreignAge).join("|"), "gu")

/** Whether letters of other scripts hold a word that ends behind `from`. */
export function hasForeignWord(letters: string, from: number): boolean {
  return endsBehind(letters, everyForeign, from)
}

const endsBehind = (letters: string, pattern: RegExp, from: number) =>
  [...letters.matchAll(pattern)].some(({ index, 0: found }) => index + found.length > from)
