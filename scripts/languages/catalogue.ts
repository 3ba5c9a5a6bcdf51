// Reads and writes the catalogues of languages/, in the ARB format that translation tools read: ids with messages in
// the syntax of ICU. en.arb is made from the sources; a text keeps its id when its English changes.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Text } from "./texts.ts"

export const root = join(import.meta.dirname, "../..")

const pathOf = (language: string) => join(root, `languages/${language}.arb`)

/** Lists the languages besides English. */
export const translated = () =>
  readdirSync(join(root, "languages"))
    .map((name) => name.replace(/\.arb$/, ""))
    .filter((name) => name !== "en")

export function readMessages(language: string): Map<string, string> {
  const all = Object.entries(read(language))
  return new Map(
    all.filter((entry): entry is [string, string] => !entry[0].startsWith("@") && typeof entry[1] === "string"),
  )
}

export function readTexts(): Map<string, Text> {
  const file = read("en")
  const contextOf = (id: string) => (file[`@${id}`] as { context?: string } | undefined)?.context ?? ""
  return new Map([...readMessages("en")].map(([id, message]) => [id, { message, context: contextOf(id) }]))
}

export const keyOf = ({ message, context }: Text) => `${context}\0${message}`

/** Returns the translation of a text of the sources; English if it has none. */
export function translationTo(language: string): (text: Text) => string {
  if (language === "en") return ({ message }) => message
  const messages = readMessages(language)
  const ids = new Map([...readTexts()].map(([id, text]) => [keyOf(text), id]))
  return (text) => messages.get(ids.get(keyOf(text)) ?? "") || text.message
}

export function writeTexts(texts: ReadonlyMap<string, Text>): void {
  const entries = sorted(texts).flatMap(([id, { message, context }]): [string, unknown][] => [
    [id, message],
    ...(context ? [[`@${id}`, { context }] as [string, unknown]] : []),
  ])
  write("en", entries)
}

export const writeMessages = (language: string, messages: ReadonlyMap<string, string>) =>
  write(language, sorted(messages))

const sorted = <Value>(all: ReadonlyMap<string, Value>) => [...all].sort(([a], [b]) => (a < b ? -1 : 1))

const read = (language: string): Record<string, unknown> => JSON.parse(readFileSync(pathOf(language), "utf8"))

const write = (language: string, entries: [string, unknown][]) =>
  writeFileSync(
    pathOf(language),
    `${JSON.stringify({ "@@locale": language, ...Object.fromEntries(entries) }, null, 2)}\n`,
  )
