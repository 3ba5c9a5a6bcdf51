import { AsyncLocalStorage } from "node:async_hooks"
import { readFileSync } from "node:fs"
import { isLanguage, type Language, preferredLanguage } from "#contract/languages.ts"
import { type Choice, type Message, parseMessage, pluralCategories } from "#contract/message.ts"
import { inEnglish, joined, rulesOf, type Speaker, speakBy, type Template } from "#contract/t.ts"

/** The texts of a language; other texts stay English. */
export interface Catalogue extends Speaker {
  language: Language
  /** Says a text that was marked before its reader was known, such as a constant. */
  said(english: string): string
}

const readers = new AsyncLocalStorage<Catalogue>()

/** Runs `work` for a reader of this language, in which its texts are said and its dates and numbers written. */
export const speaking = <T>(language: Language | null, work: () => T): T =>
  speakingBy(catalogueOf(language ?? "en"), work)

export const speakingBy = <T>(catalogue: Catalogue, work: () => T): T => readers.run(catalogue, work)

/** Says a constant of the shop, never a text that people wrote, in the language of the reader. */
export const said = (english: string): string => readers.getStore()?.said(english) ?? english

/** Returns the language of the reader. */
export const speaksIn = (): Language => readers.getStore()?.language ?? "en"

/** Says a message that was stored apart from its values, in the language of the reader. */
export const filled = (message: string, values: string[]): string =>
  (readers.getStore() ?? inEnglish).say({ parts: message.split(/\{\d+\}/), values }, "")

/** The constants with values, which were said before anybody read them, while modules were loaded: a dozen. */
const constants = new Map<string, Template>()
/** A text that is said outside of `speaking`, again and again with other values, does not fill the memory. */
const mostConstants = 1000

speakBy({
  say(text, context) {
    const reader = readers.getStore()
    if (reader) return reader.say(text, context)
    const english = inEnglish.say(text, context)
    if (text.values.length > 0 && constants.size < mostConstants) constants.set(english, text)
    return english
  },
  choose: (n, forms) => (readers.getStore() ?? inEnglish).choose(n, forms),
})

const english: Catalogue = { ...inEnglish, language: "en", said: (text) => text }
const catalogues = new Map<Language, Catalogue>([["en", english]])

/**
 * Returns the catalogue of a language, which is read when it is first needed. During an upgrade the account of a reader
 * may have a language that only newer nodes know: this one writes English.
 */
function catalogueOf(language: Language): Catalogue {
  const known = isLanguage(language) ? catalogues.get(language) : english
  if (known) return known
  const made = catalogueFrom(language, read("en"), read(language))
  catalogues.set(language, made)
  return made
}

type Arb = Record<string, unknown>

const read = (language: Language): Arb =>
  JSON.parse(readFileSync(new URL(`../../languages/${language}.arb`, import.meta.url), "utf8"))

/** Makes a catalogue, in which messages are found by the parts between their values, and plurals by those of all forms. */
export function catalogueFrom(language: Language, english: Arb, translations: Arb): Catalogue {
  const messages = new Map<string, { english: Message; translation: Message }>()
  for (const [id, text] of Object.entries(english)) {
    if (id.startsWith("@")) continue
    const message = parseMessage(String(text))
    const { context = "" } = (english[`@${id}`] ?? {}) as { context?: string }
    const key = keyOf(message, context)
    const translation = translations[id]
    if (key !== null && translation)
      messages.set(key, { english: message, translation: parseMessage(String(translation)) })
  }
  const locale = messages.get(keyOf(["en-US"], "")!)?.translation.join("") ?? "en-US"

  return {
    language,
    say: (text, context) => {
      const found = messages.get(keyOfTemplate(text, context))
      return found ? written(found.translation, text.values, locale) : joined(text)
    },
    choose(n, forms) {
      const given = Object.entries(forms).map(([name, one]) => [name, templateOf(one)] as const)
      const found = messages.get(
        given
          .map(([name, one]) => keyOfTemplate(one, name))
          .sort()
          .join(""),
      )
      if (!found) return inEnglish.choose(n, forms)
      const choice = found.english[0] as Choice
      const values: unknown[] = []
      for (const [name, { values: own }] of given) {
        for (const [at, place] of placesIn(choice.forms[name as "other"]!).entries()) values[place] = own[at]
      }
      values[choice.n] ??= n
      return written(found.translation, values, locale, n)
    },
    said: (text) => {
      const constant = constants.get(text) ?? { parts: [text], values: [] }
      const found = messages.get(keyOfTemplate(constant, ""))
      return found ? written(found.translation, constant.values, locale) : text
    },
  }
}

const templateOf = (one: string | Template): Template => (typeof one === "string" ? { parts: [one], values: [] } : one)

const keyOfTemplate = ({ parts }: Template, context: string) => `${context}\0${parts.join("\x01")}\0`

/** Returns null for a message that only pages have, with elements or with a plural inside a sentence. */
function keyOf(message: Message, context: string): string | null {
  const [only] = message
  if (message.length === 1 && typeof only === "object" && "forms" in only) {
    const forms = pluralCategories.filter((name) => only.forms[name]).map((name) => keyOf(only.forms[name]!, name))
    return forms.includes(null) ? null : forms.sort().join("")
  }
  if (message.some((part) => typeof part === "object" && part.kind !== "value")) return null
  const parts = [""]
  for (const part of message) {
    if (typeof part === "string") parts.push(parts.pop() + part)
    else parts.push("")
  }
  return keyOfTemplate({ parts, values: [] }, context)
}

/** Returns the numbers of the values, in their order. */
const placesIn = (message: Message) => message.flatMap((part) => (typeof part === "object" ? [part.n] : []))

/** Puts the values in as they are; `counted` chooses the form of a plural. */
function written(message: Message, values: readonly unknown[], locale: string, counted = 0): string {
  return message
    .map((part) => {
      if (typeof part === "string") return part
      if (!("forms" in part)) return String(values[part.n])
      const form = part.forms[rulesOf(locale).select(counted)] ?? part.forms.other!
      return written(form, values, locale, counted)
    })
    .join("")
}

/** Of the page that asks. */
export const languageOf = ({ headers }: { headers: { "accept-language"?: string | undefined } }): Language =>
  languageOfHeader(headers["accept-language"])

/** By the weights of an Accept-Language header (RFC 9110, 12.5.4); the pages send theirs alone. */
export function languageOfHeader(header = ""): Language {
  const wanted = header
    .slice(0, 500)
    .split(",")
    .map((range) => {
      const [name = "", ...parameters] = range.split(";").map((part) => part.trim())
      const weight = parameters.find((one) => /^q=/i.test(one))?.slice(2)
      return { name, weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
  const sorted = wanted.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  return preferredLanguage(sorted.map(({ name }) => name))
}
