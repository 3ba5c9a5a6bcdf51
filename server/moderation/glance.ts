import { longestHidden } from "./minors.ts"
import type { Word } from "./normalise.ts"

interface Glance {
  /** The words of the text, behind as many of those before it as may matter together with them. */
  words: Word[]
  /** What they were taken from, in lower case. */
  plain: string
  /** The first word of the text. */
  from: number
}

/** More words than these may be the same few over and over, more figures a telephone number. */
const mostWords = 40
const mostFigures = 6
const longestWord = 64

const other = 0
const letter = 1
const digit = 2
const apostrophe = 3
const stop = 4
const space = 5
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[a-z]/.test(char)) return letter
  if (/\d/.test(char)) return digit
  if (char === "'") return apostrophe
  if ('.,;!?)"'.includes(char)) return stop
  return char === " " ? space : other
})

/**
 * The words of what is written plainly: letters or figures, signs only where a word ends, no trick of spelling. Such a text has one
 * reading and holds no address, so that its words say all there is; `longest` is how many may be one match. Null for anything else.
 */
export function glance(text: string, before: readonly string[], longest: number): Glance | null {
  const past = lastOf(before, longest)
  const plain = (past + text).toLowerCase()
  const words: Word[] = []
  let from = -1
  let figures = 0
  let singles = 0
  for (let i = 0; i < plain.length; ) {
    if (plain.charCodeAt(i) === 32) {
      i++
      continue
    }
    const start = i
    const end = endOfWord(plain, start)
    if (end <= start || end - start > longestWord) return null
    // Letters in a row may be a word that was taken apart.
    singles = end - start === 1 ? singles + 1 : 0
    if (singles === 3) return null
    if (start >= past.length) {
      if (from < 0) from = words.length
      if (kinds[plain.charCodeAt(start)] === digit) figures += end - start
    }
    const body = plain.slice(start, end)
    words.push({ text: body.includes("'") ? body.replaceAll("'", "") : body, start, end })
    i = end
    if (i === plain.length || plain.charCodeAt(i) === 32) continue
    while (i < plain.length && kindAt(plain, i) === stop) i++
    if (i < plain.length && plain.charCodeAt(i) !== 32) return null
    if (i - end > 8) return null
    words.push({ text: ".", start: end, end: end + 1 })
  }
  if (from < 0 || words.length - from >= mostWords || figures > mostFigures) return null
  return { words, plain, from }
}

const kindAt = (text: string, i: number) => {
  const code = text.charCodeAt(i)
  return code < 128 ? kinds[code]! : other
}

/** Where letters, or figures, end; -1 if they are spelt in a way of their own. */
function endOfWord(plain: string, start: number): number {
  const kind = kindAt(plain, start)
  if (kind !== letter && kind !== digit) return -1
  let last = -1
  let beforeLast = -1
  let i = start
  for (; i < plain.length; i++) {
    const code = plain.charCodeAt(i)
    const here = kindAt(plain, i)
    if (here === apostrophe && kind === letter && kindAt(plain, i + 1) === letter && i > start) continue
    if (here === letter || here === digit) {
      if (here !== kind) return -1
      if (kind === letter && code === last && code === beforeLast) return -1
      beforeLast = last
      last = code
      continue
    }
    return here === stop || here === space ? i : -1
  }
  return i
}

/**
 * The end of what was said before: words enough for any match, and letters enough for any that is hidden. Two words more than a match
 * has, so that single letters joined at the border are none of it.
 */
function lastOf(before: readonly string[], longest: number): string {
  let past = ""
  for (let line = before.length - 1; line >= 0; line--) {
    past = `${before[line]} ${past}`
    const from = enoughFrom(past, longest + 2)
    if (from >= 0) return past.slice(from)
  }
  return past
}

function enoughFrom(past: string, words: number): number {
  let seen = 0
  let letters = 0
  for (let i = past.length - 1; i >= 0; i--) {
    const kind = kindAt(past, i)
    if (kind === letter) letters++
    if (kind === space && kindAt(past, i + 1) !== space && i < past.length - 1) seen++
    if (kind === space && seen >= words && letters >= longestHidden) return i
  }
  return -1
}
