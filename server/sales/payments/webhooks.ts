import { createHash } from "node:crypto"
import { and, asc, eq, exists, isNull, or, type SQL, sql } from "drizzle-orm"
import { t } from "#contract/t.ts"
import type { Tx } from "../../platform/db/store.ts"
import { Refusal } from "../../platform/refusal.ts"
import { applyWebhook, rankOf } from "./apply.ts"
import { parseWebhook } from "./nowpayments.ts"
import type { PaymentContext, RefusedWebhook } from "./paymentContext.ts"
import { invoices, paymentEvents, payments } from "./tables.ts"

interface Arrival {
  raw: string
  source: "notice" | "poll" | "manual"
  scheme?: string
}

/**
 * Stores the webhook whatever its content, then processes it. Resolves once it is stored; processing may happen later.
 */
export async function receiveWebhook(
  paymentContext: PaymentContext,
  raw: Buffer,
  signature: string | undefined,
): Promise<void> {
  if (!paymentContext.provider) {
    paymentContext.refused("not configured", { bytes: raw.length })
    throw new Refusal("PAYMENTS_NOT_CONFIGURED", "Payments are not configured")
  }
  const scheme = paymentContext.provider.verify(raw, signature)
  if (!scheme) {
    paymentContext.refused("signature", { bytes: raw.length })
    throw new Refusal("BAD_SIGNATURE", t`The signature doesn't match.`)
  }
  const id = await storeEvent(paymentContext, { raw: raw.toString("utf8"), source: "notice", scheme })
  if (id === null) return
  await processEvent(paymentContext, id).catch((error) =>
    paymentContext.log.error({ err: error, event: id }, "could not apply a webhook yet, will be retried"),
  )
}

/** Stores an event; null when an identical event is already stored. */
export async function storeEvent(
  paymentContext: PaymentContext,
  { raw, source, scheme }: Arrival,
): Promise<number | null> {
  const webhook = parseWebhook(raw)
  const [event] = await paymentContext.store.db
    .insert(paymentEvents)
    .values({
      provider: paymentContext.provider!.id,
      eventKey: createHash("sha256").update(raw).digest("hex"),
      paymentId: webhook?.paymentId ?? null,
      source,
      scheme: scheme ?? null,
      raw: raw.replaceAll("\0", ""),
      providerStatus: webhook?.status ?? null,
      rank: webhook ? rankOf(webhook.status) : null,
      receivedAt: paymentContext.store.now(),
    })
    .onConflictDoNothing({ target: [paymentEvents.provider, paymentEvents.eventKey] })
    .returning({ id: paymentEvents.id })
  return event?.id ?? null
}

/** Processes a stored event once: its effects and its mark as processed are one transaction. */
export async function processEvent(paymentContext: PaymentContext, id: number): Promise<void> {
  const reason = await paymentContext.store.transaction(async (tx) => {
    const event = await claimEvent(tx, id)
    if (!event) return
    const webhook = parseWebhook(event.raw)
    const { applied, note } = webhook
      ? await applyWebhook(tx, {
          provider: event.provider,
          webhook,
          home: paymentContext.home(),
          support: paymentContext.support,
        })
      : { applied: false, note: "not readable as a payment" }
    await tx.db.update(paymentEvents).set({ processedAt: tx.now(), applied, note }).where(eq(paymentEvents.id, id))
    return event.source === "notice" && note !== null ? refusals[note] : undefined
  })
  if (reason) paymentContext.refused(reason, { event: id })
}

const refusals: Partial<Record<string, RefusedWebhook>> = {
  "not readable as a payment": "unreadable",
  "unknown status": "unknown status",
  "for no invoice of ours": "unknown order",
}

/** Processes events left over by a crash or a database failure. */
export async function processPending(paymentContext: PaymentContext): Promise<number> {
  const waiting = await paymentContext.store.db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(isNull(paymentEvents.processedAt))
    .orderBy(asc(paymentEvents.id))
    .limit(500)
  await processEvents(
    paymentContext,
    waiting.map(({ id }) => id),
  )
  return waiting.length
}

/** Processes events one after the other; those that cannot be applied stay unprocessed. */
export async function processEvents(paymentContext: PaymentContext, ids: number[]): Promise<void> {
  for (const id of ids) {
    await processEvent(paymentContext, id).catch((error) =>
      paymentContext.log.error({ err: error, event: id }, "could not apply a webhook"),
    )
  }
}

/**
 * Returns the unprocessed events that name one of these invoices or one of their payments, or are being processed right
 * now. Hold the lock of the order or account whose invoices they are, so that nothing changes those that were found.
 */
export async function unprocessedEventsOf(tx: Tx, whose: SQL): Promise<number[]> {
  const named = tx.db
    .select({ id: invoices.id })
    .from(invoices)
    .leftJoin(payments, eq(payments.invoiceId, invoices.id))
    .where(
      and(
        whose,
        or(
          sql`strpos(${paymentEvents.raw}, ${invoices.reference}) > 0`,
          sql`strpos(${paymentEvents.raw}, ${payments.paymentId}) > 0`,
        ),
      ),
    )
  const rows = await tx.db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(and(isNull(paymentEvents.processedAt), exists(named)))
    .orderBy(asc(paymentEvents.id))
  return rows.map(({ id }) => id)
}

async function claimEvent(tx: Tx, id: number) {
  const [event] = await tx.db
    .select()
    .from(paymentEvents)
    .where(and(eq(paymentEvents.id, id), isNull(paymentEvents.processedAt)))
    .for("update", { skipLocked: true })
  return event
}
