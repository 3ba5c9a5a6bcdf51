import { type CountryCode, countryName } from "#contract/countries.ts"
import { type Language, languageNames, languages } from "#contract/languages.ts"
import type { EditNewsletter, Newsletter, Segment } from "#contract/newsletters.ts"
import { t } from "#contract/t.ts"
import { nameOf } from "../../backoffice/staff-ui/levels.ts"
import type { Picked } from "../parts/ModelPicker.tsx"

/** What is typed and chosen, by `en.title` and so on; lists are separated by spaces, and models are in JSON. */
export type Fields = Record<string, string>

const parts = ["title", "content"] as const
export const lists = ["languages", "countries", "levels"] as const

type Typed = Pick<Newsletter, "texts" | "segment" | "models" | "is_discreet">

export function typedOf({ texts, segment, models, is_discreet }: Typed): Fields {
  return {
    ...Object.fromEntries(
      languageNames.flatMap((language) => parts.map((name) => [`${language}.${name}`, texts[language]?.[name] ?? ""])),
    ),
    ...Object.fromEntries(lists.map((name) => [name, segment[name].join(" ")])),
    discreet: is_discreet ? "1" : "",
    bought: segment.bought,
    favorites: segment.favorites,
    models: JSON.stringify(models),
  }
}

export const listIn = (fields: Fields, name: (typeof lists)[number]) => fields[name]!.split(" ").filter(Boolean)
export const modelsIn = (fields: Fields) => JSON.parse(fields.models!) as Picked[]

export function segmentOf(fields: Fields): Segment {
  const chosen = Object.fromEntries(lists.map((name) => [name, listIn(fields, name)]))
  const { bought, favorites } = fields
  const models = modelsIn(fields).map(({ id }) => id)
  return { ...chosen, bought, favorites, models } as Segment
}

/** The body of the call that saves the draft. A language without any text is left out. */
export function bodyOf(fields: Fields): EditNewsletter {
  const textOf = (language: Language) => {
    const [title = "", content = ""] = parts.map((name) => fields[`${language}.${name}`])
    return title.trim() || content.trim() ? { title, content } : undefined
  }
  const texts = Object.fromEntries(languageNames.map((language) => [language, textOf(language)]))
  return { is_discreet: fields.discreet === "1", texts, segment: segmentOf(fields) } as EditNewsletter
}

export const choiceNames = {
  any: t({ context: "choice", message: "Doesn't matter" }),
  yes: t({ context: "choice", message: "Yes" }),
  no: t({ context: "choice", message: "No" }),
} as const

export const fieldNames: Record<string, string> = {
  title: t({ context: "of a newsletter", message: "Title" }),
  content: t({ context: "of a page", message: "Text" }),
  discreet: t`Discreet subject line`,
  languages: t`Languages`,
  countries: t`Countries`,
  levels: t`Membership levels`,
  bought: t`Has bought something`,
  favorites: t`Has favorites`,
  models: t`Only these models`,
}

/** Names a field in a conflict. */
export function labelOf(name: string): string {
  const [language, part] = name.split(".") as [Language, string | undefined]
  return part ? `${fieldNames[part]} (${languages[language]})` : fieldNames[name]!
}

/** A value as a conflict shows it. */
export function shownValue(name: string, fields: Fields): string {
  const value = fields[name] ?? ""
  if (name === "models")
    return modelsIn(fields)
      .map((one) => one.name)
      .join(", ")
  if (name === "countries")
    return listIn(fields, name)
      .map((code) => countryName(code as CountryCode))
      .join(", ")
  if (name === "languages")
    return listIn(fields, name)
      .map((one) => languages[one as Language])
      .join(", ")
  if (name === "levels")
    return listIn(fields, name)
      .map((one) => nameOf[one as keyof typeof nameOf])
      .join(", ")
  if (name === "discreet") return value ? choiceNames.yes : choiceNames.no
  if (name === "bought" || name === "favorites") return choiceNames[value as keyof typeof choiceNames]
  return value
}
