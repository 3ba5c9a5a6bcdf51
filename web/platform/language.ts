import { type Language, splitLanguage } from "#contract/languages.ts"

/** Each language is a build of its own (scripts/languages). */
export const language: Language = import.meta.env.VITE_LANGUAGE || "en"

const prefix = import.meta.env.VITE_LANGUAGE ? `/${import.meta.env.VITE_LANGUAGE}` : ""

/** Adds the prefix of the language to the address of a page, for links that bypass the router. */
export const inLanguage = <Address extends string | undefined>(address: Address) =>
  (prefix && address && /^\/(?!api\/|media\/)/.test(address) ? prefix + address : address) as Address

/** Lowers the first letters of a label within a sentence. German nouns keep their capitals. */
export const inSentence = (label: string) => (language === "de" ? label : label.toLowerCase())

/** Removes the prefix of the language; the router's addresses have none. */
export const withoutLanguage = (address: string) => (prefix ? splitLanguage(address).path : address)
