import { and, desc, eq, gt, inArray, lt, or, type SQL, sql } from "drizzle-orm"
import type { CustomerEmails } from "#contract/customers.ts"
import { t } from "#contract/t.ts"
import { customerTexts } from "#contract/timelineText.ts"
import { sendVerification } from "../../people/accounts/emailAddress.ts"
import type { Actor } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import { minutes, after as shiftedBy } from "../../platform/clock.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import type { Limit } from "../../platform/http/limits.ts"
import type { RequestContext } from "../../platform/http/requestContext.ts"
import * as emails from "../../platform/mail/emails.ts"
import { canEmail, type Email, enqueue } from "../../platform/mail/outbox.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { audit } from "../../platform/records/audit.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { type OrderRow, orders } from "../../sales/orders/tables.ts"
import { accountWriters, orderWriters } from "./rewrite.ts"
import { type Asked, pageOf } from "./sections.ts"
import { assertOpens, type CustomerRow, customerRow } from "./subjects.ts"

export type EmailRow = typeof mailOutbox.$inferSelect

/** SQL of the order number that an email is about, taken from its key (`order_paid:ORD-1`). */
const numberOf = sql`substring(${mailOutbox.dedupeKey} from '[^:]+$')`

/**
 * The condition on the outbox for emails to the customer's address, and those about their orders to the addresses of
 * the orders. The outbox keeps emails for thirty days.
 */
export function emailsOf({ id, email, createdAt }: CustomerRow): SQL {
  const theirs = sql`from ${orders} where ${orders.userId} = ${id}`
  return and(
    sql`${mailOutbox.toAddress} = any(array(select ${email} union select ${orders.shipping} ->> 'email' ${theirs}))`,
    // The address may have belonged to another account before.
    gt(mailOutbox.createdAt, shiftedBy(createdAt, -minutes(1))),
    or(eq(mailOutbox.toAddress, email), sql`${numberOf} in (select ${orders.orderNumber} ${theirs})`),
  )!
}

/** The condition on the outbox for emails about this order, to its address or that of its account. */
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
  const resendable = new Set<EmailRow>()
  for (const row of rows) {
    const order = about.get(orderNumberOf(row))
    if (isVerifiable(row, customer) || (await rewritten(tx, row, { customer, order, home: "" }))) resendable.add(row)
  }
  return pageOf(rows, asked.limit, (row) => ({
    id: row.id,
    subject: row.subject,
    to: row.toAddress,
    state: stateOf(row),
    created_at: row.createdAt.toISOString(),
    sent_at: row.sentAt?.toISOString() ?? null,
    can_resend: resendable.has(row),
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

interface About {
  customer: CustomerRow
  order: OrderRow | undefined
  home: string
}

/** Returns the email as it would be written now; null if it is queued, no longer true, or has a one-time link. */
async function rewritten(tx: Tx, row: EmailRow, { order, ...about }: About): Promise<Email | null> {
  if (stateOf(row) === "queued") return null
  const key = row.dedupeKey ?? ""
  const id = Number(/^\w+ (\d+)/.exec(key)?.[1] ?? /:(\d+)$/.exec(key)?.[1] ?? 0)
  const given = { tx, id, ...about }
  if (order) return (await orderWriters[row.kind]?.(order, given)) ?? null
  return row.toAddress === about.customer.email ? ((await accountWriters[row.kind]?.(given)) ?? null) : null
}

/** Returns whether the address can be verified by a new link. */
const isVerifiable = (row: EmailRow, { email, emailVerifiedAt }: CustomerRow) =>
  row.kind === "verify_email" && stateOf(row) !== "queued" && emailVerifiedAt === null && row.toAddress === email

/** Returns the key of the first of the emails that were sent again. */
const firstKey = ({ dedupeKey }: EmailRow) => dedupeKey?.replace(/ again \d+/, "")

/** A second call within this time is treated as a double click. */
const doubleClick = minutes(1)

/**
 * Writes an email again and sends it to the same address. A repeated call within a minute sends nothing. Throws
 * WRONG_STATE for an email that can no longer be written, RATE_LIMITED when the address got several of this kind in the
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
    if (!row) throw notFound(t`Email not found`)
    const order = (await ordersOf(tx, [row])).get(orderNumberOf(row))
    const email = await rewritten(tx, row, { customer, order, home: context.origin })
    if (!email && !isVerifiable(row, customer)) throw new Refusal("WRONG_STATE", customerTexts.notResendable)
    const isFree = await canEmail(tx, row.toAddress, row.kind, context.emailsPerHour)
    if (await wasJustWritten(tx, row)) return
    if (!isFree) throw new Refusal("RATE_LIMITED", customerTexts.resentOften)
    if (email) {
      // The key ends like that of the first email, which names the subject.
      const dedupeKey = firstKey(row)?.replace(/:(?=[^:]+$)/, ` again ${tx.now().getTime()}:`)
      await enqueue(tx, { ...email, to: row.toAddress, dedupeKey }, order?.language)
    } else await sendVerification(tx, customer, context, emails.verifyEmail)
    await audit(tx, actor, { action: "email.resend", target: { kind: "user", id }, after: { kind: row.kind } })
  })
}

/** The lock of `canEmail` serializes this check. */
async function wasJustWritten(tx: Tx, row: EmailRow): Promise<boolean> {
  const { toAddress, kind, id } = row
  const key = firstKey(row)
  const [later] = await tx.db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(
      and(
        eq(mailOutbox.toAddress, toAddress),
        eq(mailOutbox.kind, kind),
        gt(mailOutbox.id, id),
        gt(mailOutbox.createdAt, shiftedBy(tx.now(), -doubleClick)),
        key === undefined ? undefined : sql`regexp_replace(${mailOutbox.dedupeKey}, ' again [0-9]+', '') = ${key}`,
      ),
    )
    .limit(1)
  return later !== undefined
}
