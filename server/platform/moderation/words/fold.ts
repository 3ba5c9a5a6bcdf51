import { foldedCodes, lookalikes } from "./lookalikes.ts"

export interface Folded {
  folded: string
  /** The position of each character of `folded` in the original; then the length of the original. */
  offsets: Int32Array
}

/**
 * Converts to lower case without accents and invisible characters, and compatibility forms to plain letters; signs and
 * spaces stay. Letters of other scripts that look Latin become Latin among Latin ones.
 */
export function fold(text: string): Folded {
  return isAscii(text) ? { folded: text.toLowerCase(), offsets: countTo(text.length) } : foldAll(text)
}

export const foldedText = (text: string) => fold(text).folded

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 128) return false
  return true
}

/** 0, 1, 2 ... kept for reuse, as most texts are ASCII. */
let counted = Int32Array.from({ length: 8192 }, (_, i) => i)
const maxCounted = 1 << 17

function countTo(length: number): Int32Array {
  if (length >= maxCounted) return Int32Array.from({ length: length + 1 }, (_, i) => i)
  if (length >= counted.length) counted = Int32Array.from({ length: maxCounted }, (_, i) => i)
  return counted.subarray(0, length + 1)
}

function foldAll(text: string): Folded {
  const parts: string[] = []
  const offsets: number[] = []
  let hasOtherScript = false
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i)!
    const mapped = foldPoint(point)
    if (point >= 0x370 && point < 0x600) hasOtherScript = true
    for (let n = 0; n < mapped.length; n++) offsets.push(i)
    parts.push(mapped)
    if (point > 0xffff) i++
  }
  offsets.push(text.length)
  const joined = parts.join("")
  return { folded: hasOtherScript ? withLatinLookalikes(joined) : joined, offsets: Int32Array.from(offsets) }
}

const foldedPoints = new Map<number, string>()
const maxCached = 5000

/** A single sign can decompose into eighteen letters; this bounds the growth of a text. */
const maxDecomposed = 4

function foldPoint(point: number): string {
  const known = foldedPoints.get(point)
  if (known !== undefined) return known
  if (foldedPoints.size > maxCached) foldedPoints.clear()
  const mapped = foldedCodes.get(point) ?? decompose(String.fromCodePoint(point))
  foldedPoints.set(point, mapped)
  return mapped
}

/** Drops accents, joiners, direction marks, skin tones and blank letters; marks of Japanese letters stay. */
function decompose(char: string): string {
  const visible = char
    .normalize("NFKC")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]|(?![\u3099\u309a])\p{M}|\p{Cf}|[\u115f\u1160\u3164]|[\u{1f3fb}-\u{1f3ff}]/gu, "")
    .normalize("NFC")
    .toLowerCase()
  const mapped = [...visible].map((one) => foldedCodes.get(one.codePointAt(0)!) ?? one)
  return mapped.length <= maxDecomposed ? mapped.join("") : mapped.slice(0, maxDecomposed).join("")
}

/** Replaces letters that look Latin, except in words of only such letters in a text of their own script. */
function withLatinLookalikes(text: string): string {
  const isCyrillic = !/[a-z]/.test(text) || /[\u0400-\u04ff]*[бджзилфцчщъыьэюя][\u0400-\u04ff]{2}/.test(text)
  return text.replace(/[a-z\u0370-\u058f]+/g, (word) => {
    if (!/[\u0370-\u058f]/.test(word)) return word
    const letters = [...word]
    const isMixed = /[a-z]/.test(word)
    const isLookalike = letters.every((letter) => letter <= "z" || lookalikes.has(letter))
    if (!isMixed && (isCyrillic || !isLookalike)) return word
    return letters.map((letter) => lookalikes.get(letter) ?? letter).join("")
  })
}
