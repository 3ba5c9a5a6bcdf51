/** Returns the words of a search, in lower case and with composed accents, as they are indexed. */
export const wordsOf = (q: string) =>
  q
    .normalize()
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, 10) ?? []

/**
 * Builds a `tsquery` for messages that have all of the words. Only the last one, which may still be typed, can be the
 * beginning of a word, because the index reads all words with that prefix.
 */
export const queryOf = (words: readonly string[]) =>
  words.map((word, at) => (isBeginning(words, at) ? `${word}:*` : word)).join(" & ")

const isBeginning = (words: readonly string[], at: number) => at === words.length - 1 && words[at]!.length > 1

interface Part {
  text: string
  marked: boolean
}

const before = 60
const most = 220

/** Returns the part of a text around the first match, with the beginnings of matching words marked. */
export function excerptOf(text: string, words: readonly string[]): Part[] {
  const flat = text.normalize().replace(/\s+/g, " ").trim()
  const found = [...flat.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }) => {
    const lower = word.toLowerCase()
    const match = words.find((one, at) => (isBeginning(words, at) ? lower.startsWith(one) : lower === one))
    return match ? [{ from: index, to: index + Math.min(match.length, word.length) }] : []
  })
  const first = found[0]?.from ?? 0
  const space = first > before ? flat.indexOf(" ", first - before) : -1
  const start = first <= before ? 0 : space === -1 || space >= first ? first : space + 1
  const cut = flat.slice(start, start + most)
  const end = start + cut.length < flat.length ? start + Math.max(cut.lastIndexOf(" "), most / 2) : flat.length
  const parts: Part[] = []
  const add = (text: string, marked: boolean) => text && parts.push({ text, marked })
  let at = start
  if (start > 0) add("… ", false)
  for (const { from, to } of found) {
    if (from < at || to > end) continue
    add(flat.slice(at, from), false)
    add(flat.slice(from, to), true)
    at = to
  }
  add(flat.slice(at, end) + (end < flat.length ? " …" : ""), false)
  return parts
}
