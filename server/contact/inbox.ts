import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import type { ContactMessage, ContactsQuery } from "#contract/admin.ts"
import { type Actor, assertAdmin, assertSteppedUp } from "../auth/actor.ts"
import { type Batches, inBatches } from "../db/batches.ts"
import { countOf } from "../db/counting.ts"
import { after, inOrder, type Order } from "../db/pagination.ts"
import { likeText } from "../db/search.ts"
import type { Tx } from "../db/store.ts"
import { audit } from "../records/audit.ts"
import { notFound } from "../refusal.ts"
import { contactMessages as messages } from "./tables.ts"

/** The contact messages, for every admin. */
export async function listContacts(tx: Tx, actor: Actor, query: ContactsQuery) {
  assertAdmin(actor)
  const { skip, limit, sort, ...filter } = query
  const where = filterOf(query)
  const rows = await tx.db
    .select()
    .from(messages)
    .where(where)
    .orderBy(...inOrder(messages, sorts[sort]))
    .limit(limit)
    .offset(skip)
  const total = await countOf(tx, `contacts ${JSON.stringify(filter)}`, sql`${messages} where ${where ?? sql`true`}`)
  return { items: rows.map(present), total }
}

export async function getContact(tx: Tx, actor: Actor, id: number): Promise<ContactMessage> {
  assertAdmin(actor)
  const [row] = await tx.db.select().from(messages).where(eq(messages.id, id))
  if (!row) throw notFound("Message not found")
  return present(row)
}

export function exportContacts(tx: Tx, actor: Actor, query: ContactsQuery): Batches<ContactMessage> {
  assertAdmin(actor)
  assertSteppedUp(actor, tx.now())
  const where = filterOf(query)
  return inBatches(async (before, limit) => {
    const rows = await tx.db
      .select()
      .from(messages)
      .where(and(where, after(messages, sorts[query.sort], before)))
      .orderBy(...inOrder(messages, sorts[query.sort]))
      .limit(limit)
    return rows.map(present)
  })
}

const sorts: Record<ContactsQuery["sort"], Order> = {
  newest: { by: messages.createdAt, down: true },
  oldest: { by: messages.createdAt },
}

/** Marks a message as handled or not handled. */
export async function handle(tx: Tx, actor: Actor, id: number, handled: boolean): Promise<ContactMessage> {
  assertAdmin(actor)
  const [row] = await tx.db.select().from(messages).where(eq(messages.id, id)).for("update")
  if (!row) throw notFound("Message not found")
  if ((row.handledAt !== null) === handled) return present(row)
  const handledAt = handled ? tx.now() : null
  await tx.db.update(messages).set({ handledAt }).where(eq(messages.id, id))
  const change = { before: { handled: !handled }, after: { handled } }
  await audit(tx, actor, { action: "contact.handle", target: { kind: "contact", id }, ...change })
  return present({ ...row, handledAt })
}

/** The same expression as the index. */
const searched = sql`lower(${messages.name} || E'\n' || ${messages.email} || E'\n' || ${messages.subject} || E'\n'
  || ${messages.message})`

function filterOf({ q, handled }: ContactsQuery): SQL | undefined {
  return and(
    q ? sql`${searched} like ${likeText(q)}` : undefined,
    handled === undefined ? undefined : handled ? isNotNull(messages.handledAt) : isNull(messages.handledAt),
  )
}

function present(row: typeof messages.$inferSelect): ContactMessage {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    user_id: row.userId,
    handled_at: row.handledAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  }
}
