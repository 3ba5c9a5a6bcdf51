import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { findTexts, translateTexts } from "./texts.ts"

const translated = (code: string, catalogue: Record<string, string>) =>
  translateTexts(code, "page.tsx", (key) => catalogue[key] ?? key)

test.each([
  ["an element's words", "<p>Add to cart</p>", ["Add to cart"]],
  ["lines joined as React joins them", "<p>\n  One\n  two\n</p>", ["One two"]],
  ["what is computed as a placeholder", "<p>Only {left} left</p>", ["Only {0} left"]],
  ["an element inside a sentence", '<p>See <a href="/terms">our terms</a> first</p>', ["See <0>our terms</0> first"]],
  ["an icon beside words", "<p><Icon /> Save</p>", ["<0/> Save"]],
  ["attributes that people read", '<input placeholder="your name" type="text" />', ["your name"]],
  ["both sides of a condition", '<p>{n === 1 ? "review" : "reviews"}</p>', ["review", "reviews"]],
  ["a template", "const text = `Page $" + "{a} of $" + "{b}`", ["Page {0} of {1}"]],
  ["texts within a placeholder", '<p>All {isOn && "entries"} here</p>', ["All {0} here", "entries"]],
  ["a default", 'const { label = "Loading" } = props', ["Loading"]],
  [
    "what a property shows, not what a control sends",
    '<i value="Go" />; const row = { value: "No date" }',
    ["No date"],
  ],
  ["a message of a rule, not its words", 'z.enum(["Some word"], "Please choose.")', ["Please choose."]],
  ["a range of numbers", 'const time = "3-5 business days"', ["3-5 business days"]],
  ["no classes", '<p className="flex Items" />; const x = "mt-2 text-ui md:flex"', []],
  ["nothing that is compared", 'if (key === "Enter") go()', []],
  ["no types of structured data", 'const data = { "@type": "Question", name: "Question" }', ["Question"]],
  ["no calls of the API", 'call("GET /orders")', []],
])("finds %s", (_, code, keys) => expect(findTexts(code, "page.tsx")).toEqual(keys))

test("puts a translation in its place, with its parts in its own order", () => {
  const code = '<p className="a">Only {left} of <b>{all} pieces</b> left</p>'
  const catalogue = { "Only {0} of <1>{2} pieces</1> left": "Von <1>{2} Stück</1> nur {0}" }
  expect(translated(code, catalogue)).toBe('<p className="a">{"Von "}<b>{all}{" Stück"}</b>{" nur "}{left}</p>')
})

test("a translation is data: quotes and backticks stay text", () => {
  expect(translated('say("One thing")', { "One thing": 'Ein "Ding"' })).toBe('say("Ein \\"Ding\\"")')
  const template = "say(`Saved $" + "{n} things`)"
  expect(translated(template, { "Saved {0} things": "`$" + "{x}` {0}" })).toBe("say(`\\`\\$" + "{x}\\` $" + "{n}`)")
})

test("plain links lead to pages of the same language, except one that names its own", () => {
  const code = '<a href="/terms">x</a>'
  expect(translated(code, {})).toContain('href={inLanguage("/terms")}')
  expect(translated('<a hrefLang="de" href="/de">x</a>', {})).not.toContain("inLanguage")
})

test("the interface has one word for a model, and one for the level without a membership", () => {
  const texts = Object.keys(JSON.parse(readFileSync("languages/de.json", "utf8")))
  // As the specification has them.
  const fixed = ["Failed to assign doll to moderator", "Failed to unassign doll from moderator", "Invalid doll ID"]
  const others = texts.filter((text) => /\b(pieces?|dolls?|free level)\b/i.test(text) && !fixed.includes(text))
  expect(others).toEqual([])
})
