import { expect, test } from "vitest"
import { setOf } from "../../../../tools/moderation/lines.ts"
import { measure, tableOf } from "../../../../tools/moderation/measure.ts"
import { maxRecentLength } from "./context.ts"
import { moderate } from "./moderate.ts"

const of = (rows: ReturnType<typeof measure>["rows"], name: string) => rows.find((row) => row.name === name)!

/** Measured with lines the model has learnt from: what it has learnt, it must keep. */
test.each([
  { set: "strangerA.tsv", minors: 0.85, ordinary: 0.04 },
  { set: "strangerB.tsv", minors: 0.85, ordinary: 0.04 },
  { set: "strangerC.tsv", minors: 0.85, ordinary: 0.05 },
  { set: "strangerF.tsv", minors: 0.85, ordinary: 0.06 },
  { set: "strangerG.tsv", minors: 0.85, ordinary: 0.04 },
  { set: "strangerH.tsv", minors: 0.85, ordinary: 0.06 },
  { set: "strangerI.tsv", minors: 0.85, ordinary: 0.06 },
  { set: "strangerJ.tsv", minors: 0.85, ordinary: 0.06 },
  { set: "strangerK.tsv", minors: 0.85, ordinary: 0.06 },
  { set: "strangerS.tsv", minors: 0.9, ordinary: 0.06 },
  { set: "ours.tsv", minors: 0.8, ordinary: 0.09 },
  { set: "earlier.tsv", minors: 0.85, ordinary: 0.15 },
  { set: "earlierHeldOut.tsv", minors: 0.85, ordinary: 0.12 },
])("$set: what was found is still found", ({ set, minors, ordinary }) => {
  const { rows, faults } = measure(setOf(set))
  console.log(`${set}\n${tableOf(rows.filter(({ name }) => !name.includes(",")))}`)
  if (process.env.FAULTS) console.log(faults.join("\n"))
  const [found, passed] = [of(rows, "minor_safety"), of(rows, "ordinary")]
  expect(found.found / found.lines).toBeGreaterThanOrEqual(minors)
  expect(passed.found / passed.lines).toBeLessThanOrEqual(ordinary)
  expect(passed.stopped / passed.lines).toBeLessThanOrEqual(0.01)
  expect(passed.closed).toBeLessThanOrEqual(set.startsWith("stranger") ? 0 : 1)
  for (const name of ["threat", "non_consent", "self_harm"]) {
    const row = of(rows, name)
    expect(row.found / row.lines, name).toBeGreaterThanOrEqual(0.8)
  }
})

const hostile = [
  ..."a|1 |a.|+1 |@a|www.|a-|1-|you |i want to |t e e |((((1|AB12 |a@a.|how old are you |t.e.e.n |1 5 years ".split(
    "|",
  ),
  ..."15 or |my daughter |as young as |she is 15 ".split("|"),
  ...["\uff41", "\u0301", "\u202e", "a\u200b", "\ud83d", "\u{1f467}", "一", "あ", "\ufdfa"],
]

/** Linear time is a tenth of a second; anything worse would be minutes. */
test.each(hostile)("100,000 characters of %j are judged in linear time", (part) => {
  const text = part.repeat(Math.ceil(100_000 / part.length)).slice(0, 100_000)
  expect(moderate({ text, kind: "message" }).ms).toBeLessThan(8000)
})

test("a message of signs that decompose into sentences is judged in time", () => {
  const text = "\ufdfa".repeat(4000)
  const best = Math.min(...[1, 2, 3, 4, 5].map(() => moderate({ text, kind: "message" }).ms))
  expect(best).toBeLessThan(60)
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

test.each([[["she is only", "she is only"]], [["she is only", "ok", "she is only"]], [["no", "she is only"]]])(
  "an age is found though what leads to it is said more than once, or after a no: %j",
  (recent) => {
    expect(moderate({ text: "15", kind: "message", recent }).freeze).toBe(true)
  },
)

test("a finding in an earlier message is not held against a later one", () => {
  const recent = ["she is only 15", "what?"]
  expect(moderate({ text: "please stay on topic", kind: "message", recent }).decision).toBe("allow")
})

test("halves and questions in the last lines count, however long those were before", () => {
  const long = "the glaze ".repeat(maxRecentLength)
  expect(moderate({ text: "teen", kind: "message", recent: [long, "I'd like her to be four"] }).decision).toBe("block")
  expect(moderate({ text: "13", kind: "message", recent: ["how old should she look?"] }).freeze).toBe(true)
  expect(moderate({ text: "13", kind: "message", recent: ["how many wigs do you have?"] }).decision).toBe("allow")
})

test.each([
  ...[
    "f o u r t e e n and proud",
    "п я т н а д ц а т ь мне",
    "c a t o r c e, contento?",
    "f ü n f z e h n, jetzt wisst ihrs",
  ],
  ...["1️⃣5️⃣ but dont tell", "𝟏𝟑 but mature for it", "sixt33n", "qu1nz3 e daí", "ѕіхtееn in june"],
])("a number that is spelt to be overlooked is found: %j", (text) => {
  expect(moderate({ text, kind: "message" }).categories.minor_safety).toBeGreaterThan(0)
})

test("rules are spoken of with an age", () => {
  for (const text of ["this shop is only for adults, not for 15 year olds", "adults only, no 15 year olds, thanks"])
    expect(moderate({ text, kind: "message" }).freeze).toBe(false)
})

test("a finding says why, for the staff", () => {
  expect(moderate({ text: "make her look 14", kind: "message" }).why).toContain("14")
  expect(moderate({ text: "good evening", kind: "message" }).why).toBeNull()
})
