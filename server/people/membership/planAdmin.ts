import { and, desc, eq, gt, isNull } from "drizzle-orm"
import { planTexts } from "#contract/buyingText.ts"
import { type PaidLevel, paidLevels } from "#contract/membership.ts"
import type { AdminPlan, EditPlan, PlanTerms } from "#contract/memberships.ts"
import { type Actor, assertAdmin, assertSteppedUp } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { assertVersion, type Precondition } from "../../platform/http/preconditions.ts"
import { assertAdultText } from "../../platform/moderation/adults.ts"
import { fromCents, toCents } from "../../platform/money.ts"
import { audit } from "../../platform/records/audit.ts"
import { differing } from "../../platform/records/changes.ts"
import { invalid, Refusal } from "../../platform/refusal.ts"
import { currentTerms, plansTopic, type TermsRow, termsOf } from "./plans.ts"
import { plans, planTerms } from "./tables.ts"

export function assertMaySeePlans(actor: Actor): void {
  assertAdmin(actor, "financial_admin")
}

/** Lists the plans, each with the change that waits. */
export async function listPlans(tx: Tx, actor: Actor): Promise<AdminPlan[]> {
  assertMaySeePlans(actor)
  const current = await currentTerms(tx)
  const waiting = await tx.db.select().from(planTerms).where(isWaiting(tx))
  const rows = await tx.db
    .select({ plan: plans, name: users.fullName })
    .from(plans)
    .leftJoin(users, eq(users.id, plans.updatedBy))
  return paidLevels.map((level, at) => {
    const { plan, name } = rows.find((row) => row.plan.level === level)!
    const next = waiting.find((row) => row.level === level)
    return {
      level,
      version: plan.version,
      now: presentTerms(current[at]!),
      next: next ? { ...presentTerms(next), valid_from: next.validFrom.toISOString() } : null,
      updated_at: plan.updatedAt?.toISOString() ?? null,
      updated_by: name,
    }
  })
}

interface PlanEdit {
  level: PaidLevel
  input: EditPlan
  seen: Precondition
}

/**
 * Writes new terms of a plan, for now or for later. Those before stay: invoices and periods refer to the terms that
 * they were made with.
 */
export async function editPlan(tx: Tx, actor: Actor, { level, input, seen }: PlanEdit): Promise<AdminPlan> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const { valid_from, ...terms } = input
  for (const words of Object.values(terms.texts)) {
    assertAdultText({ title: words.title, description: words.description, lines: words.lines.join("\n") })
  }
  const now = tx.now()
  const validFrom = valid_from === null ? now : new Date(valid_from)
  if (valid_from !== null && validFrom <= now) throw invalid("valid_from", planTexts.past)
  const version = await lock(tx, level)
  const [before] = valid_from === null ? [] : await waitingOf(tx, level)
  const change = differing(presentTerms(before ?? (await termsOf(tx, level))), terms)
  const isMoved = valid_from !== null && before?.validFrom.getTime() !== validFrom.getTime()
  if (Object.keys(change.after).length > 0 || isMoved) {
    assertVersion(seen, { version })
    if (valid_from !== null) await withdraw(tx, level)
    await tx.db.insert(planTerms).values({ level, validFrom, ...columnsOf(terms), createdAt: now })
    await keepVersion(tx, actor.id, level, version)
    const after = { level, ...change.after, ...(valid_from !== null && { valid_from }) }
    await audit(tx, actor, { action: "plan.edit", target: { kind: "plan", id: null }, before: change.before, after })
  }
  return (await listPlans(tx, actor)).find((plan) => plan.level === level)!
}

/** Withdraws the change that waits. */
export async function withdrawChange(
  tx: Tx,
  actor: Actor,
  { level, seen }: Omit<PlanEdit, "input">,
): Promise<AdminPlan> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const version = await lock(tx, level)
  assertVersion(seen, { version })
  const [gone] = await withdraw(tx, level)
  if (!gone) throw new Refusal("WRONG_STATE", planTexts.nothingPlanned)
  await keepVersion(tx, actor.id, level, version)
  const before = { level, valid_from: gone.validFrom.toISOString() }
  await audit(tx, actor, { action: "plan.withdraw", target: { kind: "plan", id: null }, before })
  return (await listPlans(tx, actor)).find((plan) => plan.level === level)!
}

const isWaiting = (tx: Tx) => and(gt(planTerms.validFrom, tx.now()), isNull(planTerms.withdrawnAt))

const waitingOf = (tx: Tx, level: PaidLevel) =>
  tx.db
    .select()
    .from(planTerms)
    .where(and(eq(planTerms.level, level), isWaiting(tx)))
    .orderBy(desc(planTerms.id))

const withdraw = (tx: Tx, level: PaidLevel) =>
  tx.db
    .update(planTerms)
    .set({ withdrawnAt: tx.now() })
    .where(and(eq(planTerms.level, level), isWaiting(tx)))
    .returning()

async function lock(tx: Tx, level: PaidLevel): Promise<number> {
  const [plan] = await tx.db.select().from(plans).where(eq(plans.level, level)).for("update")
  return plan!.version
}

async function keepVersion(tx: Tx, updatedBy: number, level: PaidLevel, version: number): Promise<void> {
  const set = { version: version + 1, updatedBy, updatedAt: tx.now() }
  await tx.db.update(plans).set(set).where(eq(plans.level, level))
  tx.publish(plansTopic, null)
}

const centsOf = (price: number | null) => (price === null ? null : toCents(price))
const dollarsOf = (cents: number | null) => (cents === null ? null : fromCents(cents))

function columnsOf(terms: PlanTerms) {
  return {
    priceCents: toCents(terms.price),
    price90Cents: centsOf(terms.price_90),
    price180Cents: centsOf(terms.price_180),
    price360Cents: centsOf(terms.price_360),
    messages: terms.messages,
    photos: terms.photos,
    discountPercent: terms.discount,
    isRecommended: terms.recommended,
    isSold: terms.sold,
    texts: terms.texts,
  }
}

function presentTerms(row: TermsRow): PlanTerms {
  return {
    price: fromCents(row.priceCents),
    price_90: dollarsOf(row.price90Cents),
    price_180: dollarsOf(row.price180Cents),
    price_360: dollarsOf(row.price360Cents),
    messages: row.messages,
    photos: row.photos,
    discount: row.discountPercent,
    recommended: row.isRecommended,
    sold: row.isSold,
    texts: row.texts,
  }
}
