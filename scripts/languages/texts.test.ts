import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { keyOf, readTexts } from "./catalogue.ts"
import { idsOf } from "./ids.ts"
import { findTexts, localizeTexts } from "./texts.ts"

const translated = (code: string, catalogue: Record<string, string>, locale = "de-DE") =>
  localizeTexts(code, "page.tsx", locale, ({ message }) => catalogue[message] ?? message)

const a = "$" + "{a}"
const n = "$" + "{n}"

test.each([
  ["a marked string", "say(t`Add to cart`)", ["Add to cart"]],
  ["values as placeholders", `t\`Page ${a} of ${n}\``, ["Page {0} of {1}"]],
  ["lines joined as React joins them", "<Trans>\n  One\n  two\n</Trans>", ["One two"]],
  [
    "an element inside a sentence",
    '<Trans>See <a href="/x">our terms</a> first</Trans>',
    ["See <0>our terms</0> first"],
  ],
  ["an element without words", "<Trans>Press <Key /> now</Trans>", ["Press <0/> now"]],
  ["texts within a value", "<Trans>All {isOn && t`entries`} here</Trans>", ["All {0} here", "entries"]],
  ["braces that are no placeholder", "t`added {} and '{number}'`", ["added '{}' and '''{'number'}'''"]],
  ["forms", `plural(n, { one: "1 day", other: \`${n} days\` })`, ["{0, plural, one {1 day} other {{0} days}}"]],
  [
    "a form within a sentence",
    `t\`In ${a}: ${"$"}{plural(n, { one: "1 day", other: \`${n} days\` })}\``,
    ["In {0}: {1, plural, one {1 day} other {{1} days}}"],
  ],
  [
    "a form beside an element",
    '<Trans><Count /> {plural(n, { one: "order waits", other: "orders wait" })}</Trans>',
    ["<0/> {1, plural, one {order waits} other {orders wait}}"],
  ],
  ["a default", "const { label = t`Loading` } = props", ["Loading"]],
  ["nothing that is not marked", '<p title="A title">Words of {a}</p>; const x = "Some words."; other`A text`', []],
])("finds %s", (_, code, keys) => {
  expect(
    findTexts(code, "page.tsx")
      .map(({ message }) => message)
      .sort(),
  ).toEqual(keys.toSorted())
})

test("a plural that the server says has tagged forms, and stands alone", () => {
  const inContract = (code: string) => findTexts(code, "contract/texts.ts").map(({ message }) => message)
  expect(inContract(`plural(n, { one: "1 day", other: form\`${n} days\` })`)).toEqual([
    "{0, plural, one {1 day} other {{0} days}}",
  ])
  expect(() => inContract(days)).toThrow("form`…`")
  expect(() => inContract(`t\`In ${"$"}{plural(n, { one: "1 day", other: form\`${n} days\` })}\``)).toThrow("alone")
})

test("a context tells two meanings of one text apart", () => {
  const code = '<Trans context="recipient">To</Trans>; t({ context: "end", message: "To" })'
  expect(findTexts(code, "page.tsx")).toEqual([
    { message: "To", context: "recipient" },
    { message: "To", context: "end" },
  ])
})

test("puts a translation in its place, with its parts in its own order, and leaves no mark", () => {
  const code = '<p className="a"><Trans>Only {left} of <b>{all} pieces</b> left</Trans></p>'
  const catalogue = { "Only {0} of <1>{2} pieces</1> left": "Von <1>{2} Stück</1> nur {0}" }
  expect(translated(code, catalogue)).toBe('<p className="a">{"Von "}<b>{all}{" Stück"}</b>{" nur "}{left}</p>')
  expect(translated("return <Trans>One</Trans>".slice(7), {})).toBe('<>{"One"}</>')
})

test("a translation is data: quotes and backticks stay text", () => {
  expect(translated("say(t`One thing`)", { "One thing": 'Ein "Ding"' })).toBe('say("Ein \\"Ding\\"")')
  expect(translated(`t\`Saved ${n} things\``, { "Saved {0} things": `\`$'{'x'}'\` {0}` })).toBe(
    `\`\\\`\\${"$"}{x}\\\` ${n}\``,
  )
})

const days = `plural(n, { one: "1 day", other: \`${n} days\` })`
const key = "{0, plural, one {1 day} other {{0} days}}"

test("forms become a comparison where the language tells one from all others, and none where it has one form", () => {
  expect(translated(days, { [key]: "{0, plural, one {1 Tag} other {{0} Tage}}" })).toBe(
    `((n) === 1 ? "1 Tag" : \`${n} Tage\`)`,
  )
  expect(translated(days, { [key]: "{0, plural, other {# 日}}" }, "ja-JP")).toBe(`\`${n} 日\``)
})

test("a text that English says only of many has all forms of its language", () => {
  const many = `plural(n, { other: \`${n} models restored\` })`
  const message = "{0, plural, other {{0} models restored}}"
  expect(translated(many, {})).toBe(`\`${n} models restored\``)
  expect(translated(many, { [message]: "{0, plural, few {{0} modele} other {{0} modeli}}" }, "pl-PL")).toBe(
    `plural(n, { few: \`${n} modele\`, other: \`${n} modeli\` })`,
  )
})

test("a language with six forms has each where its rules say so", async () => {
  const names = ["zero", "one", "two", "few", "many", "other"]
  const forms = names.map((name) => `${name} {${name} {0}}`).join(" ")
  const code = translated(`(n, plural) => ${days}`, { [key]: `{0, plural, ${forms}}` }, "ar")
  const said: (n: number, plural: unknown) => string = await import(
    `data:text/javascript,export default ${encodeURIComponent(code)}`
  ).then((module) => module.default)
  const rules = new Intl.PluralRules("ar")
  const plural = (count: number, given: Record<string, string>) => given[rules.select(count)]
  expect([0, 1, 2, 5, 14, 100].map((count) => said(count, plural))).toEqual([
    "zero 0",
    "one 1",
    "two 2",
    "few 5",
    "many 14",
    "other 100",
  ])
})

test("what is not marked stays as it is", () => {
  const code = 'import { one, two as other } from "x"\nexport { one }\nconst { a, b = 1 } = { a: one, other }'
  expect(translated(code, {})).toBe(code)
})

test("what follows a text stays on its line", () => {
  const code = "const a = (\n  <Trans>\n    One\n    {b}\n  </Trans>\n)\nthrow new Error()"
  const line = (text: string) => text.split("\n").findIndex((one) => one.startsWith("throw"))
  expect(line(translated(code, { "One {0}": "Eins {0}" }))).toBe(line(code))
})

test("plain links lead to pages of the same language, except one that names its own", () => {
  expect(translated('<a href="/terms">x</a>', {})).toContain('href={inLanguage("/terms")}')
  expect(translated('<a hrefLang="de" href="/de">x</a>', {})).not.toContain("inLanguage")
})

test("a text keeps its id when its English changes a little", () => {
  const text = (message: string) => ({ message, context: "" })
  const known = new Map([["theFileIs", text("The file is too large. Choose another one.")]])
  const { ids, changed } = idsOf([text("The file is too large: choose another one."), text("Add to cart")], known)
  expect([...ids.keys()]).toEqual(["theFileIs", "addToCart"])
  expect(changed).toEqual(["theFileIs"])
  expect([...idsOf([text("The file is gone.")], known).ids.keys()]).toEqual(["theFileIsGone"])
})

test("no text of a count is chosen by a comparison with one: not every language has one and many", () => {
  const chosen = /=== ("1"|1)\s*(&&\s*t`|\?\s*(t`[^`]*`|[^\s:`]+)\s*:\s*t`[^`]*\$)/
  for (const byHand of [
    `n === 1 ? t\`1 day\` : t\`${n} days\``,
    'n === "1" && t`1 day`',
    `n === 1 ? name : t\`${n} files\``,
  ])
    expect(byHand).toMatch(chosen)
  const sources = globSync("{web,contract}/**/*.{ts,tsx}")
  expect(sources.filter((file) => chosen.test(readFileSync(file, "utf8")))).toEqual([])
})

test("the catalogue holds texts only: no markup, no addresses of the API, no drawings", () => {
  const texts = [...readTexts().values()]
  expect(new Set(texts.map(keyOf)).size).toBe(texts.length)
  const others = texts.filter(({ message }) =>
    /^(GET|POST|PUT|PATCH|DELETE) |<[a-z!?]|^M\d|=>|;$|^#|^\w+:\/\//.test(message),
  )
  expect(others.map(({ message }) => message)).toEqual([])
})

test("the interface has one word for a model, and one for the level without a membership", () => {
  const texts = [...readTexts().values()].map(({ message }) => message)
  // The specification has these texts.
  const fixed = ["Failed to assign doll to moderator", "Failed to unassign doll from moderator", "Invalid doll ID"]
  const others = texts.filter((text) => /\b(pieces?|dolls?|free level)\b/i.test(text) && !fixed.includes(text))
  expect(others).toEqual([])
})
