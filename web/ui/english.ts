/**
 * The viewer's kind of English, for dates: `en-GB` writes 23 November 2026. The server writes American English, and so
 * does the browser of somebody who prefers no English at all.
 */
export const english =
  (typeof document !== "undefined" && navigator.languages.find((one) => /^en(-[A-Z]{2})?$/.test(one))) || "en-US"
