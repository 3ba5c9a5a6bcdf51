import type { Word } from "../words/word.ts"

/** The number of words from which a text may have a smaller share of different ones. */
export const longFrom = 40

export function isRepeated(text: string, recent: readonly string[]): boolean {
  if (recent.length < 3) return false
  const same = text.trim().toLowerCase()
  const isSame = (one: string) => one.trim().length === same.length && one.trim().toLowerCase() === same
  return same.length >= 12 && recent.filter(isSame).length >= 3
}

/** Recognizes repetitions of a few words, or of a character; "ha ha" and "no no" do not count. */
export function isFlood(words: Word[], text: string): boolean {
  return hasLongRun(text) || isRepetitive(words)
}

/** Recognizes the same sign forty times in a row. */
function hasLongRun(text: string): boolean {
  let same = 0
  for (let i = 1; i < text.length; i++) {
    same = text.charCodeAt(i) === text.charCodeAt(i - 1) ? same + 1 : 0
    if (same === 39 && text[i]!.trim() !== "") return true
  }
  return false
}

export function isRepetitive(words: Word[]): boolean {
  if (words.length < 12) return false
  const maxShare = words.length < longFrom ? 0.25 : 0.12
  const different = new Set<string>()
  for (const { text } of words) {
    different.add(text)
    if (different.size / words.length >= maxShare) return false
  }
  return [...different].some((word) => word.length > 2)
}
