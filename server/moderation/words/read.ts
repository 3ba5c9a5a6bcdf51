import { deobfuscate, hasRun, withoutRuns } from "./deobfuscate.ts"
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
  const decoded = deobfuscate({ text: folded, offsets, one: "i" }, written)
  addIfNew(variants, decoded.words)
  if (decoded.hasOne) addIfNew(variants, deobfuscate({ text: folded, offsets, one: "l" }, written).words)
  if (decoded.runs.size > 0 || decoded.words.some((word) => hasRun(word.text))) addIfNew(variants, withoutRuns(decoded))
  return { text, folded, offsets, variants }
}

function addIfNew(variants: Word[][], words: Word[]): void {
  const hasSameText = (one: Word, i: number) => one === words[i] || one.text === words[i]!.text
  if (!variants.some((one) => one.length === words.length && one.every(hasSameText))) variants.push(words)
}
