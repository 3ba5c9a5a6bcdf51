import { type Language, splitLanguage } from "#contract/languages.ts"

/** Each language is a build of its own (scripts/languages). */
export const language: Language = import.meta.env.VITE_LANGUAGE || "en"

const prefix = import.meta.env.VITE_LANGUAGE ? `/${import.meta.env.VITE_LANGUAGE}` : ""

/** The address of a page as the browser sees it, for links that the router does not make. */
export const inLanguage = <Address extends string | undefined>(address: Address) =>
  (prefix && address && /^\/(?!api\/|media\/)/.test(address) ? prefix + address : address) as Address

/** A label within a sentence. German nouns keep their capitals. */
export const inSentence = (label: string) => (language === "de" ? label : label.toLowerCase())

/** The address without the prefix of the language, as the router knows it. */
export const withoutLanguage = (address: string) => (prefix ? splitLanguage(address).path : address)
