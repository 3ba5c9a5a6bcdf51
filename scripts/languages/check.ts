// Compares the catalogues of languages/ with the marked texts of the sources. With --write, gives new texts an id, removes
// what is no longer used, and adds what is missing, empty.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { isLanguage, translatedLanguages } from "../../contract/languages.ts"
import { type Choice, type Message, parseMessage, placeholdersIn, pluralCategories } from "../../contract/message.ts"
import { keyOf, readMessages, readTexts, root, translated, writeMessages, writeTexts } from "./catalogue.ts"
import { idsOf } from "./ids.ts"
import { findTexts, type Text } from "./texts.ts"

const files = ["web", "contract", "server"]
  .flatMap((area) => readdirSync(join(root, area), { recursive: true }).map((name) => `${area}/${name}`))
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$|^web\/testing\/|^server\/start\/demo\//.test(file))
  .sort()

const places = new Map<string, string>()
const texts: Text[] = []
for (const file of files) {
  for (const text of findTexts(readFileSync(join(root, file), "utf8"), file)) {
    if (places.has(keyOf(text))) continue
    places.set(keyOf(text), file)
    texts.push(text)
  }
}

const isWriting = process.argv.includes("--write")
/** How many texts each catalogue lacks. Writing makes their places, so they are no faults then. */
const missing = new Map<string, number>()
const lacks = (language: string, text: string, file = "") => {
  missing.set(language, (missing.get(language) ?? 0) + 1)
  if (!isWriting) fault(language, "missing", text, file)
}

let faults = 0
const fault = (language: string, what: string, text: string, file = "") => {
  faults++
  console.error(`languages/${language}.arb: ${what}: ${JSON.stringify(text)}${file && ` (${file})`}`)
}

const known = readTexts()
const { ids, changed } = idsOf(texts, known)
for (const [id, text] of ids) if (!known.has(id)) lacks("en", text.message, places.get(keyOf(text)))
for (const [id, { message }] of known) if (!ids.has(id)) fault("en", "unused", message)
for (const id of changed) fault("en", "changed, look at its translations", id, places.get(keyOf(ids.get(id)!)))

const catalogues = translated()
for (const language of new Set([...translatedLanguages, ...catalogues])) {
  if (!catalogues.includes(language) || !isLanguage(language)) {
    fault(language, "languages/ and contract/languages.ts have different languages", language)
    continue
  }
  const messages = readMessages(language)
  const categories = categoriesOf(messages.get("enUs") || "en-US")
  for (const [id, { message }] of ids) {
    const translation = messages.get(id)
    if (!translation) lacks(language, id)
    else checkTranslation(language, id, message, translation, categories)
  }
  for (const id of messages.keys()) if (!ids.has(id)) fault(language, "unused", id)
  if (!isWriting) continue
  writeMessages(language, new Map([...ids.keys()].map((id) => [id, messages.get(id) ?? ""])))
}
if (isWriting) {
  writeTexts(ids)
  for (const [language, count] of missing) console.log(`languages/${language}.arb: ${count} to be written`)
} else if (faults > 0) console.error("Add what is missing to the catalogues; --write puts its place there.")
process.exit(faults > 0 ? 1 : 0)

function checkTranslation(
  language: string,
  id: string,
  english: string,
  text: string,
  categories: Map<string, number>,
): void {
  try {
    const message = parseMessage(text)
    if (placeholdersIn(parseMessage(english)) !== placeholdersIn(message)) fault(language, "other placeholders", id)
    for (const forms of formsIn(message)) {
      const names = Object.keys(forms)
      const isComplete = names.length === categories.size && names.every((name) => categories.has(name))
      if (!isComplete) fault(language, `needs the forms ${[...categories.keys()].join(", ")}`, id)
      for (const [name, form] of Object.entries(forms)) {
        // "1 day" may do without its number.
        if (categories.get(name) !== 1 && placeholdersIn(form) !== placeholdersIn(forms.other ?? []))
          fault(language, `other placeholders in the form ${name}`, id)
      }
    }
  } catch (error) {
    fault(language, error instanceof Error ? error.message : "broken", id)
  }
}

function formsIn(message: Message): Choice["forms"][] {
  return message.flatMap((part) => {
    if (typeof part === "string" || part.kind === "value") return []
    return part.kind === "element" ? formsIn(part.inner ?? []) : [part.forms]
  })
}

/**
 * Returns the plural categories of the counts in a shop, in their usual order, with how many of the first numbers each
 * has. Spanish has another one for whole millions.
 */
function categoriesOf(locale: string): Map<string, number> {
  const rules = new Intl.PluralRules(locale)
  const chosen = Array.from({ length: 200 }, (_, n) => rules.select(n))
  const counts = pluralCategories.map((name) => [name, chosen.filter((one) => one === name).length] as const)
  return new Map(counts.filter(([name, count]) => count > 0 || name === "other"))
}
