import { createHash } from "node:crypto"
import type { PaidLevel } from "#contract/membership.ts"
import type { PaymentStatus } from "#contract/payments.ts"
import { termsOf } from "../../people/membership/plans.ts"
import { uuidv7 } from "../../platform/auth/uuid.ts"
import { after, days, hours, minutes } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { presentPayment } from "../../sales/payments/sandbox.ts"
import { invoices, paymentEvents, payments, sandboxInvoices, sandboxPayments } from "../../sales/payments/tables.ts"

interface Paid {
  userId: number
  /** An order's, or a level's. */
  orderId: number | null
  level?: PaidLevel
  cents: number
  status: PaymentStatus
  at: Date
}

/** What the provider calls it, its rank there, and what came of it here. */
const states: Record<
  PaymentStatus,
  { said: string; rank: number; share: number; invoice: "paid" | "open" | "failed" }
> = {
  pending: { said: "waiting", rank: 0, share: 0, invoice: "open" },
  processing: { said: "confirming", rank: 1, share: 0, invoice: "open" },
  partially_paid: { said: "partially_paid", rank: 4, share: 0.5, invoice: "paid" },
  failed: { said: "expired", rank: 5, share: 0, invoice: "failed" },
  completed: { said: "finished", rank: 6, share: 1, invoice: "paid" },
  refunded: { said: "refunded", rank: 7, share: 1, invoice: "paid" },
}

/** A payment with its notice, and the same in the sandbox's books, so that the provider can be asked about it again. */
export async function seedPayment(tx: Tx, { userId, orderId, level, cents, status, at }: Paid): Promise<number> {
  const { said, rank, share, invoice: state } = states[status]
  const asked = (cents / 100).toFixed(2)
  const arrived = ((cents / 100) * share).toFixed(2)
  const reference = uuidv7()
  const moments = { createdAt: at, updatedAt: at }
  const [invoice] = await tx.db
    .insert(invoices)
    .values({
      kind: level ? "subscription" : "order",
      orderId,
      userId,
      level,
      reference,
      provider: "sandbox",
      amountCents: cents,
      state,
      successUrl: level ? "/success-subscription" : "/success",
      cancelUrl: level ? "/cancel-subscription" : "/cancel",
      expiresAt: state === "open" ? after(at, days(7)) : null,
      ...moments,
    })
    .returning({ id: invoices.id })
  const paymentId = String(4_100_000 + invoice!.id)
  const invoiceId = String(4_200_000 + invoice!.id)
  const [theirInvoice] = await tx.db
    .insert(sandboxInvoices)
    .values({ invoiceId, orderId: reference, priceAmount: asked, priceCurrency: "usd", createdAt: at })
    .returning()
  const [theirs] = await tx.db
    .insert(sandboxPayments)
    .values({ paymentId, invoiceId, paymentStatus: said, payAmount: asked, actuallyPaid: arrived, ...moments })
    .returning()
  const effect = share === 0 ? null : level ? "membership" : status === "partially_paid" ? "review" : "paid"
  const [payment] = await tx.db
    .insert(payments)
    .values({
      provider: "sandbox",
      paymentId,
      invoiceId: invoice!.id,
      orderId,
      userId,
      status,
      providerStatus: said,
      rank,
      priceAmount: asked,
      priceCurrency: "usd",
      payAmount: asked,
      actuallyPaid: arrived,
      payCurrency: "usdc",
      amountCents: cents,
      refundedAt: status === "refunded" ? at : null,
      effect,
      effectAt: effect ? at : null,
      ...moments,
    })
    .returning({ id: payments.id })
  const raw = JSON.stringify(presentPayment(theirs!, theirInvoice!))
  await tx.db.insert(paymentEvents).values({
    provider: "sandbox",
    eventKey: createHash("sha256").update(raw).digest("hex"),
    paymentId,
    source: "notice",
    scheme: "raw",
    raw,
    providerStatus: said,
    rank,
    receivedAt: at,
    processedAt: at,
    applied: true,
  })
  return payment!.id
}

const bought: { who: string; level: PaidLevel; status: PaymentStatus; ago: number }[] = [
  { who: "standard@demo.example", level: "standard", status: "completed", ago: days(20) },
  { who: "vip@demo.example", level: "vip", status: "completed", ago: days(12) },
  { who: "felix@demo.example", level: "vip", status: "failed", ago: days(5) },
  { who: "noor@demo.example", level: "standard", status: "pending", ago: hours(1) + minutes(20) },
]

/** What members have paid, or have begun to. */
export async function seedSubscriptions(tx: Tx, people: Map<string, number>): Promise<void> {
  for (const { who, level, status, ago } of bought) {
    const { priceCents: cents } = await termsOf(tx, level)
    await seedPayment(tx, { userId: people.get(who)!, orderId: null, level, cents, status, at: after(tx.now(), -ago) })
  }
}
