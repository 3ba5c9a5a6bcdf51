import { and, asc, desc, eq, gt, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm"
import type { AuditEntry, AuditQuery, AuditVerification } from "#contract/admin.ts"
import { type Actor, assertAdmin } from "../accounts/actor.ts"
import { likeText } from "../accounts/members.ts"
import { users } from "../accounts/tables.ts"
import type { Tx } from "../db/store.ts"
import { type Batches, inBatches } from "../http/csv.ts"
import { beginning, seal } from "./audit.ts"
import { countOf } from "./counting.ts"
import { shifted } from "./days.ts"
import { auditLog } from "./tables.ts"

type Row = typeof auditLog.$inferSelect

/** What staff have done. */
export async function listAudit(tx: Tx, actor: Actor, query: AuditQuery) {
  assertAdmin(actor, "super_admin")
  const { skip, limit, sort, ...filter } = query
  const where = await filterOf(tx, query)
  const rows = await tx.db.select().from(auditLog).where(where).orderBy(byTime(sort)).limit(limit).offset(skip)
  const total = await countOf(tx, `audit ${JSON.stringify(filter)}`, sql`${auditLog} where ${where ?? sql`true`}`)
  return { items: await present(tx, rows), total }
}

export function exportAudit(tx: Tx, actor: Actor, query: AuditQuery): Batches<AuditEntry> {
  assertAdmin(actor, "super_admin")
  return inBatches(async (before, limit) => {
    const isBehind = query.sort === "oldest" ? gt : lt
    const where = and(await filterOf(tx, query), before === null ? undefined : isBehind(auditLog.id, before))
    return present(tx, await tx.db.select().from(auditLog).where(where).orderBy(byTime(query.sort)).limit(limit))
  })
}

/** Entries are numbered as they are written. */
const byTime = (sort: AuditQuery["sort"]) => (sort === "oldest" ? asc(auditLog.id) : desc(auditLog.id))

const batch = 1000

/** Goes along the whole chain: an entry that was changed or taken out no longer fits the one after it. */
export async function verifyAudit(tx: Tx, actor: Actor): Promise<AuditVerification> {
  assertAdmin(actor, "super_admin")
  let previous = beginning
  let last = 0
  for (let checked = 0; ; ) {
    const rows = await tx.db.select().from(auditLog).where(gt(auditLog.id, last)).orderBy(asc(auditLog.id)).limit(batch)
    for (const { id, previousHash, hash, ...entry } of rows) {
      if (!previousHash.equals(previous) || !seal(previous, entry).equals(hash)) {
        return { intact: false, checked, first_broken_id: id, head: null }
      }
      previous = hash
      last = id
      checked++
    }
    if (rows.length < batch) {
      return { intact: true, checked, first_broken_id: null, head: checked > 0 ? previous.toString("hex") : null }
    }
  }
}

/** As the index has it. */
const searched = sql`lower(${auditLog.action} || E'\n' || ${auditLog.targetKind} || E'\n' || coalesce(${auditLog.before}::text, '')
  || E'\n' || coalesce(${auditLog.after}::text, ''))`

async function filterOf(tx: Tx, query: AuditQuery): Promise<SQL | undefined> {
  const { q, actor_id, action, target_kind, target_id, from, to } = query
  return and(
    actor_id ? eq(auditLog.actorId, actor_id) : undefined,
    action ? eq(auditLog.action, action) : undefined,
    target_kind ? eq(auditLog.targetKind, target_kind) : undefined,
    target_id ? eq(auditLog.targetId, target_id) : undefined,
    from ? gte(auditLog.createdAt, new Date(`${from}T00:00:00.000Z`)) : undefined,
    to ? lt(auditLog.createdAt, new Date(`${shifted(to, 1)}T00:00:00.000Z`)) : undefined,
    q ? or(sql`${searched} like ${likeText(q)}`, await byStaffNamed(tx, q)) : undefined,
  )
}

async function byStaffNamed(tx: Tx, q: string): Promise<SQL | undefined> {
  const named = sql`lower(${users.fullName} || E'\n' || ${users.email}) like ${likeText(q)}`
  const rows = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`${users.role} <> 'user'`, named))
  const ids = rows.map(({ id }) => id)
  return ids.length > 0 ? inArray(auditLog.actorId, ids) : undefined
}

async function present(tx: Tx, rows: Row[]): Promise<AuditEntry[]> {
  const ids = [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]
  const found =
    ids.length === 0
      ? []
      : await tx.db
          .select({ id: users.id, name: users.fullName, email: users.email })
          .from(users)
          .where(inArray(users.id, ids))
  const people = new Map(found.map((person) => [person.id, person]))
  return rows.map((row) => ({
    id: row.id,
    actor_id: row.actorId,
    actor: people.get(row.actorId ?? 0)?.name ?? null,
    actor_email: people.get(row.actorId ?? 0)?.email || null,
    action: row.action,
    target_kind: row.targetKind,
    target_id: row.targetId,
    before: row.before,
    after: row.after,
    created_at: row.createdAt.toISOString(),
    hash: row.hash.toString("hex"),
  }))
}
