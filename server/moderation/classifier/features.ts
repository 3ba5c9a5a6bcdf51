import type { Annotated, Token } from "../words/annotate.ts"
import { type Tag, type Tags, tagsOf } from "../words/lexicon.ts"
import type { Language } from "../words/words.ts"

/** As many different features as the model has weights. */
export const buckets = 1 << 15

/** Too common to mean much. */
const common = new Set<Tag>(["glue", "nearly", "measure"])
const maxTags = 4
const maxMeanings = 24
const maxPiecesLength = 24
const pieceSizes = [3, 4, 5]

/** Of a text. Reused, as it is needed only while one text is judged. */
const seen = new Uint32Array(buckets)
let turn = 0

/**
 * What the classifier sees of a text: its words, pairs of words, what they mean, and the letters they are made of, so
 * that a misspelt or inflected word still counts. Each feature is a number below `buckets`. `whole` gets a word whose own
 * features are all new, in place of these.
 */
export function featuresOf({ tokens, language }: Annotated, whole?: (word: KnownWord) => void): number[] {
  const found: number[] = []
  turn++
  const addBucket = (bucket: number) => {
    if (seen[bucket] === turn) return
    seen[bucket] = turn
    found.push(bucket)
  }
  const add = (feature: number) => addBucket(spread(feature))
  const addWord = (word: KnownWord) => {
    if (whole && isNew(word)) {
      for (const bucket of word.own) seen[bucket] = turn
      whole(word)
    } else for (const bucket of word.own) addBucket(bucket)
  }
  const meanings = new Set<Tag>()
  let [previous, beforePrevious] = [0, 0]
  let before: readonly Meant[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    const word = knownWord(wordOf(token), language)
    const sense = token.sense === null ? word : knownWord(token.sense, "en")
    addWord(word)
    if (sense !== word) addBucket(sense.bucket)
    if (sense.stem !== sense.hash) add(sense.stem)
    if (i > 0) add(mix(previous, sense.stem, 1))
    if (i > 1) add(mix(beforePrevious, sense.stem, 2))
    if (i > 1) add(mix(mix(beforePrevious, previous, 3), sense.stem, 4))
    if (i === 1) add(mix(previous, sense.stem, 5))
    beforePrevious = previous
    previous = sense.stem
    const meant = token.sense === null ? meantBy(token.tags) : meantWith(token.tags, token.sense)
    for (const { tag, hash } of meant) {
      meanings.add(tag)
      for (const one of before) add(mix(one.hash, hash, 6))
    }
    if (meant.length > 0) before = meant
  }
  const sorted = [...meanings].slice(0, maxMeanings).sort().map(hash)
  for (let i = 0; i < sorted.length; i++) {
    add(mix(sorted[i]!, 0, 7))
    for (let n = i + 1; n < sorted.length; n++) add(mix(sorted[i]!, sorted[n]!, 8))
  }
  return found
}

function isNew({ own }: KnownWord): boolean {
  for (const bucket of own) if (seen[bucket] === turn) return false
  return true
}

interface Meant {
  tag: Tag
  hash: number
}

const meant = new WeakMap<Tags, readonly Meant[]>()

/** Each word has the same set of tags in all texts of a language. */
function meantBy(tags: Tags): readonly Meant[] {
  const found = meant.get(tags) ?? uncommon([...tags])
  meant.set(tags, found)
  return found
}

const meantWith = (tags: Tags, sense: string) => uncommon([...new Set([...tags, ...tagsOf(sense, "en", false)])])

const uncommon = (tags: Tag[]): readonly Meant[] =>
  tags
    .filter((tag) => !common.has(tag))
    .slice(0, maxTags)
    .map((tag) => ({ tag, hash: hash(tag) }))

/** What a number is matters more than its digits. */
function wordOf({ text, num }: Token): string {
  if (num === null) return text
  if (num < 6) return "<few>"
  if (num < 18) return "<young>"
  if (num === 18) return "<18>"
  return num < 100 ? "<adult>" : num > 2005 && num < 2030 ? "<recent>" : "<number>"
}

export interface KnownWord {
  hash: number
  /** Without the ending of an English word. */
  stem: number
  bucket: number
  /** Of the word and of its pieces, each once. */
  own: number[]
  /** What `own` weighs in each category, by the model that asked last. */
  weight: { by: Int8Array; sums: Int32Array } | null
}

const known = new Map<string, KnownWord>()
const maxKnown = 20_000

function knownWord(text: string, language: Language): KnownWord {
  const isOther = language !== "en" && text >= "a" && text < "{"
  const key = isOther ? `${language} ${text}` : text
  const found = known.get(key)
  if (found) return found
  if (known.size > maxKnown) known.clear()
  const own = hash(key)
  const bucket = spread(own)
  const word: KnownWord = {
    hash: own,
    stem: isOther ? own : hash(stemOf(text)),
    bucket,
    own: [...new Set([bucket, ...piecesOf(text).map(spread)])],
    weight: null,
  }
  if (text.length < 64) known.set(key, word)
  return word
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

/** The word whose common use counts: of a word in another language, the one in English. */
export const vectorWordOf = ({ text, sense }: Token, language: Language): string =>
  sense ?? (language === "en" ? text : "")

/** FNV-1a. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

const mix = (one: number, two: number, kind: number) =>
  (Math.imul(one, 0x9e3779b1) ^ Math.imul(two, 0x85ebca6b) ^ Math.imul(kind, 0xc2b2ae35)) >>> 0

function spread(value: number): number {
  const one = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  const two = Math.imul(one ^ (one >>> 12), 0x297a2d39)
  return (two ^ (two >>> 15)) & (buckets - 1)
}
