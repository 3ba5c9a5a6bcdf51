import { expect, test } from "vitest"
import { catalogueIn, languageOfHeader, ownWords, translatorFrom, translatorTo } from "./languages.ts"

const translate = translatorFrom({
  "en-US": "de-DE",
  "Not found": "Nicht gefunden",
  "Only {0} left of “{1}”.": "Von „{1}“ nur noch {0}.",
  "Your access ends on {0}.": "Ihr Zugang endet am {0}.",
  "{0} left": "{0} übrig",
  Shipped: "Versandt",
  Completed: "Abgeschlossen",
  Georgia: "Georgien",
  "Order {0}: {1} → {2}": "Bestellung {0}: {1} → {2}",
  "Reviewed {0}": "Hat {0} bewertet",
  "We don't ship to {0}. Please enter an address in another country.": "Wir liefern nicht nach {0}.",
  "Too many requests. Please try again in {0}.": "Zu viele Anfragen. Bitte in {0} noch einmal.",
  "{0} seconds": "{0} Sekunden",
})

test.each([
  ["Not found", "Nicht gefunden"],
  ["Only 3 left of “Isolde”.", "Von „Isolde“ nur noch 3."],
  ["Order Shipped: Shipped → Completed", "Bestellung Shipped: Versandt → Abgeschlossen"],
  ["We don't ship to Georgia. Please enter an address in another country.", "Wir liefern nicht nach Georgien."],
  ["Too many requests. Please try again in 12 seconds.", "Zu viele Anfragen. Bitte in 12 Sekunden noch einmal."],
  ["Reviewed Georgia", "Hat Georgia bewertet"],
  ["Only 3 left of “Georgia”.", "Von „Georgia“ nur noch 3."],
  ["Your access ends on December 21, 2026.", "Ihr Zugang endet am 21. Dezember 2026."],
  ["Your access ends on 21 December 2026.", "Ihr Zugang endet am 21. Dezember 2026."],
  ["Your access ends on December 21, 2026 at 3:05 PM (UTC).", "Ihr Zugang endet am 21. Dezember 2026 um 15:05 (UTC)."],
  ["10% left", "10\u00a0% übrig"],
  ["+12.5% left", "+12,5\u00a0% übrig"],
  ["-100.0% left", "-100,0\u00a0% übrig"],
  ["Something else", "Something else"],
  ["", ""],
])("%j becomes %j", (english, german) => expect(translate(english)).toBe(german))

test("a text that a person wrote stays as it is, alone and as a value", () => {
  expect(translate("Not found", ["Not found"])).toBe("Not found")
  const moved = (status: string) => `Order ORD-1: Shipped → ${status}`
  expect(translate(moved("Completed"), ["Completed"])).toBe("Bestellung ORD-1: Versandt → Completed")
  expect(translate("constructor")).toBe("constructor")
  expect(translate(moved("constructor"))).toBe("Bestellung ORD-1: Versandt → constructor")
  expect(translate(`${"x".repeat(500)} left`)).toBe(`${"x".repeat(500)} left`)
})

test.each(["de", "es", "ja"] as const)(
  "no value of a text is translated, except the shop's own words (%s)",
  (language) => {
    const catalogue = catalogueIn(language)
    const sentences = Object.keys(catalogue).filter((key) => key.includes("{0}") && !/<|\}\{/.test(key))
    expect(sentences.length).toBeGreaterThan(500)
    for (const key of ownWords.keys()) expect(sentences, key).toContain(key)
    expect(catalogue.Home).not.toBe("Home")
    const others = sentences.filter((key) => !ownWords.has(key))
    const changed = others.filter((key) => {
      const text = translatorTo(language)(key.replace(/\{\d+\}/g, "Home"))
      return text.split("Home").length - 1 < new Set(key.match(/\{\d+\}/g)).size
    })
    expect(changed).toEqual([])
  },
)

test("a value is as short as possible, and never empty", () => {
  const three = translatorFrom({ "a {0}, {1}, {2} day": "{2}|{1}|{0}", "{0} ends": "endet {0}" })
  expect(three("a b, c, d, e day")).toBe("d, e|c|b")
  expect(three("a , c, d day")).toBe("a , c, d day")
  expect(three("a b, c day")).toBe("a b, c day")
  expect(three(" ends")).toBe(" ends")
  expect(three("it ends ends")).toBe("endet it ends")
})

test("a hostile text is translated in no time", () => {
  const hostile = "( remaining + from".repeat(27)
  const began = performance.now()
  for (let i = 0; i < 100; i++) translatorTo("de")(hostile)
  expect(performance.now() - began).toBeLessThan(1_000)
})

test("English stays as it is, and is the language of an unknown header", () => {
  expect(translatorTo("en")("Not found")).toBe("Not found")
  expect(languageOfHeader(undefined)).toBe("en")
  expect(languageOfHeader("ja-JP,en")).toBe("ja")
})

test("every catalogue translates a refusal and the texts of emails", () => {
  for (const language of ["de", "es", "ja"] as const) {
    const to = translatorTo(language)
    expect(to("Choose a new password")).not.toBe("Choose a new password")
    expect(to("Order ORD-000123 confirmed")).toContain("ORD-000123")
    expect(to("Order ORD-000123 confirmed")).not.toContain("confirmed")
  }
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
