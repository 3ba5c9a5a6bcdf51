/** A pattern for `lower(…) like` that finds the text literally, anywhere. */
export function likeText(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`
}
