import type { Level } from "#contract/accounts.ts"
import { discountTexts } from "#contract/buyingText.ts"
import type { Category } from "#contract/catalog.ts"
import { levelName } from "#contract/membership.ts"
import { t } from "#contract/t.ts"
import { said } from "../../platform/languages.ts"
import { dayOf } from "../../platform/mail/letter.ts"
import { formatCents } from "../../platform/money.ts"
import type { discounts } from "./tables.ts"

export type DiscountRow = typeof discounts.$inferSelect

export interface PricedLine {
  dollId: number
  category: Category
  priceCents: number
  quantity: number
}

/** A discount that may apply, with the number of its uses by all customers and by this one. */
export interface Candidate extends DiscountRow {
  uses: number
  usesByCustomer: number
}

export interface Buyer {
  level: Level
  /** Whether the account has placed no other order that is not cancelled. */
  isFirstOrder: boolean
}

export interface Applied {
  discount: DiscountRow
  cents: number
  /** The share of each line, in the order of the lines; their sum is `cents`. */
  shares: number[]
}

export interface Outcome {
  applied: Applied | null
  /** Why the entered code is not used; null if it is, or if there is none. */
  codeProblem: string | null
}

/** The amount that must remain to be paid: a payment of nothing cannot be made, and providers refuse tiny ones. */
export const minimumPayableCents = 100

/**
 * Chooses the one discount of a cart: that of the code or the best automatic one, whichever takes off more; they do not
 * combine. `code` is undefined if none was entered, and null if there is no such code.
 */
export function applyDiscounts(
  code: Candidate | null | undefined,
  automatic: Candidate[],
  lines: PricedLine[],
  buyer: Buyer,
  now: Date,
): Outcome {
  const best = automatic
    .filter((one) => problemOf(one, lines, buyer, now) === null)
    .map((one) => amountOf(one, lines))
    .sort((a, b) => b.cents - a.cents || a.discount.id - b.discount.id)[0]
  if (code === undefined) return { applied: best ?? null, codeProblem: null }
  const problem = code === null ? discountTexts.unknown : problemOf(code, lines, buyer, now)
  if (problem !== null) return { applied: best ?? null, codeProblem: problem }
  const coded = amountOf(code!, lines)
  if (!best || best.cents <= coded.cents) return { applied: coded, codeProblem: null }
  return { applied: best, codeProblem: discountTexts.better(best.discount.title) }
}

/** Returns why a discount does not apply, in a sentence for the field of its code; null if it does. */
export function problemOf(discount: Candidate, lines: PricedLine[], buyer: Buyer, now: Date): string | null {
  if (discount.scope === "memberships") return discountTexts.forMemberships
  if (!discount.isActive || (discount.endsAt !== null && discount.endsAt <= now)) return discountTexts.expired
  if (discount.startsAt > now) return discountTexts.notStarted(dayOf(discount.startsAt, null))
  if (discount.levels.length > 0 && !discount.levels.includes(buyer.level))
    return discountTexts.otherLevel(namesOf(discount.levels))
  if (discount.maxUsesPerCustomer !== null && discount.usesByCustomer >= discount.maxUsesPerCustomer)
    return discountTexts.usedByYou
  if (discount.firstOrder && !buyer.isFirstOrder) return discountTexts.firstOrder
  if (discount.maxUses !== null && discount.uses >= discount.maxUses) return discountTexts.usedUp
  const eligible = totalOf(lines.filter((line) => isFor(discount, line)))
  if (eligible === 0) return discountTexts.otherModels
  if (eligible < discount.minimumCents) return discountTexts.missing(formatCents(discount.minimumCents - eligible))
  const left = totalOf(lines) - amountOf(discount, lines).cents
  return left < minimumPayableCents ? discountTexts.missing(formatCents(minimumPayableCents - left)) : null
}

/**
 * Computes the amount of a discount. A percentage is taken off the sum of the models it is for and rounded once, half a
 * cent up; a fixed amount is at most that sum. Both are spread over these lines in proportion to their prices.
 */
function amountOf(discount: DiscountRow, lines: PricedLine[]): Applied {
  const weights = lines.map((line) => (isFor(discount, line) ? line.priceCents * line.quantity : 0))
  const sum = weights.reduce((a, b) => a + b, 0)
  const cents =
    discount.percent === null ? Math.min(discount.amountCents!, sum) : Math.round((sum * discount.percent) / 100)
  return { discount, cents, shares: spread(cents, weights) }
}

/**
 * Splits an amount in proportion to the weights (largest remainder method): every share is rounded down, and the cents
 * left over go to the largest remainders, the first of equal ones. The shares add up to `cents`, and none exceeds its
 * weight as long as `cents` does not exceed their sum.
 */
export function spread(cents: number, weights: number[]): number[] {
  const sum = weights.reduce((a, b) => a + BigInt(b), 0n)
  if (sum === 0n) return weights.map(() => 0)
  const parts = weights.map((weight, index) => {
    const product = BigInt(cents) * BigInt(weight)
    return { index, share: Number(product / sum), rest: product % sum }
  })
  const shares = parts.map(({ share }) => share)
  const left = cents - shares.reduce((a, b) => a + b, 0)
  const order = parts.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1))
  for (const { index } of order.slice(0, left)) shares[index]! += 1
  return shares
}

export const totalOf = (lines: Pick<PricedLine, "priceCents" | "quantity">[]) =>
  lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0)

function isFor({ categories, dollIds }: DiscountRow, { category, dollId }: PricedLine): boolean {
  const isForAll = categories.length === 0 && dollIds.length === 0
  return isForAll || categories.includes(category) || dollIds.includes(dollId)
}

/** "VIP and VVIP" */
export const namesOf = (levels: Level[]) =>
  new Intl.ListFormat(t`en-US`, { type: "conjunction" }).format(levels.map((level) => said(levelName(level))))
