import { and, count, desc, eq, inArray, lt } from "drizzle-orm"
import type {
  CorrectedStock,
  CorrectStock,
  StockEntry,
  StockEntryQuery,
  StockQuery,
  StockRow,
} from "#contract/stock.ts"
import { modelTexts } from "#contract/texts.ts"
import { type Actor, assertAdmin, type Person } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { type Batches, inBatches } from "../../platform/db/batches.ts"
import { searchPattern } from "../../platform/db/search.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Tx } from "../../platform/db/store.ts"
import { audit } from "../../platform/records/audit.ts"
import { notFound } from "../../platform/refusal.ts"
import { type ImageRow, live, pictureUrl, primaryImageOf } from "../../shopfront/catalog/rows.ts"
import { changeStock } from "../../shopfront/catalog/stock.ts"
import { dolls, stockEntries } from "../../shopfront/catalog/tables.ts"
import { lockDolls } from "../orders/locks.ts"
import { orders } from "../orders/tables.ts"
import { isLow, threshold } from "./low.ts"
import { stockAlerts } from "./tables.ts"

export function assertMayReadStock(actor: Actor): asserts actor is Person & { role: "admin" } {
  assertAdmin(actor, "content_admin", "financial_admin")
}
export function assertMayCorrectStock(actor: Actor): asserts actor is Person & { role: "admin" } {
  assertAdmin(actor, "content_admin")
}

const sources = `dolls d left join stock_alerts a on a.doll_id = d.id
  cross join (select low_stock_at from shop_settings where id = 1) s`
const columns = `d.id, d.name, d.stock, (${live}) as is_visible, a.low_at, ${threshold} as threshold,
  case when d.stock is null then 'made_to_order' when d.stock = 0 then 'out' when ${isLow} then 'low' else 'in' end as state,
  ${primaryImageOf("d.id")} as image`
const levels: Record<NonNullable<StockQuery["level"]>, string> = {
  low: isLow,
  out: "d.stock = 0",
  made_to_order: "d.stock is null",
  waiting: "exists (select 1 from stock_requests r where r.doll_id = d.id and r.state = 'waiting')",
}
const stock = "coalesce(d.stock, 2147483647)"
const sorts: Record<StockQuery["sort"], string> = {
  name: "lower(d.name), d.id",
  name_desc: "lower(d.name) desc, d.id desc",
  stock_asc: `${stock}, d.id`,
  stock_desc: `${stock} desc, d.id desc`,
}

/** $1 is the search pattern, or null. */
const whereOf = ({ level }: StockQuery) =>
  `d.deleted_at is null and ($1::text is null or d.search_text ~ $1) and ${level ? levels[level] : "true"}`
const patternOf = ({ q }: StockQuery) => (q ? searchPattern(q) : null)

type Selected = Omit<StockRow, "reserved" | "on_hand" | "waiting" | "image_url"> & { image: ImageRow | null }

/** Lists all models that are not archived. */
export async function listStock(tx: Tx, actor: Actor, query: StockQuery) {
  assertMayReadStock(actor)
  const [where, pattern] = [whereOf(query), patternOf(query)]
  const page = `select ${columns} from ${sources} where ${where} order by ${sorts[query.sort]} limit $2 offset $3`
  const rows = await statement<Selected>(tx, "", page, [pattern, query.limit, query.skip])
  const counting = `select count(*)::int as total from ${sources} where ${where}`
  const [counted] = await statement<{ total: number }>(tx, "", counting, [pattern])
  return { items: await present(tx, rows), total: counted!.total }
}

export function exportStock(tx: Tx, actor: Actor, query: StockQuery): Batches<StockRow> {
  assertMayReadStock(actor)
  const text = `select ${columns} from ${sources} where ${whereOf(query)} and d.id > $2 order by d.id limit $3`
  return inBatches(async (before, limit) =>
    present(tx, await statement<Selected>(tx, "", text, [patternOf(query), before ?? 0, limit])),
  )
}

async function present(tx: Tx, rows: Selected[]): Promise<StockRow[]> {
  const ids = rows.map(({ id }) => id)
  const [reserved, waiting] = [await numbersOf(tx, reservedIn, ids), await numbersOf(tx, waitingFor, ids)]
  return rows.map(({ image, ...row }) => ({
    ...row,
    image_url: image && pictureUrl(image),
    reserved: reserved.get(row.id) ?? 0,
    on_hand: row.stock === null ? null : row.stock + (reserved.get(row.id) ?? 0),
    waiting: waiting.get(row.id) ?? 0,
  }))
}

/** SQL of the pieces of orders that can still be cancelled, or are not shipped yet. */
const reservedIn = `select i.doll_id as id, sum(i.held)::int as number
  from orders o join order_items i on i.order_id = o.id
  where o.holds_stock and o.status in ('unpaid', 'needs_review', 'to_be_shipped') and i.doll_id = any($1::int[])
  group by i.doll_id`
const waitingFor = `select doll_id as id, count(*)::int as number from stock_requests
  where state = 'waiting' and doll_id = any($1::int[]) group by doll_id`

async function numbersOf(tx: Tx, text: string, ids: number[]): Promise<Map<number, number>> {
  const rows = await statement<{ id: number; number: number }>(tx, "", text, [ids])
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** Saves what it can. A count that has changed is left as it is, so that a sale in between is not undone. */
export async function correctStock(tx: Tx, actor: Actor, input: CorrectStock): Promise<CorrectedStock> {
  assertMayCorrectStock(actor)
  const ids = input.changes.map(({ doll_id }) => doll_id)
  await lockDolls(tx, ids)
  const models = await tx.db
    .select({ id: dolls.id, stock: dolls.stock, deletedAt: dolls.deletedAt, lowAt: stockAlerts.lowAt })
    .from(dolls)
    .leftJoin(stockAlerts, eq(stockAlerts.dollId, dolls.id))
    .where(inArray(dolls.id, ids))
  const byId = new Map(models.map((row) => [row.id, row]))
  const results: CorrectedStock["results"] = []
  for (const change of input.changes) {
    const row = byId.get(change.doll_id)
    const outcome = !row || row.deletedAt ? "gone" : await correct(tx, actor, row, { ...input, ...change })
    const stock = outcome === "saved" && change.stock ? change.stock.to : (row?.stock ?? null)
    results.push({ doll_id: change.doll_id, outcome, stock })
  }
  return { results }
}

async function correct(
  tx: Tx,
  actor: Person,
  row: { id: number; stock: number | null; lowAt: number | null },
  { reason, note, stock, low_at }: Omit<CorrectStock, "changes"> & CorrectStock["changes"][number],
): Promise<"saved" | "moved"> {
  const target = { kind: "doll", id: row.id }
  // A call whose answer was lost may have saved this before: it is not stale.
  if (stock && stock.to !== row.stock) {
    const changed = await changeStock(tx, row.id, stock, { reason, note, actorId: actor.id })
    if (!changed) return "moved"
    const after = { stock: stock.to, reason, ...(note ? { note } : {}) }
    await audit(tx, actor, { action: "stock.correct", target, before: { stock: stock.from }, after })
  }
  if (low_at !== undefined && low_at !== row.lowAt) {
    await tx.db
      .insert(stockAlerts)
      .values({ dollId: row.id, lowAt: low_at })
      .onConflictDoUpdate({ target: stockAlerts.dollId, set: { lowAt: low_at } })
    await audit(tx, actor, {
      action: "stock.threshold",
      target,
      before: { low_at: row.lowAt },
      after: { low_at },
    })
  }
  return "saved"
}

/** Lists the ledger of a model, archived or not, newest first. */
export async function listEntries(tx: Tx, actor: Actor, { id, ...query }: StockEntryQuery & { id: number }) {
  assertMayReadStock(actor)
  await assertModel(tx, id)
  const where = and(eq(stockEntries.dollId, id), query.reason ? eq(stockEntries.reason, query.reason) : undefined)
  const rows = await entries(tx).where(where).orderBy(desc(stockEntries.id)).limit(query.limit).offset(query.skip)
  const [counted] = await tx.db.select({ total: count() }).from(stockEntries).where(where)
  return { items: rows.map(presentEntry), total: counted!.total }
}

export function exportEntries(
  tx: Tx,
  actor: Actor,
  { id, reason }: StockEntryQuery & { id: number },
): Batches<StockEntry> {
  assertMayReadStock(actor)
  return inBatches(async (before, limit) => {
    if (before === null) await assertModel(tx, id)
    const where = and(
      eq(stockEntries.dollId, id),
      reason ? eq(stockEntries.reason, reason) : undefined,
      before === null ? undefined : lt(stockEntries.id, before),
    )
    return (await entries(tx).where(where).orderBy(desc(stockEntries.id)).limit(limit)).map(presentEntry)
  })
}

async function assertModel(tx: Tx, id: number): Promise<void> {
  const [doll] = await tx.db.select({ id: dolls.id }).from(dolls).where(eq(dolls.id, id))
  if (!doll) throw notFound(modelTexts.notFound)
}

const entries = (tx: Tx) =>
  tx.db
    .select({ entry: stockEntries, by: users.fullName, role: users.role, orderNumber: orders.orderNumber })
    .from(stockEntries)
    .leftJoin(users, eq(users.id, stockEntries.actorId))
    .leftJoin(orders, eq(orders.id, stockEntries.orderId))
    .$dynamic()

function presentEntry({ entry, by, role, orderNumber }: Awaited<ReturnType<typeof entries>>[number]): StockEntry {
  return {
    id: entry.id,
    change: entry.change,
    stock_after: entry.stockAfter,
    reason: entry.reason,
    note: entry.note,
    // Entries of a customer do not name them: their orders do.
    by: role === "user" ? null : by,
    order_id: entry.orderId,
    order_number: orderNumber,
    created_at: entry.createdAt.toISOString(),
  }
}
