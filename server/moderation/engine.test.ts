import { expect, test } from "vitest"
import { type Category, moderate } from "./engine.ts"
import type { Fixtures } from "./fixtures/fixture.ts"
import { tuned } from "./fixtures/tuned.ts"

interface Line {
  text: string
  recent: string[]
  category: Category | null
}

function linesOf({ found, nothing, inContext }: Fixtures): Line[] {
  const alone = (category: Category | null) => (text: string) => ({ text, recent: [], category })
  return [
    ...Object.entries(found).flatMap(([category, texts]) => texts.map(alone(category as Category))),
    ...nothing.map(alone(null)),
    ...inContext.map(({ lines, category }) => ({ text: lines.at(-1)!, recent: lines.slice(0, -1), category })),
  ]
}

interface Score {
  right: number
  wrong: number
  missed: number
}

/** A line counts as found when its own category is; whatever else is found in it, or in a line with nothing, is wrong. */
function measure(lines: Line[]) {
  const scores = new Map<string, Score>()
  const of = (name: string) => scores.get(name) ?? scores.set(name, { right: 0, wrong: 0, missed: 0 }).get(name)!
  const faults: string[] = []
  for (const { text, recent, category } of lines) {
    const verdict = moderate({ text, kind: "message", recent })
    const found = Object.keys(verdict.categories) as Category[]
    if (category) {
      const isFound = found.includes(category)
      for (const name of [category, "all"]) of(name)[isFound ? "right" : "missed"]++
      if (!isFound) faults.push(`missed ${category}: ${[...recent, text].join(" / ")}`)
    }
    for (const other of found.filter((one) => one !== category)) {
      if (category) continue
      for (const name of [other, "all"]) of(name).wrong++
      faults.push(`wrongly ${other}: ${[...recent, text].join(" / ")}`)
    }
  }
  return { scores, faults }
}

const precision = ({ right, wrong }: Score) => right / (right + wrong || 1)
const recall = ({ right, missed }: Score) => right / (right + missed || 1)

function print(title: string, lines: Line[], scores: Map<string, Score>): void {
  const rows = [...scores].map(
    ([name, score]) =>
      `${name.padEnd(16)} precision ${precision(score).toFixed(3)}  recall ${recall(score).toFixed(3)}  (${score.right + score.missed} lines)`,
  )
  console.log([`${title}: ${lines.length} lines`, ...rows].join("\n"))
}

test.each([["tuned on", tuned, 0.97, 0.97]] as const)(
  "%s: what is found and what is not",
  (title, fixtures, leastPrecision, leastRecall) => {
    const lines = linesOf(fixtures)
    const { scores, faults } = measure(lines)
    print(title, lines, scores)
    if (process.env.FAULTS) console.log(faults.join("\n"))
    expect(precision(scores.get("all")!)).toBeGreaterThanOrEqual(leastPrecision)
    expect(recall(scores.get("all")!)).toBeGreaterThanOrEqual(leastRecall)
  },
)
