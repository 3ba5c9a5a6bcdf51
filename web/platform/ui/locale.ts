import { locale } from "#contract/t.ts"

const language = locale.slice(0, 2)

/**
 * The viewer's kind of the page's language, for dates: `en-GB` writes 23 November 2026. The server writes American
 * English, and so does the browser of somebody who prefers no English at all.
 */
export const ownLocale =
  (typeof document !== "undefined" &&
    navigator.languages.find((one) => one.startsWith(language) && /^\w\w(-[A-Z]{2})?$/.test(one))) ||
  locale
