import type { Token } from "../words/annotate.ts"

type Said = Pick<Token, "text" | "num">

/**
 * Calls `add` with the hash of each feature of a text, of 32 bits, some of them repeatedly: sequences of letters, words
 * with those near them, and each of them with the meaning of the numbers. Of the message before it only the words
 * count, and each of them with the numbers that follow it.
 */
export function eachFeature(tokens: readonly Said[], before: readonly Said[], add: (feature: number) => void): void {
  addPieces(lettersOf(tokens), add)
  const words = tokens.filter(isWord).map(wordOf)
  for (let i = 0; i < words.length; i++) {
    add(spread(words[i]!))
    if (i > 0) add(mix(words[i - 1]!, words[i]!, 1))
    if (i > 1) add(mix(words[i - 2]!, words[i]!, 2))
    if (i > 1) add(mix(mix(words[i - 2]!, words[i - 1]!, 3), words[i]!, 3))
  }
  const numbers = new Set(tokens.filter(({ num }) => num !== null).map(wordOf))
  for (const number of numbers) for (const word of words) add(mix(word, number, 7))
  for (const word of new Set(before.filter(isWord).map(wordOf))) {
    add(mix(word, 0, 4))
    for (const number of numbers) add(mix(word, number, 5))
  }
}

const isWord = ({ text }: Said) => text !== "."

/** Replaces a number by its meaning, which matters more than its digits. */
function wordOf({ text, num }: Said): number {
  if (num === null) return hash(text)
  if (num < 6) return hash("<few>")
  if (num < 13) return hash("<child>")
  if (num < 18) return hash("<teen>")
  if (num === 18) return hash("<18>")
  return hash(num < 100 ? "<adult>" : num > 2005 && num < 2030 ? "<recent>" : "<number>")
}

/** Joins the words with a space between those of letters. */
function lettersOf(tokens: readonly Said[]): string {
  let line = ""
  let isRunOn = false
  for (const { text } of tokens) {
    if (text === ".") continue
    line += isRunOn && isUnspaced(text.charCodeAt(0)) ? text : ` ${text}`
    isRunOn = isUnspaced(text.charCodeAt(text.length - 1))
  }
  return `${line} `
}

const isUnspaced = (code: number) => code >= 0x3040 && code <= 0x9fff

/** Adds two to five letters in a row, and one to four signs of Chinese and Japanese. */
function addPieces(line: string, add: (feature: number) => void): void {
  for (let i = 0; i < line.length; i++) {
    const [least, most] = isUnspaced(line.charCodeAt(i)) ? [1, 4] : [2, 5]
    let value = start
    for (let n = 1; n <= most && i + n <= line.length; n++) {
      const code = line.charCodeAt(i + n - 1)
      value = Math.imul(value ^ (code >= 48 && code <= 57 ? 48 : code), prime)
      if (n >= least) add(mix(value, n, 6))
    }
  }
}

/** Computes FNV-1a as a signed number, which V8 keeps without allocating. */
function hash(text: string): number {
  let value = start
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), prime)
  return value
}
const start = 0x811c9dc5 | 0
const prime = 0x01000193

const mix = (one: number, two: number, kind: number) =>
  spread(Math.imul(one, 0x9e3779b1) ^ Math.imul(two, 0x85ebca6b) ^ Math.imul(kind, 0xc2b2ae35))

function spread(value: number): number {
  const one = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  const two = Math.imul(one ^ (one >>> 12), 0x297a2d39)
  return two ^ (two >>> 15)
}
