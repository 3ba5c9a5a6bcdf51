import { and, desc, eq, gt, inArray, lt, or, type SQL, sql } from "drizzle-orm"
import type { CustomerEmails } from "#contract/customers.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { sendVerification } from "../accounts/emailAddress.ts"
import type { Actor } from "../auth/actor.ts"
import { users } from "../auth/tables.ts"
import { tracking } from "../carriers/carriers.ts"
import { minutes, after as shiftedBy } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import type { Limit } from "../http/limits.ts"
import type { RequestContext } from "../http/requestContext.ts"
import * as emails from "../mail/emails.ts"
import { canEmail, type Email, enqueue } from "../mail/outbox.ts"
import { mailOutbox } from "../mail/tables.ts"
import { aboutOrder } from "../orders/emails.ts"
import { orders } from "../orders/tables.ts"
import type { OrderRow } from "../orders/transitions.ts"
import { audit } from "../records/audit.ts"
import { notFound, Refusal } from "../refusal.ts"
import { type Asked, pageOf } from "./sections.ts"
import { assertOpens, type CustomerRow, customerRow } from "./subjects.ts"

export type EmailRow = typeof mailOutbox.$inferSelect

/** The order number that an email is about, from its key (`order_paid:ORD-1`). */
const numberOf = sql`substring(${mailOutbox.dedupeKey} from '[^:]+$')`

/**
 * Condition on the outbox: emails to the customer's address, and those about their orders to the addresses that the
 * orders name. The outbox keeps emails for thirty days.
 */
export function emailsOf({ id, email, createdAt }: CustomerRow): SQL {
  const theirs = sql`from ${orders} where ${orders.userId} = ${id}`
  return and(
    sql`${mailOutbox.toAddress} = any(array(select ${email} union select ${orders.shipping} ->> 'email' ${theirs}))`,
    // An address may have been another account's before.
    gt(mailOutbox.createdAt, shiftedBy(createdAt, -minutes(1))),
    or(eq(mailOutbox.toAddress, email), sql`${numberOf} in (select ${orders.orderNumber} ${theirs})`),
  )!
}

/** Condition on the outbox: emails about this order, to the address it names or its account's. */
export const emailsAbout = (orderId: number): SQL =>
  sql`${mailOutbox.toAddress} = any(array(
      select unnest(array[${orders.shipping} ->> 'email', ${users.email}])
      from ${orders} left join ${users} on ${users.id} = ${orders.userId} where ${orders.id} = ${orderId}))
    and ${numberOf} = (select ${orders.orderNumber} from ${orders} where ${orders.id} = ${orderId})`

export async function listEmails(tx: Tx, actor: Actor, asked: Asked): Promise<CustomerEmails> {
  assertOpens(actor, "emails")
  const customer = await customerRow(tx, asked.id)
  const rows = await tx.db
    .select()
    .from(mailOutbox)
    .where(and(emailsOf(customer), asked.before ? lt(mailOutbox.id, asked.before) : undefined))
    .orderBy(desc(mailOutbox.id))
    .limit(asked.limit + 1)
  const about = await ordersOf(tx, rows)
  return pageOf(rows, asked.limit, (row) => ({
    id: row.id,
    subject: row.subject,
    to: row.toAddress,
    state: stateOf(row),
    created_at: row.createdAt.toISOString(),
    sent_at: row.sentAt?.toISOString() ?? null,
    can_resend: isRewritable(row, customer, about.get(orderNumberOf(row))),
  }))
}

export const stateOf = ({ sentAt, deadAt }: Pick<EmailRow, "sentAt" | "deadAt">) =>
  sentAt ? "sent" : deadAt ? "failed" : "queued"

const orderNumberOf = ({ dedupeKey }: EmailRow) => dedupeKey?.split(":").at(-1) ?? ""

async function ordersOf(tx: Tx, rows: EmailRow[]): Promise<Map<string, OrderRow>> {
  const numbers = rows.map(orderNumberOf).filter(Boolean)
  if (numbers.length === 0) return new Map()
  const found = await tx.db.select().from(orders).where(inArray(orders.orderNumber, numbers))
  return new Map(found.map((order) => [order.orderNumber, order]))
}

/** The text of a sent email is not kept, so it is written again, from the order as it is now. */
const writers: Record<string, (order: OrderRow, home: string, parcel?: Tracked) => Email | null> = {
  order_received: (order, home) => (order.status === "unpaid" ? emails.orderReceived(aboutOrder(order, home)) : null),
  order_paid: (order, home) =>
    ["to_be_shipped", "shipped", "completed"].includes(order.status) ? emails.orderPaid(aboutOrder(order, home)) : null,
  order_shipped: (order, home, parcel) =>
    ["shipped", "completed"].includes(order.status) && order.trackingNumber
      ? emails.orderShipped({ ...aboutOrder(order, home), ...parcel, trackingNumber: order.trackingNumber })
      : null,
  order_cancelled: (order, home) =>
    order.status === "cancelled" ? emails.orderCancelled(aboutOrder(order, home)) : null,
  payment_being_checked: (order, home) =>
    order.status === "needs_review" ? emails.paymentBeingChecked(aboutOrder(order, home)) : null,
}

interface Tracked {
  carrier: string | null
  trackingUrl: string | null
}

const isVerification = ({ kind }: EmailRow) => kind === "verify_email"

function isRewritable(row: EmailRow, customer: CustomerRow, order: OrderRow | undefined): boolean {
  if (stateOf(row) === "queued") return false
  if (isVerification(row)) return customer.emailVerifiedAt === null && row.toAddress === customer.email
  return order !== undefined && Boolean(writers[row.kind]?.(order, ""))
}

/** Within this time a second call is taken for a double click. */
const doubleClick = minutes(1)

/**
 * Writes an email again and sends it to the same address. A repeated call within a minute sends nothing. Throws
 * WRONG_STATE for an email that cannot be written any more, RATE_LIMITED when the address got several of this kind in the
 * last hour.
 */
export async function resendEmail(
  store: Store,
  actor: Actor,
  { id, emailId }: { id: number; emailId: number },
  { limit, ...context }: RequestContext & { limit: Limit },
): Promise<void> {
  assertOpens(actor, "emails")
  await limit.take(actor.id)
  await store.transaction(async (tx) => {
    const customer = await customerRow(tx, id, { locked: true })
    const [row] = await tx.db
      .select()
      .from(mailOutbox)
      .where(and(emailsOf(customer), eq(mailOutbox.id, emailId)))
    if (!row) throw notFound("Email not found")
    const order = (await ordersOf(tx, [row])).get(orderNumberOf(row))
    if (!isRewritable(row, customer, order)) throw new Refusal("WRONG_STATE", customerTexts.notResendable)
    const isFree = await canEmail(tx, row.toAddress, row.kind, context.emailsPerHour)
    if (await wasJustWritten(tx, row)) return
    if (!isFree) throw new Refusal("RATE_LIMITED", customerTexts.resentOften)
    if (isVerification(row)) await sendVerification(tx, customer, context, emails.verifyEmail)
    else {
      const parcel = (await tracking(tx, [order!]))(order!)
      const email = writers[row.kind]!(order!, context.origin, parcel)!
      // The key ends with the order's number, as that of the first one.
      const dedupeKey = `${row.kind} again ${tx.now().getTime()}:${order!.orderNumber}`
      await enqueue(tx, { ...email, to: row.toAddress, dedupeKey })
    }
    await audit(tx, actor, { action: "email.resend", target: { kind: "user", id }, after: { kind: row.kind } })
  })
}

/** Serialized by the lock of `canEmail`. */
async function wasJustWritten(tx: Tx, { toAddress, kind, dedupeKey, id }: EmailRow): Promise<boolean> {
  const number = dedupeKey?.split(":").at(-1) ?? null
  const [later] = await tx.db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(
      and(
        eq(mailOutbox.toAddress, toAddress),
        eq(mailOutbox.kind, kind),
        gt(mailOutbox.id, id),
        gt(mailOutbox.createdAt, shiftedBy(tx.now(), -doubleClick)),
        number === null ? undefined : sql`${numberOf} = ${number}`,
      ),
    )
    .limit(1)
  return later !== undefined
}
