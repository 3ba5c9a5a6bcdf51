import * as z from "zod"
import { levels } from "./accounts.ts"
import { paymentTexts, planTexts } from "./buyingText.ts"
import { byLanguage, Money, Timestamp, text } from "./common.ts"
import { languageNames } from "./languages.ts"
import { planLimits } from "./limits.ts"
import { AppliedDiscount, EnteredCode } from "./orders.ts"

export const PaidLevelField = z.enum(levels).exclude(["free"], { error: paymentTexts.invalidPlan })

/**
 * The lengths in which a plan can be sold: 30 days, and 3, 6 and 12 times 30. Each 30 days of them have an allowance of
 * their own.
 */
export const planDays = [30, 90, 180, 360] as const
export type PlanDays = (typeof planDays)[number]

export const DaysField = z.coerce.number<number>().pipe(z.literal(planDays, { error: paymentTexts.invalidPlan }))

/** `price` is that of 30 days; `periods` has all lengths that are sold, with the price of each. */
export const Membership = z.object({
  level: PaidLevelField,
  name: z.string(),
  price: Money,
  description: z.string(),
  features: z.array(z.string()),
  recommended: z.boolean(),
  messages: z.number().int().nullable(),
  photos: z.number().int(),
  /** What its members save on every model, in percent. */
  discount: z.number().int(),
  periods: z.array(z.object({ days: z.literal(planDays), price: Money })),
  /** False if it can no longer be bought; those who have it keep it. */
  sold: z.boolean(),
})
export type Membership = z.infer<typeof Membership>

/** The language of names, descriptions and features. */
export const MembershipsQuery = z.object({ language: z.enum(languageNames).default("en") })

const line = (most: number) => text().trim().max(most)
const PlanTexts = z.object({
  title: line(planLimits.title),
  description: line(planLimits.description),
  lines: z.array(line(planLimits.line).min(1)).max(planLimits.lines),
})

const PlanTextsByLanguage = byLanguage(languageNames, PlanTexts)

const price = Money.min(planLimits.leastPrice, { error: planTexts.price }).max(planLimits.price, {
  error: planTexts.price,
})
const count = (most: number) => z.number().int().min(0).max(most)

/** What a plan costs, includes and says. A price of null means that this length is not sold. */
export const PlanTerms = z.object({
  price,
  price_90: price.nullable(),
  price_180: price.nullable(),
  price_360: price.nullable(),
  /** Null for unlimited. */
  messages: count(planLimits.messages).nullable(),
  photos: count(planLimits.photos),
  discount: count(planLimits.discount),
  recommended: z.boolean(),
  sold: z.boolean(),
  /** What is empty or missing in a language is that of English, and there the specification's wording. */
  texts: PlanTextsByLanguage,
})
export type PlanTerms = z.infer<typeof PlanTerms>

/** `valid_from`: null for now. A later change replaces another that waits. */
export const EditPlan = PlanTerms.extend({ valid_from: Timestamp.nullable() })
export type EditPlan = z.infer<typeof EditPlan>

export const PlanParams = z.object({ level: PaidLevelField })

export const AdminPlan = z.object({
  level: PaidLevelField,
  version: z.number().int(),
  now: PlanTerms,
  /** The change that waits for its moment. */
  next: EditPlan.nullable(),
  updated_at: Timestamp.nullable(),
  updated_by: z.string().nullable(),
})
export type AdminPlan = z.infer<typeof AdminPlan>

/** What a membership costs with a code. `code_problem` is the reason why the code is not used. */
export const PricePlan = z.object({
  level: PaidLevelField,
  days: DaysField.default(30),
  gift: z.boolean().default(false),
  discount_code: EnteredCode.optional(),
})
export type PricePlan = z.infer<typeof PricePlan>
export const PlanPrice = z.object({
  price: Money,
  discount: AppliedDiscount.nullable(),
  total: Money,
  code_problem: z.string().nullable(),
  accepts_codes: z.boolean(),
})
export type PlanPrice = z.infer<typeof PlanPrice>

/**
 * `covered`: the account has this level or a higher one without an end; there is nothing to buy. `waits`: a higher
 * level is active, and this one begins when that ends.
 */
export const happenings = ["new", "renewal", "upgrade", "waits", "covered"] as const

export const QuoteQuery = z.object({ level: PaidLevelField, days: DaysField.default(30) })
export const Quote = z.object({
  level: PaidLevelField,
  name: z.string(),
  price: Money,
  days: z.literal(planDays),
  currency: z.literal("USD"),
  happens: z.enum(happenings),
  current_level: z.enum(levels),
  current_ends_at: Timestamp.nullable(),
  /** The rest of lower levels: the time that it is converted to, in started hours, and the extra allowance. */
  unused: z.array(
    z.object({
      level: PaidLevelField,
      hours: z.number().int(),
      becomes_hours: z.number().int(),
      messages: z.number().int(),
      photos: z.number().int(),
    }),
  ),
  /** The allowance of the first 30 days of the bought time, including what is kept; null for unlimited. */
  messages: z.number().int().nullable(),
  photos: z.number().int(),
  starts_at: Timestamp.nullable(),
  /** The end of this level; null for none. */
  ends_at: Timestamp.nullable(),
})
export type Quote = z.infer<typeof Quote>

export type AllowanceKind = "messages" | "photos"
const Allowance = z.object({ limit: z.number().int().nullable(), used: z.number().int() })

/** A null limit means unlimited. */
export const AccessStatus = z.object({
  can_send_messages: z.boolean(),
  can_watch_videos: z.boolean(),
  allowance: z.object({ messages: Allowance, photos: Allowance, period_ends_at: Timestamp.nullable() }),
  /** Lower levels that were also bought; each begins when the one before ends. */
  upcoming: z.array(z.object({ level: PaidLevelField, starts_at: Timestamp, ends_at: Timestamp.nullable() })),
})
export type AccessStatus = z.infer<typeof AccessStatus>
