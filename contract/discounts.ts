import * as z from "zod"
import { levels } from "./accounts.ts"
import { discountLimits } from "./adminLimits.ts"
import { categories } from "./catalog.ts"
import { Id, IdInput, line, Money, paging, Search, Timestamp } from "./common.ts"
import { EnteredCode } from "./orders.ts"
import { discountAdminTexts } from "./panelText.ts"
import { t } from "./t.ts"

/** A discount takes something off models in a cart, or off a membership. */
export const discountScopes = ["models", "memberships"] as const
export const discountKinds = ["percent", "fixed"] as const
export const discountStates = ["active", "scheduled", "expired", "used_up", "inactive"] as const
export type DiscountState = (typeof discountStates)[number]

const count = z.number().int().min(1).max(discountLimits.uses).nullable()
const fields = {
  title: line(discountLimits.title, t`Please enter a title.`),
  /** Null if the discount is applied automatically. */
  code: EnteredCode.regex(/^[A-Z0-9_-]{4,}$/, discountAdminTexts.codeForm).nullable(),
  scope: z.enum(discountScopes).default("models"),
  kind: z.enum(discountKinds),
  /** A whole percentage, or an amount in USD. */
  value: z.number().positive(discountAdminTexts.valueRequired).max(discountLimits.amount).multipleOf(0.01),
  /** The minimum total of the models that the discount applies to, or price of the membership. */
  minimum: Money.max(discountLimits.amount).default(0),
  /** Empty for everyone. */
  levels: z.array(z.enum(levels)).max(levels.length).default([]),
  /** The discount applies to models of these categories, and to these models; to all if both are empty. */
  categories: z.array(z.enum(categories)).max(categories.length).default([]),
  doll_ids: z.array(IdInput).max(discountLimits.models).default([]),
  first_order: z.boolean().default(false),
  max_uses: count.default(null),
  max_uses_per_customer: count.default(null),
  starts_at: Timestamp,
  ends_at: Timestamp.nullable().default(null),
  is_active: z.boolean().default(true),
}

export const DiscountForm = z
  .object(fields)
  .refine(({ kind, value }) => kind === "fixed" || (Number.isInteger(value) && value <= 99), {
    path: ["value"],
    error: discountAdminTexts.percentRange,
  })
  .refine(({ scope, code }) => scope === "models" || code !== null, {
    path: ["code"],
    error: discountAdminTexts.codeForm,
  })
  .refine(({ scope, categories, doll_ids }) => scope === "models" || categories.length + doll_ids.length === 0, {
    path: ["scope"],
    error: discountAdminTexts.onlyModels,
  })
  .refine(({ starts_at, ends_at }) => ends_at === null || ends_at > starts_at, {
    path: ["ends_at"],
    error: discountAdminTexts.endsFirst,
  })
export type DiscountForm = z.infer<typeof DiscountForm>

/**
 * `uses` counts orders that were not cancelled, and memberships that were paid or can be for a day; `given` and `revenue`
 * sum up the discount and the total of paid ones.
 */
export const Discount = z.object({
  ...fields,
  doll_ids: z.array(Id),
  id: Id,
  state: z.enum(discountStates),
  uses: z.number().int(),
  given: Money,
  revenue: Money,
  models: z.array(z.object({ id: Id, name: z.string() })),
  created_at: Timestamp,
  version: z.number().int(),
})
export type Discount = z.infer<typeof Discount>

export const DiscountsQuery = z.object({
  ...paging(10),
  q: Search,
  state: z.enum(discountStates).optional(),
  sort: z.enum(["newest", "oldest", "title", "title_desc"]).default("newest"),
})
export type DiscountsQuery = z.infer<typeof DiscountsQuery>
