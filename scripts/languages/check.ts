// Compares the catalogues of languages/ with the texts in the sources. With --write, removes what is no longer used and
// adds what is missing, empty.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { hasTexts, readCatalogue, root } from "./localize.ts"
import { findTexts } from "./texts.ts"

/** Of the server, only what leaves it for a person: emails, pages of its own and refusals. */
const programs =
  /^server\/(demo|db|backup|bus|media\/move|main|metrics|settings|startJobs|tracing|auth\/firstAdmin|http\/openapi)|[rR]outes\.ts$|rows\.ts$/
const plainPages = /^server\/(mail\/(emails|letter)|age\/agePages|payments\/sandboxPage|moderation\/reasons)\.ts$/
const isSentence = (text: string) => /^[A-Z“{].*\s.*[.!?]$|not found$/s.test(text)
const isMarkup = (text: string) => /[<;][^>]*[=:]|<\/|^\s*\w+="|font-family|\$\d/.test(text)

const isForPeople = (file: string, text: string) =>
  file.startsWith("server/")
    ? !programs.test(file) && !isMarkup(text) && (plainPages.test(file) || isSentence(text))
    : true

const files = ["web", "contract", "server"]
  .flatMap((area) => readdirSync(join(root, area), { recursive: true }).map((name) => `${area}/${name}`))
  .filter((file) => hasTexts(file) || (/^server\/.*\.ts$/.test(file) && !/\.(test|d)\.ts$/.test(file)))
  .sort()

/** Where each text stands first. */
const texts = new Map<string, string>()
/** Each text with each of its files, as in a key for one file. */
const places = new Set<string>()
for (const file of files) {
  for (const text of findTexts(readFileSync(join(root, file), "utf8"), file)) {
    if (!isForPeople(file, text)) continue
    places.add(`${text}@${file}`)
    if (!texts.has(text)) texts.set(text, file)
  }
}

const placeholders = (text: string) => [...new Set(text.match(/\{\w*\}|<\/?\d+\/?>/g))].sort().join(" ")

let faults = 0
for (const name of readdirSync(join(root, "languages"))) {
  const language = basename(name, ".json")
  const catalogue = readCatalogue(language)
  const fault = (what: string, text: string, file = "") => {
    faults++
    console.error(`languages/${name}: ${what}: ${JSON.stringify(text)}${file && ` (${file})`}`)
  }
  for (const [text, file] of texts) {
    const translation = catalogue[text]
    if (!translation) fault("missing", text, file)
    else if (placeholders(text) !== placeholders(translation)) fault("other placeholders", text, file)
  }
  const own = Object.keys(catalogue).filter((key) => places.has(key))
  for (const key of Object.keys(catalogue)) if (!texts.has(key) && !places.has(key)) fault("unused", key)
  if (!process.argv.includes("--write")) continue
  const kept = [...texts.keys(), ...own].sort().map((text) => [text, catalogue[text] ?? ""])
  writeFileSync(join(root, "languages", name), `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}
if (faults > 0) console.error("Add what is missing to the catalogues; --write puts its place there.")
process.exit(faults > 0 ? 1 : 0)
