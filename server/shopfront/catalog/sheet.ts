import Papa from "papaparse"
import { importLimits } from "#contract/adminLimits.ts"
import { cellText } from "#contract/csv.ts"
import { importTexts } from "#contract/modelSheet.ts"
import { t } from "#contract/t.ts"
import { invalid } from "../../platform/refusal.ts"

export interface Sheet {
  header: string[]
  /** The rows that are not empty. `row` counts as spreadsheets do: the header is row 1. */
  rows: { row: number; cells: string[] }[]
}

interface SheetLimits {
  rows: number
  /** Separators, line ends and quotation marks. */
  marks: number
  tooMany: string
}

const ofModels: SheetLimits = { ...importLimits, tooMany: importTexts.tooMany }

/** Reads a CSV file of any program: separated by commas, semicolons or tabs, in UTF-8 or UTF-16. Throws a Refusal. */
export function readSheet(bytes: Buffer, { rows: most, marks, tooMany }: SheetLimits = ofModels): Sheet {
  const { text, separator } = withoutSeparator(decode(bytes))
  if (marksIn(text) > marks) throw invalid("file", tooMany)
  const { data, errors } = Papa.parse<string[]>(text, {
    preview: most + 2,
    delimiter: separator ?? delimiterOf(text),
  })
  const broken = errors.find(({ type }) => type === "Quotes")
  if (broken) {
    throw invalid("file", t`Row ${(broken.row ?? 0) + 1} has a quotation mark that isn't closed or not doubled.`)
  }
  const [first = [], ...rest] = data
  const header = first.slice(0, first.findLastIndex((name) => name.trim() !== "") + 1)
  if (header.length > importLimits.columns) throw invalid("file", importTexts.unreadable)
  const rows = rest
    .map((cells, at) => ({ row: at + 2, cells: cells.map(cellText) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
  if (rest.length > most && (rows.at(-1)?.row ?? 0) > most + 1) throw invalid("file", tooMany)
  if (rows.length === 0) throw invalid("file", importTexts.empty)
  return { header: header.map((name) => name.trim().toLowerCase()), rows }
}

/** Counts separators, line ends and quotation marks, which determine how long parsing takes, whatever the size. */
function marksIn(text: string): number {
  let marks = 0
  for (let at = 0; at < text.length; at++) if ('",;\t\r\n'.includes(text[at]!)) marks++
  return marks
}

/** Removes a first line such as `sep=;`, from which spreadsheets take the separator and which they do not show. */
function withoutSeparator(text: string) {
  const [line, separator] = /^\uFEFF?sep=([,;\t])\r?\n/i.exec(text) ?? []
  return { text: text.slice(line?.length ?? 0), separator }
}

/** Returns the most frequent separator of the header; no column's name contains one. */
function delimiterOf(text: string): string {
  const header = /^[^\r\n]*/.exec(text)![0]
  const count = (separator: string) => header.split(separator).length
  return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best))
}

function decode(bytes: Buffer): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8"
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (!text.includes("\0")) return text
  } catch {
    // The bytes are not in this encoding.
  }
  throw invalid("file", importTexts.unreadable)
}
