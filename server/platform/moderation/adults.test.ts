import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { demoModels } from "#server/start/demo/catalogue.ts"
import { assertAdultText, pointsAtMinors } from "./adults.ts"

const refused = [
  "a teen model",
  "TEENAGE look",
  "pre-teen",
  "preteens",
  "tween style",
  "underage",
  "under-aged figure",
  "she looks like a minor.",
  "a child",
  "childlike proportions",
  "kiddie",
  "toddler",
  "infant size",
  "baby face",
  "babydoll",
  "juvenile",
  "adolescent body",
  "prepubescent",
  "jailbait",
  "loli",
  "Lolita dress",
  "shota",
  "barely legal",
  "just turned 18",
  "barely 18",
  "little girl",
  "young boys",
  "schoolgirl",
  "school girl",
  "school-girl outfit",
  "in a school uniform",
  "high school student",
  "middle schooler",
  "kindergarten",
  "16 years old",
  "16-year-old",
  "a 9 year old",
  "sixteen years old",
  "twelve years of age",
  "15yo",
  "15 y.o.",
  "15 y/o",
  "aged 14",
  "age: 13",
  "at the age of eight",
  "ages 8 to 12",
  "she is 15.",
  "she's only 16",
  "he looks 14, honestly",
  "she turned 16 last week",
  "has just turned seventeen",
  "under 18",
  "under-18s",
  "7th grader",
  "ageplay",
  "pedophile",
  // obfuscated
  "t33n",
  "t e e n",
  "t.e.e.n",
  "t-e-e-n",
  "te\u200ben",
  "te\u00aden",
  "t\u0435\u0435n",
  "ｔｅｅｎ",
  "t\u0301e\u0301e\u0301n\u0301",
  "teeeeen",
  "kiiidddd",
  "te*en",
  "ch1ld",
  "k1d$",
  "sch00lgirl",
  "l0l1",
  "1oli",
  "und3rage",
  "𝓉𝑒𝑒𝓃",
  "minderjährig",
  "школьница",
  "未成年",
  "a nice.Teen piece",
  "１６ years old",
  "_teen_",
]

const allowed = [
  // The ban, and its praise.
  "not for minors",
  "no minors, adults only",
  "glad that you ban anything childlike",
  "16 cm",
  "16 cm tall, 12 kg",
  "$15",
  "costs $15, aged bronze",
  "minor scratches",
  "a minor scratch on the base",
  "minor detail",
  "kidskin gloves",
  "kid leather trim",
  "a kid-leather strap",
  "eighteen",
  "eighteen coats of lacquer",
  "18 years and older",
  "adults (18+)",
  "21 years old",
  "25yo collector",
  "40-year-old workshop",
  "aged 30",
  "aged 6 months in the kiln",
  "we have worked for 12 years",
  "10 years warranty",
  "delivered in 7 days",
  "she is 168 cm tall",
  "she is 15 kg lighter than I thought",
  "she is 16 inches wide",
  "under 18 kg",
  "under $18",
  "baby blue glaze",
  "baby-pink",
  "old school craft",
  "the Vienna school of design",
  "art school graduate",
  "a college student",
  "the pupils are painted",
  "young woman",
  "a kind seller",
  "canteen",
  "between",
  "in-between",
  "fifteen pieces",
  "one of sixteen pieces",
  "lollipop",
  "majority and minority",
  "Nina",
  "skids",
  "orchids",
  "childe harold",
  "A girl with a lamp",
  "it turned 12 heads",
  "I ordered 2. 16 arrived",
  "4k video",
  "Teena",
  "the mid-1700s",
  "1,240.00 and 17 more",
  "version 2.0, 5th edition",
  "I am 34 and loooove it",
  "soooo lovely, haaaaappy",
]

test.each(refused)("refuses %j", (text) => {
  expect(pointsAtMinors(text)).toBe(true)
})

test.each(allowed)("allows %j", (text) => {
  expect(pointsAtMinors(text)).toBe(false)
})

test("the error names the field and not the word", () => {
  expect(() => assertAdultText({ name: "Isolde", description: "a teen model", caption: null })).toThrow(
    expect.objectContaining({
      code: "ADULTS_ONLY",
      status: 422,
      message: expect.not.stringContaining("teen"),
      details: { errors: [{ path: "description", message: expect.any(String) }] },
    }),
  )
})

const textsIn = (value: unknown): string[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [String(value)]

test("all texts of the demo shop pass", () => {
  const folder = new URL("../../start/demo/content/", import.meta.url)
  const files = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"))
  const texts = [...files.map((file) => JSON.parse(file)), demoModels].flatMap(textsIn)
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.filter(pointsAtMinors)).toEqual([])
})

test("long texts are judged within a second", () => {
  const long = `${"a ".repeat(5000)}${"1!".repeat(5000)}`.slice(0, 20_000)
  const begun = performance.now()
  pointsAtMinors(long)
  pointsAtMinors("the glaze ".repeat(2000))
  expect(performance.now() - begun).toBeLessThan(1000)
})
