import { writeFileSync } from "node:fs"
import { brotliCompressSync, constants } from "node:zlib"
import { type Model, scoresOf } from "../../server/moderation/classifier/classifier.ts"
import { buckets, featuresOf } from "../../server/moderation/classifier/features.ts"
import type { Category } from "../../server/moderation/rules/category.ts"
import { annotate, type Token } from "../../server/moderation/words/annotate.ts"
import { read } from "../../server/moderation/words/read.ts"
import { type Line, setOf, sets } from "./lines.ts"

/**
 * Trains the classifier on the labelled lines and writes `weights.bin`: logistic regression by Adagrad, the same each
 * time. `npm run moderation:train [left,out] [file]` leaves sets out and writes elsewhere.
 */
const categories: Category[] = [
  ...(["minor_safety", "threat", "non_consent", "self_harm", "hate"] as const),
  ...(["harassment", "illegal_goods", "off_platform", "personal_data", "spam"] as const),
]
/** The share of ordinary lines that may be flagged wrongly, of those that strangers wrote. */
const wrong: Partial<Record<Category, number>> = {
  minor_safety: 0.035,
  threat: 0.01,
  non_consent: 0.01,
  self_harm: 0.01,
  hate: 0.012,
  harassment: 0.04,
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
const rate = 0.5
/** How much a weight is drawn to zero. */
const decay = 5e-3
/** A larger weight is cut off; one below half a step is none. */
const steps = 26

type From = "strangers" | "everyday" | "own"

interface Sample {
  category: Category | null
  from: From
  features: Uint32Array
  /** One divided by the root of how many features it has. */
  root: number
}

interface Trained {
  bias: Float32Array
  /** Of each feature, a number for each category. */
  weights: Float32Array
}

const tokensOf = (text: string) => annotate(read(text).variants[0]!).tokens

function sampleOf(category: Category | null, from: From, tokens: Token[], before: Token[] = []): Sample {
  const features = featuresOf(tokens, before).slice()
  return { category, from, features, root: 1 / Math.sqrt(features.length || 1) }
}

/** The sense of an answer is in what it answers. Of an ordinary line a few words alone are ordinary too. */
function samplesOf({ category, recent, text }: Line, from: From, n: number): Sample[] {
  const tokens = tokensOf(text)
  const last = recent.at(-1)
  const samples = last === undefined ? [] : [sampleOf(category, from, tokens, tokensOf(last))]
  if (last === undefined || category === null) samples.push(sampleOf(category, from, tokens))
  if (category === null && n % 2 === 0) {
    const first = n % Math.max(1, tokens.length - 3)
    samples.push(sampleOf(null, from, tokens.slice(first, first + 1 + (n % 4))))
  }
  return samples
}

/** What occurs in one line alone says nothing of others. */
function dropRare(samples: Sample[]): void {
  const counts = new Uint32Array(buckets)
  for (const { features } of samples) for (const feature of features) counts[feature]!++
  for (const one of samples) one.features = one.features.filter((feature) => counts[feature]! > 1)
}

/** A model of each category, trained at once. */
function train(samples: Sample[]): Trained {
  const count = categories.length
  const weights = new Float32Array(buckets * count)
  const seen = new Float32Array(buckets * count).fill(1e-6)
  const bias = new Float32Array(count).fill(-2)
  const seenBias = new Float32Array(count).fill(1e-6)
  const foundWeights = categories.map((category) => {
    const found = samples.filter((one) => one.category === category).length
    return Math.min(10, Math.max(1, (0.15 * samples.length) / found))
  })
  const order = samples.map((_, i) => i)
  const random = createRandom()
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    for (const i of order) {
      const sample = samples[i]!
      const scores = rawScores(sample, { bias, weights })
      for (let c = 0; c < count; c++) {
        const isFound = sample.category === categories[c]
        const error =
          (sigmoid(scores[c]!) - (isFound ? 1 : 0)) *
          (isFound ? foundWeights[c]! : 1) *
          (sample.from === "strangers" ? strangersFactor : 1)
        if (Math.abs(error) < 0.01) continue
        for (let n = 0; n < sample.features.length; n++) {
          const at = sample.features[n]! * count + c
          const slope = error * sample.root + decay * weights[at]!
          seen[at]! += slope * slope
          weights[at]! -= (rate * slope) / Math.sqrt(seen[at]!)
        }
        seenBias[c]! += error * error
        bias[c]! -= (rate * error) / Math.sqrt(seenBias[c]!)
      }
    }
  }
  return { bias, weights }
}

function rawScores({ features, root }: Sample, { bias, weights }: Trained): number[] {
  const count = categories.length
  const sums = new Float64Array(count)
  for (let n = 0; n < features.length; n++) {
    const at = features[n]! * count
    for (let c = 0; c < count; c++) sums[c]! += weights[at + c]!
  }
  return Array.from(sums, (sum, c) => bias[c]! + sum * root)
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
function thresholdsOf(samples: Sample[], bias: Float32Array): number[] {
  const scored = Array.from({ length: folds }, (_, fold) => {
    const trained = train(samples.filter((_, i) => i % folds !== fold))
    return samples.flatMap((one, i) => (i % folds === fold ? [{ ...one, scores: rawScores(one, trained) }] : []))
  }).flat()
  return categories.map((category, c) => {
    const above = (from: From, share: number) => {
      const all = scored.filter((one) => one.category === null && one.from === from).map(({ scores }) => scores[c]!)
      return all.sort((one, two) => two - one)[Math.floor(all.length * share)] ?? Number.NEGATIVE_INFINITY
    }
    const share = wrong[category] ?? wrongElsewhere
    const threshold = Math.max(
      // Never so low that a text is flagged for what it does not say.
      bias[c]! + 0.4,
      above("strangers", share),
      above("own", share * ownFactor),
      above("everyday", wrongEveryday),
    )
    const found = scored.filter((one) => one.category === category && one.from === "strangers")
    const recall = found.filter(({ scores }) => scores[c]! > threshold).length / found.length
    console.log(`${category}: ${(recall * 100).toFixed(1)} % of ${found.length} lines in folds`)
    return threshold
  })
}

function pack({ bias, weights }: Trained, threshold: number[]): Model {
  const count = categories.length
  const packed = new Int8Array(weights.length)
  const scale = categories.map((_, c) => {
    let largest = 0
    for (let at = c; at < weights.length; at += count) largest = Math.max(largest, Math.abs(weights[at]!))
    const step = largest / steps
    for (let at = c; at < weights.length; at += count) packed[at] = Math.round(weights[at]! / step)
    return step
  })
  return { categories, bias: Array.from(bias, round), threshold: threshold.map(round), scale, weights: packed }
}

const round = (value: number) => Math.round(value * 1e4) / 1e4

function write(file: URL, { weights, ...head }: Model): number {
  const count = categories.length
  const byCategory = new Int8Array(weights.length)
  for (let at = 0; at < weights.length; at++) byCategory[(at % count) * buckets + Math.floor(at / count)] = weights[at]!
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), Buffer.from(byCategory.buffer)])
  const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } })
  writeFileSync(file, packed)
  return packed.length
}

const left = new Set((process.argv[2] ?? "").split(",").filter(Boolean))
const weightsFile = "../../server/moderation/classifier/weights.bin"
const target = new URL(process.argv[3] ? `file://${process.argv[3]}` : weightsFile, import.meta.url)
const samples = sets()
  .filter((name) => !left.has(name))
  .flatMap((name) => {
    const from = name.startsWith("stranger") ? "strangers" : name === everydaySet ? "everyday" : "own"
    // Names have rules of their own.
    const lines = setOf(name).filter(({ kind }) => kind !== "name")
    return lines.flatMap((line, n) => samplesOf(line, from, n))
  })
dropRare(samples)
const trained = train(samples)
const model = pack(trained, thresholdsOf(samples, trained.bias))
const difference = samples.slice(0, 500).reduce((most, sample) => {
  const exact = rawScores(sample, trained)
  return Math.max(most, ...scoresOf(sample.features, model).map((score, c) => Math.abs(score - exact[c]!)))
}, 0)
console.log(
  `${write(target, model)} bytes; scores differ by ${difference.toFixed(3)} at most from those before rounding`,
)
