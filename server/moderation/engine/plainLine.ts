import type { Word } from "./word.ts"

export interface PlainLine {
  words: Word[]
  /** Of all words, with nothing between them. */
  letters: string
  digits: number
  /** How many words of one character it begins and ends with, and whether there are longer ones. */
  leadingSingles: number
  trailingSingles: number
  hasLonger: boolean
}

const maxWordLength = 64
const maxStops = 8
/** More single letters in a row may be a word spelled out. */
const maxSingles = 2

const other = 0
const letter = 1
const digit = 2
const apostrophe = 3
const stop = 4
const space = 5
const classes = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[a-z]/.test(char)) return letter
  if (/\d/.test(char)) return digit
  if (char === "'") return apostrophe
  if ('.,;!?)"'.includes(char)) return stop
  return char === " " ? space : other
})

/**
 * Plain lines are words of letters or digits with punctuation only behind a word: they have one reading and hold no
 * address. Null for any other.
 */
export function parsePlainLine(text: string): PlainLine | null {
  const plain = text.toLowerCase()
  const words: Word[] = []
  let letters = ""
  let digits = 0
  let singles = 0
  let leadingSingles = -1
  for (let i = 0; i < plain.length; ) {
    if (plain.charCodeAt(i) === 32) {
      i++
      continue
    }
    const start = i
    const end = endOfWord(plain, start)
    if (end <= start || end - start > maxWordLength) return null
    if (end - start > 1) {
      if (leadingSingles < 0) leadingSingles = singles
      singles = 0
    } else if (++singles > maxSingles) return null
    const body = plain.slice(start, end)
    const word = body.includes("'") ? body.replaceAll("'", "") : body
    words.push({ text: word, start, end })
    if (classes[plain.charCodeAt(start)] === digit) digits += end - start
    else letters += word
    i = end
    if (i === plain.length || plain.charCodeAt(i) === 32) continue
    while (i < plain.length && classAt(plain, i) === stop) i++
    if (i < plain.length && plain.charCodeAt(i) !== 32) return null
    if (i - end > maxStops) return null
    words.push({ text: ".", start: end, end: end + 1 })
  }
  const hasLonger = leadingSingles >= 0
  return {
    words,
    letters,
    digits,
    leadingSingles: hasLonger ? leadingSingles : singles,
    trailingSingles: singles,
    hasLonger,
  }
}

/** Whether lines that follow one another may hold a word that is spelled out. */
export function mayBeSpelledOut(lines: PlainLine[]): boolean {
  let run = 0
  for (const { leadingSingles, trailingSingles, hasLonger } of lines) {
    if (run + leadingSingles > maxSingles) return true
    run = hasLonger ? trailingSingles : run + leadingSingles
  }
  return false
}

const classOf = (code: number) => (code < 128 ? classes[code]! : other)
const classAt = (text: string, i: number) => classOf(text.charCodeAt(i))

/** Where letters, or digits, end; -1 for unusual spelling. */
function endOfWord(plain: string, start: number): number {
  const first = classAt(plain, start)
  if (first !== letter && first !== digit) return -1
  let last = -1
  let beforeLast = -1
  for (let i = start; ; i++) {
    if (i === plain.length) return i
    const code = plain.charCodeAt(i)
    const here = classOf(code)
    if (here === first) {
      if (first === letter && code === last && code === beforeLast) return -1
      beforeLast = last
      last = code
    } else if (here === stop || here === space) return i
    else if (here !== apostrophe || first !== letter || i === start || classAt(plain, i + 1) !== letter) return -1
  }
}
