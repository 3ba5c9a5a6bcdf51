import { eq, type SQL, sql } from "drizzle-orm"
import { discountTexts } from "#contract/buyingText.ts"
import type { PaidLevel } from "#contract/membership.ts"
import type { PlanDays } from "#contract/memberships.ts"
import type { Person } from "../../platform/auth/actor.ts"
import type { Tx } from "../../platform/db/store.ts"
import { dayOf } from "../../platform/mail/letter.ts"
import { formatCents } from "../../platform/money.ts"
import { type DiscountRow, minimumPayableCents, namesOf } from "./apply.ts"
import { discounts } from "./tables.ts"

export interface PlanPurchase {
  level: PaidLevel
  days: PlanDays
  isGift: boolean
  termsId: number
  /** The price without a discount. */
  priceCents: number
}

export interface PlanDiscount {
  id: number
  title: string
  code: string
  cents: number
}

/**
 * SQL of the uses of a row of `discounts` by memberships: those that were paid, and for a day those that may still be,
 * also when another invoice has replaced theirs, because the provider takes their payment until then.
 */
export const membershipUses = (now: Date, more = sql``): SQL<number> =>
  sql<number>`(select count(*)::int from invoice_discounts d join invoices i on i.id = d.invoice_id
    where d.discount_id = discounts.id
    and (i.state = 'paid' or (i.state <> 'failed' and i.expires_at > ${now})) ${more})`

/**
 * Returns what a code takes off a membership, or in a sentence why it is not used. With `lock`, the discount is locked
 * until the transaction ends, so that invoices opened at the same time are counted one after the other.
 */
export async function planDiscount(
  tx: Tx,
  buyer: Person,
  code: string,
  purchase: PlanPurchase,
  { lock = false } = {},
): Promise<PlanDiscount | string> {
  const named = tx.db.select().from(discounts).where(eq(discounts.code, code))
  const [row] = lock ? await named.for("no key update") : await named
  if (!row) return discountTexts.unknown
  const cents = row.percent === null ? row.amountCents! : Math.round((purchase.priceCents * row.percent) / 100)
  const problem = problemOf(row, buyer, purchase, tx.now()) ?? (await limitOf(tx, row, buyer, { ...purchase, cents }))
  return problem ?? { id: row.id, title: row.title, code, cents }
}

function problemOf(row: DiscountRow, { level }: Person, { priceCents }: PlanPurchase, now: Date): string | null {
  if (row.scope === "models") return discountTexts.forModels
  if (!row.isActive || (row.endsAt !== null && row.endsAt <= now)) return discountTexts.expired
  if (row.startsAt > now) return discountTexts.notStarted(dayOf(row.startsAt, null))
  if (row.levels.length > 0 && !row.levels.includes(level)) return discountTexts.otherLevel(namesOf(row.levels))
  const payable =
    row.percent === null
      ? row.amountCents! + minimumPayableCents
      : Math.ceil((minimumPayableCents * 100) / (100 - row.percent))
  const least = Math.max(row.minimumCents, payable)
  return priceCents < least ? discountTexts.fromPrice(formatCents(least)) : null
}

/** The invoice that is open for the same purchase is given again, so it is no other use. */
async function limitOf(
  tx: Tx,
  { id, maxUses, maxUsesPerCustomer, firstOrder }: DiscountRow,
  buyer: Person,
  { level, days, isGift, termsId, cents }: PlanPurchase & { cents: number },
): Promise<string | null> {
  const isOwn = sql`i.user_id = ${buyer.id}`
  const other = sql`and not (${isOwn} and i.state in ('creating', 'open') and i.level = ${level} and i.days = ${days}
    and i.is_gift = ${isGift} and i.terms_id = ${termsId} and d.cents = ${cents})`
  const [used] = await tx.db
    .select({
      all: membershipUses(tx.now(), other),
      own: membershipUses(tx.now(), sql`and ${isOwn} ${other}`),
      bought: sql<boolean>`exists (select from invoices i where ${isOwn} and i.kind = 'subscription' and i.state = 'paid')`,
    })
    .from(discounts)
    .where(eq(discounts.id, id))
  if (firstOrder && (used!.bought || used!.own > 0)) return discountTexts.firstMembership
  if (used!.own >= (maxUsesPerCustomer ?? Infinity)) return discountTexts.usedByYou
  return used!.all >= (maxUses ?? Infinity) ? discountTexts.usedUp : null
}
