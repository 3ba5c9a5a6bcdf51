/** The languages of the interface, each by its own name. English pages have no prefix in their address. */
export const languages = { en: "English", de: "Deutsch", es: "Español", ja: "日本語" } as const
export type Language = keyof typeof languages
export const languageNames = Object.keys(languages) as [Language, ...Language[]]
/** The languages that texts are translated to; the sources and the models themselves are in English. */
export const translatedLanguages = ["de", "es", "ja"] as const satisfies Language[]
export type TranslatedLanguage = (typeof translatedLanguages)[number]

export const isLanguage = (name: unknown): name is Language =>
  typeof name === "string" && Object.hasOwn(languages, name)

/** Returns `rtl` for Arabic, Divehi, Persian, Hebrew, Pashto, Sindhi, Uyghur, Urdu and Yiddish: not every browser's `Intl` does. */
export const directionOf = (language: string) => (/^(ar|dv|fa|he|ps|sd|ug|ur|yi)$/.test(language) ? "rtl" : "ltr")

/** Returns `/de` before the addresses of German pages, and nothing before English ones. */
export const prefixOf = (language: Language) => (language === "en" ? "" : `/${language}`)

/** Returns the address of a page in a language; the home page of one has no slash at its end. */
export function addressIn(language: Language, path: string): string {
  const prefix = prefixOf(language)
  return prefix && path === "/" ? prefix : prefix + path
}

/** Splits an address into the language of the page and the address without it. */
export function splitLanguage(address: string): { language: Language; path: string } {
  const [, name, rest] = /^\/(\w\w)(?=[/?#]|\.data|$)(.*)$/s.exec(address) ?? []
  if (name === "en" || !isLanguage(name)) return { language: "en", path: address }
  return { language: name, path: rest!.startsWith("/") ? rest! : `/${rest}` }
}

/**
 * Returns the first language of an Accept-Language header or of `navigator.languages` that the shop has, or English.
 */
export function preferredLanguage(wanted: readonly string[]): Language {
  const names = wanted.map((one) => one.trim().slice(0, 2).toLowerCase())
  return names.find(isLanguage) ?? "en"
}
