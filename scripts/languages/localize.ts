import { relative } from "node:path"
import type { Plugin } from "vite"
import { readMessages, root, translationTo } from "./catalogue.ts"
import { localizeTexts } from "./texts.ts"

/**
 * A Vite plugin that builds the pages in the language of VITE_LANGUAGE, by replacing the marks with its texts. A page
 * has one language, and no code that looks up its texts.
 */
export function localize(): Plugin {
  const language = process.env.VITE_LANGUAGE || "en"
  const translation = translationTo(language)
  const locale = readMessages(language).get("enUs")!
  return {
    name: "localize",
    enforce: "pre",
    transform(code, id) {
      const file = relative(root, id.split("?")[0]!)
      return hasTexts(file) ? { code: localizeTexts(code, file, locale, translation), map: null } : null
    },
  }
}

export const hasTexts = (file: string) =>
  /^(web|contract)\/.*\.tsx?$/.test(file) && !/\.(test|d)\.tsx?$|^web\/testing\//.test(file)
