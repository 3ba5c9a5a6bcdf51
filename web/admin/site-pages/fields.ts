import { type Language, languageNames, languages } from "#contract/languages.ts"
import type { SitePage } from "#contract/sitePages.ts"
import { t } from "#contract/t.ts"

/** What is typed, by `slug`, `place`, `position`, and `en.title` and so on. */
export type Fields = Record<string, string>

const names = ["title", "description", "content"] as const

export function typedOf({
  slug,
  place,
  position,
  texts,
}: Pick<SitePage, "slug" | "place" | "position" | "texts">): Fields {
  const written = languageNames.flatMap((language) =>
    names.map((name) => [`${language}.${name}`, texts[language]?.[name] ?? ""]),
  )
  return { slug, place, position: String(position), ...Object.fromEntries(written) }
}

/** The body of the call that saves the draft. A language without any text is left out. */
export function bodyOf(fields: Fields) {
  const textOf = (language: Language) => {
    const [title = "", description = "", content = ""] = names.map((name) => fields[`${language}.${name}`])
    return title.trim() || description.trim() || content.trim() ? { title, description, content } : undefined
  }
  const position = /^\d{1,3}$/.test(fields.position!.trim()) ? Number(fields.position) : fields.position
  const texts = Object.fromEntries(languageNames.map((language) => [language, textOf(language)]))
  return { slug: fields.slug, place: fields.place, position, texts }
}

/** Names a field in a conflict. */
export function labelOf(name: string): string {
  const [language, part] = name.split(".") as [Language, string | undefined]
  const parts: Record<string, string> = {
    slug: t({ context: "of a page", message: "Address" }),
    place: t({ context: "of a link", message: "Shown in" }),
    position: t({ context: "place in a list", message: "Position" }),
    title: t({ context: "of a page", message: "Title" }),
    description: t`Description for search engines`,
    content: t({ context: "of a page", message: "Text" }),
  }
  return part ? `${parts[part]} (${languages[language]})` : parts[name]!
}
