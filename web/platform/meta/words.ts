import { shopName, supportHours } from "./shop.ts"

type Words = Record<string, string>

/** Browsers read the owner's texts from <html>, so that hydration matches. */
let given: Words = import.meta.env.SSR ? {} : JSON.parse(document.documentElement.dataset.copy ?? "{}")

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

/** Returns a function that says pieces of these: the owner's text, or the default. */
export const wordsOf =
  <Key extends string>(pieces: Record<Key, string>) =>
  (key: Key): string =>
    (given[key] ?? pieces[key]).replaceAll("{shop}", shopName).replaceAll("{hours}", supportHours)

/** What <html> carries for the browser, without what the server alone writes; nothing in a shop that keeps all defaults. */
export function carriedCopy(): string | undefined {
  const words = Object.entries(given).filter(([key]) => !/^(app|email|gate)_/.test(key))
  return words.length > 0 ? JSON.stringify(Object.fromEntries(words)) : undefined
}
