import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { and, desc, eq, inArray } from "drizzle-orm"
import { membershipTexts, paymentTexts } from "#contract/buyingText.ts"
import { tiers } from "#contract/membership.ts"
import type { CreateInvoice, CreateSubscriptionInvoice, Invoice } from "#contract/payments.ts"
import { type Actor, assertUser } from "../accounts/actor.ts"
import { after, hours, minutes, seconds } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import type { Finish } from "../http/idempotency.ts"
import { assertSellable } from "../membership/membership.ts"
import { fromCents, toCents } from "../money.ts"
import { holdEnded } from "../orders/holds.ts"
import { orders } from "../orders/tables.ts"
import { notFound, Refusal } from "../refusal.ts"
import { ownPage } from "./addresses.ts"
import type { Desk } from "./payments.ts"
import { type PaymentProvider, ProviderError } from "./provider.ts"
import { invoiceWithMoney } from "./seen.ts"
import { invoices } from "./tables.ts"

export type InvoiceRow = typeof invoices.$inferSelect

/** For whoever holds the order's reference. The amount is the order's own. */
export async function createInvoice(
  desk: Desk,
  input: CreateInvoice,
  origin: string,
  finish: Finish,
): Promise<Invoice> {
  const provider = assertConfigured(desk)
  const pages = pagesOf(input, origin, "/success", "/cancel")
  return open(desk, provider, finish, paymentTexts.invoiceFailed, async (tx) => {
    const [order] = await tx.db.select().from(orders).where(eq(orders.reference, input.order_id)).for("update")
    if (!order) throw notFound()
    if (order.status !== "unpaid") throw new Refusal("WRONG_STATE", paymentTexts.alreadyPaid)
    if (holdEnded(order, tx.now())) throw new Refusal("WRONG_STATE", paymentTexts.holdEnded)
    refuseOtherPrice(input.price_amount, input.price_currency, order.totalCents)
    return {
      kind: "order",
      orderId: order.id,
      userId: order.userId,
      level: null,
      amountCents: order.totalCents,
      expiresAt: order.holdExpiresAt!,
      description: `Order ${order.orderNumber}`,
      ...pages,
    }
  })
}

export async function createSubscriptionInvoice(
  desk: Desk,
  actor: Actor,
  input: CreateSubscriptionInvoice,
  origin: string,
  finish: Finish,
): Promise<Invoice> {
  assertUser(actor)
  const provider = assertConfigured(desk)
  const tier = tiers.find((one) => one.level === input.level)
  if (!tier) throw new Refusal("INVALID", paymentTexts.invalidPlan)
  const amountCents = toCents(tier.price)
  refuseOtherPrice(
    input.price,
    input.currency,
    amountCents,
    membershipTexts.priceDiffers(tier.name, `$${tier.price.toFixed(2)}`),
  )
  const pages = pagesOf(input, origin, "/success-subscription", "/cancel-subscription")
  return open(desk, provider, finish, paymentTexts.subscriptionInvoiceFailed, async (tx) => {
    // Takes the account's lock: its invoices are made one after the other.
    await assertSellable(tx, actor.id, tier.level)
    return {
      kind: "subscription",
      orderId: null,
      userId: actor.id,
      level: tier.level,
      amountCents,
      expiresAt: after(tx.now(), hours(24)),
      description: null,
      ...pages,
    }
  })
}

interface Wanted {
  kind: "order" | "subscription"
  orderId: number | null
  userId: number | null
  level: "standard" | "vip" | "vvip" | null
  amountCents: number
  expiresAt: Date
  /** Neutral, as everything the provider sees; null: "Order" and the invoice's own number. */
  description: string | null
  successUrl: URL
  cancelUrl: URL
}

/**
 * One live invoice at a time. The attempt is written before the provider is asked: if its answer is lost, a notice about that
 * attempt still finds its order by the attempt's reference, and the next call makes a new one.
 */
async function open(
  desk: Desk,
  provider: PaymentProvider,
  finish: Finish,
  failed: string,
  want: (tx: Tx) => Promise<Wanted>,
): Promise<Invoice> {
  for (let turn = 0; turn < 20; turn++) {
    const step = await desk.store.transaction(async (tx): Promise<Step> => {
      const wanted = await want(tx)
      const live = await liveInvoice(tx, provider, wanted)
      if (live === "busy") return { is: "busy" }
      if (live) return { is: "done", answer: await finish(tx, 200, present(live, wanted.expiresAt)) }
      return { is: "made", invoice: await insertAttempt(tx, provider, wanted), wanted }
    })
    if (step.is === "done") return step.answer
    if (step.is === "made") return send(desk, provider, finish, failed, step)
    await sleep(250)
  }
  throw new Refusal("CONFLICT", paymentTexts.checkoutFailed, { retryAfter: 2 })
}

type Step = { is: "busy" } | { is: "done"; answer: Invoice } | Made
type Made = { is: "made"; invoice: InvoiceRow; wanted: Wanted }

/** An attempt that has not come back for this long has lost its answer. */
const lost = seconds(20)

async function liveInvoice(tx: Tx, provider: PaymentProvider, wanted: Wanted): Promise<InvoiceRow | "busy" | null> {
  // A second one would ask for the full price again.
  const begun = wanted.orderId === null ? null : await invoiceWithMoney(tx, wanted.orderId)
  if (begun) return begun
  const [row] = await tx.db
    .select()
    .from(invoices)
    .where(
      and(
        wanted.kind === "order"
          ? eq(invoices.orderId, wanted.orderId!)
          : and(eq(invoices.userId, wanted.userId!), eq(invoices.level, wanted.level!)),
        eq(invoices.kind, wanted.kind),
        inArray(invoices.state, ["creating", "open"]),
      ),
    )
    .orderBy(desc(invoices.id))
    .limit(1)
  if (!row) return null
  const now = tx.now()
  if (row.state === "creating" && after(row.createdAt, lost) > now) return "busy"
  const expired = wanted.kind === "subscription" && row.expiresAt !== null && row.expiresAt <= now
  const same = row.provider === provider.id && row.amountCents === wanted.amountCents
  if (row.state === "open" && same && !expired) return row
  await tx.db.update(invoices).set({ state: "void", updatedAt: now }).where(eq(invoices.id, row.id))
  return null
}

async function insertAttempt(tx: Tx, provider: PaymentProvider, wanted: Wanted): Promise<InvoiceRow> {
  const now = tx.now()
  const [row] = await tx.db
    .insert(invoices)
    .values({
      kind: wanted.kind,
      orderId: wanted.orderId,
      userId: wanted.userId,
      level: wanted.level,
      reference: randomBytes(18).toString("base64url"),
      provider: provider.id,
      amountCents: wanted.amountCents,
      successUrl: wanted.successUrl.href,
      cancelUrl: wanted.cancelUrl.href,
      expiresAt: wanted.expiresAt,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  return row!
}

async function send(desk: Desk, provider: PaymentProvider, finish: Finish, failed: string, { invoice, wanted }: Made) {
  const successUrl = new URL(wanted.successUrl)
  successUrl.searchParams.set("payment", String(invoice.id))
  let made: { invoiceId: string; checkoutUrl: string }
  try {
    made = await provider.createCheckout({
      orderRef: invoice.reference,
      amountCents: invoice.amountCents,
      description: wanted.description ?? `Order ${invoice.id}`,
      successUrl: successUrl.href,
      cancelUrl: wanted.cancelUrl.href,
      noticeUrl: provider.noticeUrl(),
    })
  } catch (error) {
    desk.log.warn({ err: error, invoice: invoice.id }, "the payment provider made no invoice")
    await desk.store.db.update(invoices).set({ state: "failed" }).where(eq(invoices.id, invoice.id))
    if (!(error instanceof ProviderError)) throw error
    throw new Refusal("PROVIDER_DOWN", error.withoutUrl ? paymentTexts.invoiceUrlFailed : failed, { retryAfter: 5 })
  }
  return desk.store.transaction(async (tx) => {
    const now = tx.now()
    const opened = { providerInvoiceId: made.invoiceId, invoiceUrl: made.checkoutUrl, updatedAt: now }
    const [row] = await tx.db
      .update(invoices)
      .set({ ...opened, nextCheckAt: after(now, minutes(2)) })
      .where(eq(invoices.id, invoice.id))
      .returning()
    // Given up as lost meanwhile: a later call has made another one, and this answer is still good to pay at.
    if (row!.state === "creating") {
      await tx.db.update(invoices).set({ state: "open" }).where(eq(invoices.id, invoice.id))
    }
    return finish(tx, 200, present(row!, wanted.expiresAt))
  })
}

function present(row: InvoiceRow, expiresAt: Date): Invoice {
  return {
    invoice_url: row.invoiceUrl!,
    invoice_id: row.providerInvoiceId!,
    payment_id: row.id,
    expires_at: (row.kind === "order" ? expiresAt : (row.expiresAt ?? expiresAt)).toISOString(),
  }
}

function pagesOf(
  given: { success_url?: string; cancel_url?: string },
  origin: string,
  success: string,
  cancel: string,
) {
  return {
    successUrl: ownPage(given.success_url, "success_url", success, origin),
    cancelUrl: ownPage(given.cancel_url, "cancel_url", cancel, origin),
  }
}

/** Prices are ours; one that a client sends only shows that it is looking at an old page. */
function refuseOtherPrice(
  amount: number | undefined,
  currency: string | undefined,
  cents: number,
  detail: string = paymentTexts.priceDiffers,
): void {
  const otherAmount = amount !== undefined && amount !== fromCents(cents)
  const otherCurrency = currency !== undefined && currency.toLowerCase() !== "usd"
  if (otherAmount || otherCurrency) throw new Refusal("PRICE_CHANGED", detail)
}

function assertConfigured({ provider }: Desk): PaymentProvider {
  if (!provider) throw new Refusal("PAYMENTS_NOT_CONFIGURED", paymentTexts.notConfigured)
  return provider
}
