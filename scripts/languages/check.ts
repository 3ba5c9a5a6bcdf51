// Compares the catalogues of languages/ with the marked texts of the sources. With --write, gives new texts an id, removes
// what is no longer used, and adds what is missing, empty.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Message, parseMessage, placeholdersIn } from "../../contract/message.ts"
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

let faults = 0
const fault = (language: string, what: string, text: string, file = "") => {
  faults++
  console.error(`languages/${language}.arb: ${what}: ${JSON.stringify(text)}${file && ` (${file})`}`)
}

const known = readTexts()
const { ids, changed } = idsOf(texts, known)
for (const [id, text] of ids) if (!known.has(id)) fault("en", "missing", text.message, places.get(keyOf(text)))
for (const [id, { message }] of known) if (!ids.has(id)) fault("en", "unused", message)
for (const id of changed) fault("en", "changed, look at its translations", id, places.get(keyOf(ids.get(id)!)))

for (const language of translated()) {
  const messages = readMessages(language)
  const categories = categoriesOf(messages.get("enUs") || "en-US")
  for (const [id, { message }] of ids) {
    const translation = messages.get(id)
    if (!translation) fault(language, "missing", id)
    else checkTranslation(language, id, message, translation, categories)
  }
  for (const id of messages.keys()) if (!ids.has(id)) fault(language, "unused", id)
  if (!process.argv.includes("--write")) continue
  writeMessages(language, new Map([...ids.keys()].map((id) => [id, messages.get(id) ?? ""])))
}
if (process.argv.includes("--write")) writeTexts(ids)
if (faults > 0) console.error("Add what is missing to the catalogues; --write puts its place there.")
process.exit(faults > 0 ? 1 : 0)

function checkTranslation(language: string, id: string, english: string, text: string, categories: Set<string>): void {
  try {
    const message = parseMessage(text)
    if (placeholdersIn(parseMessage(english)) !== placeholdersIn(message)) fault(language, "other placeholders", id)
    for (const forms of formsIn(message)) {
      const isComplete = forms.length === categories.size && forms.every((form) => categories.has(form))
      if (!isComplete) fault(language, `needs the forms ${[...categories].join(", ")}`, id)
    }
  } catch (error) {
    fault(language, error instanceof Error ? error.message : "broken", id)
  }
}

function formsIn(message: Message): string[][] {
  return message.flatMap((part) => {
    if (typeof part === "string" || part.kind === "value") return []
    return part.kind === "element" ? formsIn(part.inner ?? []) : [Object.keys(part.forms)]
  })
}

/** Returns the plural categories of the counts in a shop: Spanish has another one for whole millions. */
function categoriesOf(locale: string): Set<string> {
  const rules = new Intl.PluralRules(locale)
  return new Set(["other", ...Array.from({ length: 200 }, (_, n) => rules.select(n))])
}
