import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import type { Category } from "../rules/category.ts"
import type { Annotated, Token } from "../words/annotate.ts"
import { buckets, featuresOf } from "./features.ts"

/** Linear: what a text scores in a category is the sum of the weights of its features. */
export interface Model {
  categories: Category[]
  bias: number[]
  /** From here on a text is flagged. */
  threshold: number[]
  /** Of the weights below, by category. */
  scale: number[]
  /** Of each feature, a number for each category. */
  weights: Int8Array
}

const file = new URL("./weights.bin", import.meta.url)
let loaded: Model | null = null

function model(): Model {
  loaded ??= decode(readFileSync(file))
  return loaded
}

/** A line of JSON, then the weights of one category after the other. */
function decode(packed: Uint8Array): Model {
  const bytes = new Uint8Array(brotliDecompressSync(packed))
  const end = bytes.indexOf(10)
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))
  const count = head.categories.length
  const weights = new Int8Array(buckets * count)
  for (let c = 0; c < count; c++) {
    for (let f = 0; f < buckets; f++) weights[f * count + c] = bytes[end + 1 + c * buckets + f]!
  }
  return { ...head, weights }
}

/** Below zero a text has nothing in common with what the model has learnt. */
export function scoresOf(features: Uint32Array, { categories, bias, scale, weights }: Model = model()): number[] {
  const count = categories.length
  const sums = new Int32Array(count)
  for (let i = 0; i < features.length; i++) {
    const first = features[i]! * count
    for (let c = 0; c < count; c++) sums[c]! += weights[first + c]!
  }
  const root = Math.sqrt(features.length || 1)
  return bias.map((value, c) => value + (sums[c]! * scale[c]!) / root)
}

const minScore = 0.65
const maxScore = 0.85

export interface Classified {
  /** With a score from `minScore` to `maxScore`. */
  flagged: [Category, number][]
  /** How far the text is above the threshold of what points at minors, or below. */
  minors: number
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
  const { categories, threshold } = model()
  const above = threshold.map(() => Number.NEGATIVE_INFINITY)
  const raise = (scores: number[], leastOf: (c: number) => number) => {
    for (const [c, score] of scores.entries()) above[c] = Math.max(above[c]!, score - leastOf(c))
  }
  const { tokens: own, language } = variants[0]!
  const isEnglish = language === "en" && own.every(({ text }) => text < "\u0370")
  const words = own.filter(({ text }) => text !== ".").length
  const brief = isEnglish && words > 1 ? 0 : Math.max(0, enoughWords - words) * perWord
  for (const { tokens } of variants) raise(scoresOf(featuresOf(tokens)), (c) => threshold[c]! + brief)
  if (last && own.length <= maxAnswer) {
    const { tokens, scores } = last()
    const least = (c: number) => Math.max(threshold[c]!, scores[c]!) + margin
    raise(scoresOf(featuresOf(own, tokens)), least)
    raise(scoresOf(featuresOf([...tokens, ...own])), least)
  }
  const scoreOf = (value: number) => Math.min(maxScore, Math.round((minScore + value / 10) * 100) / 100)
  return {
    flagged: categories.flatMap((category, c) => (above[c]! < 0 ? [] : [[category, scoreOf(above[c]!)]])),
    minors: above[categories.indexOf("minor_safety")]!,
  }
}

/** A single word, and fewer words outside English, of which most has been learnt, must be plainer. */
const enoughWords = 6
const perWord = 0.2
/** A longer message is judged for itself. */
const maxAnswer = 14
const margin = 0.3
