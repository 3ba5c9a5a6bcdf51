import { and, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from "drizzle-orm"
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core"
import type {
  ChatsQuery,
  CustomerChats,
  CustomerMemberships,
  CustomerOrders,
  CustomerPart,
  CustomerPayments,
  CustomerReports,
  CustomerReturns,
  CustomerReviews,
  CustomerSessions,
  SectionQuery,
} from "#contract/customers.ts"
import { t } from "#contract/t.ts"
import { chatRooms } from "../../conversation/chat/tables.ts"
import { contactMessages } from "../../conversation/contact/tables.ts"
import { reviews } from "../../conversation/reviews/tables.ts"
import { agentOf } from "../../people/accounts/agents.ts"
import { membershipPeriods } from "../../people/membership/tables.ts"
import type { Actor } from "../../platform/auth/actor.ts"
import { isOpen } from "../../platform/auth/sessions.ts"
import { sessions, users } from "../../platform/auth/tables.ts"
import { after, inOrder } from "../../platform/db/pagination.ts"
import type { Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { flaggedItems } from "../../platform/moderation/tables.ts"
import { fromCents } from "../../platform/money.ts"
import { notFound } from "../../platform/refusal.ts"
import { presentRefund } from "../../sales/orders/present.ts"
import { orderItems, orders, returns } from "../../sales/orders/tables.ts"
import { presentForStaff, redeemer } from "../../sales/payments/gifts.ts"
import { gifts, invoices, payments } from "../../sales/payments/tables.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { assertOpens, customerRow } from "./subjects.ts"

export type Asked = SectionQuery & { id: number }

/** Returns a page of rows, of which one more was read than requested, to tell whether there are further ones. */
export function pageOf<Row extends { id: number }, Item>(
  rows: Row[],
  limit: number,
  present: (row: Row) => Item,
): { items: Item[]; next: number | null } {
  const shown = rows.slice(0, limit)
  return { items: shown.map(present), next: rows.length > limit ? shown.at(-1)!.id : null }
}

type Table = PgTable & { id: AnyPgColumn; createdAt: AnyPgColumn }

interface Rows<Row, Item> {
  table: Table
  /** The query of the rows, which is then limited to a page. */
  query: { where(where: SQL | undefined): { orderBy(...order: SQL[]): { limit(limit: number): Promise<Row[]> } } }
  present(row: Row): Item
}

interface Section<Row, Item> extends Rows<Row, Item> {
  part: CustomerPart
  owner: AnyPgColumn
  /** The id of the only row to return. */
  only?: number
}

/** Lists rows of a customer after the row `before`, newest first. */
async function listSection<Row extends { id: number }, Item>(
  tx: Tx,
  actor: Actor,
  asked: Asked,
  { part, owner, only, ...rows }: Section<Row, Item>,
) {
  assertOpens(actor, part)
  await customerRow(tx, asked.id)
  const isIt = only === undefined ? undefined : eq(rows.table.id, only)
  return readPage(asked, and(eq(owner, asked.id), isIt), rows)
}

async function readPage<Row extends { id: number }, Item>(
  { before, limit }: SectionQuery,
  where: SQL | undefined,
  { table, query, present }: Rows<Row, Item>,
) {
  const order = { by: table.createdAt, down: true }
  const rows = await query
    .where(and(where, after(table, order, before ?? null)))
    .orderBy(...inOrder(table, order))
    .limit(limit + 1)
  return pageOf(rows, limit, present)
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null

export function listOrders(tx: Tx, actor: Actor, asked: Asked): Promise<CustomerOrders> {
  return listSection(tx, actor, asked, { part: "orders", owner: orders.userId, ...orderRows(tx) })
}

/** Lists the orders of the author of a contact message: those of the account, or with the address of the message. */
export async function listContactOrders(tx: Tx, actor: Actor, { id, ...asked }: Asked): Promise<CustomerOrders> {
  assertOpens(actor, "orders")
  const [contact] = await tx.db.select().from(contactMessages).where(eq(contactMessages.id, id))
  if (!contact) throw notFound(t`Message not found`)
  const { userId, email } = contact
  const namesakes = tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  const byEmail = or(sql`${orders.shipping} ->> 'email' = ${email}::text`, inArray(orders.userId, namesakes))
  const theirs = or(userId === null ? undefined : eq(orders.userId, userId), email === "" ? undefined : byEmail)
  return theirs ? readPage(asked, theirs, orderRows(tx)) : { items: [], next: null }
}

function orderRows(tx: Tx) {
  const pieces = sql<number>`(select coalesce(sum(${orderItems.quantity}), 0)::int from ${orderItems}
    where ${orderItems.orderId} = ${sql.raw("orders.id")})`
  const query = tx.db.select({ ...getTableColumns(orders), pieces }).from(orders)
  type Row = Awaited<typeof query>[number]
  return {
    table: orders,
    query,
    present: (row: Row): CustomerOrders["items"][number] => ({
      id: row.id,
      order_number: row.orderNumber,
      status: row.status,
      refund: presentRefund(row),
      pieces: row.pieces,
      total: fromCents(row.totalCents),
      created_at: row.createdAt.toISOString(),
    }),
  }
}

export function listPayments(tx: Tx, actor: Actor, asked: Asked): Promise<CustomerPayments> {
  return listSection(tx, actor, asked, {
    part: "payments",
    table: payments,
    owner: payments.userId,
    query: tx.db
      .select({
        ...getTableColumns(payments),
        level: invoices.level,
        orderNumber: orders.orderNumber,
        gift: gifts,
        redeemer,
      })
      .from(payments)
      .leftJoin(invoices, eq(invoices.id, payments.invoiceId))
      .leftJoin(gifts, eq(gifts.paymentId, payments.id))
      .leftJoin(orders, eq(orders.id, payments.orderId)),
    present: (row) => ({
      id: row.id,
      payment_id: row.paymentId,
      status: row.status,
      amount: fromCents(row.amountCents),
      order_number: row.orderNumber,
      level: row.level,
      gift: presentForStaff(row, tx.now()),
      created_at: row.createdAt.toISOString(),
    }),
  })
}

export function listReturns(tx: Tx, actor: Actor, asked: Asked): Promise<CustomerReturns> {
  return listSection(tx, actor, asked, {
    part: "returns",
    table: returns,
    owner: orders.userId,
    query: tx.db
      .select({ ...getTableColumns(returns), orderNumber: orders.orderNumber })
      .from(returns)
      .innerJoin(orders, eq(orders.id, returns.orderId)),
    present: (row) => ({
      id: row.id,
      order_id: row.orderId,
      order_number: row.orderNumber,
      status: row.status,
      reason: row.reason,
      created_at: row.createdAt.toISOString(),
    }),
  })
}

export function listMemberships(tx: Tx, actor: Actor, asked: Asked): Promise<CustomerMemberships> {
  const isGift = sql<boolean>`exists (select from ${gifts} where ${gifts.paymentId} = ${membershipPeriods.paymentId})`
  return listSection(tx, actor, asked, {
    part: "memberships",
    table: membershipPeriods,
    owner: membershipPeriods.userId,
    query: tx.db.select({ ...getTableColumns(membershipPeriods), isGift }).from(membershipPeriods),
    present: (row) => ({
      id: row.id,
      level: row.level,
      kind: row.kind === "bought" || row.kind === "further" ? (row.isGift ? "gift" : "bought") : row.kind,
      price: fromCents(row.priceCents),
      starts_at: row.startsAt.toISOString(),
      ends_at: iso(row.endsAt),
      revoked_at: iso(row.revokedAt),
    }),
  })
}

export function listReviews(tx: Tx, actor: Actor, asked: Asked): Promise<CustomerReviews> {
  return listSection(tx, actor, asked, {
    part: "reviews",
    table: reviews,
    owner: reviews.userId,
    query: tx.db
      .select({ ...getTableColumns(reviews), model: dolls.name })
      .from(reviews)
      .innerJoin(dolls, eq(dolls.id, reviews.dollId)),
    present: (row) => ({
      id: row.id,
      doll_id: row.dollId,
      model: row.model,
      rating: row.rating,
      comment: row.comment,
      created_at: row.createdAt.toISOString(),
    }),
  })
}

/** Lists the chats by the time they began: a list sorted by activity changes, and cannot be paged by key. */
export function listChats(tx: Tx, actor: Actor, asked: Asked & ChatsQuery): Promise<CustomerChats> {
  return listSection(tx, actor, asked, {
    part: "chats",
    table: chatRooms,
    owner: chatRooms.userId,
    only: asked.chat,
    query: tx.db
      .select({ ...getTableColumns(chatRooms), model: dolls.name, moderator: users.fullName })
      .from(chatRooms)
      .innerJoin(dolls, eq(dolls.id, chatRooms.dollId))
      .leftJoin(users, eq(users.id, chatRooms.moderatorId)),
    present: (row) => ({
      id: row.id,
      doll_id: row.dollId,
      model: row.model,
      moderator: row.moderator,
      messages: row.messageCount,
      frozen: row.frozenAt !== null,
      last_activity_at: row.lastActivityAt.toISOString(),
    }),
  })
}

export function listReports(tx: Tx, actor: Actor, asked: Asked): Promise<CustomerReports> {
  return listSection(tx, actor, asked, {
    part: "reports",
    table: flaggedItems,
    owner: flaggedItems.authorId,
    query: tx.db.select().from(flaggedItems),
    present: (row) => ({
      id: row.id,
      kind: row.kind,
      reason: row.reason,
      critical: row.critical,
      created_at: row.createdAt.toISOString(),
      decided_at: iso(row.resolvedAt),
      outcome: row.outcome,
    }),
  })
}

export function listSessions(tx: Tx, actor: Actor, asked: Asked): Promise<CustomerSessions> {
  const open = isOpen(tx.now()) as SQL<boolean>
  return listSection(tx, actor, asked, {
    part: "sessions",
    table: sessions,
    owner: sessions.userId,
    query: tx.db.select({ ...getTableColumns(sessions), open: sql<boolean>`${open}` }).from(sessions),
    present: (row) => ({
      id: row.id,
      device: said(agentOf(row.userAgent)),
      method: row.method,
      created_at: row.createdAt.toISOString(),
      last_seen_at: row.lastSeenAt.toISOString(),
      is_open: row.open,
    }),
  })
}
