import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import type { Category } from "../rules/category.ts"
import type { Annotated, Token } from "../words/annotate.ts"
import { eachFeature } from "./features.ts"

/** What a model tells apart: a likeness of a child points at minors as well. */
export type Head = Category | "likeness"

/** The model knows at most this many features, one for each place that a hash can point to. */
export const places = 1 << 18

/**
 * Linear: what a text scores in a category is the sum of the weights of its features, each as much as it is rare, divided
 * by the length of their vector (tf-idf, with each feature counted once).
 */
export interface Model {
  heads: Head[]
  bias: number[]
  /** From here on a text is flagged. */
  threshold: number[]
  /** Of the weights below, by head. */
  scale: number[]
  /** Part of the hash of the feature in each place, by which others are told from it; 0 where there is none. */
  marks: Uint8Array
  /** How rare each feature is, in eighths of the logarithm. */
  rarity: Uint8Array
  /** Of each feature, a number for each head. */
  weights: Int8Array
}

export const placeOf = (feature: number): number => feature & (places - 1)
export const markOf = (feature: number): number => 1 + ((feature >>> 18) % 255)

const file = new URL("./weights.bin", import.meta.url)
let loaded: Model | null = null

function model(): Model {
  loaded ??= decode(readFileSync(file))
  return loaded
}

/** A line of JSON, the marks, the rarities, and then the weights of one head after the other. */
function decode(packed: Uint8Array): Model {
  const bytes = new Uint8Array(brotliDecompressSync(packed))
  const end = bytes.indexOf(10)
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))
  const part = (n: number) => bytes.subarray(end + 1 + n * places, end + 1 + (n + 1) * places)
  const count = head.heads.length
  const weights = new Int8Array(places * count)
  for (let c = 0; c < count; c++) {
    const own = part(2 + c)
    for (let place = 0; place < places; place++) weights[place * count + c] = own[place]!
  }
  return { ...head, marks: part(0).slice(), rarity: part(1).slice(), weights }
}

/** The turn in which each place was last counted; reused, as only one text is scored at a time. */
const counted = new Uint16Array(places)
let turn = 0

function nextTurn(): number {
  turn++
  if (turn > 0xffff) {
    // What was counted so many texts ago would pass as counted now.
    counted.fill(0)
    turn = 1
  }
  return turn
}

/** A text, and the message before it where that counts. Without a feature that the model knows it scores the bias. */
export function scoresOf(
  tokens: readonly Token[],
  before: readonly Token[] = [],
  { heads, bias, scale, marks, rarity, weights }: Model = model(),
): number[] {
  const count = heads.length
  const sums = new Int32Array(count)
  const now = nextTurn()
  let squares = 0
  eachFeature(tokens, before, (feature) => {
    const place = placeOf(feature)
    if (counted[place] === now || marks[place] !== markOf(feature)) return
    counted[place] = now
    const value = rarity[place]!
    squares += value * value
    const first = place * count
    for (let c = 0; c < count; c++) sums[c]! += value * weights[first + c]!
  })
  const length = Math.sqrt(squares || 1)
  return bias.map((value, c) => value + (sums[c]! * scale[c]!) / length)
}

const minScore = 0.65
const maxScore = 0.85

export interface Classified {
  /** With a score from `minScore` to `maxScore`. */
  flagged: [Category, number][]
  /** How far the text is above the threshold of what points at minors, or below. */
  minors: number
  /** The same for a likeness of a child. */
  likeness: number
}

/** The message before a text, and what it scores alone. */
export interface Last {
  tokens: readonly Token[]
  scores: readonly number[]
}

/**
 * What a text is flagged for, as written or once its disguise is undone. With the message before it, it must score higher
 * than that message does alone, so that nobody is flagged for what another has said.
 */
export function classify(variants: readonly Annotated[], last: (() => Last) | null): Classified {
  const { heads, threshold } = model()
  const above = threshold.map(() => Number.NEGATIVE_INFINITY)
  const raise = (scores: number[], leastOf: (c: number) => number) => {
    for (const [c, score] of scores.entries()) above[c] = Math.max(above[c]!, score - leastOf(c))
  }
  const { tokens: own, language } = variants[0]!
  const isEnglish = language === "en" && own.every(({ text }) => text < "\u0370")
  const words = own.filter(({ text }) => text !== ".").length
  const brief = isEnglish && words > 1 ? 0 : Math.max(0, enoughWords - words) * perWord
  for (const { tokens } of variants) raise(scoresOf(tokens), (c) => threshold[c]! + brief)
  if (last && own.length <= maxAnswer) {
    const { tokens, scores } = last()
    const least = (c: number) => Math.max(threshold[c]!, scores[c]!) + margin
    raise(scoresOf(own, tokens), least)
    raise(scoresOf([...tokens, ...own]), least)
  }
  const scoreOf = (value: number) => Math.min(maxScore, Math.round((minScore + value / 10) * 100) / 100)
  return {
    flagged: heads.flatMap((head, c) => (above[c]! < 0 || head === "likeness" ? [] : [[head, scoreOf(above[c]!)]])),
    minors: above[heads.indexOf("minor_safety")]!,
    likeness: above[heads.indexOf("likeness")]!,
  }
}

/** A single word, and fewer words outside English, of which most has been learnt, must be plainer. */
const enoughWords = 6
const perWord = 0.1
/** A longer message is judged for itself. */
const maxAnswer = 14
const margin = 0.2
