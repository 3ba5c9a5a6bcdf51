import { and, asc, eq, gt, inArray, lte, type SQL } from "drizzle-orm"
import type { CheckedPayment } from "#contract/payments.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin, type Person } from "../../platform/auth/actor.ts"
import { after, hours, minutes } from "../../platform/clock.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { audit } from "../../platform/records/audit.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { orders } from "../orders/tables.ts"
import { pollFor } from "./apply.ts"
import { parseWebhook } from "./nowpayments.ts"
import type { PaymentContext } from "./paymentContext.ts"
import { ProviderError } from "./provider.ts"
import { invoices, payments } from "./tables.ts"
import { processEvent, storeEvent } from "./webhooks.ts"

const batchSize = 20

/**
 * Polls the provider for missed webhooks: each open payment by its id, and each open invoice for unknown payments if
 * lists can be queried. The first poll is after a minute; the interval doubles.
 */
export async function reconcile(paymentContext: PaymentContext): Promise<void> {
  const { provider, log } = paymentContext
  if (!provider) return
  for (const payment of await duePayments(paymentContext)) {
    await refreshPayment(paymentContext, payment.paymentId, "poll").catch((error) =>
      log.warn({ err: error, payment: payment.id }, "could not query a payment"),
    )
  }
  const list = provider.listByInvoice
  if (!list) return
  for (const invoice of await dueInvoices(paymentContext)) {
    await refreshInvoice(paymentContext, list, invoice.providerInvoiceId!).catch((error) =>
      log.warn({ err: error, invoice: invoice.id }, "could not query an invoice"),
    )
  }
}

/** Polls a known payment on a staff request. */
export async function recheckPayment(
  paymentContext: PaymentContext,
  actor: Actor,
  id: number,
): Promise<CheckedPayment> {
  assertAdmin(actor, "financial_admin")
  const [row] = await paymentContext.store.db
    .select({ paymentId: payments.paymentId })
    .from(payments)
    .where(eq(payments.id, id))
  if (!row) throw notFound()
  return lookupPayment(paymentContext, actor, row.paymentId)
}

/** Looks up a payment by the provider's id on a staff request; an unknown one is stored and bound to its order. */
export async function lookupPayment(
  paymentContext: PaymentContext,
  actor: Actor,
  paymentId: string,
): Promise<CheckedPayment> {
  assertAdmin(actor, "financial_admin")
  if (!paymentContext.provider) throw new Refusal("PAYMENTS_NOT_CONFIGURED", "Payments are not configured")
  try {
    await refreshPayment(paymentContext, paymentId, "manual")
    await auditRecheck(paymentContext.store, actor, paymentId)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.status === 404 || error.status === 400) throw notFound(t`The provider doesn't recognize this payment.`)
    throw new Refusal("PROVIDER_DOWN", t`The payment provider isn't responding. Please try again.`, { retryAfter: 10 })
  }
  return checked(paymentContext.store, paymentContext.provider.id, paymentId)
}

function auditRecheck(store: Store, actor: Person, paymentId: string): Promise<void> {
  const after = { payment_id: paymentId }
  return store.transaction((tx) =>
    audit(tx, actor, { action: "payment.recheck", target: { kind: "payment", id: null }, after }),
  )
}

async function refreshPayment(
  paymentContext: PaymentContext,
  paymentId: string,
  source: "poll" | "manual",
): Promise<void> {
  const raw = await paymentContext.provider!.fetchPayment(paymentId)
  if (parseWebhook(raw)?.paymentId !== paymentId) throw new ProviderError("The answer is about another payment", 200)
  await storeAndProcess(paymentContext, raw, source)
}

async function refreshInvoice(
  paymentContext: PaymentContext,
  list: (id: string) => Promise<string[]>,
  invoiceId: string,
): Promise<void> {
  for (const raw of await list(invoiceId)) await storeAndProcess(paymentContext, raw, "poll")
}

async function storeAndProcess(paymentContext: PaymentContext, raw: string, source: "poll" | "manual"): Promise<void> {
  const event = await storeEvent(paymentContext, { raw, source })
  if (event !== null) await processEvent(paymentContext, event)
}

/**
 * The due payments. Their next check is set first: a failure is retried then, and no other node polls them meanwhile.
 */
function duePayments(paymentContext: PaymentContext) {
  const mine = eq(payments.provider, paymentContext.provider!.id)
  return paymentContext.store.transaction(async (tx) => {
    const due = await tx.db
      .select()
      .from(payments)
      .where(and(mine, isDue(payments.nextCheckAt, tx.now())))
      .orderBy(asc(payments.nextCheckAt))
      .limit(batchSize)
      .for("update", { skipLocked: true })
    for (const { id, checks, createdAt } of due) {
      await tx.db
        .update(payments)
        .set(nextCheck(tx.now(), createdAt, checks))
        .where(eq(payments.id, id))
    }
    return due
  })
}

function dueInvoices(paymentContext: PaymentContext) {
  const mine = and(eq(invoices.provider, paymentContext.provider!.id), inArray(invoices.state, ["open", "void"]))
  return paymentContext.store.transaction(async (tx) => {
    const due = await tx.db
      .select()
      .from(invoices)
      .where(and(mine, gt(invoices.providerInvoiceId, ""), isDue(invoices.nextCheckAt, tx.now())))
      .orderBy(asc(invoices.nextCheckAt))
      .limit(batchSize)
      .for("update", { skipLocked: true })
    for (const { id, checks, createdAt } of due) {
      await tx.db
        .update(invoices)
        .set(nextCheck(tx.now(), createdAt, checks))
        .where(eq(invoices.id, id))
    }
    return due
  })
}

const isDue = (column: typeof payments.nextCheckAt | typeof invoices.nextCheckAt, now: Date): SQL => lte(column, now)

/** After 1, 2, 4 … minutes, at most an hour; ends after eight days. */
function nextCheck(now: Date, createdAt: Date, checks: number) {
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
  if (!found) throw notFound(t`The provider's answer could not be read as a payment.`)
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
