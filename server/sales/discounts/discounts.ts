import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { Discount, DiscountForm, DiscountState, DiscountsQuery } from "#contract/discounts.ts"
import { discountAdminTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { modelTexts } from "#contract/texts.ts"
import { type Actor, assertAdmin, assertSteppedUp, type Person } from "../../platform/auth/actor.ts"
import { type Batches, inBatches } from "../../platform/db/batches.ts"
import { countOf } from "../../platform/db/counting.ts"
import { after, inOrder, type Order } from "../../platform/db/pagination.ts"
import { searchPattern } from "../../platform/db/search.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import type { Finish } from "../../platform/http/idempotency.ts"
import { assertVersion, type Precondition } from "../../platform/http/preconditions.ts"
import { assertAdultText } from "../../platform/moderation/adults.ts"
import { fromCents, toCents } from "../../platform/money.ts"
import { audit } from "../../platform/records/audit.ts"
import { differing } from "../../platform/records/changes.ts"
import { invalid, notFound } from "../../platform/refusal.ts"
import { catalogChanged } from "../../shopfront/catalog/changes.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import type { DiscountRow } from "./apply.ts"
import { usesOf } from "./candidates.ts"
import { membershipUses } from "./memberships.ts"
import { discounts } from "./tables.ts"

export function assertMayDiscount(actor: Actor): asserts actor is Person & { role: "admin" } {
  assertAdmin(actor, "financial_admin")
}

export async function listDiscounts(tx: Tx, actor: Actor, query: DiscountsQuery) {
  assertMayDiscount(actor)
  const { skip, limit, sort, ...filter } = query
  const where = filterOf(tx, query)
  const rows = await selectFrom(tx, where)
    .orderBy(...inOrder(discounts, sorts[sort]))
    .limit(limit)
    .offset(skip)
  const total = await countOf(tx, `discounts ${JSON.stringify(filter)}`, sql`${discounts} where ${where ?? sql`true`}`)
  return { items: await present(tx, rows), total }
}

export function exportDiscounts(tx: Tx, actor: Actor, query: DiscountsQuery): Batches<Discount> {
  assertMayDiscount(actor)
  assertSteppedUp(actor, tx.now())
  const order = sorts[query.sort]
  return inBatches(async (before, limit) => {
    const where = and(filterOf(tx, query), after(discounts, order, before))
    return present(
      tx,
      await selectFrom(tx, where)
        .orderBy(...inOrder(discounts, order))
        .limit(limit),
    )
  })
}

export async function getDiscount(tx: Tx, actor: Actor, id: number): Promise<Discount> {
  assertMayDiscount(actor)
  const [found] = await present(tx, await selectFrom(tx, eq(discounts.id, id)))
  if (!found) throw notFound(t`Discount not found`)
  return found
}

export async function createDiscount(store: Store, actor: Actor, input: DiscountForm, finish: Finish): Promise<number> {
  assertMayDiscount(actor)
  assertSteppedUp(actor, store.now())
  assertPresentable(input)
  return store.transaction(async (tx) => {
    await assertModelsExist(tx, input.doll_ids)
    const columns = columnsOf(input)
    const now = tx.now()
    const [row] = await tx.db
      .insert(discounts)
      .values({ ...columns, createdAt: now, updatedAt: now })
      .onConflictDoNothing({ target: discounts.code })
      .returning({ id: discounts.id })
    if (!row) throw codeTaken()
    catalogChanged(tx)
    await audit(tx, actor, { action: "discount.create", target: { kind: "discount", id: row.id }, after: input })
    return finish(tx, 201, row.id)
  })
}

/** Edits a discount. Orders that were placed with it keep the terms of that time. */
export async function editDiscount(
  tx: Tx,
  actor: Actor,
  { id, input, seen }: { id: number; input: DiscountForm; seen: Precondition },
): Promise<Discount> {
  assertMayDiscount(actor)
  assertSteppedUp(actor, tx.now())
  assertPresentable(input)
  const [row] = await tx.db.select().from(discounts).where(eq(discounts.id, id)).for("no key update")
  if (!row) throw notFound(t`Discount not found`)
  const change = differing(formOf(row), input)
  if (Object.keys(change.after).length > 0) {
    assertVersion(seen, row)
    await assertFree(tx, id, input.code)
    await assertModelsExist(tx, input.doll_ids)
    await tx.db
      .update(discounts)
      .set({ ...columnsOf(input), version: row.version + 1, updatedAt: tx.now() })
      .where(eq(discounts.id, id))
    catalogChanged(tx)
    await audit(tx, actor, { action: "discount.edit", target: { kind: "discount", id }, ...change })
  }
  return getDiscount(tx, actor, id)
}

const codeTaken = () => invalid("code", discountAdminTexts.codeTaken)

/** Checks that the code is free. Two edits at the same time are stopped by its unique index. */
async function assertFree(tx: Tx, id: number, code: string | null): Promise<void> {
  if (code === null) return
  const [other] = await tx.db.select({ id: discounts.id }).from(discounts).where(eq(discounts.code, code))
  if (other && other.id !== id) throw codeTaken()
}

/** Archived models exist too: a discount that names one can still be edited. */
async function assertModelsExist(tx: Tx, ids: number[]): Promise<void> {
  const asked = new Set(ids)
  if (asked.size === 0) return
  if ((await tx.db.$count(dolls, inArray(dolls.id, [...asked]))) < asked.size)
    throw invalid("doll_ids", modelTexts.notFound)
}

function assertPresentable({ title, code }: DiscountForm): void {
  assertAdultText({ title, code })
}

function columnsOf(input: DiscountForm) {
  const isPercent = input.kind === "percent"
  return {
    title: input.title,
    code: input.code,
    scope: input.scope,
    percent: isPercent ? input.value : null,
    amountCents: isPercent ? null : toCents(input.value),
    minimumCents: toCents(input.minimum),
    levels: input.levels,
    categories: input.categories,
    dollIds: input.doll_ids,
    firstOrder: input.first_order,
    maxUses: input.max_uses,
    maxUsesPerCustomer: input.max_uses_per_customer,
    startsAt: new Date(input.starts_at),
    endsAt: input.ends_at === null ? null : new Date(input.ends_at),
    isActive: input.is_active,
  }
}

function formOf(row: DiscountRow): DiscountForm {
  return {
    title: row.title,
    code: row.code,
    scope: row.scope,
    kind: row.percent === null ? "fixed" : "percent",
    value: row.percent ?? fromCents(row.amountCents!),
    minimum: fromCents(row.minimumCents),
    levels: row.levels,
    categories: row.categories,
    doll_ids: row.dollIds,
    first_order: row.firstOrder,
    max_uses: row.maxUses,
    max_uses_per_customer: row.maxUsesPerCustomer,
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt?.toISOString() ?? null,
    is_active: row.isActive,
  }
}

const sorts: Record<DiscountsQuery["sort"], Order> = {
  newest: { by: discounts.createdAt, down: true },
  oldest: { by: discounts.createdAt },
  title: { by: sql`lower(${discounts.title})` },
  title_desc: { by: sql`lower(${discounts.title})`, down: true },
}

const stateAt = (tx: Tx): SQL<DiscountState> => sql<DiscountState>`case
  when not ${discounts.isActive} then 'inactive'
  when ${discounts.endsAt} <= ${tx.now()} then 'expired'
  when ${allUses(tx)} >= ${discounts.maxUses} then 'used_up'
  when ${discounts.startsAt} > ${tx.now()} then 'scheduled'
  else 'active' end`

function filterOf(tx: Tx, { q, state }: DiscountsQuery): SQL | undefined {
  return and(
    q ? sql`lower(${discounts.title} || E'\n' || coalesce(${discounts.code}, '')) ~ ${searchPattern(q)}` : undefined,
    state ? sql`${stateAt(tx)} = ${state}` : undefined,
  )
}

const allUses = (tx: Tx) => sql<number>`${usesOf()} + ${membershipUses(tx.now())}`

/** SQL of a sum over the paid orders and memberships. */
const sumOf = (ofOrder: SQL, ofMembership: SQL) =>
  sql<number>`coalesce((select sum(${ofOrder}) from orders o where o.discount_id = discounts.id
    and o.status <> 'cancelled' and o.paid_at is not null and o.refunded_at is null), 0)
    + coalesce((select sum(${ofMembership}) from invoice_discounts d join payments p on p.invoice_id = d.invoice_id
    where d.discount_id = discounts.id and p.effect = 'membership' and p.refunded_at is null), 0)`.mapWith(Number)

function selectFrom(tx: Tx, where: SQL | undefined) {
  return tx.db
    .select({
      row: discounts,
      state: stateAt(tx),
      uses: allUses(tx),
      givenCents: sumOf(sql`o.discount_cents`, sql`d.cents`),
      revenueCents: sumOf(sql`coalesce(o.revenue_cents, o.total_cents) - o.refunded_cents`, sql`p.amount_cents`),
    })
    .from(discounts)
    .where(where)
    .$dynamic()
}

type Selected = Awaited<ReturnType<typeof selectFrom>>[number]

async function present(tx: Tx, found: Selected[]): Promise<Discount[]> {
  const ids = [...new Set(found.flatMap(({ row }) => row.dollIds))]
  const named = ids.length === 0 ? [] : await tx.db.select(namesOfModels).from(dolls).where(inArray(dolls.id, ids))
  const byId = new Map(named.map((one) => [one.id, one]))
  return found.map(({ row, state, uses, givenCents, revenueCents }) => ({
    ...formOf(row),
    id: row.id,
    state,
    uses,
    given: fromCents(givenCents),
    revenue: fromCents(revenueCents),
    models: row.dollIds.flatMap((id) => byId.get(id) ?? []),
    created_at: row.createdAt.toISOString(),
    version: row.version,
  }))
}

const namesOfModels = { id: dolls.id, name: dolls.name }
