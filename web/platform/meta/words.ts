import { appCopy, emailCopy } from "#contract/copy/apart.ts"
import { shopName, supportHours } from "./shop.ts"

type Words = Record<string, string>

let given: Words = {}

/** The server sets these before each render, which reads them in one go. */
export function setCopy(words: Words): void {
  given = words
}

/** Shows a draft for as long as `render` runs. */
export function withCopy<Made>(words: Words, render: () => Made): Made {
  const published = given
  given = words
  try {
    return render()
  } finally {
    given = published
  }
}

let read = { from: "", words: {} as Words }

/** Browsers read the owner's texts from <html>, so that hydration matches. */
function current(): Words {
  if (import.meta.env.SSR) return given
  const from = document.documentElement.dataset.copy ?? "{}"
  if (read.from !== from) read = { from, words: JSON.parse(from) as Words }
  return read.words
}

/** Returns a function that says pieces of these: the owner's text, or the default. */
export const wordsOf =
  <Key extends string>(pieces: Record<Key, string>) =>
  (key: Key): string =>
    wordsIn(current(), pieces, key)

/** Says a piece of these texts, where nothing is rendered. */
export const wordsIn = <Key extends string>(words: Words, pieces: Record<Key, string>, key: Key): string =>
  (words[key] ?? pieces[key]).replace(/\{(shop|hours)\}/g, (_, name) => (name === "shop" ? shopName() : supportHours()))

/** What <html> carries for the browser; nothing in a shop that keeps all defaults. */
export function carriedCopy(): string | undefined {
  if (!import.meta.env.SSR) return document.documentElement.dataset.copy
  const words = Object.entries(given).filter(([key]) => !(key in appCopy || key in emailCopy))
  return words.length > 0 ? JSON.stringify(Object.fromEntries(words)) : undefined
}
