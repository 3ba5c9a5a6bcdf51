import { and, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm"
import { adminSorts, type Category, type Doll, type DollQuery, type EditDoll, type NewDoll } from "#contract/catalog.ts"
import {
  fieldNames,
  type ModelColumnOf,
  type ModelField,
  modelFields,
  reviewedFields,
  textFields,
} from "#contract/modelFields.ts"
import { modelAdminTexts, modelApprovalTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { modelTexts } from "#contract/texts.ts"
import {
  type Actor,
  assertAdmin,
  assertConfirmed,
  assertStaff,
  assertSteppedUp,
  type Person,
} from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { type Batches, inBatches } from "../../platform/db/batches.ts"
import { searchPattern } from "../../platform/db/search.ts"
import { statement } from "../../platform/db/statement.ts"
import { type Tx, violates } from "../../platform/db/store.ts"
import { assertVersion, type Precondition } from "../../platform/http/preconditions.ts"
import { assertAdultText, pointsAtMinors } from "../../platform/moderation/adults.ts"
import { judgeLater } from "../../platform/moderation/judgeLater.ts"
import { keepOriginal } from "../../platform/moderation/queue.ts"
import { toCents } from "../../platform/money.ts"
import { type AuditedAction, audit } from "../../platform/records/audit.ts"
import { differing } from "../../platform/records/changes.ts"
import { invalid, notFound, Refusal } from "../../platform/refusal.ts"
import { catalogChanged } from "./changes.ts"
import { type Found, live, picturesTag, quickDolls, readDolls, withState } from "./rows.ts"
import { changeStock, recordCreated, type Why } from "./stock.ts"
import { dolls } from "./tables.ts"
import { remembered, total } from "./totals.ts"

type DollRow = typeof dolls.$inferSelect

export interface Page<T> {
  items: T[]
  total: number
}

/** In cm. A model below this height, or without one, stays out of the shop until a second admin approves it. */
const minHeight = 140
type Sort = DollQuery["sort"]
const column = (name: string) => (row: string) => `${row}.${name}`
const name = (row: string) => `lower(${row}.name)`
const stock = (row: string) => `coalesce(${row}.stock, 2147483647)`
const sortKeys: Record<Sort, { by(row: string): string; down?: boolean }> = {
  newest: { by: column("created_at"), down: true },
  oldest: { by: column("created_at") },
  price_asc: { by: column("price_cents") },
  price_desc: { by: column("price_cents"), down: true },
  rating: { by: column("verified_rating"), down: true },
  name: { by: name },
  name_desc: { by: name, down: true },
  category: { by: column("category") },
  category_desc: { by: column("category"), down: true },
  stock_asc: { by: stock },
  stock_desc: { by: stock, down: true },
}
const orderOf = (sort: Sort) => {
  const { by, down } = sortKeys[sort]
  return down ? `${by("d")} desc, d.id desc` : `${by("d")}, d.id`
}
/**
 * The condition for rows that come after a model in a sort order. The row stays in the table even when the model has
 * left the shop.
 */
const followsIn = (sort: Sort, id: string) => {
  const { by, down } = sortKeys[sort]
  return `(${by("d")}, d.id) ${down ? "<" : ">"} (select ${by("last")}, last.id from dolls last where last.id = ${id})`
}

export interface DollPage extends Page<Doll> {
  /** The search referred to minors: the result is empty, and the log counts it. */
  refused?: true
}

export async function listDolls(tx: Tx, actor: Actor, query: DollQuery): Promise<DollPage> {
  const isStaffList = query.all || query.archived || query.drafts || adminSorts.some((sort) => sort === query.sort)
  if (isStaffList) assertAdmin(actor, "content_admin")
  if (query.q && pointsAtMinors(query.q)) return { items: [], total: 0, refused: true }
  const filter = filterOf(query)
  const params = [...filter.params, query.limit, query.skip]
  const statementName = filter.isSearch ? "" : `${filter.name}-${query.sort}`
  const found = await readDolls(tx, statementName, pageOf(filter, query), params)
  const items = found.map((one) => shown(one, actor))
  // A page that is not full ends the list, so its total is known without counting.
  const ends = items.length < query.limit && (items.length > 0 || query.skip === 0)
  return { items, total: ends ? query.skip + items.length : await countOf(tx, filter) }
}

/** Exports all models of a filter, for the admins of the catalogue. */
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

/**
 * An index-only sub-select finds the page, and only its rows are read in full: PostgreSQL would otherwise aggregate the
 * images of every skipped model. As an array, because the plan of a prepared statement would join with all models.
 */
function pageOf({ where, params }: Filter, { sort }: DollQuery): string {
  const order = `order by ${orderOf(sort)}`
  const page = `where ${where} ${order} limit $${params.length + 1} offset $${params.length + 2}`
  return `where d.id = any(array(select d.id from dolls d ${page})) ${order}`
}

function countOf(tx: Tx, { name, isSearch, where, params }: Filter): Promise<number> {
  return total(tx, `${name} ${JSON.stringify(params)}`, async () => {
    const text = `select count(*)::int as count from dolls d where ${where}`
    const [row] = await statement<{ count: number }>(tx, isSearch ? "" : `count-${name}`, text, params)
    return row!.count
  })
}

/** The values by which the collection can be filtered. */
export interface Facets {
  forms: string[]
  materials: string[]
}

/** Returns the most common forms and materials of the visible models, by name. */
export function listFacets(tx: Tx): Promise<Facets> {
  return remembered(tx, "facets", async () => {
    const common = async (column: "form" | "material") => {
      const text = `select * from (select d.${column} as name from dolls d where ${live} and d.${column} is not null
        group by 1 order by count(*) desc, 1 limit 12) common order by name`
      return (await statement<{ name: string }>(tx, `facets-${column}`, text, [])).map(({ name }) => name)
    }
    const [forms, materials] = await Promise.all([common("form"), common("material")])
    return { forms, materials }
  })
}

export interface DollPart {
  /** Part n holds the ids from (n - 1) * size + 1 to n * size. */
  part: number
  count: number
  /** The ISO time of the latest change. */
  updated_at: string
}

/** Lists the visible models for the sitemap, in parts of at most `size` by their ids. Empty parts are left out. */
export function listDollParts(tx: Tx, size: number): Promise<DollPart[]> {
  return remembered(tx, `parts of ${size}`, async () => {
    const text = `select (d.id - 1) / $1::int + 1 as part, count(*)::int as count, max(d.updated_at) as updated_at
      from dolls d where ${live} group by 1 order by 1`
    return (await statement<DatedRow & DollPart>(tx, "doll-parts", text, [size])).map(dated)
  })
}

/** The visible models with these ids. */
export async function listDollAddresses(
  tx: Tx,
  { from, to }: { from: number; to: number },
): Promise<{ id: number; updated_at: string }[]> {
  const text = `select d.id, d.updated_at from dolls d where ${live} and d.id between $1 and $2 order by d.id desc`
  return (await statement<DatedRow & { id: number }>(tx, "doll-addresses", text, [from, to])).map(dated)
}

interface DatedRow {
  updated_at: Date | string
}

function dated<T extends DatedRow>(row: T): T & { updated_at: string } {
  return { ...row, updated_at: new Date(row.updated_at).toISOString() }
}

/** Returns one visible model; admins of the catalogue also get models that need approval. */
export async function getDoll(tx: Tx, actor: Actor, id: number): Promise<Found> {
  const [found] = await quickDolls(tx, "doll", "where d.id = $1 and d.deleted_at is null", [id])
  if (!found || ((found.needsApproval || found.isDraft) && !mayWrite(actor))) throw notFound(modelTexts.notFound)
  return single(tx, actor, found)
}

/** Like `getDoll`, but admins of the catalogue also get archived models. */
export async function openDoll(tx: Tx, actor: Actor, id: number): Promise<Found> {
  if (!mayWrite(actor)) return getDoll(tx, actor, id)
  const [found] = await quickDolls(tx, "doll-any", "where d.id = $1", [id])
  if (!found) throw notFound(modelTexts.notFound)
  return single(tx, actor, found)
}

/** Adds whether the admin may approve the model. */
async function single(tx: Tx, actor: Actor, found: Found): Promise<Found> {
  const doll = shown(found, actor)
  if (!found.needsApproval || actor.kind !== "person") return { ...found, doll }
  const [row] = await tx.db.select().from(dolls).where(eq(dolls.id, doll.id))
  const may_approve = !changersOf(row!).includes(actor.id)
  const alone = may_approve ? {} : { may_approve_alone: !(await hasOtherApprover(tx, actor)) }
  return { ...found, doll: { ...doll, may_approve, ...alone } }
}

/** Returns the three newest models of the same category, without this one. */
export async function relatedDolls(tx: Tx, actor: Actor, id: number): Promise<Doll[]> {
  const [, related] = await Promise.all([getDoll(tx, actor, id), relatedTo(tx, id)])
  return related
}

/** Like `relatedDolls`, without checking that the model exists. */
export async function relatedTo(tx: Tx, id: number): Promise<Doll[]> {
  const same = "d.category = (select category from dolls where id = $1)"
  const tail = `where ${live} and ${same} and d.id <> $1 order by ${orderOf("newest")} limit 3`
  return (await quickDolls(tx, "related", tail, [id])).map((one) => one.doll)
}

/** Returns those of the ids that are visible in the shop, in one query. */
export async function dollsById(tx: Tx, actor: Actor, ids: number[]): Promise<Map<number, Doll>> {
  if (ids.length === 0) return new Map()
  const tail =
    "where d.id = any($1::int[]) and d.deleted_at is null and not d.needs_approval and d.draft_available is null"
  const found = await readDolls(tx, "dolls-by-id", tail, [ids])
  return new Map(found.map((one) => [one.doll.id, shown(one, actor)]))
}

/** Lists the models assigned to a moderator, for that moderator and for admins. */
export async function moderatorDolls(
  tx: Tx,
  actor: Actor,
  { id, skip, limit }: { id: number; skip: number; limit: number },
): Promise<Page<Doll>> {
  assertStaff(actor)
  if (actor.role === "moderator" && actor.id !== id) throw notFound()
  return listWhere(tx, "moderator", "d.deleted_at is null and d.moderator_id = $1", [id], { skip, limit })
}

/** Models without a moderator. */
export async function unassignedDolls(
  tx: Tx,
  actor: Actor,
  { q, ...page }: { q?: string; skip: number; limit: number },
): Promise<Page<Doll>> {
  assertAdmin(actor, "content_admin")
  const where = "d.deleted_at is null and d.moderator_id is null"
  if (!q) return listWhere(tx, "unassigned", where, [], page)
  return listWhere(tx, "unassigned-q", `${where} and d.search_text ~ $1`, [searchPattern(q)], page)
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

/** `why` is recorded in the ledger of stock. */
export async function createDoll(
  tx: Tx,
  actor: Actor,
  input: NewDoll,
  why: Pick<Why, "reason" | "note"> = { reason: "created" },
): Promise<number> {
  assertAdmin(actor, "content_admin")
  assertTexts(input)
  const now = tx.now()
  const [row] = await tx.db
    .insert(dolls)
    .values({
      ...columnsOf(input),
      name: input.name,
      description: input.description,
      priceCents: toCents(input.price),
      ...publishingOfNew(input, now),
      needsApproval: isLow(input.doll_height),
      createdBy: actor.id,
      heightSetBy: actor.id,
      changedBy: [actor.id],
      createdAt: now,
      updatedAt: now,
    })
    .returning()
    .catch(refuseTaken)
  await recordCreated(tx, [row!], why)
  catalogChanged(tx)
  await judgeLater(tx, "doll", row!.id, actor.id)
  await note(tx, actor, row!.id, "doll.create", { after: input })
  return row!.id
}

interface Edit {
  id: number
  fields: EditDoll
  seen: Precondition
  /** The entry in the ledger, if the stock changes. */
  why?: Pick<Why, "reason" | "note">
}

/**
 * Changes only the fields sent. `stock` is compared with the value the editor saw, because orders change it meanwhile.
 */
export async function editDoll(
  tx: Tx,
  actor: Actor,
  { id, fields, seen, why = { reason: "corrected" } }: Edit,
): Promise<Found> {
  assertAdmin(actor, "content_admin")
  const row = await lockToChange(tx, id)
  const change = changeOf(row, fields, tx.now())
  // A call whose answer was lost has saved this before: nothing is stale.
  if (Object.keys(change.after).length === 0) return getDoll(tx, actor, id)
  assertVersion(seen, { version: row.version, stock: fields.stock === undefined ? undefined : row.stock })
  await writeChange(tx, actor, { row, fields, change, why })
  return getDoll(tx, actor, id)
}

type Change = ReturnType<typeof changeOf>

/** Returns the columns that the fields would change. Throws a Refusal for a time of publishing that is not possible. */
export function changeOf(row: DollRow, fields: EditDoll, now: Date) {
  return differing(row, { ...columnsOf(fields), ...publishingOf(row, fields, now) })
}

export async function writeChange(
  tx: Tx,
  actor: Person,
  { row, fields, change, why }: { row: DollRow; fields: EditDoll; change: Change; why: Pick<Why, "reason" | "note"> },
): Promise<void> {
  const { id } = row
  assertTexts(fields)
  if (change.before.name !== undefined || change.before.description !== undefined) {
    await keepOriginal(tx, { kind: "doll", subjectId: id }, `${row.name}: ${row.description}`)
    await judgeLater(tx, "doll", id, actor.id)
  }
  await tx.db
    .update(dolls)
    .set({
      ...change.after,
      stock: undefined,
      ...(change.after.heightCm === undefined ? {} : { heightSetBy: actor.id }),
      ...(isLookedAtIn(change) ? approvalAfter(actor, row, change.after.heightCm) : {}),
      version: row.version + 1,
      updatedAt: tx.now(),
    })
    .where(eq(dolls.id, id))
    .catch(refuseTaken)
  if (change.after.stock !== undefined)
    await changeStock(tx, id, { from: row.stock, to: change.after.stock }, { ...why, actorId: actor.id })
  catalogChanged(tx)
  await note(tx, actor, id, "doll.edit", change)
}

function refuseTaken(error: unknown): never {
  if (violates(error, "dolls_slug_key")) throw invalid("reference", modelAdminTexts.referenceTaken)
  throw error
}

const isLookedAtIn = ({ after }: Change) => reviewedFields.some((name) => modelFields[name].column in after)

/** Whether a second admin must approve the model once this change is written. */
export function awaitsApproval(row: Pick<DollRow, "needsApproval" | "heightCm">, change: Change): boolean {
  return isLookedAtIn(change) ? isReviewed(row, change.after.heightCm) : row.needsApproval
}

const isReviewed = (row: Pick<DollRow, "needsApproval" | "heightCm">, newHeight = row.heightCm) =>
  row.needsApproval || isLow(row.heightCm) || isLow(newHeight)

/**
 * Returns the columns of an approval after a change to approved content: a model that was low or becomes so is reviewed
 * again. Only `approveDoll` clears `needsApproval`. `changedBy` is kept even while no approval is needed, because the
 * model may be removed from the shop later.
 */
function approvalAfter(
  actor: Person,
  row: Pick<DollRow, "needsApproval" | "heightCm" | "changedBy" | "createdBy" | "heightSetBy">,
  newHeight = row.heightCm,
): Partial<DollRow> {
  const before = row.needsApproval ? changersOf(row) : row.changedBy
  const changedBy = [...new Set([...before.filter((id) => id !== null), actor.id])]
  return isReviewed(row, newHeight) ? { needsApproval: true, approvedBy: null, changedBy } : { changedBy }
}

/** Requires a new approval of a low model. Call it after a change to the images. */
export async function requireApproval(tx: Tx, actor: Person, row: DollRow): Promise<void> {
  await tx.db.update(dolls).set(approvalAfter(actor, row)).where(eq(dolls.id, row.id))
}

/** Requires a new approval of all low models with one of these materials or specifications, whose text has changed. */
export async function requireApprovalOfTerms(tx: Tx, actor: Person, terms: string[]): Promise<void> {
  const isLow = or(isNull(dolls.heightCm), lt(dolls.heightCm, minHeight))
  const hasTerm = or(
    inArray(dolls.material, terms),
    sql`exists (select from jsonb_to_recordset(${dolls.specifications}) as s(name text, value text)
      where ${inArray(sql`s.name`, terms)} or ${inArray(sql`s.value`, terms)})`,
  )
  const low = await tx.db
    .select()
    .from(dolls)
    .where(and(isNull(dolls.deletedAt), isLow, hasTerm))
    .orderBy(dolls.id)
    .for("update")
  for (const row of low) await requireApproval(tx, actor, row)
}

/** In rows from before `changedBy`, only the creator and whoever set the height are known. */
const changersOf = ({ changedBy, createdBy, heightSetBy }: Pick<DollRow, "changedBy" | "createdBy" | "heightSetBy">) =>
  changedBy.length > 0 ? changedBy : [createdBy, heightSetBy]

/** Returns whether somebody else works in this shop who approves models, whatever they have done with this one. */
async function hasOtherApprover(tx: Tx, actor: Person): Promise<boolean> {
  const others = and(
    eq(users.role, "admin"),
    inArray(users.adminType, ["super_admin", "content_admin"]),
    eq(users.isActive, true),
    isNull(users.invitedUntil),
    isNull(users.deletedAt),
    ne(users.id, actor.id),
  )
  const [other] = await tx.db.select({ id: users.id }).from(users).where(others).limit(1)
  return other !== undefined
}

/**
 * The approver must be neither the creator nor somebody who changed the model since its last approval. In a shop whose
 * only admin of the catalogue made it, that admin approves it alone, with a reason and a proof of who they are.
 */
export async function approveDoll(
  tx: Tx,
  actor: Actor,
  { id, seen, reason }: { id: number; seen: Precondition; reason?: string },
): Promise<Found> {
  assertAdmin(actor, "content_admin")
  const row = await lockToChange(tx, id)
  const found = await getDoll(tx, actor, id)
  // The request was repeated after a lost answer.
  if (!row.needsApproval && row.approvedBy === actor.id) return found
  assertVersion(seen, { version: row.version, pictures: picturesTag(found.doll) })
  if (!row.needsApproval) throw new Refusal("WRONG_STATE", t`This model is not waiting for approval.`)
  const isOwn = changersOf(row).includes(actor.id)
  if (isOwn) {
    if (await hasOtherApprover(tx, actor)) throw new Refusal("FORBIDDEN", modelApprovalTexts.byAnother)
    if (!reason) throw invalid("reason", modelApprovalTexts.reason)
    assertConfirmed(actor, tx.now())
  }
  await tx.db
    .update(dolls)
    .set({ needsApproval: false, approvedBy: actor.id, changedBy: [], version: row.version + 1, updatedAt: tx.now() })
    .where(eq(dolls.id, id))
  catalogChanged(tx)
  await note(tx, actor, id, isOwn ? "doll.approve_alone" : "doll.approve", isOwn ? { after: { reason } } : {})
  return getDoll(tx, actor, id)
}

/** Removes the model from the shop; orders keep it. */
export async function deleteDoll(
  tx: Tx,
  actor: Actor,
  { id, seen }: { id: number; seen: Precondition },
): Promise<void> {
  assertAdmin(actor, "content_admin")
  assertSteppedUp(actor, tx.now())
  const row = await lockToChange(tx, id)
  assertVersion(seen, { version: row.version })
  const now = tx.now()
  await tx.db
    .update(dolls)
    .set({ deletedAt: now, updatedAt: now, version: row.version + 1 })
    .where(eq(dolls.id, id))
  catalogChanged(tx)
  await note(tx, actor, id, "doll.delete", { before: { name: row.name } })
}

/** Restores the model unchanged: a pending approval stays pending. Does nothing if the model is not archived. */
export async function restoreDoll(tx: Tx, actor: Actor, id: number): Promise<Found> {
  assertAdmin(actor, "content_admin")
  const row = await lockAny(tx, id)
  if (!row.deletedAt) return getDoll(tx, actor, id)
  await tx.db
    .update(dolls)
    .set({ deletedAt: null, updatedAt: tx.now(), version: row.version + 1 })
    .where(eq(dolls.id, id))
  catalogChanged(tx)
  await note(tx, actor, id, "doll.restore", { after: { name: row.name } })
  return getDoll(tx, actor, id)
}

/** Locks an existing model until the transaction ends; orders take the same lock. Throws NOT_FOUND. */
export async function lockDoll(tx: Tx, id: number): Promise<DollRow> {
  const row = await lockAny(tx, id)
  if (row.deletedAt) throw notFound(modelTexts.notFound)
  return row
}

/** Locks an existing model for staff, who are told if it is archived. */
export async function lockToChange(tx: Tx, id: number): Promise<DollRow> {
  const row = await lockAny(tx, id)
  if (row.deletedAt) throw archived()
  return row
}

async function lockAny(tx: Tx, id: number): Promise<DollRow> {
  const [row] = await tx.db.select().from(dolls).where(eq(dolls.id, id)).for("update")
  if (!row) throw notFound(modelTexts.notFound)
  return row
}

/** Throws unless the model exists and is not archived. Called before an upload is read. */
export async function assertChangeable(tx: Tx, actor: Actor, id: number): Promise<void> {
  if ((await openDoll(tx, actor, id)).archivedAt) throw archived()
}

const archived = () => new Refusal("ARCHIVED", modelAdminTexts.archived)

function note(tx: Tx, actor: Person, id: number, action: string, change: Pick<AuditedAction, "before" | "after"> = {}) {
  return audit(tx, actor, { action, target: { kind: "doll", id }, ...change })
}

/** A model without a height may not be tall enough. */
export const isLow = (height: number | null) => height === null || height < minHeight

/** Throws a Refusal for a text that points at anyone under 18. */
export function assertTexts(fields: EditDoll): void {
  const specifications = fields.specifications?.map(({ name, value }) => `${name}: ${value}`).join("\n")
  const texts = { ...fields, specifications }
  assertAdultText(Object.fromEntries(textFields.map((name) => [name, texts[name] as string | null | undefined])))
}

type Written = { [F in ModelField as ModelColumnOf<F>]?: EditDoll[F] }
/** Undefined fields stay undefined, and Drizzle ignores them. `publishingOf` adds drafts and availability. */
export function columnsOf(fields: EditDoll) {
  const columns = Object.fromEntries(fieldNames.map((name) => [modelFields[name].column, fields[name]]))
  return {
    ...(columns as Omit<Written, "draftAvailable" | "publishAt">),
    priceCents: fields.price === undefined ? undefined : toCents(fields.price),
    customsCents: typeof fields.customs_value === "number" ? toCents(fields.customs_value) : fields.customs_value,
  }
}

/** Whether a new model is in the shop. A time of publishing makes it a draft; throws a Refusal for one in the past. */
export function publishingOfNew({ is_available, draft, publish_at }: NewDoll, now: Date): Publishing {
  const none = { isAvailable: is_available, draftAvailable: null, publishAt: null }
  return publishingOf(none, { draft: draft || publish_at !== null, publish_at }, now)
}

type Publishing = Pick<DollRow, "isAvailable" | "draftAvailable" | "publishAt">

/** A draft stays unavailable until it is published, whatever else changes. */
function publishingOf(
  row: Publishing,
  { is_available, draft = row.draftAvailable !== null, publish_at }: EditDoll,
  now: Date,
): Publishing {
  const wanted = is_available ?? row.draftAvailable ?? row.isAvailable
  if (!draft) {
    if (publish_at) throw invalid("publish_at", modelAdminTexts.notADraft)
    return { isAvailable: wanted, draftAvailable: null, publishAt: null }
  }
  // An earlier draft that a node of the version before has published still has its time.
  const before = row.draftAvailable === null ? null : row.publishAt
  const publishAt = publish_at === undefined ? before : publish_at ? new Date(publish_at) : null
  if (publishAt && publishAt <= now && publishAt.getTime() !== before?.getTime()) {
    throw invalid("publish_at", modelAdminTexts.publishLater)
  }
  return { isAvailable: false, draftAvailable: wanted, publishAt }
}

const shown = (found: Found, actor: Actor): Doll => (mayWrite(actor) ? withState(found) : found.doll)

function mayWrite(actor: Actor): boolean {
  return (
    actor.kind === "person" &&
    actor.role === "admin" &&
    (actor.adminType === "super_admin" || actor.adminType === "content_admin")
  )
}

interface Filter {
  /**
   * The conditions without their values, as `live-category-max`. Statements are prepared under it: PostgreSQL keeps one
   * text for each name, and 63 letters of it.
   */
  name: string
  /** Searches have no statement name, so they are planned each time: the best plan depends on how rare the words are. */
  isSearch: boolean
  where: string
  params: unknown[]
}

function filterOf(query: Partial<DollQuery>): Filter {
  const { q, category, form, material, min_price, max_price, all, archived, drafts } = query
  const [name, where] = archived
    ? ["archived", "d.deleted_at is not null"]
    : all
      ? ["all", "d.deleted_at is null"]
      : ["live", live]
  const filter: Filter = { name, isSearch: Boolean(q), where, params: [] }
  if (drafts) {
    filter.name += "-drafts"
    filter.where += " and d.draft_available is not null"
  }
  const add = (name: string, value: unknown, condition: (place: string) => string) => {
    filter.params.push(value)
    filter.name += `-${name}`
    filter.where += ` and ${condition(`$${filter.params.length}`)}`
  }
  if (category) add("category", category satisfies Category, (place) => `d.category = ${place}`)
  if (form) add("form", form, (place) => `d.form = ${place}`)
  if (material) add("material", material, (place) => `d.material = ${place}`)
  if (min_price !== undefined) add("min", toCents(min_price), (place) => `d.price_cents >= ${place}`)
  if (max_price !== undefined) add("max", toCents(max_price), (place) => `d.price_cents <= ${place}`)
  if (q) add("search", searchPattern(q), (place) => `d.search_text ~ ${place}`)
  return filter
}
