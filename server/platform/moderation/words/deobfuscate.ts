import { addSign, isLetterOrDigit, isSpace, isStop, isUnspaced } from "./tokenize.ts"
import { type Word, wordAt } from "./word.ts"

const leet: Record<string, string> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "l",
  "+": "t",
}
const maxWordLength = 64

interface Deobfuscated {
  words: Word[]
  /** True if a `1` or `|` was read as `i` or `l`. */
  hasOne: boolean
  /** Words with a letter three times or more in a row: `words` has two of it, and this map has the word with one. */
  runs: Map<Word, string>
}

interface Source {
  text: string
  offsets: Int32Array
  /** The letter that `1` and `|` are read as. */
  one: "i" | "l"
}

/**
 * Treats everything between two spaces as one word: signs in it are dropped, signs that look like letters become
 * letters, single letters in a row are joined. Words that read the same are those of `tokens`.
 */
export function deobfuscate(source: Source, tokens: Word[]): Deobfuscated {
  const { text, offsets } = source
  const result: Deobfuscated = { words: [], hasOne: false, runs: new Map() }
  let next = 0
  let i = 0
  while (i < text.length) {
    while (i < text.length && isSpace(text, i)) i++
    const from = i
    while (i < text.length && !isSpace(text, i)) i++
    if (i === from) continue
    while (next < tokens.length && tokens[next]!.start < offsets[from]!) next++
    if (hasUnspaced(text, from, i)) {
      const end = offsets[i]!
      for (; next < tokens.length && tokens[next]!.start < end; next++) result.words.push(tokens[next]!)
    } else addChunk(source, from, i, result, tokens[next])
  }
  result.words = joinSingles(result.words)
  return result
}

/**
 * Returns whether a text surely reads the same without disguises: words of letters or of digits, with an apostrophe
 * inside or a full stop after them, no letter three times in a row, and no three words of one letter in a row.
 */
export function isPlain(text: string): boolean {
  let length = 0
  let isNumber = false
  let previous = 0
  let same = 0
  let singles = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isDigit = code >= 48 && code <= 57
    if (isDigit || isPlainLetter(code)) {
      if (length === 0) isNumber = isDigit
      same = code === previous ? same + 1 : 1
      previous = code
      if (isNumber !== isDigit || same === 3 || ++length > maxPlainLength) return false
    } else if ((code === 0x27 || code === 0x2019) && length > 0 && !isNumber && isPlainLetter(text.charCodeAt(i + 1))) {
      length++
    } else {
      if (length === 1) singles++
      else if (length > 1) singles = 0
      if (singles === 3) return false
      if (code === 0x20) length = same = 0
      // A full stop after one letter may be one of "t. e. e. n."; a line may end without one.
      else if (length < 2 || !isStop(text, i) || code === 0x0a || !isLastOfChunk(text, i)) return false
    }
  }
  return length !== 1 || singles < 2
}

const maxPlainLength = 32
const isPlainLetter = (code: number) => code >= 97 && code <= 122
const isLastOfChunk = (text: string, i: number) => i + 1 === text.length || text.charCodeAt(i + 1) === 0x20

function hasUnspaced(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (isUnspaced(text, i)) return true
  return false
}

function addChunk(source: Source, from: number, to: number, result: Deobfuscated, token: Word | undefined): void {
  const { text, offsets, one } = source
  let first = from
  let end = to
  while (first < end && !mayBeginWord(text, first)) first++
  while (end > first && !mayEndWord(text, end - 1)) end--
  if (first < end && /^[a-z\d]$/.test(result.words.at(-1)?.text ?? "") && isSpacedOut(text.slice(first, end))) {
    // "u n d e r-a.g.e"
    for (let at = first; at < end; at++) {
      if (isLetterOrDigit(text, at)) result.words.push(wordAt(text[at]!, offsets[at]!, offsets[at + 1]!))
    }
  } else if (first < end) {
    const start = offsets[first]!
    const isWhole = token?.start === start && token.end === offsets[end] && token.text.length === end - first
    if (isWhole && !hasRun(token.text)) result.words.push(token)
    else result.words.push(wordOf(lettersOf(text.slice(first, end), one, result), start, offsets[end]!, result))
  }
  for (let i = end; i < to; i++) {
    if (!isStop(text, i)) continue
    addSign(result.words, ".", offsets, i)
    break
  }
}

const isSpacedOut = (body: string) => /^(?:[a-z\d][^a-z\d\s'’`]{1,2}){1,30}[a-z\d]$/.test(body)
const mayBeginWord = (text: string, i: number) => isLetterOrDigit(text, i) || "@$|+".includes(text[i]!)
const mayEndWord = (text: string, i: number) => isLetterOrDigit(text, i) || "@$".includes(text[i]!)

function lettersOf(body: string, one: "i" | "l", result: Deobfuscated): string {
  if (body.length > maxWordLength || !/[^\d\W_]|[^\0-\x7f]/.test(body)) return body
  let text = ""
  for (let i = 0; i < body.length; i++) {
    const char = body[i]!
    if (char === "1" || char === "|") {
      result.hasOne = true
      text += one
    } else if (leet[char] !== undefined && (body.length >= 3 || char !== "+")) text += leet[char]
    else if (isLetterOrDigit(body, i)) text += char
  }
  return text
}

function wordOf(text: string, start: number, end: number, { runs }: Deobfuscated): Word {
  if (text.length > maxWordLength || !hasRun(text)) return wordAt(text, start, end)
  const word = wordAt(shortenRuns(text, "$1$1"), start, end)
  runs.set(word, shortenRuns(text, "$1"))
  return word
}

export function withoutRuns({ words, runs }: Deobfuscated): Word[] {
  return words.map((word) => {
    const text = runs.get(word) ?? (hasRun(word.text) ? shortenRuns(word.text, "$1") : word.text)
    return text === word.text ? word : wordAt(text, word.start, word.end)
  })
}

const shortenRuns = (text: string, by: string) => text.replace(/([a-z])\1{2,}/g, by)

/** Returns whether a letter occurs three times in a row. */
export function hasRun(text: string): boolean {
  for (let i = 2; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 97 && code <= 122 && code === text.charCodeAt(i - 1) && code === text.charCodeAt(i - 2)) return true
  }
  return false
}

/** Joins `t e e n` to one word. */
function joinSingles(words: Word[]): Word[] {
  const joined: Word[] = []
  let run: Word[] = []
  const close = () => {
    if (run.length >= 3) joined.push(...joinRun(run))
    else joined.push(...run)
    run = []
  }
  for (const word of words) {
    const isSingle = word.text.length === 1 && word.text !== "." && word.text < "\u3000"
    if (isSingle) run.push(word)
    if (run.length === maxWordLength) close()
    if (!isSingle) {
      // The full stop is one of "t. e. e. n."
      if (word.text === "." && run.length > 0 && word.start - run.at(-1)!.end < 1) continue
      close()
      joined.push(word)
    }
  }
  close()
  return joined
}

/** Joins single letters. A leading `a` or `i` may be a word; digits at the beginning and at the end stay digits. */
function joinRun(run: Word[]): Word[] {
  const joined: Word[] = []
  let letters = run
  if (run.length > 3 && (run[0]!.text === "a" || run[0]!.text === "i")) {
    joined.push(run[0]!)
    letters = run.slice(1)
  }
  let digits = letters.length
  while (digits > 0 && /\d/.test(letters[digits - 1]!.text)) digits--
  let age = 0
  while (age < 2 && age < digits && /\d/.test(letters[age]!.text)) age++
  // A single digit stands for a letter: "1 o l i".
  if (age === 1) age = 0
  for (const part of [
    letters.slice(0, age),
    letters.slice(age, digits || undefined),
    digits > 0 ? letters.slice(digits) : [],
  ]) {
    if (part.length === 0) continue
    const text = part.map((word) => word.text).join("")
    const isNumber = /^\d+$/.test(text)
    const decoded = isNumber ? text : text.replace(/\d/g, (char) => (char === "1" ? "i" : (leet[char] ?? char)))
    joined.push(wordAt(decoded, part[0]!.start, part.at(-1)!.end))
  }
  return joined
}
