import { type Entry, entryOf } from "./lexicon.ts"

/** A `.` ends a sentence. Signs that change the meaning of a number (`$`, `%`, `+`, `:`, `#`) are separate words. */
export interface Word {
  text: string
  /** The position in the original text. */
  start: number
  end: number
  entry: Entry
}

/** Looks up the word, once for all uses of its entry. */
export const wordAt = (text: string, start: number, end: number): Word => ({ text, start, end, entry: entryOf(text) })
