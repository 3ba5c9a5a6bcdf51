import { planTexts } from "#contract/buyingText.ts"
import { type Language, languageNames, languages } from "#contract/languages.ts"
import { planLimits } from "#contract/limits.ts"
import { lineOf, type PaidLevel, specifiedWords } from "#contract/membership.ts"
import { type EditPlan, type Membership, type PlanTerms, planDays } from "#contract/memberships.ts"
import { t } from "#contract/t.ts"
import { z } from "../../platform/ui/zod.ts"
import { number } from "../models/form.ts"
import { localOf } from "../parts/localTime.ts"

type Words = "title" | "description" | "lines"
export type WordsField = `${Words}_${Language}`
type Typed = Record<WordsField, string> & {
  price: string
  price_90: string
  price_180: string
  price_360: string
  messages: string
  photos: string
  discount: string
  recommended: boolean
  sold: boolean
  valid_from: string
}
export type PlanInput = Typed
export type PlanField = keyof PlanInput

const price = (isNeeded: boolean) =>
  number(planLimits.price, 2, isNeeded).refine((value) => value === null || value >= planLimits.leastPrice, {
    error: planTexts.price,
  })
const linesOf = (typed: string) =>
  typed
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
const words = {
  title: z.string().max(planLimits.title),
  description: z.string().max(planLimits.description),
  lines: z
    .string()
    .refine((typed) => linesOf(typed).length <= planLimits.lines, t`Please write at most ${planLimits.lines} lines.`)
    .refine(
      (typed) => linesOf(typed).every((line) => line.length <= planLimits.line),
      t`A line can have up to ${planLimits.line} characters.`,
    ),
}
const allWords = Object.fromEntries(
  languageNames.flatMap((name) => Object.entries(words).map(([field, schema]) => [`${field}_${name}`, schema])),
) as Record<string, z.ZodType<string, string>> as Record<WordsField, z.ZodType<string, string>>

/** Values of fields are strings, those of texts by language. Times are in the browser's zone, as in their input. */
export const planForm = z.object({
  ...allWords,
  price: price(true),
  price_90: price(false),
  price_180: price(false),
  price_360: price(false),
  messages: number(planLimits.messages, 0, false),
  photos: number(planLimits.photos, 0, true),
  discount: number(planLimits.discount, 0, false),
  recommended: z.boolean(),
  sold: z.boolean(),
  valid_from: z.string(),
})

export const labels: Record<PlanField, string> = {
  price: t`Price for 30 days in USD`,
  price_90: t`Price for 90 days in USD`,
  price_180: t`Price for 180 days in USD`,
  price_360: t`Price for 360 days in USD`,
  messages: t`Messages`,
  photos: t`Photos`,
  discount: t`Discount on models in percent`,
  recommended: t`Recommended`,
  sold: t`On sale`,
  valid_from: t`Valid from`,
  ...(Object.fromEntries(
    languageNames.flatMap((name) =>
      (
        [
          ["title", t`Title`],
          ["description", t`Description`],
          ["lines", t`Lines`],
        ] as const
      ).map(([field, label]) => [`${field}_${name}`, `${label} (${languages[name]})`]),
    ),
  ) as Record<WordsField, string>),
}

export const typedOf = ({ texts, ...terms }: PlanTerms, valid_from: string | null): PlanInput => ({
  price: String(terms.price),
  price_90: String(terms.price_90 ?? ""),
  price_180: String(terms.price_180 ?? ""),
  price_360: String(terms.price_360 ?? ""),
  messages: String(terms.messages ?? ""),
  photos: String(terms.photos),
  discount: terms.discount === 0 ? "" : String(terms.discount),
  recommended: terms.recommended,
  sold: terms.sold,
  valid_from: localOf(valid_from),
  ...(Object.fromEntries(
    languageNames.flatMap((name) => [
      [`title_${name}`, texts[name]?.title ?? ""],
      [`description_${name}`, texts[name]?.description ?? ""],
      [`lines_${name}`, texts[name]?.lines.join("\n") ?? ""],
    ]),
  ) as Record<WordsField, string>),
})

export function bodyOf(values: z.output<typeof planForm>): EditPlan {
  const texts: PlanTerms["texts"] = {}
  for (const name of languageNames) {
    const title = values[`title_${name}`].trim()
    const description = values[`description_${name}`].trim()
    const lines = linesOf(values[`lines_${name}`])
    if (title || description || lines.length > 0) texts[name] = { title, description, lines }
  }
  return {
    texts,
    price: values.price!,
    price_90: values.price_90,
    price_180: values.price_180,
    price_360: values.price_360,
    messages: values.messages,
    photos: values.photos!,
    discount: values.discount ?? 0,
    recommended: values.recommended,
    sold: values.sold,
    valid_from: values.valid_from ? new Date(values.valid_from).toISOString() : null,
  }
}

/** Returns the plan as /upgrade will show it, in one language. What cannot be read yet is left out. */
export function previewOf(level: PaidLevel, typed: PlanInput, name: Language): Membership {
  const specified = specifiedWords(level)
  const first = (field: Words) => typed[`${field}_${name}`].trim() || typed[`${field}_en`].trim()
  const numbers = {
    messages: typed.messages.trim() ? Number(typed.messages) || 0 : null,
    photos: Number(typed.photos) || 0,
  }
  const lines = first("lines") ? linesOf(first("lines")) : specified.lines
  const prices = { 30: typed.price, 90: typed.price_90, 180: typed.price_180, 360: typed.price_360 }
  return {
    level,
    name: first("title") || specified.title,
    description: first("description") || specified.description,
    features: lines.map((line) => lineOf(line, numbers)),
    price: Number(typed.price) || 0,
    periods: planDays.flatMap((days) => (Number(prices[days]) > 0 ? [{ days, price: Number(prices[days]) }] : [])),
    recommended: typed.recommended,
    discount: Number(typed.discount) || 0,
    sold: typed.sold,
    ...numbers,
  }
}
