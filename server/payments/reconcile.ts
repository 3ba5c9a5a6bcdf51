import { and, asc, eq, gt, inArray, lte, type SQL } from "drizzle-orm"
import type { CheckedPayment } from "#contract/payments.ts"
import { type Actor, assertAdmin, type Person } from "../accounts/actor.ts"
import { after, hours, minutes } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { orders } from "../orders/tables.ts"
import { notFound, Refusal } from "../refusal.ts"
import { audit } from "../staff/audit.ts"
import { pollFor } from "./apply.ts"
import { processEvent, storeEvent } from "./notices.ts"
import { readNotice } from "./nowpayments.ts"
import type { Desk } from "./payments.ts"
import { ProviderError } from "./provider.ts"
import { invoices, payments } from "./tables.ts"

const atOnce = 20

/**
 * Asks the provider about what stays open, so that a notice that never came is not the end of it: each payment by its id, and
 * each invoice for payments not heard of, where lists may be asked for. First after a minute, then ever more seldom.
 */
export async function reconcile(desk: Desk): Promise<void> {
  const { provider, log } = desk
  if (!provider) return
  for (const payment of await duePayments(desk)) {
    await ask(desk, payment.paymentId, "poll").catch((error) =>
      log.warn({ err: error, payment: payment.id }, "a payment could not be asked about"),
    )
  }
  const list = provider.listByInvoice
  if (!list) return
  for (const invoice of await dueInvoices(desk)) {
    await askInvoice(desk, list, invoice.providerInvoiceId!).catch((error) =>
      log.warn({ err: error, invoice: invoice.id }, "an invoice could not be asked about"),
    )
  }
}

/** Staff ask again about a payment that is known. */
export async function recheckPayment(desk: Desk, actor: Actor, id: number): Promise<CheckedPayment> {
  assertAdmin(actor, "financial_admin")
  const [row] = await desk.store.db.select({ paymentId: payments.paymentId }).from(payments).where(eq(payments.id, id))
  if (!row) throw notFound()
  return lookupPayment(desk, actor, row.paymentId)
}

/** Staff enter a payment's id by hand: one that was never heard of is found, and bound to its order. */
export async function lookupPayment(desk: Desk, actor: Actor, paymentId: string): Promise<CheckedPayment> {
  assertAdmin(actor, "financial_admin")
  if (!desk.provider) throw new Refusal("PAYMENTS_NOT_CONFIGURED", "Payments are not configured")
  try {
    await ask(desk, paymentId, "manual")
    await noted(desk.store, actor, paymentId)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.status === 404 || error.status === 400) throw notFound("The provider does not know this payment.")
    throw new Refusal("PROVIDER_DOWN", "The payment provider does not answer. Please try again.", { retryAfter: 10 })
  }
  return checked(desk.store, desk.provider.id, paymentId)
}

function noted(store: Store, actor: Person, paymentId: string): Promise<void> {
  const after = { payment_id: paymentId }
  return store.transaction((tx) =>
    audit(tx, actor, { action: "payment.recheck", target: { kind: "payment", id: null }, after }),
  )
}

async function ask(desk: Desk, paymentId: string, source: "poll" | "manual"): Promise<void> {
  const raw = await desk.provider!.fetchPayment(paymentId)
  if (readNotice(raw)?.paymentId !== paymentId) throw new ProviderError("The answer is about another payment", 200)
  await take(desk, raw, source)
}

async function askInvoice(desk: Desk, list: (id: string) => Promise<string[]>, invoiceId: string): Promise<void> {
  for (const raw of await list(invoiceId)) await take(desk, raw, "poll")
}

async function take(desk: Desk, raw: string, source: "poll" | "manual"): Promise<void> {
  const event = await storeEvent(desk, { raw, source })
  if (event !== null) await processEvent(desk, event)
}

/** Those whose turn it is, their next turn set already: what fails is asked again then, and no other node asks meanwhile. */
function duePayments(desk: Desk) {
  const mine = eq(payments.provider, desk.provider!.id)
  return desk.store.transaction(async (tx) => {
    const due = await tx.db
      .select()
      .from(payments)
      .where(and(mine, isDue(payments.nextCheckAt, tx.now())))
      .orderBy(asc(payments.nextCheckAt))
      .limit(atOnce)
      .for("update", { skipLocked: true })
    for (const { id, checks, createdAt } of due) {
      await tx.db
        .update(payments)
        .set(nextTurn(tx.now(), createdAt, checks))
        .where(eq(payments.id, id))
    }
    return due
  })
}

function dueInvoices(desk: Desk) {
  const mine = and(eq(invoices.provider, desk.provider!.id), inArray(invoices.state, ["open", "void"]))
  return desk.store.transaction(async (tx) => {
    const due = await tx.db
      .select()
      .from(invoices)
      .where(and(mine, gt(invoices.providerInvoiceId, ""), isDue(invoices.nextCheckAt, tx.now())))
      .orderBy(asc(invoices.nextCheckAt))
      .limit(atOnce)
      .for("update", { skipLocked: true })
    for (const { id, checks, createdAt } of due) {
      await tx.db
        .update(invoices)
        .set(nextTurn(tx.now(), createdAt, checks))
        .where(eq(invoices.id, id))
    }
    return due
  })
}

const isDue = (column: typeof payments.nextCheckAt | typeof invoices.nextCheckAt, now: Date): SQL => lte(column, now)

/** 1 minute, 2, 4 … an hour; after eight days no more. */
function nextTurn(now: Date, createdAt: Date, checks: number) {
  const wait = Math.min(minutes(1) * 2 ** Math.min(checks, 10), hours(1))
  const next = after(now, wait)
  return { checks: checks + 1, nextCheckAt: next > after(createdAt, pollFor) ? null : next }
}

async function checked(tx: Tx, provider: string, paymentId: string): Promise<CheckedPayment> {
  const [found] = await tx.db
    .select({ payment: payments, order: orders })
    .from(payments)
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.provider, provider), eq(payments.paymentId, paymentId)))
  if (!found) throw notFound("The provider's answer could not be read as a payment.")
  return {
    id: found.payment.id,
    payment_id: found.payment.paymentId,
    status: found.payment.status,
    flags: found.payment.flags,
    order_id: found.order?.id ?? null,
    orderNumber: found.order?.orderNumber ?? null,
    order_status: found.order?.status ?? null,
  }
}
