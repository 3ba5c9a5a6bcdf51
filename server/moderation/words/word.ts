/** A `.` ends a sentence. Signs that change what a number means (`$`, `%`, `+`, `:`, `#`) are words of their own. */
export interface Word {
  text: string
  /** In the original text. */
  start: number
  end: number
}
