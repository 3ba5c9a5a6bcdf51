/**
 * Marks a text of the interface: t`Only ${left} left`. The build of each language puts its translation in the place of
 * the mark (scripts/languages); without a build the text is English. Where one English text has two meanings, `context`
 * tells them apart: t({ context: "recipient", message: "To" }).
 */
export function t(text: TemplateStringsArray | Described, ...values: unknown[]): string {
  if (!Array.isArray(text)) return (text as Described).message
  return (text as TemplateStringsArray).reduce((said, part, n) => said + String(values[n - 1]) + part)
}

export interface Described {
  message: string
  context: string
}

/** By the plural categories of English, and of each language in its build: plural(n, { one: "1 day", other: `${n} days` }). */
export const plural = (n: number, forms: Forms): string => forms[rules.select(n) as "other"] ?? forms.other

export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** For dates and numbers. */
export const locale = t`en-US`

const rules = new Intl.PluralRules(locale)
