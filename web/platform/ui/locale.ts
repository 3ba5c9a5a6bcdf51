import { locale } from "#contract/t.ts"

const language = locale.slice(0, 2)

/**
 * The viewer's variant of the page's language, for dates: in `en-GB` it is 23 November 2026. The server, and browsers
 * of people who prefer no English at all, write American English.
 */
export const ownLocale =
  (typeof document !== "undefined" &&
    navigator.languages.find((one) => one.startsWith(language) && /^\w\w(-[A-Z]{2})?$/.test(one))) ||
  locale
