import { readFileSync } from "node:fs"
import { flagReasonTexts, parcelTexts } from "#contract/adminText.ts"
import { discountTexts, giftTexts, membershipTexts, orderTexts } from "#contract/buyingText.ts"
import { type Language, preferredLanguage } from "#contract/languages.ts"
import { type Message, parseMessage } from "#contract/message.ts"
import { returnTexts } from "#contract/refundText.ts"
import { generalTexts } from "#contract/texts.ts"
import { timelineTexts } from "#contract/timelineText.ts"

/**
 * A finished English text in another language; a text without a translation stays as it is. So do `quoted` texts, which
 * people wrote, alone and as values of a text.
 */
export type Translate = (english: string, quoted?: readonly string[]) => string

const asItIs: Translate = (english) => english
const translators = new Map<Language, Translate>([["en", asItIs]])

/** The catalogue of a language is read when it is first needed. */
export function translatorTo(language: Language): Translate {
  const known = translators.get(language)
  if (known) return known
  const made = translatorFrom(catalogueIn(language))
  translators.set(language, made)
  return made
}

/** English texts and their translations, each form of a plural as a text of its own. */
export function catalogueIn(language: Language): Record<string, string> {
  const translations = read(language)
  const pairs = Object.entries(read("en")).flatMap(([id, english]) => {
    const translation = formsOf(parseMessage(translations[id]!))
    return Object.entries(formsOf(parseMessage(english))).map(([category, form]) => [
      flat(form),
      flat(translation[category as "other"] ?? translation.other),
    ])
  })
  return Object.fromEntries(pairs)
}

/** The messages of a language by their ids; a text with a context is one of the pages. */
function read(language: Language): Record<string, string> {
  const file = readFileSync(new URL(`../../languages/${language}.arb`, import.meta.url), "utf8")
  const messages = JSON.parse(file) as Record<string, string>
  const isMessage = (id: string) => !id.startsWith("@") && !(`@${id}` in messages)
  return Object.fromEntries(Object.entries(messages).filter(([id]) => isMessage(id)))
}

type Forms = { other: Message } & Partial<Record<Intl.LDMLPluralRule, Message>>

function formsOf(message: Message): Forms {
  const [only] = message
  return message.length === 1 && typeof only === "object" && "forms" in only
    ? (only.forms as Forms)
    : { other: message }
}

const flat = (message: Message): string =>
  message
    .map((part) => (typeof part === "string" ? part : part.kind === "element" ? `<${part.n}/>` : `{${part.n}}`))
    .join("")

/** Of the page that asks. */
export const languageOf = ({ headers }: { headers: { "accept-language"?: string | undefined } }): Language =>
  languageOfHeader(headers["accept-language"])

/** By the weights of an Accept-Language header (RFC 9110, 12.5.4); the pages send theirs alone. */
export function languageOfHeader(header = ""): Language {
  const wanted = header
    .slice(0, longest)
    .split(",")
    .map((range) => {
      const [name = "", ...parameters] = range.split(";").map((part) => part.trim())
      const weight = parameters.find((one) => /^q=/i.test(one))?.slice(2)
      return { name, weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
  const sorted = wanted.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  return preferredLanguage(sorted.map(({ name }) => name))
}

/** A longer text is of a person, and is not compared with keys that have placeholders. */
const longest = 500

type Sentence = (...values: [string, string, string]) => string

/**
 * The values that are words of the shop's own, such as statuses, levels and countries, and are translated like any text.
 * All others are names, numbers and codes: a model called Georgia keeps its name in every language.
 */
export const ownWords = new Map<string, readonly number[]>(
  (
    [
      [generalTexts.roleRequired, [0]],
      [generalTexts.tooManyRequests, [0]],
      [membershipTexts.hasEndless, [0]],
      [membershipTexts.priceDiffers, [0]],
      [giftTexts.covered, [0]],
      [discountTexts.otherLevel, [0]],
      [discountTexts.forMembers, [0]],
      [orderTexts.noShipping, [0]],
      [orderTexts.noMove, [0, 1]],
      [returnTexts.noMove, [0, 1]],
      [parcelTexts.notNow, [0]],
      [timelineTexts.moved, [1, 2]],
      [timelineTexts.bought, [0]],
      [timelineTexts.redeemed, [0]],
      [timelineTexts.granted, [0]],
      [timelineTexts.membershipEnded, [0]],
      [timelineTexts.emailed, [0]],
      [timelineTexts.flagged, [0]],
      [flagReasonTexts.blocked, [0]],
    ] satisfies [Sentence, number[]][]
  ).map(([sentence, places]) => [sentence("{0}", "{1}", "{2}"), places]),
)

/**
 * The server's texts are written in English, with their values, and translated where they leave: a text that is no key
 * of the catalogue is compared with the keys that have placeholders, those that say most first.
 */
export function translatorFrom(catalogue: Record<string, string>): Translate {
  const texts = new Map(Object.entries(catalogue))
  const locale = texts.get("en-US") ?? "en-US"
  const patterns = [...texts]
    .map(([key, translation]) => ({ parts: key.split(/\{\d+\}/), key, translation }))
    .filter(({ parts }) => parts.length > 1 && lettersIn(parts) > 3)
    .sort((a, b) => lettersIn(b.parts) - lettersIn(a.parts))
  return translate

  function translate(english: string, quoted: readonly string[] = []): string {
    if (english === "" || quoted.includes(english)) return english
    const exact = texts.get(english)
    if (exact !== undefined) return exact
    if (english.length > longest) return english
    for (const { parts, key, translation } of patterns) {
      const values = valuesIn(english, parts)
      if (!values) continue
      const order = [...key.matchAll(/\{(\d+)\}/g)].map(([, n]) => n)
      const own = ownWords.get(key) ?? []
      return translation.replace(/\{(\d+)\}/g, (_, n: string) => {
        const value = values[order.indexOf(n)]!
        if (quoted.includes(value)) return value
        return own.includes(Number(n)) ? translate(value, quoted) : written(locale, value)
      })
    }
    return written(locale, english)
  }
}

/**
 * What stands between these parts of a text, each as short as possible and not empty; null for another text. Each part
 * is looked for once, so that the time grows with the text and not with its repetitions.
 */
function valuesIn(text: string, parts: string[]): string[] | null {
  const [first, ...others] = parts as [string, ...string[]]
  const last = others.pop()!
  const end = text.length - last.length
  if (!text.startsWith(first) || !text.endsWith(last)) return null
  const values: string[] = []
  let from = first.length
  for (const part of others) {
    const at = text.indexOf(part, from + 1)
    if (at < 0) return null
    values.push(text.slice(from, at))
    from = at + part.length
  }
  return from < end ? [...values, text.slice(from, end)] : null
}

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
