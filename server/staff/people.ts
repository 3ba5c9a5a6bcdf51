import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm"
import type {
  AdminAccount,
  AdminsQuery,
  EditModerator,
  Moderator,
  ModeratorsQuery,
  NewAdmin,
  NewModerator,
} from "#contract/admin.ts"
import { deskTexts } from "#contract/adminText.ts"
import { generalTexts } from "#contract/texts.ts"
import { type Actor, assertAdmin, assertSignedIn, type Person } from "../accounts/actor.ts"
import { assertAnotherSuperAdmin, lastSeenOf, likeText, takeTurnWithAdmins } from "../accounts/members.ts"
import { hashPassword } from "../accounts/passwords.ts"
import { stageOf } from "../accounts/present.ts"
import { endSessions, forgetPerson } from "../accounts/sessions.ts"
import { users } from "../accounts/tables.ts"
import { uuidv7 } from "../accounts/uuid.ts"
import { pictureUrl } from "../catalog/rows.ts"
import { dolls, images } from "../catalog/tables.ts"
import { after, inOrder, type Order } from "../db/inOrder.ts"
import { type Store, sqlState, type Tx } from "../db/store.ts"
import { type Batches, inBatches } from "../http/csv.ts"
import { assertVersion, type Precondition } from "../http/preconditions.ts"
import { notFound, Refusal } from "../refusal.ts"
import { happened } from "./activity.ts"
import { changeAssignments } from "./assignments.ts"
import { audit } from "./audit.ts"
import { countOf } from "./counting.ts"

type Row = typeof users.$inferSelect

// Admins

export async function listAdmins(tx: Tx, actor: Actor, { q, sort, skip, limit }: AdminsQuery) {
  assertAdmin(actor, "super_admin")
  const where = staffWhere("admin", q)
  const rows = await tx.db
    .select()
    .from(users)
    .where(where)
    .orderBy(...inOrder(users, sorts[sort]))
    .limit(limit)
    .offset(skip)
  return {
    items: await presentAdmins(tx, rows),
    total: await countOf(tx, `admins ${q}`, sql`${users} where ${where}`),
  }
}

export function exportAdmins(tx: Tx, actor: Actor, { q, sort }: AdminsQuery): Batches<AdminAccount> {
  assertAdmin(actor, "super_admin")
  return inBatches(async (before, limit) =>
    presentAdmins(tx, await staffAfter(tx, staffWhere("admin", q), { sort, before, limit })),
  )
}

export async function createAdmin(store: Store, actor: Actor, input: NewAdmin): Promise<AdminAccount> {
  assertAdmin(actor, "super_admin")
  const passwordHash = await hashPassword(input.password)
  return store.transaction(async (tx) => {
    const row = await insertStaff(tx, { ...input, adminType: input.admin_type, passwordHash })
    const { email, full_name, region, admin_type, is_active } = input
    await audit(tx, actor, {
      action: "admin.create",
      target: { kind: "user", id: row.id },
      after: { email, full_name, region, admin_type, is_active },
    })
    return (await presentAdmins(tx, [row]))[0]!
  })
}

/** The account goes, and with it every session; what the admin did stays written down. */
export async function deleteAdmin(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "super_admin")
  await takeTurnWithAdmins(tx)
  const [row] = await tx.db.select().from(users).where(isStaff("admin", id)).for("no key update")
  if (!row) throw notFound("Admin not found")
  if (row.id === actor.id) throw new Refusal("CONFLICT", deskTexts.notYourself)
  await assertAnotherSuperAdmin(tx, row)
  await leave(tx, row)
  await audit(tx, actor, {
    action: "admin.delete",
    target: { kind: "user", id },
    before: { email: row.email, full_name: row.fullName, admin_type: row.adminType },
  })
}

// Moderators

/** For admins all of them; a moderator sees itself. */
export async function listModerators(tx: Tx, actor: Actor, query: ModeratorsQuery) {
  const where = visibleTo(actor, query)
  const { skip, limit, sort, ...filter } = query
  const rows = await tx.db
    .select()
    .from(users)
    .where(where)
    .orderBy(...inOrder(users, sorts[sort]))
    .limit(limit)
    .offset(skip)
  const name = `moderators ${assertedId(actor)} ${JSON.stringify(filter)}`
  return { items: await presentModerators(tx, rows), total: await countOf(tx, name, sql`${users} where ${where}`) }
}

export function exportModerators(tx: Tx, actor: Actor, query: ModeratorsQuery): Batches<Moderator> {
  const where = visibleTo(actor, query)
  const { sort } = query
  return inBatches(async (before, limit) => presentModerators(tx, await staffAfter(tx, where, { sort, before, limit })))
}

export async function getModerator(tx: Tx, actor: Actor, id: number): Promise<Moderator> {
  const where = visibleTo(actor, {})
  const [row] = await tx.db
    .select()
    .from(users)
    .where(and(where, eq(users.id, id)))
  if (!row) throw notFound("Moderator not found")
  return (await presentModerators(tx, [row]))[0]!
}

export async function createModerator(store: Store, actor: Actor, input: NewModerator): Promise<Moderator> {
  assertAdmin(actor, "super_admin")
  const passwordHash = await hashPassword(input.password)
  return store.transaction(async (tx) => {
    const row = await insertStaff(tx, { ...input, adminType: null, passwordHash })
    await happened(tx, "moderator_created", { userId: row.id, subjectId: row.id })
    const { email, full_name, region, is_active, assigned_dolls } = input
    await changeAssignments(tx, actor, { moderatorId: row.id, wanted: assigned_dolls })
    await audit(tx, actor, {
      action: "moderator.create",
      target: { kind: "user", id: row.id },
      after: { email, full_name, region, is_active, assigned_dolls },
    })
    return reread(tx, row.id)
  })
}

/** Changes what is sent and nothing else; models that are sent are all that the moderator answers for from then on. */
export async function editModerator(
  tx: Tx,
  actor: Actor,
  { id, fields, seen }: { id: number; fields: EditModerator; seen: Precondition },
): Promise<Moderator> {
  assertAdmin(actor, "super_admin")
  if (fields.assigned_dolls)
    await changeAssignments(tx, actor, { moderatorId: id, wanted: fields.assigned_dolls, seen })
  const [row] = await tx.db.select().from(users).where(isStaff("moderator", id)).for("no key update")
  if (!row) throw notFound("Moderator not found")
  // With models the version was compared under their locks, before they were changed.
  if (!fields.assigned_dolls) assertVersion(seen, row)
  await editAccount(tx, actor, row, fields)
  return reread(tx, id)
}

/** The models go back to whoever takes them next, and what was written stays where it was written. */
export async function deleteModerator(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "super_admin")
  await changeAssignments(tx, actor, { moderatorId: id, wanted: [] })
  // Nobody can be given a model any more once this is held; what came in between goes back too.
  const [row] = await tx.db.select().from(users).where(isStaff("moderator", id)).for("no key update")
  if (!row) throw notFound("Moderator not found")
  await changeAssignments(tx, actor, { moderatorId: id, wanted: [] })
  await leave(tx, row)
  await happened(tx, "moderator", { userId: id, subjectId: id, detail: "left" })
  await audit(tx, actor, {
    action: "moderator.delete",
    target: { kind: "user", id },
    before: { email: row.email, full_name: row.fullName },
  })
}

async function editAccount(tx: Tx, actor: Person, row: Row, fields: EditModerator): Promise<void> {
  const wanted = { email: fields.email, fullName: fields.full_name, region: fields.region, isActive: fields.is_active }
  const names = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== row[name],
  )
  if (names.length === 0) return
  const before = Object.fromEntries(names.map((name) => [name, row[name]]))
  const after = Object.fromEntries(names.map((name) => [name, wanted[name]]))
  await uniquely(() =>
    tx.db
      .update(users)
      .set({ ...after, version: sql`${users.version} + 1`, updatedAt: tx.now() })
      .where(eq(users.id, row.id)),
  )
  if (after.isActive === false) await endSessions(tx, row.id, null)
  else forgetPerson(tx, row.id)
  await happened(tx, "moderator", { userId: row.id, subjectId: row.id, detail: "changed" })
  await audit(tx, actor, { action: "moderator.edit", target: { kind: "user", id: row.id }, before, after })
}

interface NewStaff {
  email: string
  full_name: string
  region: string
  role: "admin" | "moderator"
  is_active: boolean
  adminType: Row["adminType"]
  passwordHash: string
}

async function insertStaff(tx: Tx, given: NewStaff): Promise<Row> {
  const now = tx.now()
  const [row] = await tx.db
    .insert(users)
    .values({
      uuid: uuidv7(),
      email: given.email,
      fullName: given.full_name,
      region: given.region,
      role: given.role,
      adminType: given.adminType,
      membershipLevel: "standard",
      isActive: given.is_active,
      passwordHash: given.passwordHash,
      emailVerifiedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) throw taken()
  return row
}

const taken = () =>
  new Refusal("CONFLICT", deskTexts.addressTaken, { errors: [{ path: "email", message: deskTexts.addressTaken }] })

async function uniquely<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw sqlState(error) === "23505" ? taken() : error
  }
}

/** Names stay, for what was done in them; nothing else of the account is of use any more. */
async function leave(tx: Tx, { id }: Row): Promise<void> {
  const now = tx.now()
  await tx.db
    .update(users)
    .set({ isActive: false, passwordHash: "", pendingEmail: null, updatedAt: now, deletedAt: now })
    .where(eq(users.id, id))
  await endSessions(tx, id, null)
}

async function reread(tx: Tx, id: number): Promise<Moderator> {
  const rows = await tx.db.select().from(users).where(isStaff("moderator", id))
  return (await presentModerators(tx, rows))[0]!
}

const isStaff = (role: "admin" | "moderator", id: number) =>
  and(eq(users.id, id), eq(users.role, role), isNull(users.deletedAt))

/** Said as the index says it. */
function staffWhere(role: "admin" | "moderator", q?: string): SQL {
  return and(
    sql`${users.role} <> 'user' and ${users.role} = ${role}`,
    isNull(users.deletedAt),
    q ? sql`lower(${users.fullName} || E'\n' || ${users.email}) like ${likeText(q)}` : undefined,
  )!
}

function visibleTo(actor: Actor, { q, active }: { q?: string; active?: boolean }): SQL {
  assertSignedIn(actor)
  if (actor.role === "user") throw new Refusal("FORBIDDEN", generalTexts.insufficient)
  return and(
    staffWhere("moderator", q),
    active === undefined ? undefined : eq(users.isActive, active),
    actor.role === "moderator" ? eq(users.id, actor.id) : undefined,
  )!
}

const assertedId = (actor: Actor) => (actor.kind === "person" && actor.role === "moderator" ? actor.id : "all")

const models = sql`(select count(*) from ${dolls} where ${dolls.moderatorId} = ${users.id} and ${dolls.deletedAt} is null)`
const name = sql`lower(${users.fullName})`
const sorts: Record<ModeratorsQuery["sort"], Order> = {
  newest: { by: users.createdAt, down: true },
  oldest: { by: users.createdAt },
  name: { by: name },
  name_desc: { by: name, down: true },
  models: { by: models, down: true },
  models_asc: { by: models },
}

interface Batch {
  sort: ModeratorsQuery["sort"]
  before: number | null
  limit: number
}

function staffAfter(tx: Tx, where: SQL, { sort, before, limit }: Batch): Promise<Row[]> {
  return tx.db
    .select()
    .from(users)
    .where(and(where, after(users, sorts[sort], before)))
    .orderBy(...inOrder(users, sorts[sort]))
    .limit(limit)
}

async function presentAdmins(tx: Tx, rows: Row[]): Promise<AdminAccount[]> {
  const seen = await lastSeenOf(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    full_name: row.fullName,
    email: row.email,
    region: row.region,
    role: "admin",
    membership_level: row.membershipLevel,
    is_active: row.isActive,
    admin_type: row.adminType!,
    created_at: row.createdAt.toISOString(),
    last_seen_at: seen.get(row.id) ?? null,
  }))
}

async function presentModerators(tx: Tx, rows: Row[]): Promise<Moderator[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const seen = await lastSeenOf(tx, ids)
  const assigned = await tx.db
    .select({ moderatorId: dolls.moderatorId, id: dolls.id, name: dolls.name, key: images.key, widths: images.widths })
    .from(dolls)
    .leftJoin(images, and(eq(images.dollId, dolls.id), eq(images.isPrimary, true)))
    .where(and(inArray(dolls.moderatorId, ids), isNull(dolls.deletedAt)))
    .orderBy(desc(dolls.createdAt), desc(dolls.id))
  const byModerator = Map.groupBy(assigned, ({ moderatorId }) => moderatorId!)
  const now = tx.now()
  return rows.map((row) => {
    const own = byModerator.get(row.id) ?? []
    return {
      id: row.id,
      full_name: row.fullName,
      email: row.email,
      region: row.region,
      role: "moderator",
      membership_level: stageOf(row, now).level,
      is_active: row.isActive,
      video_access_count: row.videoAccessCount,
      assigned_dolls: own.map(({ id }) => id),
      assignedModels: own.map(({ id, name, key, widths }) => ({
        id,
        name,
        image_url: key === null || widths === null ? null : pictureUrl({ key, widths }),
      })),
      created_at: row.createdAt.toISOString(),
      last_seen_at: seen.get(row.id) ?? null,
      version: row.version,
    }
  })
}
