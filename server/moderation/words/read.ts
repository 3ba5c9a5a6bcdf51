import { deobfuscate, hasRun, isPlain, withoutRuns } from "./deobfuscate.ts"
import { fold } from "./fold.ts"
import { tokenize } from "./tokenize.ts"
import type { Word } from "./word.ts"

export interface Readings {
  /** The original. */
  text: string
  folded: string
  /** For each character of `folded`, where it stands in the original. */
  offsets: Int32Array
  /** The words as written, then as they read once obfuscation is undone. At most four; one for most texts. */
  variants: Word[][]
}

/** Takes time linear in the length of the text. */
export function read(text: string): Readings {
  const { folded, offsets } = fold(text)
  const written = tokenize(folded, offsets)
  const variants = [written]
  if (isPlain(folded)) return { text, folded, offsets, variants }
  const decoded = deobfuscate({ text: folded, offsets, one: "i" }, written)
  addIfNew(variants, decoded.words)
  if (decoded.hasOne) addIfNew(variants, deobfuscate({ text: folded, offsets, one: "l" }, written).words)
  if (decoded.runs.size > 0 || decoded.words.some((word) => hasRun(word.text))) addIfNew(variants, withoutRuns(decoded))
  return {
    text,
    folded,
    offsets,
    variants: variants.map((words, n) => (n === 0 ? words : nearChanges(words, written))),
  }
}

/** So many words on each side of a change are read again. */
const around = 12

/** The words near those that differ from what is written; a stop stands for what is left out. */
function nearChanges(words: Word[], written: Word[]): Word[] {
  const known = new Map(written.map((word) => [word.start, word.text]))
  const near: Word[] = []
  let until = -1
  let kept = -1
  for (const [i, { text, start }] of words.entries()) {
    if (known.get(start) !== text) {
      const from = Math.max(kept + 1, i - around)
      if (from > kept + 1) near.push({ text: ".", start: words[from]!.start, end: words[from]!.start })
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
