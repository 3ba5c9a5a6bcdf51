import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import type { Plugin } from "vite"
import { translateTexts } from "./texts.ts"

export const root = join(import.meta.dirname, "../..")

/**
 * English to the other language. A key that ends with `@` and a file, as `Open@web/table/Views.tsx`, is for that file
 * only: where one English word has two meanings.
 */
export type Catalogue = Record<string, string>

export const readCatalogue = (language: string): Catalogue =>
  JSON.parse(readFileSync(join(root, `languages/${language}.json`), "utf8"))

/**
 * Vite plugin: builds the pages in the language of VITE_LANGUAGE, by putting its texts in the place of the English ones.
 * A page carries one language, and no code that would look its texts up.
 */
export function localize(): Plugin | null {
  const language = process.env.VITE_LANGUAGE
  if (!language) return null
  const catalogue = readCatalogue(language)
  return {
    name: "localize",
    enforce: "pre",
    transform(code, id) {
      const file = relative(root, id.split("?")[0]!)
      if (!hasTexts(file)) return null
      return {
        code: translateTexts(code, file, (key) => catalogue[`${key}@${file}`] ?? catalogue[key] ?? key),
        map: null,
      }
    },
  }
}

export const hasTexts = (file: string) =>
  /^(web|contract)\/.*\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$|^contract\/languages|^web\/testing\//.test(file)
