import { expect, test } from "vitest"
import { type Category, inFull, isNothing, moderate } from "./engine.ts"
import type { Fixtures } from "./fixtures/fixture.ts"
import { heldOut } from "./fixtures/heldOut.ts"
import { heldOutLast } from "./fixtures/heldOutLast.ts"
import { heldOutLater } from "./fixtures/heldOutLater.ts"
import { tuned } from "./fixtures/tuned.ts"
import { tunedLast } from "./fixtures/tunedLast.ts"
import { tunedLater } from "./fixtures/tunedLater.ts"

const all = [tuned, tunedLater, tunedLast, heldOut, heldOutLater, heldOutLast]

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

const floors = [
  { title: "tuned on", fixtures: tuned, precision: 0.98, recall: 0.98, minors: 1 },
  { title: "tuned on later", fixtures: tunedLater, precision: 0.98, recall: 0.98, minors: 0.99 },
  { title: "tuned on last", fixtures: tunedLast, precision: 0.98, recall: 0.97, minors: 1 },
  { title: "held out", fixtures: heldOut, precision: 0.975, recall: 0.91, minors: 0.97 },
  { title: "held out later", fixtures: heldOutLater, precision: 0.98, recall: 0.9, minors: 0.97 },
  { title: "held out last", fixtures: heldOutLast, precision: 0.97, recall: 0.91, minors: 0.87 },
]

test.each(floors)("$title: what is found and what is not", ({ title, fixtures, ...floor }) => {
  const lines = linesOf(fixtures)
  const { scores, faults } = measure(lines)
  print(title, lines, scores)
  if (process.env.FAULTS) console.log(faults.join("\n"))
  expect(precision(scores.get("all")!)).toBeGreaterThanOrEqual(floor.precision)
  expect(recall(scores.get("all")!)).toBeGreaterThanOrEqual(floor.recall)
  expect(recall(scores.get("minor_safety")!)).toBeGreaterThanOrEqual(floor.minors)
})

test("what is clearly about a minor is not sent, and closes the room", () => {
  const lines = [...tunedLast.found.minor_safety!, ...tuned.found.minor_safety!]
  const passed = lines.filter((text) => {
    const { decision, freeze } = moderate({ text, kind: "message" })
    return decision !== "block" || !freeze
  })
  expect(passed).toEqual([])
})

test("there are lines enough, and hundreds of them were not tuned on", () => {
  const count = (...of: Fixtures[]) => of.flatMap(linesOf).length
  expect(count(tuned, tunedLater)).toBeGreaterThan(1500)
  expect(count(heldOut, heldOutLater)).toBeGreaterThan(800)
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

/** What is linear takes a tenth of a second; what is not would take minutes. */
test.each(hostile)("100,000 characters of %j take no longer than they are many", (part) => {
  const text = part.repeat(Math.ceil(100_000 / part.length)).slice(0, 100_000)
  expect(moderate({ text, kind: "message" }).ms).toBeLessThan(5000)
})

test("spans point at the words as they were written, whatever the tricks", () => {
  const spanned = (text: string) => {
    const { spans } = moderate({ text, kind: "message" })
    return spans.map(({ start, end }) => text.slice(start, end))
  }
  expect(spanned("well, a \uff54\uff45\uff45\uff4e\u0301 doll")).toContain("\uff54\uff45\uff45\uff4e\u0301")
  expect(spanned("Please, t e e n body")).toContain("t e e n")
  expect(spanned("\ud83d\ude00 I will k1ll you, she said")).toContain("I will k1ll you")
})

test("a text that was written for everybody gets no context", () => {
  expect(moderate({ text: "15", kind: "review", recent: ["she is only"] }).decision).toBe("allow")
  expect(moderate({ text: "15", kind: "message", recent: ["she is only"] }).decision).toBe("block")
})

test("what is seen to be nothing at a glance holds nothing when read in full, whatever was said before it", () => {
  const texts = all.flatMap(({ found, nothing, inContext }) => [
    ...Object.values(found).flat(),
    ...nothing,
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
  const seen = pairs.filter(({ text, before }) => isNothing(text, before))
  const overlooked = seen.filter(({ text, before }) => Object.keys(inFull(text, before).categories).length > 0)
  expect(overlooked).toEqual([])
  // Most of what is plain is not read in full.
  expect(tuned.nothing.filter((text) => isNothing(text, [])).length).toBeGreaterThan(tuned.nothing.length / 2)
  expect(seen.length).toBeGreaterThan(500)
})

test("single letters and words that were taken apart are not taken for nothing", () => {
  for (const [before, text] of [
    [["t e"], "e n doll"],
    [["t", "e", "e"], "n doll"],
    [["is it a tee"], "n doll"],
    [["show me a school"], "girl please"],
    [["she is"], "16"],
    [["a number: 0171"], "call 234567"],
    [["u"], "n d e r a g e"],
  ] as const) {
    if (isNothing(text, [...before])) expect(inFull(text, [...before]).categories).toEqual({})
  }
})
