import { existsSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const page = readFileSync("docs/asvs.md", "utf8")
const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim())
const rows = page.split("\n").flatMap((line) => {
  if (!/^\| (\d|API)/.test(line)) return []
  const cells = cellsOf(line)
  return [{ id: cells[0]!, level: cells.length === 5 ? cells[1]! : "", state: cells.at(-2)!, proof: cells.at(-1)! }]
})
const requirements = rows.filter(({ id }) => !id.startsWith("API"))

/** Requirements of level 1 and 2 in ASVS 5.0.0, by chapter. */
const counts = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

test("every requirement of level 1 and 2 has one line", () => {
  const ids = requirements.map(({ id }) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  expect(counts.map((_, at) => ids.filter((id) => id.startsWith(`${at + 1}.`)).length)).toEqual(counts)
  const ofLevel = (level: string) => requirements.filter((row) => row.level === level).length
  expect([ofLevel("1"), ofLevel("2"), ids.length]).toEqual([70, 183, 253])
  expect(ids.filter((id) => !/^\d+\.\d+\.\d+$/.test(id))).toEqual([])
  expect(rows.filter(({ id }) => id.startsWith("API")).map(({ id }) => id)).toEqual(
    counts.slice(0, 10).map((_, at) => `API${at + 1}`),
  )
})

test("every line has a state, and a proof or a reason", () => {
  for (const { id, state, proof } of rows) {
    expect([id, ["met", "n/a", "open"].includes(state)]).toEqual([id, true])
    expect([id, proof.length > 5]).toEqual([id, true])
  }
})

test("the sums are those of the lines", () => {
  const sums = page.split("\n").flatMap((line) => (/^\| (V\d+ |all )/.test(line) ? [cellsOf(line)] : []))
  expect(sums).toHaveLength(counts.length + 1)
  for (const [name, ...numbers] of sums) {
    const chapter = /^V(\d+) /.exec(name!)?.[1]
    const own = requirements.filter(({ id }) => !chapter || id.startsWith(`${chapter}.`))
    const counted = ["met", "n/a", "open"].map((state) => own.filter((row) => row.state === state).length)
    expect([name, ...numbers.map(Number)]).toEqual([name, ...counted])
  }
})

test("every file and every test that is named exists", () => {
  const wrong: string[] = []
  for (const { id, proof } of rows) {
    let named = ""
    for (const [, path, title] of proof.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|\w+\.json)`|"([^"]+)"/g)) {
      if (path) named = path
      const isThere = path ? existsSync(path) : named === "" || readFileSync(named, "utf8").includes(title!)
      if (!isThere) wrong.push(`${id}: ${path ?? `${named} "${title}"`}`)
    }
  }
  expect(wrong).toEqual([])
})
