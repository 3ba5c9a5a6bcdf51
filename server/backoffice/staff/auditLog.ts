import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm"
import type { AuditEntry, AuditQuery, AuditVerification } from "#contract/admin.ts"
import { t } from "#contract/t.ts"
import { chatRooms } from "../../conversation/chat/tables.ts"
import { contactMessages } from "../../conversation/contact/tables.ts"
import { type Actor, assertAdmin, assertSteppedUp } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { shifted } from "../../platform/clock.ts"
import { type Batches, inBatches } from "../../platform/db/batches.ts"
import { countOf } from "../../platform/db/counting.ts"
import { searchPattern } from "../../platform/db/search.ts"
import type { Tx } from "../../platform/db/store.ts"
import { flaggedItems } from "../../platform/moderation/tables.ts"
import { beginning, seal } from "../../platform/records/audit.ts"
import { auditLog } from "../../platform/records/tables.ts"
import { notFound } from "../../platform/refusal.ts"
import { ordersHolding } from "../../sales/order-admin/orders.ts"
import { orders } from "../../sales/orders/tables.ts"
import { payments } from "../../sales/payments/tables.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { videos } from "../../shopfront/videos/tables.ts"

type Row = typeof auditLog.$inferSelect

export async function listAudit(tx: Tx, actor: Actor, query: AuditQuery) {
  assertAdmin(actor, "super_admin")
  const { skip, limit, sort, ...filter } = query
  const where = await filterOf(tx, query)
  const rows = await tx.db.select().from(auditLog).where(where).orderBy(byTime(sort)).limit(limit).offset(skip)
  const total = await countOf(tx, `audit ${JSON.stringify(filter)}`, sql`${auditLog} where ${where ?? sql`true`}`)
  return { items: await present(tx, rows), total }
}

export async function getAuditEntry(tx: Tx, actor: Actor, id: number): Promise<AuditEntry> {
  assertAdmin(actor, "super_admin")
  const [entry] = await present(tx, await tx.db.select().from(auditLog).where(eq(auditLog.id, id)))
  if (!entry) throw notFound(t`Entry not found`)
  return entry
}

export function exportAudit(tx: Tx, actor: Actor, query: AuditQuery): Batches<AuditEntry> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  return inBatches(async (before, limit) => {
    const isBehind = query.sort === "oldest" ? gt : lt
    const where = and(await filterOf(tx, query), before === null ? undefined : isBehind(auditLog.id, before))
    return present(tx, await tx.db.select().from(auditLog).where(where).orderBy(byTime(query.sort)).limit(limit))
  })
}

/** Ids are in the order of writing. */
const byTime = (sort: AuditQuery["sort"]) => (sort === "oldest" ? asc(auditLog.id) : desc(auditLog.id))

const batch = 1000

/** Verifies the hash chain: an entry that was changed or removed breaks the link to the next one. */
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

/** The expression of the index. */
const searched = sql`lower(${auditLog.action} || E'\n' || ${auditLog.targetKind} || E'\n'
  || coalesce(${auditLog.before}::text, '')
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
    q
      ? or(sql`${searched} ~ ${searchPattern(q)}`, await byStaffNamed(tx, q), numbered(q), await doneTo(tx, q))
      : undefined,
  )
}

/** The condition for a number, which may be the entry's id or its target's. */
function numbered(q: string): SQL | undefined {
  const number = Number(/^#?(\d{1,9})$/.exec(q)?.[1])
  return number ? or(eq(auditLog.id, number), eq(auditLog.targetId, number)) : undefined
}

const most = 500

/** The condition for entries about anything that matches by name or number, and about what belongs to it. */
async function doneTo(tx: Tx, q: string): Promise<SQL | undefined> {
  const pattern = searchPattern(q)
  const named = await idsOf(
    tx,
    sql`${users} where lower(${users.fullName} || E'\n' || ${users.email}) ~ ${pattern} and ${users.deletedAt} is null`,
  )
  const theirs = `{${named}}`
  const found: [kind: string, ids: number[]][] = [
    ["user", named],
    ["order", await ordersHolding(tx, q, most)],
    [
      "payment",
      await idsOf(
        tx,
        sql`${payments} where lower(${payments.paymentId}) ~ ${pattern} or ${payments.userId} = any(${theirs}::int[])`,
      ),
    ],
    ["doll", await idsOf(tx, sql`${dolls} where ${dolls.searchText} ~ ${pattern}`)],
    ["video", await idsOf(tx, sql`${videos} where lower(${videos.title}) ~ ${pattern}`)],
    ["chat_room", await idsOf(tx, sql`${chatRooms} where ${chatRooms.userId} = any(${theirs}::int[])`)],
    ["flagged_item", await idsOf(tx, sql`${flaggedItems} where ${flaggedItems.authorId} = any(${theirs}::int[])`)],
    ["contact", await idsOf(tx, sql`${contactMessages} where ${contactMessages.userId} = any(${theirs}::int[])`)],
  ]
  const targets = found.flatMap(([kind, ids]) =>
    ids.length === 0 ? [] : and(eq(auditLog.targetKind, kind), inArray(auditLog.targetId, ids)),
  )
  return targets.length > 0 ? or(...targets) : undefined
}

/** Returns the newest ids, up to the limit that the search considers. */
async function idsOf(tx: Tx, from: SQL): Promise<number[]> {
  const { rows } = (await tx.db.execute(sql`select id from ${from} order by id desc limit ${most}`)) as unknown as {
    rows: { id: number }[]
  }
  return rows.map(({ id }) => id)
}

async function byStaffNamed(tx: Tx, q: string): Promise<SQL | undefined> {
  const named = sql`lower(${users.fullName} || E'\n' || ${users.email}) ~ ${searchPattern(q)}`
  const rows = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`${users.role} <> 'user'`, named))
  const ids = rows.map(({ id }) => id)
  return ids.length > 0 ? inArray(auditLog.actorId, ids) : undefined
}

async function present(tx: Tx, rows: Row[]): Promise<AuditEntry[]> {
  const people = await peopleBy(
    tx,
    rows.flatMap((row) => [row.actorId, moderatorIn(row)]),
  )
  const targets = await targetsOf(tx, rows)
  return rows.map((row) => {
    const target = targets.get(`${row.targetKind} ${row.targetId}`)
    return {
      id: row.id,
      actor_id: row.actorId,
      actor: people.get(row.actorId ?? 0)?.name ?? null,
      actor_email: people.get(row.actorId ?? 0)?.email || null,
      action: row.action,
      target_kind: row.targetKind,
      target_id: row.targetId,
      target_name: target?.name || null,
      target_role: target?.role ?? null,
      moderator: people.get(moderatorIn(row) ?? 0)?.name ?? null,
      before: row.before,
      after: row.after,
      created_at: row.createdAt.toISOString(),
      hash: row.hash.toString("hex"),
    }
  })
}

/** Returns the moderator who got the model by an assignment, or the one who lost it. */
function moderatorIn({ before, after }: Row): number | null {
  const of = (value: unknown) => (value as { moderator_id?: number | null } | null)?.moderator_id ?? null
  return of(after) ?? of(before)
}

async function peopleBy(tx: Tx, ids: (number | null)[]) {
  const known = [...new Set(ids.filter((id) => id !== null))]
  const found =
    known.length === 0
      ? []
      : await tx.db
          .select({ id: users.id, name: users.fullName, email: users.email })
          .from(users)
          .where(inArray(users.id, known))
  return new Map(found.map((person) => [person.id, person]))
}

interface Named {
  id: number
  name: string | null
  role?: "user" | "moderator" | "admin"
}

const namesOf: Record<string, (tx: Tx, ids: number[]) => Promise<Named[]>> = {
  user: (tx, ids) =>
    tx.db
      .select({ id: users.id, name: users.fullName, role: users.role })
      .from(users)
      .where(and(inArray(users.id, ids), isNull(users.deletedAt))),
  doll: (tx, ids) => tx.db.select({ id: dolls.id, name: dolls.name }).from(dolls).where(inArray(dolls.id, ids)),
  video: (tx, ids) => tx.db.select({ id: videos.id, name: videos.title }).from(videos).where(inArray(videos.id, ids)),
  order: (tx, ids) =>
    tx.db.select({ id: orders.id, name: orders.orderNumber }).from(orders).where(inArray(orders.id, ids)),
  payment: (tx, ids) =>
    tx.db.select({ id: payments.id, name: payments.paymentId }).from(payments).where(inArray(payments.id, ids)),
  contact: (tx, ids) =>
    tx.db
      .select({ id: contactMessages.id, name: contactMessages.name })
      .from(contactMessages)
      .where(inArray(contactMessages.id, ids)),
  chat_room: (tx, ids) =>
    tx.db
      .select({ id: chatRooms.id, name: sql<string>`${users.fullName} || ' and ' || ${dolls.name}` })
      .from(chatRooms)
      .innerJoin(users, eq(users.id, chatRooms.userId))
      .innerJoin(dolls, eq(dolls.id, chatRooms.dollId))
      .where(inArray(chatRooms.id, ids)),
}

async function targetsOf(tx: Tx, rows: Row[]): Promise<Map<string, Named>> {
  const all = new Map<string, Named>()
  for (const [kind, read] of Object.entries(namesOf)) {
    const ids = new Set(rows.flatMap((row) => (row.targetKind === kind ? (row.targetId ?? []) : [])))
    if (ids.size === 0) continue
    for (const named of await read(tx, [...ids])) all.set(`${kind} ${named.id}`, named)
  }
  return all
}
