import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import * as admin from "./adminText.ts"
import * as buying from "./buyingText.ts"
import * as member from "./memberText.ts"
import * as panel from "./panelText.ts"
import * as general from "./texts.ts"
import * as videos from "./videoText.ts"

const catalogue = { ...general, ...member, ...buying, ...admin, ...panel, ...videos }

/** Every text of the catalogue as `group.key`, with a matcher for it. */
const sentences = Object.entries(catalogue).flatMap(([group, texts]) =>
  typeof texts === "object"
    ? Object.entries(texts).map(([key, text]) => ({ name: `${group}.${key}`, reads: patternOf(text) }))
    : [],
)

const tests = textOf("e2e/**/*.ts", "{server,web,contract}/**/*.test.{ts,tsx}")
const namedInTests = namesIn(tests)
const namedInCode = namesIn(textOf("web/**/*.{ts,tsx}", "{server,contract}/**/*.ts"))

test("every text of the catalogue is triggered by a test", () => {
  const unprovoked = sentences.filter((one) => !isProvoked(one))
  expect(unprovoked.map(({ name }) => name)).toEqual([])
})

test("every text of the catalogue is used in the code", () => {
  // Texts that are looked up by a value of an order, an activity, a payment, a notice or a change of stock.
  const looked = [
    "orderStatusTexts.",
    "activityTitles.",
    "attentionTexts.",
    "paymentStateTexts.",
    "pushTexts.",
    "stockReasonTexts.",
  ]
  const unsaid = sentences.filter(
    ({ name }) => !looked.some((group) => name.startsWith(group)) && !isNamed(namedInCode, name),
  )
  expect(unsaid.map(({ name }) => name)).toEqual([])
})

function isProvoked({ name, reads }: (typeof sentences)[number]): boolean {
  return isNamed(namedInTests, name) || reads(tests)
}

/** Referenced by name, or with its whole group. */
function isNamed(names: Set<string>, name: string): boolean {
  return names.has(name) || names.has(`Object.values(${name.split(".")[0]})`)
}

/** Every `name.property`, and every `Object.values(name)`. */
function namesIn(text: string): Set<string> {
  const properties = text.matchAll(/\b(\w+)\.(?=(\w+))/g).map(([, name, property]) => `${name}.${property}`)
  return new Set([...properties, ...(text.match(/Object\.values\(\w+\)/g) ?? [])])
}

/** Matches a text by its words; a function by the words around its parameters; a list by all its members. */
function patternOf(text: unknown): (where: string) => boolean {
  if (typeof text === "function") {
    const gap = "\u0000"
    const words = String(text(...Array.from({ length: text.length || 1 }, () => gap)))
    const pattern = new RegExp(words.split(gap).map(escaped).join("[^\\n]{1,60}?"))
    return (where) => pattern.test(where)
  }
  if (Array.isArray(text)) return (where) => text.every((one) => patternOf(one)(where))
  if (typeof text === "object" && text) return (where) => Object.values(text).every((one) => patternOf(one)(where))
  return (where) => where.includes(String(text))
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
}

/** The contents of these files; a pattern for sources excludes their tests. */
function textOf(...patterns: string[]): string {
  const paths = globSync(patterns).filter((path) => path !== "contract/texts.test.ts")
  const wanted = patterns.some((pattern) => pattern.includes(".test."))
    ? paths
    : paths.filter((path) => !/\.test\.tsx?$/.test(path))
  return wanted.map((path) => readFileSync(path, "utf8")).join("\n")
}
