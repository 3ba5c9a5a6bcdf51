import { readFileSync } from "node:fs"
import { type Language, preferredLanguage } from "#contract/languages.ts"

/** A finished English text in another language; a text without a translation stays as it is. */
export type Translate = (english: string) => string

const asItIs: Translate = (english) => english
const translators = new Map<Language, Translate>([["en", asItIs]])

/** The catalogue of a language is read when it is first needed. */
export function translatorTo(language: Language): Translate {
  const known = translators.get(language)
  if (known) return known
  const made = translatorFrom(
    JSON.parse(readFileSync(new URL(`../languages/${language}.json`, import.meta.url), "utf8")),
  )
  translators.set(language, made)
  return made
}

/** Of the page that asks. */
export const languageOf = ({ headers }: { headers: { "accept-language"?: string | undefined } }): Language =>
  languageOfHeader(headers["accept-language"])

/** By the first language of an Accept-Language header: the pages send theirs. */
export const languageOfHeader = (header: string | undefined): Language =>
  preferredLanguage((header ?? "").split(",", 1))

/**
 * The server's texts are written in English, with their values, and translated where they leave: a text that is no key
 * of the catalogue is compared with the keys that have placeholders, those that say most first.
 */
export function translatorFrom(catalogue: Record<string, string>): Translate {
  const locale = catalogue["en-US"] ?? "en-US"
  const patterns = Object.entries(catalogue)
    .map(([key, translation]) => ({ parts: key.split(/\{\d+\}/), key, translation }))
    .filter(({ parts }) => parts.length > 1 && lettersIn(parts) > 3)
    .sort((a, b) => lettersIn(b.parts) - lettersIn(a.parts))
    .map(({ parts, ...one }) => ({ ...one, pattern: new RegExp(`^${parts.map(escaped).join("(.+?)")}$`, "s") }))
  return (english) => {
    const exact = catalogue[english]
    if (exact !== undefined || english === "") return exact ?? english
    for (const { pattern, key, translation } of patterns) {
      const values = pattern.exec(english)?.slice(1)
      if (!values) continue
      const order = [...key.matchAll(/\{(\d+)\}/g)].map(([, n]) => n)
      return translation.replace(/\{(\d+)\}/g, (_, n: string) => {
        const value = values[order.indexOf(n)]!
        return catalogue[value] ?? written(locale, value)
      })
    }
    return written(locale, english)
  }
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&")
const lettersIn = (parts: string[]) => parts.join("").match(/\p{L}/gu)?.length ?? 0

const americanDay = /^([A-Z][a-z]+ \d{1,2}, \d{4})(?: at (\d{1,2}:\d{2}\s[AP]M))?( \(UTC\))?$/
const britishDay = /^(\d{1,2} [A-Z][a-z]+ \d{4})(?: at (\d{2}:\d{2}))?$/

/** Dates, amounts, percentages and numbers stand in texts as English ones. */
const written = (locale: string, value: string) =>
  amountIn(locale, value) ?? percentIn(locale, value) ?? dateIn(locale, value)

function amountIn(locale: string, value: string): string | null {
  const [, minus = "", dollar, digits, code = ""] =
    /^(-?)(\$?)(\d{1,3}(?:,\d{3})*(?:\.\d\d)?)( USD)?$/.exec(value) ?? []
  if (!digits || !(dollar || digits.includes(","))) return null
  const style = dollar ? ({ style: "currency", currency: "USD" } as const) : {}
  return Number(minus + digits.replaceAll(",", "")).toLocaleString(locale, style) + code
}

function percentIn(locale: string, value: string): string | null {
  const [, sign, digits, decimals = ""] = /^([+-]?)(\d+(?:\.(\d+))?)%$/.exec(value) ?? []
  if (!digits) return null
  return Number(`${sign}${digits}e-2`).toLocaleString(locale, {
    style: "percent",
    minimumFractionDigits: decimals.length,
    signDisplay: sign === "+" ? "always" : "auto",
  })
}

/** `dayOf`, `momentOf`. */
function dateIn(locale: string, value: string): string {
  const [, day, time, zone = ""] = americanDay.exec(value) ?? britishDay.exec(value) ?? []
  if (!day) return value
  const moment = new Date(`${day} ${(time ?? "").replace(/\s/, " ")} UTC`)
  if (Number.isNaN(moment.getTime())) return value
  const style = { dateStyle: "long", timeStyle: time ? "short" : undefined, timeZone: "UTC" } as const
  return moment.toLocaleString(locale, style) + zone
}
