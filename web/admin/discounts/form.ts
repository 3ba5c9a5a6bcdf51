import { levels } from "#contract/accounts.ts"
import { discountLimits } from "#contract/adminLimits.ts"
import { categories } from "#contract/catalog.ts"
import { type Discount, DiscountForm, discountKinds, discountScopes } from "#contract/discounts.ts"
import { discountAdminTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { z } from "../../platform/ui/zod.ts"
import { number } from "../models/form.ts"
import { localOf } from "../parts/localTime.ts"

/** Values of fields are strings. Times are in the browser's zone, as in their inputs. */
export const discountForm = z
  .object({
    title: DiscountForm.shape.title,
    scope: z.enum(discountScopes),
    isAutomatic: z.enum(["", "1"]),
    code: z.string(),
    kind: z.enum(discountKinds),
    value: number(discountLimits.amount, 2, true).pipe(z.number().positive(discountAdminTexts.valueRequired)),
    minimum: number(discountLimits.amount, 2, false),
    levels: z.array(z.enum(levels)),
    categories: z.array(z.enum(categories)),
    first_order: z.boolean(),
    max_uses: number(discountLimits.uses, 0, false),
    max_uses_per_customer: number(discountLimits.uses, 0, false),
    starts_at: z.string().min(1, t`Please enter a date.`),
    ends_at: z.string(),
    is_active: z.boolean(),
  })
  .refine(
    ({ scope, isAutomatic, code }) =>
      (isAutomatic && scope === "models") || DiscountForm.shape.code.safeParse(code).success,
    {
      path: ["code"],
      error: discountAdminTexts.codeForm,
      // This rule is checked even if other fields have errors.
      when: () => true,
    },
  )
export type DiscountValues = z.input<typeof discountForm>
export type DiscountInput = z.output<typeof discountForm>

export function emptyDiscount(now: Date): DiscountValues {
  return {
    title: "",
    scope: "models",
    isAutomatic: "",
    code: "",
    kind: "percent",
    value: "",
    minimum: "",
    levels: [],
    categories: [],
    first_order: false,
    max_uses: "",
    max_uses_per_customer: "",
    starts_at: localOf(now.toISOString()),
    ends_at: "",
    is_active: true,
  }
}

export function valuesOf(discount: Discount): DiscountValues {
  const { title, code, scope, kind, value, minimum, levels, categories, starts_at, ends_at } = discount
  const { first_order, is_active } = discount
  return {
    ...{ title, scope, kind, levels, categories, first_order, is_active },
    isAutomatic: code === null ? "1" : "",
    code: code ?? "",
    value: String(value),
    minimum: minimum === 0 ? "" : String(minimum),
    max_uses: String(discount.max_uses ?? ""),
    max_uses_per_customer: String(discount.max_uses_per_customer ?? ""),
    starts_at: localOf(starts_at),
    ends_at: localOf(ends_at),
  }
}

/** The body of the call. A time that was not changed keeps its seconds. */
export function bodyOf(input: DiscountInput, dollIds: number[], known: Discount | null): z.input<typeof DiscountForm> {
  const { isAutomatic, code, minimum, categories, starts_at, ends_at, ...others } = input
  const isForModels = others.scope === "models"
  const momentOf = (local: string, before: string | null | undefined) =>
    before && local === localOf(before) ? before : new Date(local).toISOString()
  return {
    ...others,
    code: isAutomatic && isForModels ? null : code,
    minimum: minimum ?? 0,
    categories: isForModels ? categories : [],
    doll_ids: isForModels ? dollIds : [],
    starts_at: momentOf(starts_at, known?.starts_at),
    ends_at: ends_at ? momentOf(ends_at, known?.ends_at) : null,
  }
}
