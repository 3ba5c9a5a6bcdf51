import { type Entry, entryOf } from "./lexicon.ts"

/** A `.` ends a sentence. Signs that change what a number means (`$`, `%`, `+`, `:`, `#`) are words of their own. */
export interface Word {
  text: string
  /** In the original text. */
  start: number
  end: number
  entry: Entry
}

/** Looks the word up, once for all that ask what is known of it. */
export const wordAt = (text: string, start: number, end: number): Word => ({ text, start, end, entry: entryOf(text) })
