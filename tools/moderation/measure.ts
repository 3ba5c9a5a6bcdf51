import { pathToFileURL } from "node:url"
import { moderate } from "../../server/platform/moderation/engine/moderate.ts"
import { isNameRefused } from "../../server/platform/moderation/names.ts"
import { type Line, linesOf } from "./lines.ts"

export interface Row {
  name: string
  lines: number
  /** Lines that were judged as labelled. For ordinary lines, those that were found by mistake. */
  found: number
  flagged: number
  /** Lines that were not sent or not published. */
  stopped: number
  closed: number
}

/** Measures how the engine judges labelled lines, by category, by category and language, and by category and kind. */
export function measure(lines: Line[]): { rows: Row[]; faults: string[] } {
  const rows = new Map<string, Row>()
  const faults: string[] = []
  for (const line of lines) {
    const { category, language, kind, recent, text } = line
    const verdict = moderate({
      text,
      recent,
      kind: kind === "chat" ? "message" : kind === "review" ? "review" : "doll",
    })
    const isName = kind === "name"
    const isStopped = isName ? isNameRefused(text) : verdict.decision === "block"
    const isFlagged = !isName && verdict.decision === "flag"
    const isFound = isName ? isStopped : category !== null && category in verdict.categories
    const found = category === null ? isFlagged || isStopped : isFound
    const label = category ?? "ordinary"
    for (const name of [label, `${label}, ${language}`, `${label}, ${kind}`]) {
      const row = rows.get(name) ?? { name, lines: 0, found: 0, flagged: 0, stopped: 0, closed: 0 }
      rows.set(name, row)
      row.lines++
      row.found += Number(found)
      row.flagged += Number(isFlagged)
      row.stopped += Number(isStopped)
      row.closed += Number(kind === "chat" && verdict.freeze)
    }
    if (found !== (category === null)) continue
    const found_ = Object.entries(verdict.categories).map(([name, score]) => `${name} ${score}`)
    faults.push([label, language, kind, found_.join(" "), verdict.why ?? "", [...recent, text].join(" / ")].join(" | "))
  }
  return { rows: [...rows.values()].sort((one, two) => one.name.localeCompare(two.name)), faults }
}

export function tableOf(rows: Row[]): string {
  const share = (part: number, { lines }: Row) => `${((part / lines) * 100).toFixed(1)} %`.padStart(8)
  const head = `${"".padEnd(26)}   lines    found  flagged  stopped  rooms closed`
  const body = rows.map((row) => {
    const shares = [row.found, row.flagged, row.stopped].map((part) => share(part, row)).join(" ")
    return `${row.name.padEnd(26)} ${String(row.lines).padStart(7)} ${shares} ${String(row.closed).padStart(13)}`
  })
  return [head, ...body].join("\n")
}

/** `npm run moderation:measure FILE ... [--faults]` prints a table for each file of labelled lines. */
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = process.argv.slice(2).filter((one) => !one.startsWith("--"))
  for (const name of files) {
    const { rows, faults } = measure(linesOf(name))
    console.log(`${name}\n${tableOf(rows)}\n`)
    if (process.argv.includes("--faults")) console.log(faults.join("\n"))
  }
}
