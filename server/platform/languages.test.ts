import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { type Language, translatedLanguages } from "#contract/languages.ts"
import { parseMessage } from "#contract/message.ts"
import { Parcel } from "#contract/orders.ts"
import { form, plural, t } from "#contract/t.ts"
import { generalTexts, shippingTexts } from "#contract/texts.ts"
import { catalogueFrom, filled, languageOfHeader, said, speaking, speakingBy } from "./languages.ts"
import { dayOf, momentOf } from "./mail/letter.ts"
import { formatCents } from "./money.ts"

const arb = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../languages/${language}.arb`, import.meta.url), "utf8"))

const english = {
  enUs: "en-US",
  cancel: "Cancel",
  "@cancel": { context: "an order" },
  cancel_2: "Cancel",
  shipped: "Shipped",
  left: "Only {0} left of “{1}”.",
  moved: "Order {0}: {1} → {2}",
  days: "{0, plural, one {1 day} other {{0} days}}",
  models: "{0, plural, one {1 model of {1}} other {{0} models of {1}}}",
  entries: "{0, plural, one {1 entry} other {{1} entries}}",
}
const german = catalogueFrom("de", english, {
  enUs: "de-DE",
  cancel: "Stornieren",
  cancel_2: "Abbrechen",
  shipped: "Versandt",
  left: "Von „{1}“ nur noch {0}.",
  moved: "Bestellung {0}: {1} → {2}",
  days: "{0, plural, one {1 Tag} other {# Tage}}",
  models: "{0, plural, one {1 Modell von {1}} other {{1} hat {0} Modelle}}",
  entries: "{0, plural, one {1 Eintrag} other {{1} Einträge}}",
})
const inGerman = <T>(work: () => T) => speakingBy(german, work)

test("a text is said in the language of its reader, with its values in their places", () => {
  const left = (n: number, name: string) => t`Only ${n} left of “${name}”.`
  expect(left(3, "Isolde")).toBe("Only 3 left of “Isolde”.")
  expect(inGerman(() => left(3, "Isolde"))).toBe("Von „Isolde“ nur noch 3.")
  expect(inGerman(() => filled("Only {0} left of “{1}”.", ["3", "{0}"]))).toBe("Von „{0}“ nur noch 3.")
  expect(inGerman(() => t`Something ${"else"}`)).toBe("Something else")
  expect(inGerman(() => t({ context: "an order", message: "Cancel" }))).toBe("Stornieren")
})

test("a constant is said where it is put in, and a value stays as it is", () => {
  expect(inGerman(() => t`Order ${"Shipped"}: ${said("Shipped")} → ${"Cancel"}`)).toBe(
    "Bestellung Shipped: Versandt → Cancel",
  )
  expect(inGerman(() => [said("Cancel"), said("Something else"), said("constructor"), said("")])).toEqual([
    "Abbrechen",
    "Something else",
    "constructor",
    "",
  ])
})

const most = 20
const constant = t`Only ${most} left of “${"each model"}”.`

test("a constant with values is said with them", () => {
  expect(inGerman(() => said(constant))).toBe("Von „each model“ nur noch 20.")
})

test("a plural has the form of its language, and the values of its forms", () => {
  const days = (n: number) => plural(n, { one: "1 day", other: form`${n} days` })
  const models = (n: number, name: string) =>
    plural(n, { one: form`1 model of ${name}`, other: form`${n} models of ${name}` })
  const entries = (n: number) => plural(n, { one: "1 entry", other: form`${n.toLocaleString(t`en-US`)} entries` })
  expect([days(1), days(2)]).toEqual(["1 day", "2 days"])
  expect(inGerman(() => [days(1), days(2)])).toEqual(["1 Tag", "2 Tage"])
  expect(inGerman(() => [models(1, "Ada"), models(2, "Ada")])).toEqual(["1 Modell von Ada", "Ada hat 2 Modelle"])
  expect(inGerman(() => [entries(1), entries(2000)])).toEqual(["1 Eintrag", "2.000 Einträge"])
  expect(inGerman(() => plural(2, { one: "1 cat", other: form`${2} cats` }))).toBe("2 cats")
})

test("a language with six forms has each where its rules say so", () => {
  const names = ["zero", "one", "two", "few", "many", "other"]
  const forms = names.map((name) => `${name} {${name} {0}}`).join(" ")
  const id = Object.entries(arb("en")).find(([, text]) => text === englishReturns)![0]
  const six = catalogueFrom("xx" as Language, arb("en"), { enUs: "ar", [id]: `{0, plural, ${forms}}` })
  expect([1, 2, 5, 14, 100].map((days) => speakingBy(six, () => shippingTexts.returns(days)))).toEqual([
    "one 1",
    "two 2",
    "few 5",
    "many 14",
    "other 100",
  ])
  const days = (n: number) => plural(n, { one: "1 day", other: form`${n} days` })
  const other = catalogueFrom("xx" as Language, english, { enUs: "ar", days: `{0, plural, ${forms}}` })
  expect(speakingBy(other, () => days(0))).toBe("zero 0")
})
const englishReturns =
  "{0, plural, one {Payments are non-refundable, except for returns: you can request one for 1 day after your order ships. This doesn't affect your rights if something arrives damaged, isn't what you ordered, or doesn't arrive at all.} other {Payments are non-refundable, except for returns: you can request one for {0} days after your order ships. This doesn't affect your rights if something arrives damaged, isn't what you ordered, or doesn't arrive at all.}}"

test("a reader whose language only a newer version of the shop has is written to in English", () => {
  expect(speaking("xx" as Language, () => plural(2, { one: "1 day", other: form`${2} days` }))).toBe("2 days")
})

test.each(translatedLanguages)("no message translates its values, even words of the catalogue (%s)", (language) => {
  const translations = arb(language)
  const messages = Object.entries(arb("en")).filter(([id, text]) => /^[^@]/.test(id) && /^[^<]*\{0\}[^<]*$/.test(text))
  const sentences = messages.filter(([, text]) => !text.includes("plural,"))
  expect(sentences.length).toBeGreaterThan(500)
  expect(speaking(language, () => said("Home"))).not.toBe("Home")
  const named = (text: string) => text.split("Home").length - 1
  for (const [id, text] of sentences) {
    const places = new Set(text.match(/\{\d+\}/g))
    const told = speaking(language, () =>
      filled(
        plain(text),
        [...places].map(() => "Home"),
      ),
    )
    expect(named(told), text).toBe(named(translations[id]!) + translations[id]!.match(/\{\d+\}/g)!.length)
    if (plain(text) !== plain(translations[id]!)) expect(told, text).not.toBe(plain(text).replace(/\{\d+\}/g, "Home"))
  }
})
/** Without the quotes of the catalogue. */
const plain = (text: string) =>
  parseMessage(text)
    .map((part) => (typeof part === "string" ? part : `{${part.n}}`))
    .join("")

test("dates, amounts and numbers are written as the reader writes them", () => {
  const moment = new Date("2026-12-21T15:05:00Z")
  const all = () => [dayOf(moment, "UTC"), dayOf(moment, null), momentOf(moment, null), formatCents(124_000)]
  expect(speaking("en", all)).toEqual([
    "December 21, 2026",
    "December 21, 2026 (UTC)",
    "December 21, 2026 at 3:05 PM (UTC)",
    "$1,240.00",
  ])
  expect(speaking("de", all)).toEqual([
    "21. Dezember 2026",
    "21. Dezember 2026 (UTC)",
    "21. Dezember 2026 um 15:05 (UTC)",
    "1.240,00\u00a0$",
  ])
  expect(dayOf(moment, "Europe/Paris")).toBe("21 December 2026")
  expect(speaking("de", () => dayOf(moment, "Europe/Paris"))).toBe("21. Dezember 2026")
})

test("validation messages are in the language of the reader, with their values", () => {
  const faults = () => Parcel.safeParse({ order_number: "x".repeat(2000), tracking_number: "1" }).error!.issues
  const [said] = speaking("de", () => faults().map(({ message }) => message))
  expect(said).toMatch(/^Höchstens [\d.]+ Zeichen/)
})

test("outside of a request nothing is translated, and the reader of one does not hear another", async () => {
  expect(said("Cancel")).toBe("Cancel")
  const wait = () => new Promise((resolve) => setImmediate(resolve))
  const hear = (language: Language) =>
    speaking(language, async () => {
      await wait()
      return generalTexts.tooManyRequests("5")
    })
  const [inEnglish, inSpanish, inJapanese] = await Promise.all([hear("en"), hear("es"), hear("ja")])
  expect(inEnglish).toBe("Too many requests. Please try again in 5.")
  expect(new Set([inEnglish, inSpanish, inJapanese]).size).toBe(3)
})

test("English stays as it is, and is the language of an unknown header", () => {
  expect(speaking("en", () => said("Not found"))).toBe("Not found")
  expect(speaking(null, () => t`Not found`)).toBe("Not found")
  expect(languageOfHeader(undefined)).toBe("en")
  expect(languageOfHeader("ja-JP,en")).toBe("ja")
})

test.each([
  [undefined, "en"],
  ["", "en"],
  ["de", "de"],
  ["fr, de;q=0.8, en;q=0.5", "de"],
  ["en;q=0.4, ja;q=0.9", "ja"],
  ["es;q=0.5,de;q=0.5", "es"],
  ["de;q=0, es;q=0.1", "es"],
  ["DE-at ; Q=1", "de"],
  ["de;q=x, *;q=0.5", "en"],
  [",;,;q=", "en"],
])("the language of Accept-Language %j is %s", (header, language) => {
  expect(languageOfHeader(header)).toBe(language)
})
