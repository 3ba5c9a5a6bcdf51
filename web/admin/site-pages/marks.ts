import { t } from "#contract/t.ts"

/** Changes a text whose selection is from `start` to `end`, and returns what is selected then. */
export type Edit = (text: string, start: number, end: number) => { text: string; from: number; to: number }

/** Puts marks around the selection, or takes them away. */
export const wrapped =
  (mark: string, example: string): Edit =>
  (text, start, end) => {
    const chosen = text.slice(start, end)
    const [before, after] = [text.slice(0, start), text.slice(end)]
    if (chosen && before.endsWith(mark) && after.startsWith(mark)) {
      const from = start - mark.length
      return { text: before.slice(0, from) + chosen + after.slice(mark.length), from, to: from + chosen.length }
    }
    const words = chosen || example
    const from = start + mark.length
    return { text: before + mark + words + mark + after, from, to: from + words.length }
  }

/** Puts a mark before each selected line, or takes it away from all. */
const prefixed =
  (mark: string, example: string): Edit =>
  (text, start, end) => {
    const from = text.lastIndexOf("\n", start - 1) + 1
    const stop = text.indexOf("\n", end)
    const to = stop < 0 ? text.length : stop
    const lines = (text.slice(from, to) || example).split("\n")
    const hasAll = lines.every((line) => line.startsWith(mark))
    const changed = lines.map((line) => (hasAll ? line.slice(mark.length) : line && mark + line)).join("\n")
    return { text: text.slice(0, from) + changed + text.slice(to), from, to: from + changed.length }
  }

export const heading = prefixed("## ", t`Heading`)
export const list = prefixed("- ", t`First point`)

/** Makes the selection a link, and selects its address. */
export const link: Edit = (text, start, end) => {
  const words = text.slice(start, end) || t`link text`
  const from = start + words.length + 3
  return { text: `${text.slice(0, start)}[${words}](https://)${text.slice(end)}`, from, to: from + "https://".length }
}

/** Adds a picture after the selection, and selects its description, which somebody has to write. */
export const picture =
  (url: string): Edit =>
  (text, _, end) => {
    const words = t`Describe the image`
    const from = end + 2
    return { text: `${text.slice(0, end)}![${words}](${url})${text.slice(end)}`, from, to: from + words.length }
  }
