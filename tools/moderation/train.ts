import { writeFileSync } from "node:fs"
import { brotliCompressSync, constants } from "node:zlib"
import { type Head, markOf, placeOf, places } from "../../server/platform/moderation/classifier/classifier.ts"
import { eachFeature } from "../../server/platform/moderation/classifier/features.ts"
import type { Category } from "../../server/platform/moderation/rules/category.ts"
import { annotate, type Token } from "../../server/platform/moderation/words/annotate.ts"
import { read } from "../../server/platform/moderation/words/read.ts"
import { type Line, setOf, sets } from "./lines.ts"

/**
 * Trains the classifier on the labelled lines and writes `weights.bin`. It has a linear support vector machine for each
 * category, trained by dual coordinate descent (Hsieh et al., 2008) with reproducible results. `npm run
 * moderation:train [left,out] [file]` leaves sets out and writes to another file.
 */
const heads: Head[] = [
  ...(["minor_safety", "likeness", "threat", "non_consent", "self_harm", "hate"] as const),
  ...(["harassment", "illegal_goods", "off_platform", "personal_data", "spam"] as const),
]
/** The share of ordinary lines by strangers that may be flagged by mistake. */
const wrong: Partial<Record<Head, number>> = {
  minor_safety: 0.145,
  likeness: 0.01,
  threat: 0.009,
  non_consent: 0.008,
  self_harm: 0.011,
  hate: 0.004,
  harassment: 0.003,
}
const wrongElsewhere = 0.0005
/** Our own lines may be flagged this many times more often, because many of them are meant to look suspicious. */
const ownFactor = 3
/** The share of everyday texts that may be flagged by mistake, for each category. */
const wrongEveryday = 0.005
/** The weight of a stranger's line in training, relative to others. */
const strangersFactor = 2
/** The set of texts of the interface and of the demo shop. */
const everydaySet = "interface.tsv"
const folds = 5
const epochs = 25
/** The cost of a line on the wrong side of the margin, relative to that of large weights. */
const cost = 1.5
/** Features of fewer lines are dropped, because they say nothing about other lines. */
const fewestLines = 2
/** Weights are rounded to this many steps on either side of zero. */
const steps = 26

type From = "strangers" | "everyday" | "own"

interface Sample {
  category: Category | null
  isLikeness: boolean | null
  from: From
  /** Lines with the same number are held out together. These are the lines of a set, because its writer has a style. */
  fold: number
  /** Hashes without duplicates. */
  features: Int32Array
}

/** For each place, the model's feature and its rarity, if there is one. */
interface Vocabulary {
  marks: Uint8Array
  rarity: Uint8Array
}

/** The known features of a sample as a unit vector: their places and values. */
interface Vector {
  places: Int32Array
  values: Float32Array
}

interface Trained {
  bias: Float32Array
  /** Weights by head and place. */
  weights: Float32Array[]
}

const tokensOf = (text: string) => annotate(read(text).variants[0]!).tokens

/** Whether a sample belongs to a head, or null if its labels do not say so. */
const belongs = ({ category, isLikeness }: Sample, head: Head) => (head === "likeness" ? isLikeness : category === head)

function featuresOf(tokens: Token[], before: Token[] = []): Int32Array {
  const features = new Set<number>()
  eachFeature(tokens, before, (feature) => features.add(feature))
  return Int32Array.from(features)
}

/** An answer's meaning depends on the message before it. Parts of ordinary lines are ordinary too. */
function samplesOf({ category, isLikeness, recent, text }: Line, from: From, set: number, n: number): Sample[] {
  const sample = { category, isLikeness, from, fold: from === "everyday" ? n : set }
  const tokens = tokensOf(text)
  const last = recent.at(-1)
  const features = last === undefined ? [] : [featuresOf(tokens, tokensOf(last))]
  if (last === undefined || category === null) features.push(featuresOf(tokens))
  if (category === null && n % 2 === 0) {
    const start = n % Math.max(1, tokens.length - 3)
    features.push(featuresOf(tokens.slice(start, start + 1 + (n % 4))))
  }
  return features.map((own) => ({ ...sample, features: own }))
}

/** Of the features that share a place, it keeps the one that says most about a category. */
function vocabularyOf(samples: Sample[]): Vocabulary {
  const totals = heads.map((head) => samples.filter((one) => belongs(one, head)).length)
  const counts = new Map<number, { lines: number; of: Uint32Array }>()
  for (const sample of samples) {
    const own = heads.flatMap((head, c) => (belongs(sample, head) ? [c] : []))
    for (const feature of sample.features) {
      const count = counts.get(feature) ?? { lines: 0, of: new Uint32Array(heads.length) }
      counts.set(feature, count)
      count.lines++
      for (const c of own) count.of[c]!++
    }
  }
  const marks = new Uint8Array(places)
  const rarity = new Uint8Array(places)
  const best = new Float32Array(places)
  for (const [feature, { lines, of }] of counts) {
    if (lines < fewestLines) continue
    const tells = Math.max(
      ...totals.map((total, c) => {
        const expected = (lines * total) / samples.length
        return Math.abs(of[c]! - expected) / Math.sqrt(expected + 1)
      }),
    )
    const place = placeOf(feature)
    if (tells <= best[place]!) continue
    best[place] = tells
    marks[place] = markOf(feature)
    rarity[place] = Math.round(8 * (1 + Math.log((1 + samples.length) / (1 + lines))))
  }
  return { marks, rarity }
}

function vectorOf({ features }: Sample, { marks, rarity }: Vocabulary): Vector {
  const known = features.filter((feature) => marks[placeOf(feature)] === markOf(feature))
  const own = Int32Array.from(new Set(known.map(placeOf)))
  const length = Math.hypot(...Array.from(own, (place) => rarity[place]!)) || 1
  return { places: own, values: Float32Array.from(own, (place) => rarity[place]! / length) }
}

function train(samples: Sample[], vectors: Vector[]): Trained {
  const random = createRandom()
  const found = heads.map((head) => trainOne(head, samples, vectors, random))
  return { bias: Float32Array.from(found, ({ bias }) => bias), weights: found.map(({ weights }) => weights) }
}

function trainOne(
  head: Head,
  samples: Sample[],
  vectors: Vector[],
  random: () => number,
): { bias: number; weights: Float32Array } {
  const weights = new Float32Array(places)
  let bias = 0
  const alpha = new Float32Array(samples.length)
  const order = samples.map((_, i) => i).filter((i) => belongs(samples[i]!, head) !== null)
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    for (const i of order) {
      const sample = samples[i]!
      const vector = vectors[i]!
      const side = belongs(sample, head) ? 1 : -1
      const diagonal = 1 / (2 * cost * (sample.from === "strangers" ? strangersFactor : 1))
      const slope = side * (dot(weights, vector) + bias) - 1 + diagonal * alpha[i]!
      const before = alpha[i]!
      // The squared norms of the vector and of the constant feature for the bias add up to two.
      const after = Math.max(0, before - slope / (2 + diagonal))
      if (after === before) continue
      alpha[i] = after
      const change = side * (after - before)
      for (let n = 0; n < vector.places.length; n++) weights[vector.places[n]!]! += change * vector.values[n]!
      bias += change
    }
  }
  return { bias, weights }
}

function dot(weights: Float32Array, { places, values }: Vector): number {
  let sum = 0
  for (let n = 0; n < places.length; n++) sum += weights[places[n]!]! * values[n]!
  return sum
}

const scoresBy = ({ bias, weights }: Trained, vector: Vector): number[] =>
  weights.map((own, c) => bias[c]! + dot(own, vector))

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

/** Sets thresholds by the share of ordinary lines above them, scored by a model that was not trained on these. */
function thresholdsOf(samples: Sample[], vectors: Vector[]): number[] {
  const scored = Array.from({ length: folds }, (_, fold) => {
    const others = samples.map((_, i) => i).filter((i) => samples[i]!.fold % folds !== fold)
    const trained = train(
      others.map((i) => samples[i]!),
      others.map((i) => vectors[i]!),
    )
    return samples.flatMap((one, i) =>
      one.fold % folds === fold ? [{ ...one, scores: scoresBy(trained, vectors[i]!) }] : [],
    )
  }).flat()
  return heads.map((head, c) => {
    const above = (from: From, share: number) => {
      const all = scored.filter((one) => one.category === null && one.from === from).map(({ scores }) => scores[c]!)
      return all.sort((one, two) => two - one)[Math.floor(all.length * share)] ?? Number.NEGATIVE_INFINITY
    }
    const share = wrong[head] ?? wrongElsewhere
    const threshold = Math.max(
      above("strangers", share),
      above("own", share * ownFactor),
      above("everyday", wrongEveryday),
    )
    const found = scored.filter((one) => belongs(one, head) && one.from === "strangers")
    const recall = found.filter(({ scores }) => scores[c]! > threshold).length / found.length
    console.log(`${head}: ${(recall * 100).toFixed(1)} % of ${found.length} lines in folds`)
    return threshold
  })
}

/** Writes the file that `decode` of the classifier reads. Returns its length in bytes. */
function write(file: URL, { bias, weights }: Trained, { marks, rarity }: Vocabulary, threshold: number[]): number {
  const scale = weights.map((own) => own.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / steps)
  const packed = weights.map((own, c) =>
    Buffer.from(Int8Array.from(own, (weight) => Math.round(weight / scale[c]!)).buffer),
  )
  const first = { heads, bias: Array.from(bias, round), threshold: threshold.map(round), scale }
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(first)}\n`), marks, rarity, ...packed])
  const compressed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } })
  writeFileSync(file, compressed)
  return compressed.length
}

const round = (value: number) => Math.round(value * 1e4) / 1e4

const left = new Set((process.argv[2] ?? "").split(",").filter(Boolean))
const weightsFile = "../../server/platform/moderation/classifier/weights.bin"
const target = new URL(process.argv[3] ? `file://${process.argv[3]}` : weightsFile, import.meta.url)
const samples = sets()
  .filter((name) => !left.has(name))
  .flatMap((name, set) => {
    const from = name.startsWith("stranger") ? "strangers" : name === everydaySet ? "everyday" : "own"
    // Names are judged by other rules.
    const lines = setOf(name).filter(({ kind }) => kind !== "name")
    return lines.flatMap((line, n) => samplesOf(line, from, set, n))
  })
const vocabulary = vocabularyOf(samples)
const vectors = samples.map((one) => vectorOf(one, vocabulary))
const trained = train(samples, vectors)
const length = write(target, trained, vocabulary, thresholdsOf(samples, vectors))
console.log(`${length} bytes; ${vocabulary.marks.filter(Boolean).length} features`)
