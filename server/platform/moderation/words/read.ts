import { deobfuscate, hasRun, isPlain, withoutRuns } from "./deobfuscate.ts"
import { type Folded, fold } from "./fold.ts"
import { tokenize } from "./tokenize.ts"
import { type Word, wordAt } from "./word.ts"

export interface Readings extends Folded {
  /** The words as written, then without obfuscation. At most four variants; one for most texts. */
  variants: Word[][]
}

export interface Written extends Folded {
  words: Word[]
  /** Whether it surely reads the same without disguises. */
  isPlain: boolean
}

/** Takes time linear in the length of the text. */
export const read = (text: string): Readings => readDisguised(readWritten(text))

export function readWritten(text: string): Written {
  const { folded, offsets } = fold(text)
  return { folded, offsets, words: tokenize(folded, offsets), isPlain: isPlain(folded) }
}

export function readDisguised({ folded, offsets, words: written, isPlain }: Written): Readings {
  const variants = [written]
  if (isPlain) return { folded, offsets, variants }
  const decoded = deobfuscate({ text: folded, offsets, one: "i" }, written)
  addIfNew(variants, decoded.words)
  if (decoded.hasOne) addIfNew(variants, deobfuscate({ text: folded, offsets, one: "l" }, written).words)
  if (decoded.runs.size > 0 || decoded.words.some((word) => hasRun(word.text))) addIfNew(variants, withoutRuns(decoded))
  return {
    folded,
    offsets,
    variants: variants.map((words, n) => (n === 0 ? words : nearChanges(words, written))),
  }
}

/** The number of words on each side of a change that are read again. */
const around = 12

/** Returns the words near those that differ from the written ones; a full stop stands for what is left out. */
function nearChanges(words: Word[], written: Word[]): Word[] {
  const known = new Map(written.map((word) => [word.start, word.text]))
  const near: Word[] = []
  let until = -1
  let kept = -1
  for (const [i, { text, start }] of words.entries()) {
    if (known.get(start) !== text) {
      const from = Math.max(kept + 1, i - around)
      if (from > kept + 1) near.push(wordAt(".", words[from]!.start, words[from]!.start))
      for (let n = from; n < i; n++) near.push(words[n]!)
      until = i + around
    }
    if (i > until) continue
    near.push(words[i]!)
    kept = i
  }
  return near
}

function addIfNew(variants: Word[][], words: Word[]): void {
  const hasSameText = (one: Word, i: number) => one === words[i] || one.text === words[i]!.text
  if (!variants.some((one) => one.length === words.length && one.every(hasSameText))) variants.push(words)
}
