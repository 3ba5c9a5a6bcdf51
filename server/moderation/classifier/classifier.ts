import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import type { Category } from "../rules/category.ts"
import type { Annotated } from "../words/annotate.ts"
import { buckets, featuresOf, hash, type SeenWord, seenWord, type Weight } from "./features.ts"

/** Linear: what a text scores in a category is the sum of the weights of its features and of its common words. */
export interface Model {
  categories: Category[]
  bias: number[]
  /** From here on a text is flagged. */
  threshold: number[]
  /** Of the weights below, by category. */
  scale: number[]
  wordScale: number[]
  /** Of each feature, a number for each category. */
  weights: Int8Array
  /** Hashes of common words, ascending; how much each counts; and its number for each category. */
  words: Uint32Array
  shares: Uint8Array
  wordWeights: Int8Array
}

const file = new URL("./weights.bin", import.meta.url)
let loaded: Model | null = null

function model(): Model {
  loaded ??= decode(readFileSync(file))
  return loaded
}

/** A line of JSON, then the arrays. */
function decode(packed: Uint8Array): Model {
  const bytes = new Uint8Array(brotliDecompressSync(packed))
  const end = bytes.indexOf(10)
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))
  const count = head.categories.length
  let at = end + 1
  const take = (size: number) => {
    at += size
    return bytes.slice(at - size, at).buffer
  }
  return {
    ...head,
    weights: new Int8Array(take(buckets * count)),
    words: new Uint32Array(take(head.words * 4)),
    shares: new Uint8Array(take(head.words)),
    wordWeights: new Int8Array(take(head.words * count)),
  }
}

/** Below this a text has nothing in common with what the model has learnt. */
export function scoresOf(annotated: Annotated, of: Model = model()): number[] {
  const { categories, bias, scale, wordScale, shares, wordWeights } = of
  const count = categories.length
  const sums = new Int32Array(count)
  let size = 0
  const features = featuresOf(annotated, (word) => {
    const own = weightOf(word, of).sums
    for (let c = 0; c < count; c++) sums[c]! += own[c]!
    size += word.own.length
  })
  addWeights(sums, features, of)
  const wordSums = new Int32Array(count)
  let share = 0
  for (const token of annotated.tokens) {
    const { place } = weightOf(seenWord(token.meaning), of)
    if (place < 0) continue
    share += shares[place]!
    for (let c = 0; c < count; c++) wordSums[c]! += wordWeights[place * count + c]!
  }
  const root = Math.sqrt(size + features.length || 1)
  const wordRoot = Math.sqrt(share / 255 || 1)
  return categories.map((_, c) => bias[c]! + (sums[c]! * scale[c]!) / root + (wordSums[c]! * wordScale[c]!) / wordRoot)
}

function addWeights(sums: Int32Array, features: Uint16Array, { weights }: Model): void {
  const count = sums.length
  for (let i = 0; i < features.length; i++) {
    const first = features[i]! * count
    for (let c = 0; c < count; c++) sums[c]! += weights[first + c]!
  }
}

/** Added up once: most of a text's features are those of its words alone. */
function weightOf(word: SeenWord, by: Model): Weight {
  if (word.weight?.by === by) return word.weight
  const sums = new Int32Array(by.categories.length)
  addWeights(sums, word.own, by)
  word.weight = { by, sums, place: indexOf(by.words, hash(word.vectorWord)) }
  return word.weight
}

function indexOf(words: Uint32Array, value: number): number {
  let low = 0
  let high = words.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (words[middle] === value) return middle
    if (words[middle]! < value) low = middle + 1
    else high = middle - 1
  }
  return -1
}

const minScore = 0.65
const maxScore = 0.85

export interface Classified {
  /** With a score from `minScore` to `maxScore`. */
  flagged: [Category, number][]
  /** How far the text is above the threshold of what points at minors, or below. */
  minors: number
}

/**
 * What a text is flagged for. With the message before it, it must score higher than that message does alone, so that
 * nobody is flagged for what another has said.
 */
export function classify(
  own: Annotated,
  context: (() => { before: number[]; withLast: Annotated }) | null,
): Classified {
  const { categories, threshold } = model()
  const alone = scoresOf(own)
  const read = own.tokens.length <= maxAnswer && context ? context() : null
  const together = read && scoresOf(read.withLast)
  const brief = Math.max(0, enoughWords - own.tokens.length) * perWord
  const above = categories.map((_, c) => {
    const isAnswer = together && read.before[c]! < threshold[c]!
    return Math.max(alone[c]! - brief, isAnswer ? together[c]! - margin : -10) - threshold[c]!
  })
  const scoreOf = (value: number) => Math.min(maxScore, Math.round((minScore + value / 10) * 100) / 100)
  return {
    flagged: categories.flatMap((category, c) => (above[c]! < 0 ? [] : [[category, scoreOf(above[c]!)]])),
    minors: above[categories.indexOf("minor_safety")]!,
  }
}

/** With fewer words a text must be plainer. */
const enoughWords = 5
const perWord = 0.25
/** A longer message is judged for itself. */
const maxAnswer = 14
const margin = 0.3
