import { segments } from "./lexicon.ts"
import { type Word, wordAt } from "./word.ts"

const other = 0
const letter = 1
const digit = 2
const apostrophe = 3
const stop = 4
const sign = 5
const space = 6
/** The class of signs written without spaces, which are split into known words. */
const unspaced = 7
/** The class of signs that are a word each. */
const picture = 8

const currencies = new Set(["€", "£", "¥"])
const maxCached = 5000

const asciiClasses = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[a-z]/.test(char)) return letter
  if (/\d/.test(char)) return digit
  if (code <= 32) return char === "\n" ? stop : space
  if (char === "'" || char === "`") return apostrophe
  if ('.,;!?)"'.includes(char)) return stop
  return "$%+:=#".includes(char) ? sign : other
})
const otherClasses = new Map<number, number>()

/** Returns the class of a sign in lower-case text, whose end counts as a space. */
function classAt(text: string, i: number): number {
  if (i >= text.length) return space
  const code = text.charCodeAt(i)
  if (code < 128) return asciiClasses[code]!
  let found = otherClasses.get(code)
  if (found === undefined) {
    found = classOfOther(String.fromCharCode(code))
    if (otherClasses.size < maxCached) otherClasses.set(code, found)
  }
  return found
}

function classOfOther(char: string): number {
  if (char === "\u2019" || char === "\u2018" || char === "\u00b4") return apostrophe
  if (currencies.has(char)) return sign
  if (/[\u2026\u3002\u201d\uff0c\u3001]/.test(char)) return stop
  if (/\s/u.test(char)) return space
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u.test(char)) return unspaced
  if (/[\ud83c-\ud83e]/.test(char)) return picture
  return /[\p{L}\p{N}\ud800-\udfff]/u.test(char) ? letter : other
}

export const isLetterOrDigit = (text: string, i: number) => {
  const found = classAt(text, i)
  return found === letter || found === digit
}

export const isSpace = (text: string, i: number) => {
  const found = classAt(text, i)
  return found === space || (found === stop && text[i] === "\n")
}

export const isUnspaced = (text: string, i: number) => {
  const found = classAt(text, i)
  return found === unspaced || found === picture
}

export const isStop = (text: string, i: number) => classAt(text, i) === stop

/** Splits at every sign: `she's` is `shes`, `16cm` is `16 cm`; `2.16` and `1,240` stay numbers. */
export function tokenize(text: string, offsets: Int32Array): Word[] {
  const words: Word[] = []
  let first = -1
  let last = 0
  let previous = other
  let hasApostrophe = false
  const close = () => {
    if (first < 0) return
    const body = text.slice(first, last + 1)
    const word = hasApostrophe ? withoutApostrophes(body) : body
    words.push(wordAt(word, offsets[first]!, offsets[last + 1]!))
    first = -1
    hasApostrophe = false
  }
  for (let i = 0; i < text.length; i++) {
    const current = classAt(text, i)
    if (current === picture) {
      close()
      const size = text.codePointAt(i)! > 0xffff ? 2 : 1
      words.push(wordAt(text.slice(i, i + size), offsets[i]!, offsets[i + size]!))
      i += size - 1
      continue
    }
    if (current === unspaced) {
      close()
      const from = i
      while (classAt(text, i + 1) === unspaced) i++
      for (const [at, size] of segments(text, from, i + 1)) {
        words.push(wordAt(text.slice(at, at + size), offsets[at]!, offsets[at + size]!))
      }
      continue
    }
    if (current === letter || current === digit) {
      if (current !== previous) close()
      if (first < 0) first = i
      last = i
      previous = current
      continue
    }
    if (current === space) {
      close()
      continue
    }
    if (first >= 0 && current === apostrophe && previous === letter && classAt(text, i + 1) === letter) {
      hasApostrophe = true
      continue
    }
    if (first >= 0 && previous === digit && ".,:/".includes(text[i]!) && classAt(text, i + 1) === digit) continue
    close()
    if (current === stop && endsSentence(text, i)) addSign(words, ".", offsets, i)
    if (current === sign) addSign(words, signOf(text[i]!), offsets, i)
  }
  close()
  return words
}

const withoutApostrophes = (body: string) => [...body].filter((char) => classAt(char, 0) !== apostrophe).join("")

const signOf = (char: string) => (currencies.has(char) ? "$" : char === "=" ? ":" : char)

/** Distinguishes "nice.Teen", which continues after its dot, from "nice. Then". */
function endsSentence(text: string, i: number): boolean {
  const next = classAt(text, i + 1)
  return next !== letter && next !== digit
}

export function addSign(words: Word[], text: string, offsets: Int32Array, i: number): void {
  if (text !== "." || words.at(-1)?.text !== ".") words.push(wordAt(text, offsets[i]!, offsets[i + 1]!))
}
