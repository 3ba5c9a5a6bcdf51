import type { Language } from "#contract/languages.ts"
import { statement } from "./statement.ts"
import type { Tx } from "./store.ts"

/** Returns the texts that the owner has published in a language, for pages and for rooms below that of the copy. */
export async function copyTexts(tx: Tx, language: Language): Promise<Record<string, string>> {
  const text = "select piece, published from copy_texts where language = $1 and published is not null"
  const rows = await statement<{ piece: string; published: string }>(tx, "copy_texts", text, [language])
  return Object.fromEntries(rows.map(({ piece, published }) => [piece, published]))
}
