import { and, eq, isNull } from "drizzle-orm"
import type { Category, Doll, DollQuery, EditDoll, NewDoll, Sort } from "#contract/catalog.ts"
import { generalTexts, modelTexts } from "#contract/texts.ts"
import { type Actor, assertAdmin, assertSignedIn, type Person } from "../accounts/actor.ts"
import { statement } from "../db/statement.ts"
import type { Tx } from "../db/store.ts"
import { type Batches, inBatches } from "../http/csv.ts"
import { assertVersion, type Precondition } from "../http/preconditions.ts"
import { assertAdultText, pointsAtMinors } from "../moderation/adults.ts"
import { toCents } from "../money.ts"
import { notFound, Refusal } from "../refusal.ts"
import { audit, type Deed } from "../staff/audit.ts"
import { differing } from "../staff/changes.ts"
import { catalogChanged } from "./changes.ts"
import { type Found, live, quickDolls, readDolls } from "./rows.ts"
import { dolls } from "./tables.ts"
import { total } from "./totals.ts"

export interface Page<T> {
  items: T[]
  total: number
}

/** What is lower than this stays out of the shop until a second admin has looked at it. */
const lowest = 140
/** From here on a page is found first and read then: PostgreSQL would gather the pictures of every model it passes over. */
const deep = 48

const ways: Record<Sort, { by: string; down: boolean }> = {
  newest: { by: "created_at", down: true },
  price_asc: { by: "price_cents", down: false },
  price_desc: { by: "price_cents", down: true },
  rating: { by: "rating", down: true },
}
const orderOf = (sort: Sort) => {
  const { by, down } = ways[sort]
  return down ? `d.${by} desc, d.id desc` : `d.${by}, d.id`
}
/** What follows a model, in an order; it stays in the table, also when it has left the shop. */
const followsIn = (sort: Sort, id: string) => {
  const { by, down } = ways[sort]
  return `(d.${by}, d.id) ${down ? "<" : ">"} (select last.${by}, last.id from dolls last where last.id = ${id})`
}

export interface DollPage extends Page<Doll> {
  /** The search pointed at minors: nothing is found, and the log counts it. */
  refused?: true
}

export async function listDolls(tx: Tx, actor: Actor, query: DollQuery): Promise<DollPage> {
  if (query.all) assertAdmin(actor, "content_admin")
  if (query.q && pointsAtMinors(query.q)) return { items: [], total: 0, refused: true }
  const filter = filterOf(query)
  const params = [...filter.params, query.limit, query.skip]
  const found = await readDolls(tx, statementName(filter, query), pageOf(filter, query), params)
  const items = found.map((one) => shown(one, actor))
  // A page that is not full ends the list, so that nothing needs to be counted.
  const ends = items.length < query.limit && (items.length > 0 || query.skip === 0)
  return { items, total: ends ? query.skip + items.length : await countOf(tx, filter) }
}

/** The same for whoever keeps the catalogue, all of it. */
export function exportDolls(tx: Tx, actor: Actor, query: DollQuery): Batches<Doll> {
  assertAdmin(actor, "content_admin")
  const { where, params } = filterOf(query)
  const [last, limit] = [`$${params.length + 1}`, `$${params.length + 2}`]
  const rest = `(${last}::int is null or ${followsIn(query.sort, last)})`
  const tail = `where ${where} and ${rest} order by ${orderOf(query.sort)} limit ${limit}`
  return inBatches(async (before, most) => {
    const found = await readDolls(tx, "", tail, [...params, before, most])
    return found.map((one) => shown(one, actor))
  })
}

/** Beyond the beginning of a list its page is found in the index alone, and only its own rows are then read in full. */
function pageOf({ where, params }: Filter, { sort, skip }: DollQuery): string {
  const order = `order by ${orderOf(sort)}`
  const page = `where ${where} ${order} limit $${params.length + 1} offset $${params.length + 2}`
  return skip < deep ? page : `join (select d.id from dolls d ${page}) page using (id) ${order}`
}

/** A search has no name: how rare its words are decides its plan, each time anew. */
function statementName(filter: Filter, { sort, skip, q }: DollQuery): string {
  return q ? "" : `dolls-${filter.name}-${sort}${skip < deep ? "" : "-deep"}`
}

function countOf(tx: Tx, { name, where, params }: Filter): Promise<number> {
  return total(tx, `${name} ${JSON.stringify(params)}`, async () => {
    const text = `select count(*)::int as count from dolls d where ${where}`
    const [row] = await statement<{ count: number }>(tx, name.includes("q") ? "" : `count-${name}`, text, params)
    return row!.count
  })
}

/** What a sitemap says of the shop: every model that is shown, the newest first, as many as one sitemap holds. */
export async function listDollAddresses(tx: Tx): Promise<{ id: number; updated_at: string }[]> {
  const text = `select d.id, d.updated_at from dolls d where ${live} order by d.id desc limit 49000`
  const rows = await statement<{ id: number; updated_at: Date | string }>(tx, "doll-addresses", text, [])
  return rows.map(({ id, updated_at }) => ({ id, updated_at: new Date(updated_at).toISOString() }))
}

/** One model as the shop shows it; for an admin of the catalogue also one that still waits for approval. */
export async function getDoll(tx: Tx, actor: Actor, id: number): Promise<Found> {
  const [found] = await quickDolls(tx, "doll", "where d.id = $1 and d.deleted_at is null", [id])
  if (!found || (found.needsApproval && !mayWrite(actor))) throw notFound(modelTexts.notFound)
  return { ...found, doll: shown(found, actor) }
}

/** Three of the same category, the newest first, without itself. */
export async function relatedDolls(tx: Tx, actor: Actor, id: number): Promise<Doll[]> {
  const [, related] = await Promise.all([getDoll(tx, actor, id), relatedTo(tx, id)])
  return related
}

/** The same, without asking whether there is such a model. */
export async function relatedTo(tx: Tx, id: number): Promise<Doll[]> {
  const same = "d.category = (select category from dolls where id = $1)"
  const tail = `where ${live} and ${same} and d.id <> $1 order by ${orderOf("newest")} limit 3`
  return (await quickDolls(tx, "related", tail, [id])).map((one) => one.doll)
}

/** What of these is in the shop, in one read. */
export async function dollsById(tx: Tx, actor: Actor, ids: number[]): Promise<Map<number, Doll>> {
  if (ids.length === 0) return new Map()
  const tail = "where d.id = any($1::int[]) and d.deleted_at is null and not d.needs_approval"
  const found = await readDolls(tx, "dolls-by-id", tail, [ids])
  return new Map(found.map((one) => [one.doll.id, shown(one, actor)]))
}

/** The models in a moderator's care, for itself and for admins. */
export async function moderatorDolls(
  tx: Tx,
  actor: Actor,
  { id, skip, limit }: { id: number; skip: number; limit: number },
): Promise<Page<Doll>> {
  assertSignedIn(actor)
  if (actor.role === "user") throw new Refusal("FORBIDDEN", generalTexts.moderatorRequired)
  if (actor.role === "moderator" && actor.id !== id) throw notFound()
  return listWhere(tx, "moderator", "d.deleted_at is null and d.moderator_id = $1", [id], { skip, limit })
}

/** Models that no moderator looks after. */
export async function unassignedDolls(
  tx: Tx,
  actor: Actor,
  { q, ...page }: { q?: string; skip: number; limit: number },
): Promise<Page<Doll>> {
  assertAdmin(actor, "content_admin")
  const where = "d.deleted_at is null and d.moderator_id is null"
  if (!q) return listWhere(tx, "unassigned", where, [], page)
  return listWhere(tx, "unassigned-q", `${where} and d.search_text like lower($1)`, [anywhere(q)], page)
}

async function listWhere(
  tx: Tx,
  name: string,
  where: string,
  params: unknown[],
  { skip, limit }: { skip: number; limit: number },
): Promise<Page<Doll>> {
  const at = params.length
  const tail = `where ${where} order by ${orderOf("newest")} limit $${at + 1} offset $${at + 2}`
  const found = await readDolls(tx, name, tail, [...params, limit, skip])
  const count = `select count(*)::int as count from dolls d where ${where}`
  const [row] = await statement<{ count: number }>(tx, `count-${name}`, count, params)
  return { items: found.map(({ doll }) => doll), total: row!.count }
}

export async function createDoll(tx: Tx, actor: Actor, input: NewDoll): Promise<Found> {
  assertAdmin(actor, "content_admin")
  assertAdultText(textsOf(input))
  const now = tx.now()
  const [row] = await tx.db
    .insert(dolls)
    .values({
      ...columnsOf(input),
      name: input.name,
      description: input.description,
      priceCents: toCents(input.price),
      needsApproval: isLow(input.doll_height),
      createdBy: actor.id,
      heightSetBy: actor.id,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: dolls.id })
  catalogChanged(tx)
  await note(tx, actor, row!.id, "doll.create", { after: input })
  return getDoll(tx, actor, row!.id)
}

/** Changes what is sent and nothing else. `stock` is compared with what the editor saw, for orders change it meanwhile. */
export async function editDoll(
  tx: Tx,
  actor: Actor,
  { id, fields, seen }: { id: number; fields: EditDoll; seen: Precondition },
): Promise<Found> {
  assertAdmin(actor, "content_admin")
  const [row] = await tx.db.select().from(dolls).where(existing(id)).for("update")
  if (!row) throw notFound(modelTexts.notFound)
  assertVersion(seen, { version: row.version, stock: fields.stock === undefined ? undefined : row.stock })
  assertAdultText(textsOf(fields))
  const height = fields.doll_height
  const newHeight = height !== undefined && height !== row.heightCm
  const columns = columnsOf(fields)
  await tx.db
    .update(dolls)
    .set({
      ...columns,
      ...(newHeight ? { needsApproval: isLow(height), approvedBy: null, heightSetBy: actor.id } : {}),
      version: row.version + 1,
      updatedAt: tx.now(),
    })
    .where(eq(dolls.id, id))
  catalogChanged(tx)
  await note(tx, actor, id, "doll.edit", differing(row, columns))
  return getDoll(tx, actor, id)
}

/** The second pair of eyes: not whoever made the model or gave it its height. */
export async function approveDoll(tx: Tx, actor: Actor, id: number): Promise<Found> {
  assertAdmin(actor, "content_admin")
  const [row] = await tx.db.select().from(dolls).where(existing(id)).for("update")
  if (!row) throw notFound(modelTexts.notFound)
  if (!row.needsApproval) throw new Refusal("WRONG_STATE", "This model is not waiting for approval.")
  if (row.createdBy === actor.id || row.heightSetBy === actor.id) {
    throw new Refusal("FORBIDDEN", "Another admin has to approve this model.")
  }
  await tx.db
    .update(dolls)
    .set({ needsApproval: false, approvedBy: actor.id, version: row.version + 1, updatedAt: tx.now() })
    .where(eq(dolls.id, id))
  catalogChanged(tx)
  await note(tx, actor, id, "doll.approve")
  return getDoll(tx, actor, id)
}

/** Leaves the shop, not the orders that hold it. */
export async function deleteDoll(
  tx: Tx,
  actor: Actor,
  { id, seen }: { id: number; seen: Precondition },
): Promise<void> {
  assertAdmin(actor, "content_admin")
  const [row] = await tx.db.select().from(dolls).where(existing(id)).for("update")
  if (!row) throw notFound(modelTexts.notFound)
  assertVersion(seen, { version: row.version })
  const now = tx.now()
  await tx.db
    .update(dolls)
    .set({ deletedAt: now, updatedAt: now, version: row.version + 1 })
    .where(eq(dolls.id, id))
  catalogChanged(tx)
  await note(tx, actor, id, "doll.delete", { before: { name: row.name } })
}

/** Locks a model that is in the shop until the transaction ends; orders take the same lock. Throws when there is none. */
export async function lockDoll(tx: Tx, id: number): Promise<typeof dolls.$inferSelect> {
  const [row] = await tx.db.select().from(dolls).where(existing(id)).for("update")
  if (!row) throw notFound(modelTexts.notFound)
  return row
}

function note(tx: Tx, actor: Person, id: number, action: string, change: Pick<Deed, "before" | "after"> = {}) {
  return audit(tx, actor, { action, target: { kind: "doll", id }, ...change })
}

const existing = (id: number) => and(eq(dolls.id, id), isNull(dolls.deletedAt))
const isLow = (height: number | null) => height !== null && height < lowest

function textsOf(fields: EditDoll): Record<string, string | null | undefined> {
  return {
    name: fields.name,
    description: fields.description,
    long_description: fields.long_description,
    doll_material: fields.doll_material,
    doll_packing_size: fields.doll_packing_size,
    doll_body_size: fields.doll_body_size,
    specifications: fields.specifications?.map(({ name, value }) => `${name}: ${value}`).join("\n"),
  }
}

/** Undefined stays undefined, which Drizzle leaves alone. */
function columnsOf(fields: EditDoll) {
  return {
    name: fields.name,
    priceCents: fields.price === undefined ? undefined : toCents(fields.price),
    description: fields.description,
    longDescription: fields.long_description,
    category: fields.doll_category,
    isAvailable: fields.is_available,
    releaseDate: fields.release_date,
    heightCm: fields.doll_height,
    material: fields.doll_material,
    vaginalDepthCm: fields.doll_vaginal_depth,
    analDepthCm: fields.doll_anal_depth,
    oralDepthCm: fields.doll_oral_depth,
    weightKg: fields.doll_weight,
    grossWeightKg: fields.doll_gross_weight,
    packingSize: fields.doll_packing_size,
    bodySize: fields.doll_body_size,
    specifications: fields.specifications,
    stock: fields.stock,
  }
}

/** Whoever keeps the catalogue also sees that a model waits. */
function shown({ doll, needsApproval }: Found, actor: Actor): Doll {
  return mayWrite(actor) ? { ...doll, needs_approval: needsApproval } : doll
}

function mayWrite(actor: Actor): boolean {
  return (
    actor.kind === "person" &&
    actor.role === "admin" &&
    (actor.adminType === "super_admin" || actor.adminType === "content_admin")
  )
}

interface Filter {
  /** Names the shape of the condition, so that one prepared statement has one text. */
  name: string
  where: string
  params: unknown[]
}

/** For `like`: what is looked for literally, anywhere. */
const anywhere = (q: string) => `%${q.replace(/[\\%_]/g, "\\$&")}%`

function filterOf({ q, category, min_price, max_price, all }: Partial<DollQuery>): Filter {
  const filter: Filter = { name: all ? "all-" : "", where: all ? "d.deleted_at is null" : live, params: [] }
  const add = (name: string, value: unknown, condition: (place: string) => string) => {
    filter.params.push(value)
    filter.name += name
    filter.where += ` and ${condition(`$${filter.params.length}`)}`
  }
  if (category) add("c", category satisfies Category, (place) => `d.category = ${place}`)
  if (min_price !== undefined) add("l", toCents(min_price), (place) => `d.price_cents >= ${place}`)
  if (max_price !== undefined) add("h", toCents(max_price), (place) => `d.price_cents <= ${place}`)
  if (q) add("q", anywhere(q), (place) => `d.search_text like lower(${place})`)
  return filter
}
