/** A text of the shop's pages and emails that its owner may change. `{shop}` and `{hours}` stand for the settings. */
export interface Piece {
  /** Where it stands on its page. */
  label: string
  /** What is shown until the owner changes it, in the language of the build or of the reader. */
  text: string
  max: number
  /** The specification has these words. */
  isFixed?: true
  /** The text may have more than one line. */
  hasLines?: true
}
