import { deobfuscate, hasRun, withoutRuns } from "./deobfuscate.ts"
import { fold, foreignLetters } from "./fold.ts"
import { tokenize } from "./tokenize.ts"
import type { Word } from "./word.ts"

export interface Readings {
  /** The original. */
  text: string
  folded: string
  /** For each character of `folded`, where it stands in the original. */
  offsets: Int32Array
  /** Letters of the original in their own script; empty for ASCII. */
  foreign: string
  /** The words as written, then as they read once obfuscation is undone. At most four; one for most texts. */
  variants: Word[][]
  /** For each variant the places where it differs from the first; undefined for the first itself. */
  changed: (number[] | undefined)[]
}

/** Takes time linear in the length of the text. */
export function read(text: string): Readings {
  const { folded, offsets, hasForeign } = fold(text)
  const written = tokenize(folded, offsets)
  const variants = [written]
  const decoded = deobfuscate({ text: folded, offsets, one: "i" }, written)
  addIfNew(variants, decoded.words)
  if (decoded.hasOne) addIfNew(variants, deobfuscate({ text: folded, offsets, one: "l" }, written).words)
  if (decoded.runs.size > 0 || decoded.words.some((word) => hasRun(word.text))) addIfNew(variants, withoutRuns(decoded))
  const changed = variants.map((words, n) => (n === 0 ? undefined : changedPlaces(words, written)))
  return { text, folded, offsets, foreign: hasForeign ? foreignLetters(text) : "", variants, changed }
}

/** Where a word, or the one behind it, differs. */
function changedPlaces(words: Word[], written: Word[]): number[] {
  const places: number[] = []
  let other = 0
  for (let i = 0; i < words.length; i++) {
    while (other < written.length && written[other]!.start < words[i]!.start) other++
    if (!isSame(words[i], written[other]) || !isSame(words[i + 1], written[other + 1])) places.push(i)
  }
  return places
}

const isSame = (one: Word | undefined, two: Word | undefined) =>
  one === two || (one?.text === two?.text && one?.start === two?.start && one?.end === two?.end)

function addIfNew(variants: Word[][], words: Word[]): void {
  const hasSameText = (one: Word, i: number) => one === words[i] || one.text === words[i]!.text
  if (!variants.some((one) => one.length === words.length && one.every(hasSameText))) variants.push(words)
}
