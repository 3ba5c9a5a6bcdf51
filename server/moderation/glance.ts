import type { Word } from "./normalise.ts"

/** A line that is written plainly, with what it takes to look at it together with others. */
export interface PlainLine {
  words: Word[]
  /** All its letters, one after the other. */
  letters: string
  figures: number
  /** How many words of one letter or figure it begins with, and ends with, and whether there are others. */
  singlesFirst: number
  singlesLast: number
  hasLonger: boolean
}

const longestWord = 64
/** Single letters in a row may be a word that was taken apart. */
const mostSingles = 2

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
 * reading and holds no address, so that its words say all there is. Null for anything else.
 */
export function plainLine(text: string): PlainLine | null {
  const plain = text.toLowerCase()
  const words: Word[] = []
  let letters = ""
  let figures = 0
  let singles = 0
  let singlesFirst = -1
  for (let i = 0; i < plain.length; ) {
    if (plain.charCodeAt(i) === 32) {
      i++
      continue
    }
    const start = i
    const end = endOfWord(plain, start)
    if (end <= start || end - start > longestWord) return null
    if (end - start > 1) {
      if (singlesFirst < 0) singlesFirst = singles
      singles = 0
    } else if (++singles > mostSingles) return null
    const body = plain.slice(start, end)
    const word = body.includes("'") ? body.replaceAll("'", "") : body
    words.push({ text: word, start, end })
    if (kinds[plain.charCodeAt(start)] === digit) figures += end - start
    else letters += word
    i = end
    if (i === plain.length || plain.charCodeAt(i) === 32) continue
    while (i < plain.length && kindAt(plain, i) === stop) i++
    if (i < plain.length && plain.charCodeAt(i) !== 32) return null
    if (i - end > 8) return null
    words.push({ text: ".", start: end, end: end + 1 })
  }
  const hasLonger = singlesFirst >= 0
  return { words, letters, figures, singlesFirst: hasLonger ? singlesFirst : singles, singlesLast: singles, hasLonger }
}

/** Whether lines that follow one another may hold a word that was taken apart into its letters. */
export function isSpelt(lines: PlainLine[]): boolean {
  let run = 0
  for (const { singlesFirst, singlesLast, hasLonger } of lines) {
    if (run + singlesFirst > mostSingles) return true
    run = hasLonger ? singlesLast : run + singlesFirst
  }
  return false
}

const kindOf = (code: number) => (code < 128 ? kinds[code]! : other)
const kindAt = (text: string, i: number) => kindOf(text.charCodeAt(i))

/** Where letters, or figures, end; -1 if they are spelt in a way of their own. */
function endOfWord(plain: string, start: number): number {
  const kind = kindAt(plain, start)
  if (kind !== letter && kind !== digit) return -1
  let last = -1
  let beforeLast = -1
  for (let i = start; ; i++) {
    if (i === plain.length) return i
    const code = plain.charCodeAt(i)
    const here = kindOf(code)
    if (here === kind) {
      if (kind === letter && code === last && code === beforeLast) return -1
      beforeLast = last
      last = code
    } else if (here === stop || here === space) return i
    else if (here !== apostrophe || kind !== letter || i === start || kindAt(plain, i + 1) !== letter) return -1
  }
}
