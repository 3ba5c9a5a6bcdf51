import { randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { and, desc, eq, inArray, type SQL } from "drizzle-orm"
import { membershipTexts, paymentTexts } from "#contract/buyingText.ts"
import type { Language } from "#contract/languages.ts"
import type { PlanDays, PlanPrice, PricePlan } from "#contract/memberships.ts"
import type { CreateInvoice, CreateSubscriptionInvoice, Invoice } from "#contract/payments.ts"
import { lockMember } from "../../people/membership/ledger.ts"
import { assertSellable } from "../../people/membership/membership.ts"
import { assertSold, termsOf, wordsOf } from "../../people/membership/plans.ts"
import { type Actor, assertNotSuspended, assertUser } from "../../platform/auth/actor.ts"
import { after, hours, minutes, seconds } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import type { Finish } from "../../platform/http/idempotency.ts"
import { formatCents, fromCents, toCents } from "../../platform/money.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import { acceptsCodes } from "../discounts/candidates.ts"
import { type PlanDiscount, planDiscount } from "../discounts/memberships.ts"
import { invoiceDiscounts } from "../discounts/tables.ts"
import { holdEnded } from "../orders/states.ts"
import { orders } from "../orders/tables.ts"
import { ownPage } from "./addresses.ts"
import type { PaymentContext } from "./paymentContext.ts"
import { invoiceInUse } from "./progress.ts"
import { type PaymentProvider, ProviderError } from "./provider.ts"
import { type InvoiceRow, invoices } from "./tables.ts"
import { processEvents, unprocessedEventsOf } from "./webhooks.ts"

/** Creates an invoice for anybody who has the order's reference. The amount is the order's. */
export async function createInvoice(
  paymentContext: PaymentContext,
  input: CreateInvoice,
  origin: string,
  finish: Finish,
): Promise<Invoice> {
  const provider = assertConfigured(paymentContext)
  const pages = pagesOf(input, origin, "/success", "/cancel")
  return open(paymentContext, provider, finish, paymentTexts.invoiceFailed, async (tx) => {
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
      isGift: false,
      termsId: null,
      days: 30,
      discount: null,
      amountCents: order.totalCents,
      expiresAt: order.holdExpiresAt!,
      description: `Order ${order.orderNumber}`,
      ...pages,
    }
  })
}

/** Returns what a membership costs with a code. */
export async function pricePlan(
  tx: Tx,
  actor: Actor,
  { level, days, gift, discount_code }: PricePlan,
): Promise<PlanPrice> {
  assertUser(actor)
  const terms = await termsOf(tx, level)
  const priceCents = assertSold(terms, days)
  const purchase = { level, days, isGift: gift, termsId: terms.id, priceCents }
  const found = discount_code ? await planDiscount(tx, actor, discount_code, purchase) : null
  const [discount, problem] = typeof found === "string" ? [null, found] : [found, null]
  return {
    price: fromCents(priceCents),
    discount: discount && { title: discount.title, code: discount.code, amount: fromCents(discount.cents) },
    total: fromCents(priceCents - (discount?.cents ?? 0)),
    code_problem: problem,
    accepts_codes: await acceptsCodes(tx, "memberships"),
  }
}

export async function createSubscriptionInvoice(
  paymentContext: PaymentContext,
  actor: Actor,
  { level, days, ...input }: CreateSubscriptionInvoice,
  { origin, language }: { origin: string; language: Language },
  finish: Finish,
): Promise<Invoice> {
  assertUser(actor)
  assertNotSuspended(actor)
  const provider = assertConfigured(paymentContext)
  const pages = pagesOf(input, origin, "/success-subscription", "/cancel-subscription")
  return open(paymentContext, provider, finish, paymentTexts.subscriptionInvoiceFailed, async (tx) => {
    // Takes the account's lock, which serializes its invoices.
    if (input.gift) await lockMember(tx, actor.id)
    else await assertSellable(tx, actor.id, level)
    // The invoice names the terms that it was priced by: what they promise is what its payment brings, even if the plan
    // changes while the invoice is made or open.
    const terms = await termsOf(tx, level)
    const priceCents = assertSold(terms, days)
    const purchase = { level, days, isGift: input.gift, termsId: terms.id, priceCents }
    const discount = input.discount_code
      ? await planDiscount(tx, actor, input.discount_code, purchase, { lock: true })
      : null
    if (typeof discount === "string") throw new Refusal("DISCOUNT_REFUSED", discount)
    const amountCents = priceCents - (discount?.cents ?? 0)
    const differs = membershipTexts.priceDiffers(wordsOf(terms, language).title, formatCents(amountCents), days)
    refuseOtherPrice(input.price, input.currency, amountCents, differs)
    return {
      kind: "subscription",
      orderId: null,
      userId: actor.id,
      level,
      isGift: input.gift,
      termsId: terms.id,
      days,
      discount,
      amountCents,
      expiresAt: after(tx.now(), hours(24)),
      description: null,
      ...pages,
    }
  })
}

interface InvoiceRequest {
  kind: "order" | "subscription"
  orderId: number | null
  userId: number | null
  level: "standard" | "vip" | "vvip" | null
  isGift: boolean
  termsId: number | null
  days: PlanDays
  /** What a code took off a membership. */
  discount: PlanDiscount | null
  amountCents: number
  expiresAt: Date
  /** A neutral description, like everything sent to the provider. With null it is "Order" and the invoice's number. */
  description: string | null
  successUrl: URL
  cancelUrl: URL
}

/**
 * Creates an invoice. There is at most one live invoice, and no new one while a webhook of the buyer's is stored and
 * not yet applied: they may have paid, and would be asked to pay again. The webhook is applied here, or waited for if
 * another process applies it. The attempt is stored before the provider is called: if the answer is lost, a webhook
 * still finds the order by the attempt's reference, and the next call creates a new attempt.
 */
async function open(
  paymentContext: PaymentContext,
  provider: PaymentProvider,
  finish: Finish,
  failed: string,
  prepare: (tx: Tx) => Promise<InvoiceRequest>,
): Promise<Invoice> {
  for (let turn = 0; turn < 20; turn++) {
    const step = await paymentContext.store.transaction(async (tx): Promise<Step> => {
      const request = await prepare(tx)
      const events = await unprocessedEventsOf(tx, isFor(request))
      if (events.length > 0) return { is: "unapplied", events }
      const live = await liveInvoice(tx, provider, request)
      if (live === "busy") return { is: "busy" }
      if (live) return { is: "done", answer: await finish(tx, 200, present(live, request.expiresAt)) }
      return { is: "made", invoice: await insertAttempt(tx, provider, request), request }
    })
    if (step.is === "done") return step.answer
    if (step.is === "made") return send(paymentContext, provider, finish, failed, step)
    if (step.is === "unapplied") await processEvents(paymentContext, step.events)
    await sleep(250)
  }
  throw new Refusal("CONFLICT", paymentTexts.checkoutFailed, { retryAfter: 2 })
}

type Step = { is: "busy" } | { is: "unapplied"; events: number[] } | { is: "done"; answer: Invoice } | CreatedAttempt
type CreatedAttempt = { is: "made"; invoice: InvoiceRow; request: InvoiceRequest }

/** An attempt without an answer for this long is considered lost. */
const attemptTimeout = seconds(20)

async function liveInvoice(
  tx: Tx,
  provider: PaymentProvider,
  request: InvoiceRequest,
): Promise<InvoiceRow | "busy" | null> {
  // A second invoice would request the full price again.
  const begun = request.orderId === null ? null : await invoiceInUse(tx, request.orderId)
  if (begun) return begun
  const [row] = await tx.db
    .select()
    .from(invoices)
    .where(
      and(
        isFor(request),
        request.level === null ? undefined : eq(invoices.level, request.level),
        eq(invoices.isGift, request.isGift),
        inArray(invoices.state, ["creating", "open"]),
      ),
    )
    .orderBy(desc(invoices.id))
    .limit(1)
  if (!row) return null
  const now = tx.now()
  if (row.state === "creating" && after(row.createdAt, attemptTimeout) > now) return "busy"
  const expired = request.kind === "subscription" && row.expiresAt !== null && row.expiresAt <= now
  const same =
    row.provider === provider.id && row.amountCents === request.amountCents && (await promisesSame(tx, row, request))
  if (row.state === "open" && same && !expired) return row
  await tx.db.update(invoices).set({ state: "void", updatedAt: now }).where(eq(invoices.id, row.id))
  return null
}

async function promisesSame(tx: Tx, row: InvoiceRow, { termsId, days, discount }: InvoiceRequest): Promise<boolean> {
  const [taken] = await tx.db.select().from(invoiceDiscounts).where(eq(invoiceDiscounts.invoiceId, row.id))
  return row.termsId === termsId && row.days === days && taken?.discountId === discount?.id
}

/** The condition for the order's invoices, or those of all the account's memberships. */
function isFor({ orderId, userId }: InvoiceRequest): SQL {
  return orderId === null
    ? and(eq(invoices.userId, userId!), eq(invoices.kind, "subscription"))!
    : eq(invoices.orderId, orderId)
}

async function insertAttempt(tx: Tx, provider: PaymentProvider, request: InvoiceRequest): Promise<InvoiceRow> {
  const now = tx.now()
  const [row] = await tx.db
    .insert(invoices)
    .values({
      kind: request.kind,
      orderId: request.orderId,
      userId: request.userId,
      level: request.level,
      isGift: request.isGift,
      termsId: request.termsId,
      days: request.days,
      reference: randomBytes(18).toString("base64url"),
      provider: provider.id,
      amountCents: request.amountCents,
      successUrl: request.successUrl.href,
      cancelUrl: request.cancelUrl.href,
      expiresAt: request.expiresAt,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  const { discount } = request
  if (discount) {
    const taken = { invoiceId: row!.id, discountId: discount.id, cents: discount.cents }
    await tx.db.insert(invoiceDiscounts).values(taken)
  }
  return row!
}

async function send(
  paymentContext: PaymentContext,
  provider: PaymentProvider,
  finish: Finish,
  failed: string,
  { invoice, request }: CreatedAttempt,
) {
  const successUrl = new URL(request.successUrl)
  successUrl.searchParams.set("payment", String(invoice.id))
  let made: { invoiceId: string; checkoutUrl: string }
  try {
    made = await provider.createCheckout({
      orderRef: invoice.reference,
      amountCents: invoice.amountCents,
      description: request.description ?? `Order ${invoice.id}`,
      successUrl: successUrl.href,
      cancelUrl: request.cancelUrl.href,
      webhookUrl: provider.webhookUrl(),
    })
  } catch (error) {
    paymentContext.log.warn({ err: error, invoice: invoice.id }, "could not create an invoice at the payment provider")
    await paymentContext.store.db.update(invoices).set({ state: "failed" }).where(eq(invoices.id, invoice.id))
    if (!(error instanceof ProviderError)) throw error
    throw new Refusal("PROVIDER_DOWN", error.withoutUrl ? paymentTexts.invoiceUrlFailed : failed, { retryAfter: 5 })
  }
  return paymentContext.store.transaction(async (tx) => {
    const now = tx.now()
    const opened = { providerInvoiceId: made.invoiceId, invoiceUrl: made.checkoutUrl, updatedAt: now }
    const [row] = await tx.db
      .update(invoices)
      .set({ ...opened, nextCheckAt: after(now, minutes(2)) })
      .where(eq(invoices.id, invoice.id))
      .returning()
    // The attempt was considered lost and another was created meanwhile; this invoice is valid too.
    if (row!.state === "creating") {
      await tx.db.update(invoices).set({ state: "open" }).where(eq(invoices.id, invoice.id))
    }
    return finish(tx, 200, present(row!, request.expiresAt))
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

/** Refuses another price than the server's, which means that the client's page is out of date. */
function refuseOtherPrice(
  amount: number | undefined,
  currency: string | undefined,
  cents: number,
  detail: string = paymentTexts.priceDiffers,
): void {
  const otherAmount = amount !== undefined && toCents(amount) !== cents
  const otherCurrency = currency !== undefined && currency.toLowerCase() !== "usd"
  if (otherAmount || otherCurrency) throw new Refusal("PRICE_CHANGED", detail)
}

function assertConfigured({ provider }: PaymentContext): PaymentProvider {
  if (!provider) throw new Refusal("PAYMENTS_NOT_CONFIGURED", paymentTexts.notConfigured)
  return provider
}
