import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import type {
  AnswerContact,
  ContactAssignee,
  ContactDetail,
  ContactMessage,
  ContactsQuery,
  EditContact,
} from "#contract/admin.ts"
import { notificationTexts } from "#contract/buyingText.ts"
import { panelTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin, assertSteppedUp, type Person } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { type Batches, inBatches } from "../../platform/db/batches.ts"
import { countOf } from "../../platform/db/counting.ts"
import { after, inOrder, type Order } from "../../platform/db/pagination.ts"
import { searchPattern } from "../../platform/db/search.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import type { Finish } from "../../platform/http/idempotency.ts"
import { contactAnswer } from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { notify } from "../../platform/notifications/notifications.ts"
import { audit } from "../../platform/records/audit.ts"
import { invalid, notFound, Refusal } from "../../platform/refusal.ts"
import { orders } from "../../sales/orders/tables.ts"
import { contactAnswers as answers, contactMessages as messages } from "./tables.ts"

export async function listContacts(tx: Tx, actor: Actor, query: ContactsQuery) {
  assertAdmin(actor)
  const { skip, limit, sort, ...filter } = query
  const where = filterOf(actor, query)
  const rows = await listed(tx)
    .where(where)
    .orderBy(...inOrder(messages, sorts[sort]))
    .limit(limit)
    .offset(skip)
  const counted = `contacts ${JSON.stringify({ ...filter, of: filter.assignee === "me" ? actor.id : undefined })}`
  const total = await countOf(tx, counted, sql`${messages} where ${where ?? sql`true`}`)
  return { items: rows.map(present), total }
}

export async function getContact(tx: Tx, actor: Actor, id: number): Promise<ContactDetail> {
  assertAdmin(actor)
  const [row] = await listed(tx).where(eq(messages.id, id))
  if (!row) throw notFound(t`Message not found`)
  const given = await tx.db
    .select({ ...getTableColumns(answers), author: users.fullName })
    .from(answers)
    .leftJoin(users, and(eq(users.id, answers.authorId), isNull(users.deletedAt)))
    .where(eq(answers.contactId, id))
    .orderBy(asc(answers.id))
  return {
    ...present(row),
    answers: given.map(({ id, author, content, createdAt }) => ({
      id,
      author,
      content,
      created_at: createdAt.toISOString(),
    })),
  }
}

/** Returns the newest message that each of these accounts has sent while signed in. */
export async function newestFrom(tx: Tx, actor: Actor, userIds: number[]) {
  assertAdmin(actor)
  if (userIds.length === 0) return []
  return tx.db
    .selectDistinctOn([messages.userId])
    .from(messages)
    .where(inArray(messages.userId, userIds))
    .orderBy(messages.userId, desc(messages.id))
}

export function exportContacts(tx: Tx, actor: Actor, query: ContactsQuery): Batches<ContactMessage> {
  assertAdmin(actor)
  assertSteppedUp(actor, tx.now())
  const where = filterOf(actor, query)
  return inBatches(async (before, limit) => {
    const rows = await listed(tx)
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

/** Marks a message as handled or not, or assigns it. */
export async function edit(tx: Tx, actor: Actor, id: number, changes: EditContact): Promise<ContactMessage> {
  assertAdmin(actor)
  const row = await lock(tx, id)
  if (changes.handled !== undefined) await mark(tx, actor, row, changes.handled)
  if (changes.assignee_id !== undefined) await assign(tx, actor, row, changes.assignee_id)
  const [changed] = await listed(tx).where(eq(messages.id, id))
  return present(changed!)
}

/** Emails the answer to the sender, stores it and marks the message as handled. */
export async function answer(store: Store, actor: Actor, id: number, input: AnswerContact, sending: Answering) {
  assertAdmin(actor)
  const { origin, support, finish } = sending
  return store.transaction(async (tx) => {
    const row = await lock(tx, id)
    if (row.email === "") throw new Refusal("CONFLICT", panelTexts.contactErased)
    const { content } = input
    await tx.db.insert(answers).values({ contactId: id, authorId: actor.id, content, createdAt: tx.now() })
    const { email: to, subject, message, createdAt: sentAt, language } = row
    const zone = await zoneOf(tx, to)
    const about = { to, subject, message, sentAt, zone }
    await enqueue(tx, contactAnswer({ ...about, answer: content, origin, support }), language)
    await audit(tx, actor, { action: "contact.answer", target: { kind: "contact", id } })
    await mark(tx, actor, row, true)
    return finish(tx, 201, { message: panelTexts.answerSent })
  })
}

interface Answering {
  origin: string
  support: string
  finish: Finish
}

/** Lists the admins who can take care of a message. */
export async function assignees(tx: Tx, actor: Actor): Promise<ContactAssignee[]> {
  assertAdmin(actor)
  return tx.db
    .select({ id: users.id, name: users.fullName })
    .from(users)
    .where(canAnswer)
    .orderBy(users.fullName, users.id)
}

type Row = typeof messages.$inferSelect

async function lock(tx: Tx, id: number): Promise<Row> {
  const [row] = await tx.db.select().from(messages).where(eq(messages.id, id)).for("update")
  if (!row) throw notFound(t`Message not found`)
  return row
}

async function mark(tx: Tx, actor: Person, { id, handledAt }: Row, handled: boolean): Promise<void> {
  if ((handledAt !== null) === handled) return
  await tx.db
    .update(messages)
    .set({ handledAt: handled ? tx.now() : null })
    .where(eq(messages.id, id))
  const change = { before: { handled: !handled }, after: { handled } }
  await audit(tx, actor, { action: "contact.handle", target: { kind: "contact", id }, ...change })
}

async function assign(tx: Tx, actor: Person, { id, assigneeId: before }: Row, assigneeId: number | null) {
  if (before === assigneeId) return
  if (assigneeId !== null) {
    const [found] = await tx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, assigneeId), canAnswer))
    if (!found) throw invalid("assignee_id", panelTexts.contactNotAssignable)
  }
  await tx.db.update(messages).set({ assigneeId }).where(eq(messages.id, id))
  const change = { before: { assignee: before }, after: { assignee: assigneeId } }
  await audit(tx, actor, { action: "contact.assign", target: { kind: "contact", id }, ...change })
  if (assigneeId === null || assigneeId === actor.id) return
  const link = `/admin?tab=contacts&message=${id}`
  await notify(tx, assigneeId, { kind: "mentioned", ...notificationTexts.contactAssigned, link })
}

const canAnswer = and(eq(users.role, "admin"), eq(users.isActive, true), isNull(users.deletedAt))

/** Returns the time zone of the account with this address, for the day in the email. */
async function zoneOf(tx: Tx, email: string): Promise<string | null> {
  const [account] = await tx.db.select({ zone: users.timeZone }).from(users).where(eq(users.email, email))
  return account?.zone ?? null
}

const listed = (tx: Tx) =>
  tx.db
    .select({ ...getTableColumns(messages), assignee: users.fullName, orderNumber: orders.orderNumber })
    .from(messages)
    .leftJoin(orders, eq(orders.id, messages.orderId))
    .leftJoin(users, and(eq(users.id, messages.assigneeId), isNull(users.deletedAt)))

/** The expression of the index. */
const searched = sql`lower(${messages.name} || E'\n' || ${messages.email} || E'\n' || ${messages.subject} || E'\n'
  || ${messages.message})`

function filterOf(actor: Person, { q, handled, assignee }: ContactsQuery): SQL | undefined {
  return and(
    q ? sql`${searched} ~ ${searchPattern(q)}` : undefined,
    handled === undefined ? undefined : handled ? isNotNull(messages.handledAt) : isNull(messages.handledAt),
    assignee === "me" ? eq(messages.assigneeId, actor.id) : undefined,
    assignee === "nobody" ? isNull(messages.assigneeId) : undefined,
  )
}

function present(row: Row & { assignee: string | null; orderNumber: string | null }): ContactMessage {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    user_id: row.userId,
    order_id: row.orderId,
    order_number: row.orderNumber,
    assignee_id: row.assigneeId,
    assignee: row.assignee,
    handled_at: row.handledAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  }
}
