import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, max, ne, or, type SQL, sql } from "drizzle-orm"
import type { AdminUser, Dependents, UsersQuery } from "#contract/admin.ts"
import { staffAnswerTexts } from "#contract/adminText.ts"
import type { OrderStatus } from "#contract/orders.ts"
import { t } from "#contract/t.ts"
import { chatRooms } from "../../conversation/chat/tables.ts"
import { confirmSuspension, liftSuspension, suspend } from "../../people/accounts/suspension.ts"
import { type Actor, assertAdmin, assertSteppedUp, type Person } from "../../platform/auth/actor.ts"
import { presentUser } from "../../platform/auth/present.ts"
import { endSessions, forgetPerson } from "../../platform/auth/sessions.ts"
import { sessions, users } from "../../platform/auth/tables.ts"
import { advisoryLocks } from "../../platform/db/advisoryLocks.ts"
import { type Batches, inBatches } from "../../platform/db/batches.ts"
import { countOf } from "../../platform/db/counting.ts"
import { searchPattern } from "../../platform/db/search.ts"
import type { Tx } from "../../platform/db/store.ts"
import { endKeys } from "../../platform/integrations/takeBack.ts"
import { audit } from "../../platform/records/audit.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { orders } from "../../sales/orders/tables.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { isTagged } from "../customers/tags.ts"
import { reopenRoomsOf } from "../review-queue/flagged.ts"

type Row = typeof users.$inferSelect

/** Lists all accounts, newest first. An API key sees those of customers only. */
export async function listUsers(
  tx: Tx,
  actor: Actor,
  asked: UsersQuery,
): Promise<{ items: AdminUser[]; total: number }> {
  assertAdmin(actor)
  const seesEveryone = actor.adminType === "super_admin" && !actor.apiKey
  const query: UsersQuery = seesEveryone ? asked : { ...asked, role: "user" }
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
  assertSteppedUp(actor, tx.now())
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

/** Deactivates an account: it loses all access immediately, and keeps its data. */
export async function deactivate(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
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
  assertSteppedUp(actor, tx.now())
  const row = await lockUser(tx, actor, id)
  if (row.isActive) return
  await tx.db
    .update(users)
    .set({ isActive: true, version: row.version + 1, updatedAt: tx.now() })
    .where(eq(users.id, id))
  forgetPerson(tx, id)
  await note(tx, actor, row, "user.reactivate", { is_active: false }, { is_active: true })
}

/**
 * Restricts an account to reading until a super admin lifts it. A suspension because of a finding stays whatever is
 * decided about that finding.
 */
export async function suspendUser(tx: Tx, actor: Actor, id: number, home: string): Promise<void> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const row = await lockUser(tx, actor, id)
  if (row.role === "admin") throw new Refusal("CONFLICT", staffAnswerTexts.adminsNotSuspended)
  if (row.suspendedBy !== null) return
  if (!(await suspend(tx, id, actor.id, home))) await confirmSuspension(tx, id, actor.id)
  await note(tx, actor, row, "user.suspend")
}

export async function unsuspendUser(tx: Tx, actor: Actor, id: number, home: string): Promise<void> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const row = await lockUser(tx, actor, id)
  if (!(await liftSuspension(tx, id, home))) return
  await reopenRoomsOf(tx, id)
  await note(tx, actor, row, "user.unsuspend")
}

/** Revokes every session of an account, on all nodes. */
export async function signOutEverywhere(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const row = await lockUser(tx, actor, id)
  await endSessions(tx, id, null)
  await note(tx, actor, row, "user.sign_out")
}

/** Revokes every API key of an account: keys outlive its sessions and its password. */
export async function revokeKeys(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const row = await lockUser(tx, actor, id)
  await endKeys(tx, id)
  await note(tx, actor, row, "user.revoke_keys")
}

/** Throws unless another super admin remains. Of two concurrent removals, the second waits and is checked again. */
export async function assertAnotherSuperAdmin(tx: Tx, { id, adminType }: Row): Promise<void> {
  if (adminType !== "super_admin") return
  const others = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.adminType, "super_admin"),
        eq(users.isActive, true),
        isNull(users.invitedUntil),
        isNull(users.deletedAt),
        ne(users.id, id),
      ),
    )
    .limit(1)
  if (others.length === 0) throw new Refusal("CONFLICT", staffAnswerTexts.lastSuperAdmin)
}

/** Serializes changes to admins, so that two super admins cannot remove each other at once. */
export async function lockAdmins(tx: Tx): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.admins})`)
}

async function lockUser(tx: Tx, actor: Person, id: number): Promise<Row> {
  await lockAdmins(tx)
  const [row] = await tx.db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for("no key update")
  if (!row) throw notFound(t`User not found`)
  if (row.id === actor.id) throw new Refusal("CONFLICT", staffAnswerTexts.notYourself)
  return row
}

function note(tx: Tx, actor: Person, { id }: Row, action: string, before?: unknown, after?: unknown): Promise<void> {
  return audit(tx, actor, { action, target: { kind: "user", id }, before, after })
}

/** SQL of the current level, with the same rules as `stageOf`. */
export function levelAt(now: Date): SQL {
  const at = now.toISOString()
  const runs = (end: SQL | typeof users.membershipExpiresAt) => sql`(${end} is null or ${end} > ${at}::timestamptz)`
  return sql`case when ${users.membershipLevel} <> 'free' and ${runs(users.membershipExpiresAt)}
    then ${users.membershipLevel}
    when ${users.membershipLevel} = 'free' then 'free'
    when ${users.membershipNextLevel} is not null and ${runs(users.membershipNextExpiresAt)}
      then ${users.membershipNextLevel}
    when ${users.membershipLastLevel} is not null and ${runs(users.membershipLastExpiresAt)}
      then ${users.membershipLastLevel}
    else 'free' end`
}

function filterOf({ q, level, role, active, suspended, tag }: UsersQuery, now: Date): SQL {
  // `endMembers` advances ended levels within a minute; until then the filter ignores the next level, so that an index
  // is used.
  const runs = or(isNull(users.membershipExpiresAt), gt(users.membershipExpiresAt, now))
  const paid = level && and(sql`${users.membershipLevel} <> 'free'`, eq(users.membershipLevel, level), runs)
  return and(
    isNull(users.deletedAt),
    q ? sql`lower(${users.fullName} || E'\n' || ${users.email}) ~ ${searchPattern(q)}` : undefined,
    tag ? isTagged(tag.toLowerCase()) : undefined,
    role === undefined ? undefined : role === "user" ? eq(users.role, role) : staffOf(role),
    level === undefined ? undefined : level === "free" ? sql`${levelAt(now)} = 'free'` : paid,
    suspended === undefined ? undefined : suspended ? isNotNull(users.suspendedAt) : isNull(users.suspendedAt),
    active === undefined ? undefined : active ? eq(users.isActive, true) : sql`not ${users.isActive}`,
  )!
}

const staffOf = (role: "moderator" | "admin") => sql`${users.role} <> 'user' and ${users.role} = ${role}`

/** Selects a page of ids by an index-only scan, for large offsets. */
function pageOf(where: SQL, skip: number, limit: number): SQL {
  return sql`select ${users.id} from ${users} where ${where}
    order by ${users.createdAt} desc, ${users.id} desc limit ${limit} offset ${skip}`
}

async function present(tx: Tx, rows: Row[]): Promise<AdminUser[]> {
  const seen = await lastSeenOf(
    tx,
    rows.map(({ id }) => id),
  )
  const now = tx.now()
  return rows.map((row) => ({
    ...presentUser(row, now),
    last_seen_at: seen.get(row.id) ?? null,
    second_factor: row.secondFactorSince !== null,
  }))
}

/** Returns the last activity of these accounts, including deleted ones. */
export async function lastSeenOf(tx: Tx, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.db
    .select({ userId: users.id, before: users.lastSeenAt, at: max(sessions.lastSeenAt) })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .where(inArray(users.id, ids))
    .groupBy(users.id)
  const latest = (...moments: (Date | null)[]) =>
    moments.filter((at) => at !== null).sort((a, b) => b.getTime() - a.getTime())[0]
  return new Map(
    rows.flatMap(({ userId, before, at }) => {
      const seen = latest(before, at)
      return seen ? [[userId, seen.toISOString()] as const] : []
    }),
  )
}

/** Returns what the deactivation of this account affects. */
export async function dependentsOf(tx: Tx, actor: Actor, id: number): Promise<Dependents> {
  assertAdmin(actor, "super_admin")
  const [row] = await tx.db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  if (!row) throw notFound(t`User not found`)
  const [counted] = await tx.db
    .select({
      models: sql<number>`(select count(*)::int from ${dolls} where ${dolls.moderatorId} = ${id}
        and ${dolls.deletedAt} is null)`,
      chats: sql<number>`(select count(*)::int from ${chatRooms} where ${chatRooms.moderatorId} = ${id}
        and ${chatRooms.frozenAt} is null)`,
      orders: sql<number>`(select count(*)::int from ${orders} where ${orders.userId} = ${id}
        and ${inArray(orders.status, underWay)})`,
    })
    .from(sql`(select 1) as one`)
  const { role, membership_level, vip } = presentUser(row, tx.now())
  const membership = role === "user" && (vip || membership_level !== "free") ? membership_level : null
  return { ...counted!, membership }
}
const underWay: OrderStatus[] = ["unpaid", "to_be_shipped", "shipped", "needs_review", "refund_due"]
