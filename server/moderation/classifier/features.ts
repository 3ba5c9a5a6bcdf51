import type { Annotated } from "../words/annotate.ts"
import { englishTags, type Meaning, noted, type Tag } from "../words/lexicon.ts"
import type { Language } from "../words/words.ts"

/** As many different features as the model has weights. */
export const buckets = 1 << 15

/** Too common to mean much. */
const common = new Set<Tag>(["glue", "nearly", "measure"])
const maxTags = 4
const maxMeanings = 24
const maxPiecesLength = 24
const pieceSizes = [3, 4, 5]

/** Of a text. Reused, as both are needed only while one text is judged. */
const seen = new Uint16Array(buckets)
const found = new Uint16Array(buckets)
let turn = 0

/**
 * What the classifier sees of a text: its words, pairs of words, what they mean, and the letters they are made of, so
 * that a misspelt or inflected word still counts. Each feature is a number below `buckets`. `whole` gets a word whose own
 * features are all new, in place of these. The result is valid until the next call.
 */
export function featuresOf({ tokens }: Annotated, whole?: (word: SeenWord) => void): Uint16Array {
  let count = 0
  turn = (turn + 1) & 0xffff
  if (turn === 0) {
    // What was seen so many texts ago would count as seen now.
    seen.fill(0)
    turn = 1
  }
  const addBucket = (bucket: number) => {
    if (seen[bucket] === turn) return
    seen[bucket] = turn
    found[count++] = bucket
  }
  const add = (feature: number) => addBucket(spread(feature))
  const meanings: Meant[] = []
  let [previous, beforePrevious] = [0, 0]
  let before: readonly Meant[] = []
  for (let i = 0; i < tokens.length; i++) {
    const word = seenWord(tokens[i]!.meaning)
    const { sense, meant } = word
    const first = count
    for (let n = 0; n < word.own.length; n++) addBucket(word.own[n]!)
    if (whole && count - first === word.own.length) {
      count = first
      whole(word)
    }
    addBucket(sense.bucket)
    if (sense.stem !== sense.hash) add(sense.stem)
    if (i > 0) add(mix(previous, sense.stem, 1))
    if (i > 1) add(mix(beforePrevious, sense.stem, 2))
    if (i > 1) add(mix(mix(beforePrevious, previous, 3), sense.stem, 4))
    if (i === 1) add(mix(previous, sense.stem, 5))
    beforePrevious = previous
    previous = sense.stem
    for (const one of meant) {
      if (!meanings.includes(one)) meanings.push(one)
      for (const other of before) add(mix(other.hash, one.hash, 6))
    }
    if (meant.length > 0) before = meant
  }
  const sorted = meanings.slice(0, maxMeanings).sort((one, two) => (one.tag < two.tag ? -1 : 1))
  for (let i = 0; i < sorted.length; i++) {
    add(mix(sorted[i]!.hash, 0, 7))
    for (let n = i + 1; n < sorted.length; n++) add(mix(sorted[i]!.hash, sorted[n]!.hash, 8))
  }
  return found.subarray(0, count)
}

interface Meant {
  tag: Tag
  hash: number
}

const meant = new Map<Tag, Meant>()

function meantBy(tag: Tag): Meant {
  const known = meant.get(tag) ?? { tag, hash: hash(tag) | 0 }
  meant.set(tag, known)
  return known
}

/** What the classifier sees of a word in a text of one language. */
export interface SeenWord {
  /** Of the word and of its pieces, each once. */
  own: Uint16Array
  /** Of the word in English. */
  sense: HashedWord
  meant: Meant[]
  /** The word whose common use counts: of a word in another language, the one in English. */
  vectorWord: string
  /** By the model that asked last. */
  weight: Weight | null
}

interface HashedWord {
  hash: number
  /** Without the ending of an English word. */
  stem: number
  bucket: number
}

export interface Weight {
  by: object
  /** Of its own features, in each category. */
  sums: Int32Array
  /** Among the common words; negative if it is none. */
  place: number
}

/** Each word is looked at once: people use few different words. */
export const seenWord = noted((meaning: Meaning): SeenWord => {
  const { text: written, language, sense, tags } = meaning
  const text = wordOf(meaning)
  const word = hashed(text, language)
  const all = sense === null ? tags : new Set([...tags, ...englishTags(sense)])
  return {
    own: Uint16Array.from(new Set([word.bucket, ...piecesOf(text).map(spread)])),
    sense: sense === null ? word : hashed(sense, "en"),
    meant: [...all]
      .filter((tag) => !common.has(tag))
      .slice(0, maxTags)
      .map(meantBy),
    vectorWord: sense ?? (language === "en" ? written : ""),
    weight: null,
  }
})

function hashed(text: string, language: Language): HashedWord {
  const isOther = language !== "en" && text >= "a" && text < "{"
  const own = hash(isOther ? `${language} ${text}` : text) | 0
  return { hash: own, stem: isOther ? own : hash(stemOf(text)) | 0, bucket: spread(own) }
}

/** What a number is matters more than its digits. */
function wordOf({ text, num }: Meaning): string {
  if (num === null) return text
  if (num < 6) return "<few>"
  if (num < 18) return "<young>"
  if (num === 18) return "<18>"
  return num < 100 ? "<adult>" : num > 2005 && num < 2030 ? "<recent>" : "<number>"
}

const stemOf = (text: string) =>
  text.length < 4 ? text : text.replace(/(?<=[a-z]{3})(?:ing|ed|es|s|ly|er)$/, "").replace(/(?<=[a-z]{3})e$/, "")

function piecesOf(text: string): number[] {
  if (text.length > maxPiecesLength || text.startsWith("<")) return []
  if (/[\u3040-\u9fff]/.test(text)) return [...text].map((char) => mix(hash(char), 0, 9))
  if (text.length < 3) return []
  const body = `_${text}_`
  return pieceSizes.flatMap((size) =>
    Array.from({ length: Math.max(0, body.length - size + 1) }, (_, i) => mix(hash(body.slice(i, i + size)), 0, 10)),
  )
}

/** FNV-1a. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/** As a signed number, which V8 keeps without allocating. */
const mix = (one: number, two: number, kind: number) =>
  Math.imul(one, 0x9e3779b1) ^ Math.imul(two, 0x85ebca6b) ^ Math.imul(kind, 0xc2b2ae35)

function spread(value: number): number {
  const one = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  const two = Math.imul(one ^ (one >>> 12), 0x297a2d39)
  return (two ^ (two >>> 15)) & (buckets - 1)
}
