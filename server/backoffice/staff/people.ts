import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm"
import type {
  AdminAccount,
  AdminsQuery,
  EditAdmin,
  EditModerator,
  Moderator,
  ModeratorsQuery,
  NewAdmin,
  NewModerator,
  SentInvitation,
} from "#contract/admin.ts"
import { staffAnswerTexts } from "#contract/adminText.ts"
import { t } from "#contract/t.ts"
import { generalTexts } from "#contract/texts.ts"
import { returnRooms } from "../../conversation/chat/reassign.ts"
import { noPendingEmail } from "../../people/accounts/emailAddress.ts"
import { type Inviting, invite } from "../../people/accounts/invitation.ts"
import { type Actor, assertAdmin, assertSignedIn, assertSteppedUp, type Person } from "../../platform/auth/actor.ts"
import { endAllCodes, isReservedForAnother } from "../../platform/auth/codes.ts"
import { eraseFactors } from "../../platform/auth/factors.ts"
import { dummyHash, hashChosen, isPassword } from "../../platform/auth/passwords.ts"
import { stageOf } from "../../platform/auth/present.ts"
import { endSessions, forgetPerson } from "../../platform/auth/sessions.ts"
import { users } from "../../platform/auth/tables.ts"
import { uuidv7 } from "../../platform/auth/uuid.ts"
import { type Batches, inBatches } from "../../platform/db/batches.ts"
import { countOf } from "../../platform/db/counting.ts"
import { after, inOrder, type Order } from "../../platform/db/pagination.ts"
import { searchPattern } from "../../platform/db/search.ts"
import { type Store, sqlState, type Tx } from "../../platform/db/store.ts"
import { type Finish, mismatch } from "../../platform/http/idempotency.ts"
import { assertVersion, type Precondition } from "../../platform/http/preconditions.ts"
import { reportAdded } from "../../platform/integrations/report.ts"
import { assertName } from "../../platform/moderation/names.ts"
import { recordActivity } from "../../platform/records/activity.ts"
import { audit } from "../../platform/records/audit.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { type ImageRow, presentPicture, primaryImageOf } from "../../shopfront/catalog/rows.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { changeAssignments } from "./assignments.ts"
import { assertAnotherSuperAdmin, lastSeenOf, lockAdmins } from "./members.ts"

type Row = typeof users.$inferSelect

// Admins

export async function listAdmins(tx: Tx, actor: Actor, { q, sort, skip, limit }: AdminsQuery) {
  assertAdmin(actor, "super_admin")
  const where = staffWhere("admin", q)
  return {
    items: await presentAdmins(tx, await staffPage(tx, where, { sort, skip, limit })),
    total: await countOf(tx, `admins ${q}`, sql`${users} where ${where}`),
  }
}

export async function getAdmin(tx: Tx, actor: Actor, id: number): Promise<AdminAccount> {
  assertAdmin(actor, "super_admin")
  const [admin] = await presentAdmins(tx, await tx.db.select().from(users).where(isStaff("admin", id)))
  if (!admin) throw notFound(t`Admin not found`)
  return admin
}

export function exportAdmins(tx: Tx, actor: Actor, { q, sort }: AdminsQuery): Batches<AdminAccount> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  return inBatches(async (before, limit) =>
    presentAdmins(tx, await staffAfter(tx, staffWhere("admin", q), { sort, before, limit })),
  )
}

/** What happens with a new account in the transaction that creates it. */
interface Creating {
  finish: Finish
  inviting: Inviting
  /** Gets the link of an invitation that no email carries. */
  onLink(link: string | null): void
}

export async function createAdmin(store: Store, actor: Actor, input: NewAdmin, creating: Creating): Promise<number> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, store.now())
  assertName(input.full_name)
  const passwordHash = await firstHash(actor, input)
  return store.transaction(async (tx) => {
    const { origin } = creating.inviting.context
    if (input.admin_type === "super_admin") await reportAdded(tx, "admin", { link: linkTo(input.email), origin })
    const row = await insertStaff(tx, { ...input, adminType: input.admin_type, passwordHash }, creating)
    const { email, full_name, region, admin_type, is_active } = input
    await audit(tx, actor, {
      action: input.password ? "admin.create" : "admin.invite",
      target: { kind: "user", id: row.id },
      after: { email, full_name, region, admin_type, is_active },
    })
    return creating.finish(tx, 201, row.id)
  })
}

/** Checks the password of a repeated call, which its stored hash leaves out: another password is another call. */
export async function assertMadeWith(tx: Tx, actor: Actor, id: number, password: string | undefined): Promise<void> {
  assertAdmin(actor, "super_admin")
  if (password === undefined) return
  const [row] = await tx.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id))
  if (!(await isPassword(password, row?.hash ?? null, `account ${actor.id}`))) throw mismatch()
}

interface Edit<Fields> {
  id: number
  fields: Fields
  seen: Precondition
  /** For an invitation that moves to another address. */
  inviting: Inviting
}

/** Changes only the fields sent. New permissions apply from the account's next request. */
export async function editAdmin(
  tx: Tx,
  actor: Actor,
  { id, fields, seen, inviting }: Edit<EditAdmin>,
): Promise<AdminAccount> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  await lockAdmins(tx)
  const [row] = await tx.db.select().from(users).where(isStaff("admin", id)).for("no key update")
  if (!row) throw notFound(t`Admin not found`)
  const { full_name: fullName, email, admin_type: adminType } = fields
  const isOther =
    (email !== undefined && email !== row.email) || (adminType !== undefined && adminType !== row.adminType)
  if (row.id === actor.id && isOther) throw new Refusal("CONFLICT", staffAnswerTexts.notYourself)
  if (adminType !== undefined && adminType !== "super_admin") await assertAnotherSuperAdmin(tx, row)
  const isNew = adminType === "super_admin" && row.adminType !== "super_admin"
  if (isNew) await reportAdded(tx, "admin", { link: linkTo(email ?? row.email), origin: inviting.context.origin })
  await editAccount(tx, actor, row, { wanted: { fullName, email, adminType }, seen, inviting })
  return getAdmin(tx, actor, id)
}

const linkTo = (email: string) => `/admin?tab=admins&q=${encodeURIComponent(email)}`

/** Deletes the account and its sessions; its audit entries stay. */
export async function deleteAdmin(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  await lockAdmins(tx)
  const [row] = await tx.db.select().from(users).where(isStaff("admin", id)).for("no key update")
  if (!row) throw notFound(t`Admin not found`)
  if (row.id === actor.id) throw new Refusal("CONFLICT", staffAnswerTexts.notYourself)
  await assertAnotherSuperAdmin(tx, row)
  await leave(tx, row)
  await audit(tx, actor, {
    action: "admin.delete",
    target: { kind: "user", id },
    before: { email: row.email, full_name: row.fullName, admin_type: row.adminType },
  })
}

// Moderators

/** Lists all moderators to admins, and themselves to moderators. */
export async function listModerators(tx: Tx, actor: Actor, query: ModeratorsQuery) {
  const where = visibleTo(actor, query)
  const { skip, limit, sort, ...filter } = query
  const rows = await staffPage(tx, where, { sort, skip, limit })
  const name = `moderators ${assertedId(actor)} ${JSON.stringify(filter)}`
  return { items: await presentModerators(tx, rows), total: await countOf(tx, name, sql`${users} where ${where}`) }
}

export function exportModerators(tx: Tx, actor: Actor, query: ModeratorsQuery): Batches<Moderator> {
  assertSeesModerators(actor)
  assertSteppedUp(actor, tx.now())
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
  if (!row) throw notFound(t`Moderator not found`)
  return (await presentModerators(tx, [row]))[0]!
}

export async function createModerator(
  store: Store,
  actor: Actor,
  input: NewModerator,
  creating: Creating,
): Promise<number> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, store.now())
  assertName(input.full_name)
  const passwordHash = await firstHash(actor, input)
  return store.transaction(async (tx) => {
    const row = await insertStaff(tx, { ...input, adminType: null, passwordHash }, creating)
    await recordActivity(tx, "moderator_created", { userId: row.id, subjectId: row.id })
    const { email, full_name, region, is_active, assigned_dolls } = input
    await changeAssignments(tx, actor, { moderatorId: row.id, wanted: assigned_dolls })
    await audit(tx, actor, {
      action: input.password ? "moderator.create" : "moderator.invite",
      target: { kind: "user", id: row.id },
      after: { email, full_name, region, is_active, assigned_dolls },
    })
    return creating.finish(tx, 201, row.id)
  })
}

/** Changes only the fields sent; a list of models replaces the moderator's assignments. */
export async function editModerator(
  tx: Tx,
  actor: Actor,
  { id, fields, seen, inviting }: Edit<EditModerator>,
): Promise<Moderator> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const hasMoved =
    fields.assigned_dolls !== undefined &&
    (await changeAssignments(tx, actor, { moderatorId: id, wanted: fields.assigned_dolls, seen }))
  const [row] = await tx.db.select().from(users).where(isStaff("moderator", id)).for("no key update")
  if (!row) throw notFound(t`Moderator not found`)
  const { email, full_name: fullName, region, is_active: isActive } = fields
  const wanted = { email, fullName, region, isActive }
  // When models have moved, the version was compared before, under their locks.
  if (await editAccount(tx, actor, row, { wanted, seen: hasMoved ? undefined : seen, inviting }))
    await recordActivity(tx, "moderator", { userId: id, subjectId: id, detail: "changed" })
  if (isActive === false) await returnRooms(tx, id)
  return reread(tx, id)
}

/** Deletes a moderator. The models become unassigned; messages stay in their rooms. */
export async function deleteModerator(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const row = await releaseModels(tx, actor, id, async () => {
    const [row] = await tx.db.select().from(users).where(isStaff("moderator", id)).for("no key update")
    if (!row) throw notFound(t`Moderator not found`)
    return row
  })
  await leave(tx, row)
  await recordActivity(tx, "moderator", { userId: id, subjectId: id, detail: "left" })
  await audit(tx, actor, {
    action: "moderator.delete",
    target: { kind: "user", id },
    before: { email: row.email, full_name: row.fullName },
  })
}

async function releaseModels(tx: Tx, actor: Actor, moderatorId: number, lock: () => Promise<Row>): Promise<Row> {
  await changeAssignments(tx, actor, { moderatorId, wanted: [] })
  // Under this lock no further model can be assigned; those assigned in between are released.
  const row = await lock()
  await changeAssignments(tx, actor, { moderatorId, wanted: [] })
  await returnRooms(tx, moderatorId)
  return row
}

type AccountChanges = Partial<Pick<Row, "email" | "fullName" | "region" | "isActive" | "adminType">>

/**
 * Returns whether anything was changed: if everything is as requested, nothing is stale. A new address may hand the
 * account to another person, so links sent to an earlier address and open sessions end.
 */
async function editAccount(
  tx: Tx,
  actor: Person,
  row: Row,
  { wanted, seen, inviting }: { wanted: AccountChanges; seen: Precondition; inviting: Inviting },
): Promise<boolean> {
  const names = (Object.keys(wanted) as (keyof AccountChanges)[]).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== row[name],
  )
  if (names.length === 0) return false
  assertVersion(seen, row)
  if (names.includes("fullName")) assertName(wanted.fullName)
  const before = Object.fromEntries(names.map((name) => [name, row[name]]))
  const after = Object.fromEntries(names.map((name) => [name, wanted[name]]))
  if (after.email && (await isReservedForAnother(tx, String(after.email), row.id))) throw taken()
  await uniquely(() =>
    tx.db
      .update(users)
      .set({
        ...after,
        ...(after.email ? noPendingEmail : {}),
        version: sql`${users.version} + 1`,
        updatedAt: tx.now(),
      })
      .where(eq(users.id, row.id)),
  )
  if (after.email) {
    await endAllCodes(tx, row.id)
    if (row.invitedUntil) await invite(tx, { ...row, email: String(after.email) }, inviting)
  }
  if (after.email || after.isActive === false) await endSessions(tx, row.id, null)
  else forgetPerson(tx, row.id)
  await audit(tx, actor, { action: `${row.role}.edit`, target: { kind: "user", id: row.id }, before, after })
  return true
}

/** No password matches the hash of an account whose person is invited to choose one. */
const firstHash = (actor: Person, { password }: { password?: string }) =>
  password === undefined ? dummyHash(`account ${actor.id}`) : hashChosen(password, "password", `account ${actor.id}`)

interface NewStaff {
  email: string
  full_name: string
  region: string
  role: "admin" | "moderator"
  is_active: boolean
  adminType: Row["adminType"]
  password?: string
  passwordHash: string
}

async function insertStaff(tx: Tx, given: NewStaff, { inviting, onLink }: Creating): Promise<Row> {
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
      emailVerifiedAt: given.password === undefined ? null : now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning()
  if (!row || (await isReservedForAnother(tx, row.email, row.id))) throw taken()
  if (given.password === undefined) onLink((await invite(tx, row, inviting)).link)
  return row
}

const taken = () =>
  new Refusal("CONFLICT", staffAnswerTexts.addressTaken, {
    errors: [{ path: "email", message: staffAnswerTexts.addressTaken }],
  })

async function uniquely<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw sqlState(error) === "23505" ? taken() : error
  }
}

/** Sends an open invitation again. Its earlier link ends. */
export async function inviteAgain(tx: Tx, actor: Actor, id: number, inviting: Inviting): Promise<SentInvitation> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const before = await lockInvited(tx, id)
  const { invitedUntil, link } = await invite(tx, before, inviting)
  const invited_until = invitedUntil.toISOString()
  await audit(tx, actor, {
    action: `${before.role}.invite_again`,
    target: { kind: "user", id },
    before: { invited_until: before.invitedUntil },
    after: { invited_until },
  })
  return { invited_until, invitation_link: link }
}

/** Withdraws an open invitation: the account, which nobody has used, goes with it, and the address is free again. */
export async function withdrawInvitation(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const lock = () => lockInvited(tx, id)
  const [known] = await tx.db.select({ role: users.role }).from(users).where(isStaff("moderator", id))
  const row = known ? await releaseModels(tx, actor, id, lock) : await lock()
  await leave(tx, row)
  await audit(tx, actor, {
    action: `${row.role}.withdraw`,
    target: { kind: "user", id },
    before: { email: row.email, full_name: row.fullName, admin_type: row.adminType ?? undefined },
  })
}

async function lockInvited(tx: Tx, id: number): Promise<Row> {
  const [row] = await tx.db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for("no key update")
  if (!row) throw notFound(t`User not found`)
  if (row.invitedUntil === null) throw new Refusal("WRONG_STATE", staffAnswerTexts.notInvited)
  return row
}

/** Erases an account except its name, which past actions refer to. */
async function leave(tx: Tx, { id }: Row): Promise<void> {
  const now = tx.now()
  await tx.db
    .update(users)
    .set({ isActive: false, passwordHash: "", ...noPendingEmail, updatedAt: now, deletedAt: now })
    .where(eq(users.id, id))
  await eraseFactors(tx, id)
  await endAllCodes(tx, id)
  await endSessions(tx, id, null)
}

async function reread(tx: Tx, id: number): Promise<Moderator> {
  const rows = await tx.db.select().from(users).where(isStaff("moderator", id))
  return (await presentModerators(tx, rows))[0]!
}

const isStaff = (role: "admin" | "moderator", id: number) =>
  and(eq(users.id, id), eq(users.role, role), isNull(users.deletedAt))

/** The condition repeats the index predicate, so that the index is used. */
function staffWhere(role: "admin" | "moderator", q?: string): SQL {
  return and(
    sql`${users.role} <> 'user' and ${users.role} = ${role}`,
    isNull(users.deletedAt),
    q ? sql`lower(${users.fullName} || E'\n' || ${users.email}) ~ ${searchPattern(q)}` : undefined,
  )!
}

export function assertSeesModerators(actor: Actor): asserts actor is Person {
  assertSignedIn(actor)
  if (actor.role === "user") throw new Refusal("FORBIDDEN", generalTexts.insufficient)
}

function visibleTo(actor: Actor, { q, active }: { q?: string; active?: boolean }): SQL {
  assertSeesModerators(actor)
  return and(
    staffWhere("moderator", q),
    active === undefined ? undefined : eq(users.isActive, active),
    actor.role === "moderator" ? eq(users.id, actor.id) : undefined,
  )!
}

const assertedId = (actor: Actor) => (actor.kind === "person" && actor.role === "moderator" ? actor.id : "all")

const models = sql`(select count(*) from ${dolls} where ${dolls.moderatorId} = ${users.id}
  and ${dolls.deletedAt} is null)`
const name = sql`lower(${users.fullName})`
const sorts: Record<ModeratorsQuery["sort"], Order> = {
  newest: { by: users.createdAt, down: true },
  oldest: { by: users.createdAt },
  name: { by: name },
  name_desc: { by: name, down: true },
  models: { by: models, down: true },
  models_asc: { by: models },
}

function staffPage(tx: Tx, where: SQL, { sort, skip, limit }: Omit<ModeratorsQuery, "q">): Promise<Row[]> {
  return tx.db
    .select()
    .from(users)
    .where(where)
    .orderBy(...inOrder(users, sorts[sort]))
    .limit(limit)
    .offset(skip)
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
    invited_until: row.invitedUntil?.toISOString() ?? null,
    version: row.version,
  }))
}

async function presentModerators(tx: Tx, rows: Row[]): Promise<Moderator[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const seen = await lastSeenOf(tx, ids)
  const assigned = await tx.db
    .select({
      moderatorId: dolls.moderatorId,
      id: dolls.id,
      name: dolls.name,
      picture: sql<ImageRow | null>`${sql.raw(primaryImageOf("dolls.id"))}`,
    })
    .from(dolls)
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
      assignedModels: own.map(({ id, name, picture }) => ({ id, name, ...presentPicture(picture) })),
      created_at: row.createdAt.toISOString(),
      last_seen_at: seen.get(row.id) ?? null,
      invited_until: row.invitedUntil?.toISOString() ?? null,
      version: row.version,
    }
  })
}
