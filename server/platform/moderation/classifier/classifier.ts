import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import type { Category } from "../rules/category.ts"
import type { Annotated, Token } from "../words/annotate.ts"
import { eachFeature } from "./features.ts"

/** The outputs of a model. A likeness of a child refers to minors as well. */
export type Head = Category | "likeness"

/** The maximum number of features of a model: one for each place that a hash can have. */
export const places = 1 << 18

/**
 * A linear model: the score of a text in a category is the sum of the weights of its features, each multiplied by its
 * rarity, divided by the length of their vector (tf-idf, with each feature counted once).
 */
export interface Model {
  heads: Head[]
  bias: number[]
  /** The score from which a text is flagged, by head. */
  threshold: number[]
  /** The scale of the weights below, by head. */
  scale: number[]
  /** The part of the hash that distinguishes the feature in each place from others; 0 where there is none. */
  marks: Uint8Array
  /** The rarity of each feature, in eighths of the logarithm. */
  rarity: Uint8Array
  /** A number for each feature and head. */
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

/** Decodes a line of JSON, the marks, the rarities, and then the weights of one head after the other. */
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

/** The turn in which each place was last counted. The array is reused, as only one text is scored at a time. */
const counted = new Uint16Array(places)
let turn = 0

function nextTurn(): number {
  turn++
  if (turn > 0xffff) {
    // The numbers repeat, and places of an old turn would pass as counted now.
    counted.fill(0)
    turn = 1
  }
  return turn
}

/** Scores a text, with the message before it if that counts. Without a known feature the score is the bias. */
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
  /** The categories with their scores from `minScore` to `maxScore`. */
  flagged: [Category, number][]
  /** How far the text is above or below the threshold for references to minors. */
  minors: number
  /** How far it is above or below the threshold for a likeness of a child. */
  likeness: number
}

/** The message before a text, and its own score. */
export interface Last {
  tokens: readonly Token[]
  scores: readonly number[]
}

/**
 * Returns the categories of a text, as written or without its disguise. Together with the message before it, its score
 * must be higher than that message's own, so that nobody is flagged for the words of another person.
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

/**
 * The threshold rises by `perWord` for each word below this number, in texts of a single word and in those outside
 * English, the language of most training texts.
 */
const enoughWords = 6
const perWord = 0.1
/** The longest message, in words, that is judged together with the one before it. */
const maxAnswer = 14
const margin = 0.2
