import { createHash } from "node:crypto"
import { and, asc, eq, isNull } from "drizzle-orm"
import type { Tx } from "../db/store.ts"
import { Refusal } from "../refusal.ts"
import { applyNotice, rankOf } from "./apply.ts"
import { readNotice } from "./nowpayments.ts"
import type { Desk } from "./payments.ts"
import { paymentEvents } from "./tables.ts"

interface Arrival {
  raw: string
  source: "notice" | "poll" | "manual"
  scheme?: string
}

/** Stores what the provider sent, whatever it says, and then acts on it. Returns once it is stored: acting may come later. */
export async function receiveNotice(desk: Desk, raw: Buffer, signature: string | undefined): Promise<void> {
  if (!desk.provider) throw new Refusal("PAYMENTS_NOT_CONFIGURED", "Payments are not configured")
  const scheme = desk.provider.verify(raw, signature)
  if (!scheme) throw new Refusal("BAD_SIGNATURE", "The signature does not match.")
  const id = await storeEvent(desk, { raw: raw.toString("utf8"), source: "notice", scheme })
  if (id === null) return
  await processEvent(desk, id).catch((error) => desk.log.error({ err: error, event: id }, "a notice waits for its job"))
}

/** Null when the very same thing was told before. */
export async function storeEvent(desk: Desk, { raw, source, scheme }: Arrival): Promise<number | null> {
  const notice = readNotice(raw)
  const [event] = await desk.store.db
    .insert(paymentEvents)
    .values({
      provider: desk.provider!.id,
      eventKey: createHash("sha256").update(raw).digest("hex"),
      paymentId: notice?.paymentId ?? null,
      source,
      scheme: scheme ?? null,
      raw: raw.replaceAll("\0", ""),
      providerStatus: notice?.status ?? null,
      rank: notice ? rankOf(notice.status) : null,
      receivedAt: desk.store.now(),
    })
    .onConflictDoNothing({ target: [paymentEvents.provider, paymentEvents.eventKey] })
    .returning({ id: paymentEvents.id })
  return event?.id ?? null
}

/** Acts on a stored event, once: what it does and that it was done are one transaction. */
export async function processEvent(desk: Desk, id: number): Promise<void> {
  await desk.store.transaction(async (tx) => {
    const event = await claimEvent(tx, id)
    if (!event) return
    const notice = readNotice(event.raw)
    const { applied, note } = notice
      ? await applyNotice(tx, { provider: event.provider, notice, home: desk.home(), support: desk.support })
      : { applied: false, note: "not readable as a payment" }
    await tx.db.update(paymentEvents).set({ processedAt: tx.now(), applied, note }).where(eq(paymentEvents.id, id))
  })
}

/** What a crash, or a database that was away, has left lying. */
export async function processWaiting(desk: Desk): Promise<number> {
  const waiting = await desk.store.db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(isNull(paymentEvents.processedAt))
    .orderBy(asc(paymentEvents.id))
    .limit(500)
  for (const { id } of waiting) {
    await processEvent(desk, id).catch((error) =>
      desk.log.error({ err: error, event: id }, "a notice could not be applied"),
    )
  }
  return waiting.length
}

async function claimEvent(tx: Tx, id: number) {
  const [event] = await tx.db
    .select()
    .from(paymentEvents)
    .where(and(eq(paymentEvents.id, id), isNull(paymentEvents.processedAt)))
    .for("update", { skipLocked: true })
  return event
}
