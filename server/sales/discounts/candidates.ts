import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm"
import type { Level } from "#contract/accounts.ts"
import { discountTexts } from "#contract/buyingText.ts"
import { t } from "#contract/t.ts"
import { promisedPeriod } from "../../people/membership/allowance.ts"
import { currentTerms, type TermsRow, wordsOf } from "../../people/membership/plans.ts"
import type { Person } from "../../platform/auth/actor.ts"
import type { Tx } from "../../platform/db/store.ts"
import { formatCents } from "../../platform/money.ts"
import { type Candidate, type DiscountRow, namesOf } from "./apply.ts"
import { discounts } from "./tables.ts"

/** SQL of the uses of a row of `discounts`: orders that were not cancelled, so that a use is given back. */
// This is raw SQL, because Drizzle omits a column's table where only one is read, and `id` would be that of the order.
export const usesOf = (more = sql``): SQL<number> =>
  sql<number>`(select count(*)::int from orders o where o.discount_id = discounts.id and o.status <> 'cancelled' ${more})`

export interface Candidates {
  /** Undefined if no code was entered; null if there is no such discount. */
  code: Candidate | null | undefined
  automatic: Candidate[]
}

/**
 * Returns the discount with this code, and the automatic ones in force. The customer's current unpaid order does not
 * count as a use: the next order replaces it.
 */
export async function candidatesFor(tx: Tx, userId: number, code: string | undefined): Promise<Candidates> {
  const automatic = inForce(tx.now())
  const other = sql`and not (o.user_id = ${userId} and o.status = 'unpaid' and o.superseded_at is null)`
  const rows = await tx.db
    .select({
      row: discounts,
      // Uses are counted only if there is a limit.
      uses: sql<number>`case when ${discounts.maxUses} is null then 0 else ${usesOf(other)} end`,
      usesByCustomer: sql<number>`case when ${discounts.maxUsesPerCustomer} is null then 0
        else ${usesOf(sql`and o.user_id = ${userId} ${other}`)} end`,
    })
    .from(discounts)
    .where(code ? or(automatic, eq(discounts.code, code)) : automatic)
    .orderBy(discounts.id)
  const all: Candidate[] = rows.map(({ row, ...uses }) => ({ ...row, ...uses }))
  return {
    code: code ? (all.find((one) => one.code === code) ?? null) : undefined,
    automatic: [...all.filter((one) => one.code === null), ...(await ofPlans(tx, userId))],
  }
}

/**
 * What the plans save: for a member what was promised with the current period, whatever the plan says now, and for
 * members of other levels what their plan offers. An order keeps the title and the amount; there is no row to refer to.
 */
async function ofPlans(tx: Tx, userId: number): Promise<Candidate[]> {
  const promised = await promisedPeriod(tx, userId)
  const others = (await currentTerms(tx)).filter(({ level, isSold }) => isSold && level !== promised?.level)
  return [
    ...(promised ? [{ ...candidateOf(promised), levels: [] }] : []),
    ...others.map((terms) => ({ ...candidateOf(terms), levels: [terms.level] })),
  ].filter(({ percent }) => percent !== null && percent > 0)
}

function candidateOf(terms: TermsRow): Candidate {
  return {
    id: 0,
    title: `${wordsOf(terms, "en").title} price`,
    code: null,
    scope: "models",
    percent: terms.discountPercent,
    amountCents: null,
    minimumCents: 0,
    levels: [],
    categories: [],
    dollIds: [],
    firstOrder: false,
    maxUses: null,
    maxUsesPerCustomer: null,
    startsAt: terms.validFrom,
    endsAt: null,
    isActive: true,
    version: 1,
    createdAt: terms.createdAt,
    updatedAt: terms.createdAt,
    uses: 0,
    usesByCustomer: 0,
  }
}

/**
 * Returns why the limits leave no room for one more order of this customer; null if they do. With a limit, the discount
 * is locked until the transaction ends, so that orders placed at the same time are counted one after the other.
 */
export async function limitReached(tx: Tx, { id }: DiscountRow, userId: number): Promise<string | null> {
  const isIt = eq(discounts.id, id)
  const isLimited = or(isNotNull(discounts.maxUses), isNotNull(discounts.maxUsesPerCustomer))
  const [row] = await tx.db.select().from(discounts).where(and(isIt, isLimited)).for("no key update")
  if (!row) return null
  // This is a statement of its own: one that waits for the lock does not see the orders that it waited for.
  const [used] = await tx.db
    .select({ all: usesOf(), own: usesOf(sql`and o.user_id = ${userId}`) })
    .from(discounts)
    .where(isIt)
  if (used!.own >= (row.maxUsesPerCustomer ?? Infinity)) return discountTexts.usedByYou
  return used!.all >= (row.maxUses ?? Infinity) ? discountTexts.usedUp : null
}

/** The condition for automatic discounts in force now. */
const inForce = (now: Date) =>
  and(
    isNull(discounts.code),
    discounts.isActive,
    lte(discounts.startsAt, now),
    or(isNull(discounts.endsAt), gt(discounts.endsAt, now)),
  )

/**
 * Returns what each level always saves on every model, in percent. A discount for some models, orders or customers only
 * is no benefit of a membership.
 */
export async function memberDiscounts(tx: Tx): Promise<Partial<Record<Level, number>>> {
  const current = await tx.db.select().from(discounts).where(inForce(tx.now()))
  const plans = (await currentTerms(tx)).filter(({ isSold, discountPercent }) => isSold && discountPercent > 0)
  const saved: Partial<Record<Level, number>> = Object.fromEntries(
    plans.map(({ level, discountPercent }) => [level, discountPercent]),
  )
  for (const discount of current) {
    const isLimited =
      discount.maxUses !== null ||
      discount.maxUsesPerCustomer !== null ||
      discount.firstOrder ||
      discount.minimumCents > 0
    if (isLimited || discount.percent === null || discount.categories.length > 0 || discount.dollIds.length > 0)
      continue
    for (const level of discount.levels) saved[level] = Math.max(saved[level] ?? 0, discount.percent)
  }
  return saved
}

/** Returns whether any code for models or memberships can be entered now. */
export async function acceptsCodes(tx: Tx, scope: DiscountRow["scope"]): Promise<boolean> {
  const [row] = await tx.db
    .select({ id: discounts.id })
    .from(discounts)
    .where(
      and(
        isNotNull(discounts.code),
        eq(discounts.scope, scope),
        discounts.isActive,
        or(isNull(discounts.endsAt), gt(discounts.endsAt, tx.now())),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Describes the automatic discounts for other levels than the customer's, in sentences. */
export function offersTo({ level }: Pick<Person, "level">, automatic: Candidate[]): string[] {
  return automatic
    .filter(({ levels }) => levels.length > 0 && !levels.includes(level))
    .map((one) => discountTexts.forMembers(namesOf(one.levels), reductionOf(one)))
}

/** Returns, for example, "10%" or "$50.00". */
const reductionOf = ({ percent, amountCents }: DiscountRow) =>
  percent === null ? formatCents(amountCents!) : (percent / 100).toLocaleString(t`en-US`, { style: "percent" })
