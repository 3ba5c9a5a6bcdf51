import { expect, test } from "vitest"
import type { Fixtures } from "../fixtures/fixture.ts"
import { heldOut } from "../fixtures/heldOut.ts"
import { heldOutV5 } from "../fixtures/heldOutV5.ts"
import { heldOutV7 } from "../fixtures/heldOutV7.ts"
import { tuned } from "../fixtures/tuned.ts"
import { tunedV5 } from "../fixtures/tunedV5.ts"
import { tunedV7 } from "../fixtures/tunedV7.ts"
import type { Category } from "../rules/rules.ts"
import { evaluate } from "./evaluate.ts"
import { isClean } from "./fastPath.ts"
import { moderate } from "./moderate.ts"

const all = [tuned, tunedV5, tunedV7, heldOut, heldOutV5, heldOutV7]

interface Line {
  text: string
  recent: string[]
  category: Category | null
}

function linesOf({ found, clean, inContext }: Fixtures): Line[] {
  const alone = (category: Category | null) => (text: string) => ({ text, recent: [], category })
  return [
    ...Object.entries(found).flatMap(([category, texts]) => texts.map(alone(category as Category))),
    ...clean.map(alone(null)),
    ...inContext.map(({ lines, category }) => ({ text: lines.at(-1)!, recent: lines.slice(0, -1), category })),
  ]
}

interface Score {
  right: number
  wrong: number
  missed: number
}

/** A line with a category counts for that category alone; any category is wrong in a line without one. */
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
  const rows = [...scores].map(([name, score]) => {
    const rates = `precision ${precision(score).toFixed(3)}  recall ${recall(score).toFixed(3)}`
    return `${name.padEnd(16)} ${rates}  (${score.right + score.missed} lines)`
  })
  console.log([`${title}: ${lines.length} lines`, ...rows].join("\n"))
}

const floors = [
  { title: "tuned", fixtures: tuned, precision: 0.98, recall: 0.98, minors: 1 },
  { title: "tuned, version 5", fixtures: tunedV5, precision: 0.98, recall: 0.98, minors: 0.99 },
  { title: "tuned, version 7", fixtures: tunedV7, precision: 0.98, recall: 0.97, minors: 1 },
  { title: "held out", fixtures: heldOut, precision: 0.975, recall: 0.91, minors: 0.97 },
  { title: "held out, version 5", fixtures: heldOutV5, precision: 0.98, recall: 0.9, minors: 0.97 },
  { title: "held out, version 7", fixtures: heldOutV7, precision: 0.97, recall: 0.91, minors: 0.87 },
]

test.each(floors)("$title: precision and recall do not fall", ({ title, fixtures, ...floor }) => {
  const lines = linesOf(fixtures)
  const { scores, faults } = measure(lines)
  print(title, lines, scores)
  if (process.env.FAULTS) console.log(faults.join("\n"))
  expect(precision(scores.get("all")!)).toBeGreaterThanOrEqual(floor.precision)
  expect(recall(scores.get("all")!)).toBeGreaterThanOrEqual(floor.recall)
  expect(recall(scores.get("minor_safety")!)).toBeGreaterThanOrEqual(floor.minors)
})

test("lines about minors are blocked and freeze the room", () => {
  const lines = [...tunedV7.found.minor_safety!, ...tuned.found.minor_safety!]
  const passed = lines.filter((text) => {
    const { decision, freeze } = moderate({ text, kind: "message" })
    return decision !== "block" || !freeze
  })
  expect(passed).toEqual([])
})

test("there are more than 1,500 lines for tuning and 800 held out", () => {
  const count = (...of: Fixtures[]) => of.flatMap(linesOf).length
  expect(count(tuned, tunedV5)).toBeGreaterThan(1500)
  expect(count(heldOut, heldOutV5)).toBeGreaterThan(800)
})

const hostile = [
  "a",
  "1 ",
  "a.",
  "+1 ",
  "@a",
  "www.",
  "a-",
  "1-",
  "you ",
  "i want to ",
  "\uff41",
  "\u0301",
  "\u202e",
  "t e e ",
  "((((1",
  "AB12 ",
  "a@a.",
  "how old are you ",
  "t.e.e.n ",
  "a\u200b",
  "\ud83d",
  "1 5 years ",
]

/** Linear time is a tenth of a second; anything worse would be minutes. */
test.each(hostile)("100,000 characters of %j are judged in linear time", (part) => {
  const text = part.repeat(Math.ceil(100_000 / part.length)).slice(0, 100_000)
  expect(moderate({ text, kind: "message" }).ms).toBeLessThan(5000)
})

test("spans are offsets in the original text, even of obfuscated words", () => {
  const spanned = (text: string) => {
    const { spans } = moderate({ text, kind: "message" })
    return spans.map(({ start, end }) => text.slice(start, end))
  }
  expect(spanned("well, a \uff54\uff45\uff45\uff4e\u0301 doll")).toContain("\uff54\uff45\uff45\uff4e\u0301")
  expect(spanned("Please, t e e n body")).toContain("t e e n")
  expect(spanned("\ud83d\ude00 I will k1ll you, she said")).toContain("I will k1ll you")
})

test("recent messages are no context for a review", () => {
  expect(moderate({ text: "15", kind: "review", recent: ["she is only"] }).decision).toBe("allow")
  expect(moderate({ text: "15", kind: "message", recent: ["she is only"] }).decision).toBe("block")
})

test("the fast path never lets through what the full evaluation finds, whatever the recent messages", () => {
  const texts = all.flatMap(({ found, clean, inContext }) => [
    ...Object.values(found).flat(),
    ...clean,
    ...inContext.flatMap(({ lines }) => lines),
  ])
  const talks = all.flatMap(({ inContext }) =>
    inContext.flatMap(({ lines }) => lines.map((text, i) => ({ text, before: lines.slice(0, i) }))),
  )
  const cuts = texts.flatMap((text, i) => {
    const others = [1, 7, 31, 64, 101].map((step) => texts[(i + step) % texts.length]!)
    const cut = [...text.matchAll(/\s+/g)].flatMap(({ index }) => {
      const [first, second] = [text.slice(0, index), text.slice(index).trim()]
      return [
        { text: second, before: [first] },
        { text: second, before: [...others, first] },
        { text: `${second} ${others[1]}`, before: [others[0]!, `${others[2]} ${first}`] },
      ]
    })
    return [
      { text, before: [] },
      { text, before: others },
      { text: `${others[3]} ${text}`, before: others },
      ...(i % 2 === 0 ? cut : []),
    ]
  })
  const pairs = [...talks, ...cuts]
  const clean = pairs.filter(({ text, before }) => isClean(text, before))
  const missed = clean.filter(({ text, before }) => Object.keys(evaluate(text, before).categories).length > 0)
  expect(missed).toEqual([])
  // Most clean lines take the fast path.
  expect(tuned.clean.filter((text) => isClean(text, [])).length).toBeGreaterThan(tuned.clean.length / 2)
  expect(clean.length).toBeGreaterThan(500)
})

test("words spelled out or split over messages do not pass the fast path", () => {
  for (const [before, text] of [
    [["t e"], "e n doll"],
    [["t", "e", "e"], "n doll"],
    [["is it a tee"], "n doll"],
    [["show me a school"], "girl please"],
    [["she is"], "16"],
    [["a number: 0171"], "call 234567"],
    [["u"], "n d e r a g e"],
  ] as const) {
    if (isClean(text, [...before])) expect(evaluate(text, [...before]).categories).toEqual({})
  }
})
