import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm"
import type { CheckedPayment } from "#contract/payments.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin, type Person } from "../../platform/auth/actor.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { claim } from "../../platform/outbox/outbox.ts"
import { audit } from "../../platform/records/audit.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { orders } from "../orders/tables.ts"
import { pollFor } from "./apply.ts"
import { parseWebhook } from "./nowpayments.ts"
import type { PaymentContext } from "./paymentContext.ts"
import { ProviderError } from "./provider.ts"
import { invoices, payments } from "./tables.ts"
import { processEvent, storeEvent } from "./webhooks.ts"

/**
 * Polls the provider for missed webhooks: each open payment by its id, and each open invoice for unknown payments if
 * lists can be queried. The first poll is after a minute; the interval doubles.
 */
export async function reconcile(paymentContext: PaymentContext): Promise<void> {
  const { provider, store, log } = paymentContext
  if (!provider) return
  const open = toPoll(payments, eq(payments.provider, provider.id))
  for (const payment of await claim(store, open)) {
    await refreshPayment(paymentContext, payment.paymentId, "poll").catch((error) =>
      log.warn({ err: error, payment: payment.id }, "could not query a payment"),
    )
  }
  const list = provider.listByInvoice
  if (!list) return
  const { provider: by, state, providerInvoiceId } = invoices
  const listed = and(eq(by, provider.id), inArray(state, ["open", "void"]), gt(providerInvoiceId, ""))
  for (const invoice of await claim(store, toPoll(invoices, listed))) {
    await refreshInvoice(paymentContext, list, invoice.providerInvoiceId!).catch((error) =>
      log.warn({ err: error, invoice: invoice.id }, "could not query an invoice"),
    )
  }
}

/** Polls a known payment at the request of staff. */
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

/** Looks up a payment by the provider's id at the request of staff. An unknown one is stored and bound to its order. */
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
 * Their next check is set first: a failure is retried then, and no other node polls them meanwhile. It is after 1, 2, 4 …
 * minutes, at most an hour, and the last one before eight days are over.
 */
const toPoll = <Table extends typeof payments | typeof invoices>(table: Table, where: SQL | undefined) => ({
  table,
  due: table.nextCheckAt,
  where: () => where,
  batch: 20,
  claimed: (now: Date) => {
    const next = sql`${now.toISOString()}::timestamptz + least(2 ^ ${table.checks}, 60) * interval '1 minute'`
    const end = sql`${table.createdAt} + make_interval(secs => ${pollFor / 1000})`
    return { checks: sql`${table.checks} + 1`, nextCheckAt: sql`case when ${next} <= ${end} then ${next} end` }
  },
})

async function checked(tx: Tx, provider: string, paymentId: string): Promise<CheckedPayment> {
  const [row] = await tx.db
    .select({ payment: payments, order: orders })
    .from(payments)
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.provider, provider), eq(payments.paymentId, paymentId)))
  if (!row) throw notFound(t`The provider's answer could not be read as a payment.`)
  return {
    id: row.payment.id,
    payment_id: row.payment.paymentId,
    status: row.payment.status,
    flags: row.payment.flags,
    order_id: row.order?.id ?? null,
    orderNumber: row.order?.orderNumber ?? null,
    order_status: row.order?.status ?? null,
  }
}
