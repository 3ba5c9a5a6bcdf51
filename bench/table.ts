import { execFileSync } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import { cpus, totalmem } from "node:os"

/** A row of the budget table: the measured value, its baseline, and the two targets. */
export interface Row {
  part: string
  what: string
  measured: string
  must: string
  wanted: string
  /** The target that was reached. */
  reached: "wanted" | "must" | "no"
  note?: string
}

const state = new URL("results.json", import.meta.url)
const page = new URL("results.md", import.meta.url)
/** Figures of other projects, which are kept by hand. */
const peers = new URL("peers.md", import.meta.url)

/** Rewrites the table, and keeps the rows of parts that were not run. */
export async function record(parts: string[], rows: Row[]): Promise<void> {
  const old: (Row & { at: string })[] = JSON.parse(await readFile(state, "utf8").catch(() => "[]"))
  const at = `${new Date().toISOString().slice(0, 10)} ${commit()}`
  const all = [...old.filter((row) => !parts.includes(row.part)), ...rows.map((row) => ({ ...row, at }))]
  all.sort((a, b) => order.indexOf(a.part) - order.indexOf(b.part))
  await writeFile(state, `${JSON.stringify(all, null, 2)}\n`)
  await writeFile(page, `${render(all)}\n${await readFile(peers, "utf8")}`)
}

export const order = [
  "dolls",
  "pages",
  "search",
  "desk",
  "cart",
  "token",
  "traces",
  "chat",
  "start",
  "memory",
  "upload",
  "moderation",
  "admin",
  "weight",
  "lighthouse",
  "cluster",
  // This row is written by hand, because the whole test run cannot measure itself.
  "tests",
]

function render(rows: (Row & { at: string })[]): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  const lines = rows.map(
    ({ what, measured, must, wanted, reached, note, at }) =>
      `| ${what}${note ? ` (${note})` : ""} | ${measured} | ${must} | ${wanted} | ${reached} | ${at} |`,
  )
  return `# Results

Made by \`npm run bench\`; run it again to check. Ratios are against a baseline taken in the same run, interleaved, median of three: the server
in production mode on core 0, the load, PostgreSQL and the baseline's own helpers on core 1. Machine: ${machine}.

| what | measured | must | wanted | reached | date, commit |
|---|---|---|---|---|---|
${lines.join("\n")}
`
}

function commit(): string {
  return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim()
}

/** With `higher`, larger values are better. */
export function verdict(value: number, must: number, wanted: number, higher = must < wanted): Row["reached"] {
  const meets = (bound: number) => (higher ? value >= bound : value <= bound)
  return meets(wanted) ? "wanted" : meets(must) ? "must" : "no"
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
