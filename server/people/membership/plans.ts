import { and, asc, desc, eq, gt, isNull, lte } from "drizzle-orm"
import { membershipTexts } from "#contract/buyingText.ts"
import type { Language } from "#contract/languages.ts"
import { levelName, lineOf, type PaidLevel, type PlanWords, paidLevels, specifiedWords } from "#contract/membership.ts"
import { type Membership, type PlanDays, planDays } from "#contract/memberships.ts"
import type { Tx } from "../../platform/db/store.ts"
import { speaking } from "../../platform/languages.ts"
import { fromCents } from "../../platform/money.ts"
import { Refusal } from "../../platform/refusal.ts"
import { planTerms } from "./tables.ts"

export type TermsRow = typeof planTerms.$inferSelect

/** What a period includes in its thirty days, as it was promised when it was bought. */
export type Terms = Pick<TermsRow, "id" | "messages" | "photos">

/** Published when the terms of a plan have changed, or a change was entered for later. */
export const plansTopic = "plans"

/** Returns the current terms of all levels, the lowest first. */
export async function currentTerms(tx: Tx): Promise<TermsRow[]> {
  const rows = await tx.db
    .selectDistinctOn([planTerms.level])
    .from(planTerms)
    .where(and(lte(planTerms.validFrom, tx.now()), isNull(planTerms.withdrawnAt)))
    .orderBy(planTerms.level, desc(planTerms.validFrom), desc(planTerms.id))
  return paidLevels.map((level) => rows.find((row) => row.level === level)!)
}

/** Returns the current terms of one level. */
export async function termsOf(tx: Tx, level: PaidLevel): Promise<TermsRow> {
  return (await currentTerms(tx)).find((row) => row.level === level)!
}

/** Returns the terms with which something was bought; those of the specification if it names none. */
export async function promisedTerms(tx: Tx, level: PaidLevel, termsId: number | null): Promise<TermsRow> {
  const isIt = termsId === null ? eq(planTerms.level, level) : eq(planTerms.id, termsId)
  const [row] = await tx.db.select().from(planTerms).where(isIt).orderBy(asc(planTerms.id)).limit(1)
  return row!
}

/** SQL of the same for a row of `membership_periods` with this alias. */
export const promisedId = (period: string) =>
  `coalesce(${period}.terms_id, (select min(specified.id) from plan_terms specified where specified.level = ${period}.level))`

/** The moment of the next change that was entered for later; null if there is none. */
export async function nextChange(tx: Tx): Promise<Date | null> {
  const [next] = await tx.db
    .select({ at: planTerms.validFrom })
    .from(planTerms)
    .where(and(gt(planTerms.validFrom, tx.now()), isNull(planTerms.withdrawnAt)))
    .orderBy(asc(planTerms.validFrom))
    .limit(1)
  return next?.at ?? null
}

/** Returns the price of a length of a plan; null if it is not sold. */
export function priceOf(terms: TermsRow, days: PlanDays): number | null {
  const prices = { 30: terms.priceCents, 90: terms.price90Cents, 180: terms.price180Cents, 360: terms.price360Cents }
  return terms.isSold ? prices[days] : null
}

/** Returns the price, or throws if this length of the plan is not sold. */
export function assertSold(terms: TermsRow, days: PlanDays): number {
  const cents = priceOf(terms, days)
  if (cents === null) throw new Refusal("CONFLICT", membershipTexts.notSold(levelName(terms.level)))
  return cents
}

/** The price by which the time is valued, of thirty days. */
export const monthlyCents = (cents: number, days: number) => Math.round((cents * 30) / days)

/** Returns what the plan says of itself in a language: the owner's words, those in English, or the specification's. */
export function wordsOf({ level, texts }: Pick<TermsRow, "level" | "texts">, language: Language): PlanWords {
  const specified = speaking(language, () => specifiedWords(level))
  const [own, english] = [texts[language], texts.en]
  const lines = [own?.lines, english?.lines].find((some) => some && some.length > 0)
  return {
    title: own?.title || english?.title || specified.title,
    description: own?.description || english?.description || specified.description,
    lines: lines ?? specified.lines,
  }
}

/** Lists the plans, for everybody. */
export async function listMemberships(tx: Tx, language: Language): Promise<Membership[]> {
  return (await currentTerms(tx)).map((terms) => present(terms, language))
}

function present(terms: TermsRow, language: Language): Membership {
  const { title, description, lines } = wordsOf(terms, language)
  return {
    level: terms.level,
    name: title,
    price: fromCents(terms.priceCents),
    description,
    features: speaking(language, () => lines.map((line) => lineOf(line, terms))),
    recommended: terms.isRecommended,
    messages: terms.messages,
    photos: terms.photos,
    discount: terms.discountPercent,
    periods: planDays.flatMap((days) => {
      const cents = priceOf(terms, days)
      return cents === null ? [] : [{ days, price: fromCents(cents) }]
    }),
    sold: terms.isSold,
  }
}
