/**
 * Marks a text of the interface: t`Only ${left} left`. The build of each language puts its translation in the place of
 * the mark (scripts/languages); without a build the server says it in the language of its reader. Where one English text
 * has two meanings, `context` tells them apart: t({ context: "recipient", message: "To" }).
 */
export function t(text: TemplateStringsArray | Described, ...values: unknown[]): string {
  return Array.isArray(text)
    ? speaker.say({ parts: text as TemplateStringsArray, values }, "")
    : speaker.say({ parts: [(text as Described).message], values }, (text as Described).context)
}

export interface Described {
  message: string
  context: string
}

/** A text before its values are put between its parts. */
export interface Template {
  parts: readonly string[]
  values: unknown[]
}

/** Marks a form of a plural that has values; the server finds it by its parts. */
export const form = (parts: TemplateStringsArray, ...values: unknown[]): Template => ({ parts, values })

/** Chooses by the plural categories of the language: plural(n, { one: "1 day", other: form`${n} days` }). */
export const plural = (n: number, forms: Forms): string => speaker.choose(n, forms)

export type Form = string | Template
export type Forms = { other: Form } & Partial<Record<Intl.LDMLPluralRule, Form>>

/** Says texts as they stand, or on the server in the language of the reader. */
export interface Speaker {
  say(text: Template, context: string): string
  choose(n: number, forms: Forms): string
}

export const joined = ({ parts, values }: Template) =>
  parts.reduce((said, part, n) => said + String(values[n - 1]) + part)

export const inEnglish: Speaker = {
  say: joined,
  choose(n, forms) {
    const chosen = forms[rulesOf(locale).select(n) as "other"] ?? forms.other
    return typeof chosen === "string" ? chosen : joined(chosen)
  },
}

let speaker = inEnglish
export function speakBy(other: Speaker): void {
  speaker = other
}

/** The locale of dates and numbers on pages; the server asks for that of its reader by the same text. */
export const locale = t`en-US`

const known = new Map<string, Intl.PluralRules>()
export function rulesOf(name: string): Intl.PluralRules {
  const rules = known.get(name) ?? new Intl.PluralRules(name)
  known.set(name, rules)
  return rules
}
