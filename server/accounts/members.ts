import { and, desc, eq, gt, inArray, isNull, lt, max, ne, or, type SQL, sql } from "drizzle-orm"
import type { AdminUser, UsersQuery } from "#contract/admin.ts"
import { deskTexts } from "#contract/adminText.ts"
import type { Tx } from "../db/store.ts"
import { type Batches, inBatches } from "../http/csv.ts"
import { notFound, Refusal } from "../refusal.ts"
import { audit } from "../staff/audit.ts"
import { countOf } from "../staff/counting.ts"
import { type Actor, assertAdmin, type Person } from "./actor.ts"
import { presentUser } from "./present.ts"
import { endSessions, forgetPerson } from "./sessions.ts"
import { sessions, users } from "./tables.ts"

type Row = typeof users.$inferSelect

/** Every account there is, the newest first. */
export async function listUsers(
  tx: Tx,
  actor: Actor,
  query: UsersQuery,
): Promise<{ items: AdminUser[]; total: number }> {
  assertAdmin(actor, "super_admin")
  const where = filterOf(query, tx.now())
  const { skip, limit, ...filter } = query
  const [rows, total] = [
    await tx.db
      .select()
      .from(users)
      .where(sql`${users.id} in (${pageOf(where, skip, limit)})`)
      .orderBy(desc(users.createdAt), desc(users.id)),
    await countOf(tx, `users ${JSON.stringify(filter)}`, sql`${users} where ${where}`),
  ]
  return { items: await present(tx, rows), total }
}

export function exportUsers(tx: Tx, actor: Actor, query: UsersQuery): Batches<AdminUser> {
  assertAdmin(actor, "super_admin")
  const where = filterOf(query, tx.now())
  return inBatches(async (before, limit) => {
    const rows = await tx.db
      .select()
      .from(users)
      .where(and(where, before === null ? undefined : lt(users.id, before)))
      .orderBy(desc(users.id))
      .limit(limit)
    return present(tx, rows)
  })
}

/** Nothing can be done with the account any more, from now on and everywhere; nothing of it is lost. */
export async function deactivate(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "super_admin")
  const row = await lockUser(tx, actor, id)
  if (row.role === "admin") await assertAnotherSuperAdmin(tx, row)
  if (!row.isActive) return
  await tx.db
    .update(users)
    .set({ isActive: false, version: row.version + 1, updatedAt: tx.now() })
    .where(eq(users.id, id))
  await endSessions(tx, id, null)
  await note(tx, actor, row, "user.deactivate", { is_active: true }, { is_active: false })
}

export async function reactivate(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "super_admin")
  const row = await lockUser(tx, actor, id)
  if (row.isActive) return
  await tx.db
    .update(users)
    .set({ isActive: true, version: row.version + 1, updatedAt: tx.now() })
    .where(eq(users.id, id))
  forgetPerson(tx, id)
  await note(tx, actor, row, "user.reactivate", { is_active: false }, { is_active: true })
}

/** Ends every session of an account, on every node. */
export async function signOutEverywhere(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "super_admin")
  const row = await lockUser(tx, actor, id)
  await endSessions(tx, id, null)
  await note(tx, actor, row, "user.sign_out")
}

/** Whoever is the only one to let others in stays. Of two who go at once, the second waits for the first and is asked again. */
export async function assertAnotherSuperAdmin(tx: Tx, { id, adminType }: Row): Promise<void> {
  if (adminType !== "super_admin") return
  const others = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.adminType, "super_admin"), eq(users.isActive, true), isNull(users.deletedAt), ne(users.id, id)))
    .limit(1)
  if (others.length === 0) throw new Refusal("CONFLICT", deskTexts.lastSuperAdmin)
}

/** Admins change one at a time: two super admins cannot send each other away at the same moment. */
export async function takeTurnWithAdmins(tx: Tx): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(${adminsLock})`)
}

/** Any fixed number, of this lock's own. */
const adminsLock = 7_318_206

async function lockUser(tx: Tx, actor: Person, id: number): Promise<Row> {
  await takeTurnWithAdmins(tx)
  const [row] = await tx.db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for("no key update")
  if (!row) throw notFound("User not found")
  if (row.id === actor.id) throw new Refusal("CONFLICT", deskTexts.notYourself)
  return row
}

function note(tx: Tx, actor: Person, { id }: Row, action: string, before?: unknown, after?: unknown): Promise<void> {
  return audit(tx, actor, { action, target: { kind: "user", id }, before, after })
}

/** The level that counts at a moment, as `stageOf` reads it. */
function levelAt(now: Date): SQL {
  const at = now.toISOString()
  const runs = (end: SQL | typeof users.membershipExpiresAt) => sql`(${end} is null or ${end} > ${at}::timestamptz)`
  return sql`case when ${users.membershipLevel} <> 'free' and ${runs(users.membershipExpiresAt)} then ${users.membershipLevel}
    when ${users.membershipLevel} = 'free' then 'free'
    when ${users.membershipNextLevel} is not null and ${runs(users.membershipNextExpiresAt)} then ${users.membershipNextLevel}
    when ${users.membershipLastLevel} is not null and ${runs(users.membershipLastExpiresAt)} then ${users.membershipLastLevel}
    else 'free' end`
}

function filterOf({ q, level, role, active }: UsersQuery, now: Date): SQL {
  // What follows a level that has ended moves up within a minute (endMembers), so that an index finds the page.
  const runs = or(isNull(users.membershipExpiresAt), gt(users.membershipExpiresAt, now))
  const paid = level && and(sql`${users.membershipLevel} <> 'free'`, eq(users.membershipLevel, level), runs)
  return and(
    isNull(users.deletedAt),
    q ? sql`lower(${users.fullName} || E'\n' || ${users.email}) like ${likeText(q)}` : undefined,
    role === undefined ? undefined : role === "user" ? eq(users.role, role) : staffOf(role),
    level === undefined ? undefined : level === "free" ? sql`${levelAt(now)} = 'free'` : paid,
    active === undefined ? undefined : active ? eq(users.isActive, true) : sql`not ${users.isActive}`,
  )!
}

const staffOf = (role: "moderator" | "admin") => sql`${users.role} <> 'user' and ${users.role} = ${role}`

/** Far into the list the page is found in an index alone. */
function pageOf(where: SQL, skip: number, limit: number): SQL {
  return sql`select ${users.id} from ${users} where ${where}
    order by ${users.createdAt} desc, ${users.id} desc limit ${limit} offset ${skip}`
}

/** For `lower(…) like`: found literally, anywhere. */
export function likeText(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`
}

async function present(tx: Tx, rows: Row[]): Promise<AdminUser[]> {
  const seen = await lastSeenOf(
    tx,
    rows.map(({ id }) => id),
  )
  const now = tx.now()
  return rows.map((row) => ({ ...presentUser(row, now), last_seen_at: seen.get(row.id) ?? null }))
}

/** When these were last here, as far as a session that was not ended tells. */
export async function lastSeenOf(tx: Tx, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.db
    .select({ userId: sessions.userId, at: max(sessions.lastSeenAt) })
    .from(sessions)
    .where(and(inArray(sessions.userId, ids), isNull(sessions.revokedAt)))
    .groupBy(sessions.userId)
  return new Map(rows.flatMap(({ userId, at }) => (at ? [[userId, at.toISOString()] as const] : [])))
}
