import { type Alternatives, isNumber, numberLength } from "./pattern.ts"
import type { Entry, Word } from "./word.ts"

const maxKnown = 20_000
const maxKnownLength = 64

/** Looks words up among anchors and first words. Each is looked up once: people use few different words. */
export function createLookup(matcher: object, anchors: Alternatives[], firsts: Alternatives[]) {
  const anchorIndex = createIndex(anchors)
  const firstIndex = createIndex(firsts)
  const unknown: Entry = { matcher, ids: [], idsAsNumber: null, firsts: new Uint32Array((firsts.length >> 5) + 1) }
  const known = new Map<string, Entry>()
  return (text: string): Entry => known.get(text) ?? learn(text)

  function learn(text: string): Entry {
    const entry = createEntry(text)
    if (known.size > maxKnown) known.clear()
    if (text.length <= maxKnownLength) known.set(text, entry)
    return entry
  }

  function createEntry(text: string): Entry {
    const ids = anchorIndex.find(text)
    const begun = [...firstIndex.find(text), ...(isNumber(text) ? firstIndex.numbers : [])]
    if (ids.length === 0 && begun.length === 0) return unknown
    const bits = new Uint32Array(unknown.firsts.length)
    for (const bit of begun) bits[bit >> 5]! |= 1 << (bit & 31)
    return {
      matcher,
      ids,
      idsAsNumber: isNumber(text) ? [...new Set([...ids, ...anchorIndex.numbers])] : null,
      firsts: bits,
    }
  }
}

/** The rules whose anchor is the word at `i`. */
export const anchoredAt = ({ ids, idsAsNumber }: Entry, words: Word[], i: number) =>
  idsAsNumber && numberLength(words, i) > 0 ? idsAsNumber : ids

/** Beginnings of words are indexed by so many letters, shorter ones by all they have. */
const indexedLength = 3

/** Finds which of the list take a word. */
function createIndex(list: Alternatives[]) {
  const exact = new Map<string, number[]>()
  const starts = new Map<string, { start: string; at: number }[]>()
  const numbers: number[] = []
  const add = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value) => {
    const all = map.get(key)
    if (all) all.push(value)
    else map.set(key, [value])
  }
  for (const [at, of] of list.entries()) {
    for (const word of of.exact) add(exact, word, at)
    for (const start of of.starts) add(starts, start.slice(0, indexedLength), { start, at })
    if (of.number) numbers.push(at)
  }
  const find = (text: string): number[] => {
    const begun = [...Array(indexedLength).keys()]
      .flatMap((length) => starts.get(text.slice(0, length + 1)) ?? [])
      .filter(({ start }) => text.startsWith(start))
    return [...new Set([...(exact.get(text) ?? []), ...begun.map(({ at }) => at)])]
  }
  return { find, numbers }
}
