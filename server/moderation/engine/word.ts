/** A `.` ends a sentence. Signs that change what a number means (`$`, `%`, `+`, `:`, `#`) are words of their own. */
export interface Word {
  text: string
  /** In the original text. */
  start: number
  end: number
  /** Cached by the matcher that looked it up. */
  entry?: Entry
}

/** What a word means to the rules of a matcher, wherever it stands. */
export interface Entry {
  matcher: object
  /** The rules that it is the anchor of. */
  ids: readonly number[]
  /** The same, with the rules that are anchored at a number under 18; null for any other word. */
  idsAsNumber: readonly number[] | null
  /** A bit for each distinct first word of a rule. */
  firsts: Uint32Array
}
