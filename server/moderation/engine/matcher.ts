import { anchorOf } from "./anchor.ts"
import { matchAt, type Pattern } from "./pattern.ts"
import type { Entry, Word } from "./word.ts"
import { anchoredAt, createLookup } from "./wordLookup.ts"

export interface Match<Rule> {
  rule: Rule
  /** The first word, and the one behind the last. */
  from: number
  to: number
}

/** One line's part in the matches of several lines. */
export interface Scan {
  words: Word[]
  entries: Entry[]
  /** Pairs: a rule, and the place of its anchor. */
  anchored: readonly number[]
  /** Those of them that may end in a later line. */
  open: readonly number[]
}

export interface Matcher<Rule> {
  /** No match takes more words than this. */
  maxLength: number
  scan(words: Word[]): Scan
  /** Whether lines that follow one another hold a match that ends in the last of them. */
  matchesAcross(previous: readonly Scan[], current: Scan): boolean
  /** All matches; in a variant of a text only those that include a `changed` place. */
  find(words: Word[], changed?: readonly number[]): Match<Rule>[]
}

/** A rule is tried only from where it can begin when its anchor stands there. `scan` leaves out what `isIgnored`. */
export function createMatcher<Rule extends { pattern: Pattern }>(
  rules: Rule[],
  isIgnored: (rule: Rule) => boolean = () => false,
): Matcher<Rule> {
  const anchors = rules.map(({ pattern }) => anchorOf(pattern))
  const minBefore = Int32Array.from(anchors, (one) => one.minBefore)
  const maxBefore = Int32Array.from(anchors, (one) => one.maxBefore)
  const maxFromHere = Int32Array.from(anchors, (one) => one.maxFromHere)
  const maxLengths = maxBefore.map((before, id) => before + maxFromHere[id]!)
  const ignored = rules.map(isIgnored)
  const firsts = [...new Set(rules.map(({ pattern }) => pattern.first))]
  const firstOf = Int32Array.from(rules, ({ pattern }) => firsts.indexOf(pattern.first))
  const matcher = {}
  const entryOf = createLookup(
    matcher,
    anchors.map((one) => one.of),
    firsts,
  )
  /** For each rule the last place from which it was tried. */
  const tried = new Int32Array(rules.length)
  return { maxLength: Math.max(...maxLengths), scan, matchesAcross: matchesAcrossMessages, find }

  function scan(words: Word[]): Scan {
    const entries = words.map(({ text }) => entryOf(text))
    const anchored: number[] = []
    const open: number[] = []
    for (let i = 0; i < words.length; i++) {
      const ids = anchoredAt(entries[i]!, words, i)
      for (let n = 0; n < ids.length; n++) {
        if (ignored[ids[n]!]) continue
        anchored.push(ids[n]!, i)
        if (i + maxFromHere[ids[n]!]! > words.length) open.push(ids[n]!, i)
      }
    }
    return { words, entries, anchored, open }
  }

  function matchesAcrossMessages(previous: readonly Scan[], current: Scan): boolean {
    if (current.anchored.length === 0 && previous.every(({ open }) => open.length === 0)) return false
    const entries = concat(previous, current, "entries")
    const from = entries.length - current.entries.length
    let words: Word[] | null = null
    const hasMatch = (anchored: readonly number[], offset: number) => {
      for (let n = 0; n < anchored.length; n += 2) {
        const id = anchored[n]!
        const i = offset + anchored[n + 1]!
        if (i + maxFromHere[id]! <= from) continue
        const last = i - minBefore[id]!
        for (let first = Math.max(0, i - maxBefore[id]!); first <= last; first++) {
          if (!canBegin(entries[first]!, firstOf[id]!)) continue
          words ??= concat(previous, current, "words")
          if ((matchAt(rules[id]!.pattern, words, first) ?? 0) > from) return true
        }
      }
      return false
    }
    if (hasMatch(current.anchored, from)) return true
    let offset = from
    for (let n = previous.length - 1; n >= 0; n--) {
      offset -= previous[n]!.words.length
      if (hasMatch(previous[n]!.open, offset)) return true
    }
    return false
  }

  function find(words: Word[], changed?: readonly number[]): Match<Rule>[] {
    const found: Match<Rule>[] = []
    tried.fill(-1)
    for (let i = 0, next = 0; i < words.length; i++) {
      const ids = anchoredAt(entryAt(words, i), words, i)
      if (changed) while (next < changed.length && changed[next]! < i) next++
      for (let n = 0; n < ids.length; n++) {
        const id = ids[n]!
        const isNear = !changed || changed[next]! < i + maxFromHere[id]! || changed[next - 1]! >= i - maxBefore[id]!
        if (isNear) tryRule(id, i, words, found, changed)
      }
    }
    return found
  }

  function entryAt(words: Word[], i: number): Entry {
    const word = words[i]!
    const known = word.entry
    if (known && known.matcher === matcher) return known
    word.entry = entryOf(word.text)
    return word.entry
  }

  function tryRule(id: number, i: number, words: Word[], found: Match<Rule>[], changed?: readonly number[]): void {
    const last = i - minBefore[id]!
    const bit = firstOf[id]!
    const { pattern } = rules[id]!
    for (let from = Math.max(tried[id]! + 1, i - maxBefore[id]!); from <= last; from++) {
      if (!canBegin(words[from]!.entry!, bit)) continue
      const to = matchAt(pattern, words, from)
      if (to === null || (changed && !includesAny(changed, from, from + maxLengths[id]!))) continue
      found.push({ rule: rules[id]!, from, to })
    }
    if (last > tried[id]!) tried[id] = last
  }

  function canBegin({ firsts }: Entry, bit: number): boolean {
    return (firsts[bit >> 5]! & (1 << (bit & 31))) !== 0
  }
}

/** Runs for every message, where loops are several times as fast as `flatMap`. */
function concat<Key extends "words" | "entries">(
  previous: readonly Scan[],
  current: Scan,
  key: Key,
): Scan[Key][number][] {
  if (previous.length === 0) return current[key]
  const all: Scan[Key][number][] = []
  for (const line of previous) for (const one of line[key]) all.push(one)
  for (const one of current[key]) all.push(one)
  return all
}

/** Whether one of the sorted places is in the range. */
function includesAny(places: readonly number[], from: number, to: number): boolean {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! < from) low = middle + 1
    else high = middle
  }
  return low < places.length && places[low]! < to
}
