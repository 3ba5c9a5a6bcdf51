import { randomBytes } from "node:crypto"
import { and, eq, gt, inArray, lt, ne, or } from "drizzle-orm"
import type { Subscribe } from "#contract/contact.ts"
import { badCode } from "../../platform/auth/codes.ts"
import { hashToken } from "../../platform/auth/sessions.ts"
import { after, days } from "../../platform/clock.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import type { RequestContext } from "../../platform/http/requestContext.ts"
import { confirmNewsletter, newsletterConfirmed } from "../../platform/mail/emails.ts"
import { dropBulkEmails } from "../../platform/mail/erasure.ts"
import { canEmail, enqueue } from "../../platform/mail/outbox.ts"
import { newsletterDeliveries, newsletterReports, newsletterSubscribers as subscribers } from "./tables.ts"

/** Starts a double opt-in: only sends a confirmation email. The answer is the same for a known address. */
export async function subscribe(store: Store, input: Subscribe, context: RequestContext): Promise<void> {
  if (input.website) return
  await store.transaction(async (tx) => {
    if (!(await canEmail(tx, input.email, "newsletter_confirm", context.emailsPerHour))) return
    const code = randomBytes(32).toString("base64url")
    const asked = { confirmHash: hashToken(code), confirmExpiresAt: after(tx.now(), days(7)) }
    const [known] = await tx.db.select().from(subscribers).where(eq(subscribers.email, input.email)).for("update")
    if (known?.state === "confirmed") return
    const { language } = context
    if (known)
      await tx.db
        .update(subscribers)
        .set({ ...asked, language })
        .where(eq(subscribers.id, known.id))
    else await tx.db.insert(subscribers).values({ email: input.email, language, createdAt: tx.now(), ...asked })
    await enqueue(tx, confirmNewsletter({ to: input.email, origin: context.origin, code }), context.language)
  })
}

const confirmed = (now: Date, leaving: string) => ({
  state: "confirmed" as const,
  confirmHash: null,
  confirmedAt: now,
  unsubscribedAt: null,
  unsubscribeHash: hashToken(leaving),
})

/** Redeems the code from the confirmation email, and sends an email with the unsubscribe link. */
export async function confirm(store: Store, code: string, context: RequestContext): Promise<void> {
  await store.transaction(async (tx) => {
    const leaving = randomBytes(32).toString("base64url")
    const now = tx.now()
    const [row] = await tx.db
      .update(subscribers)
      .set(confirmed(now, leaving))
      .where(and(eq(subscribers.confirmHash, hashToken(code)), gt(subscribers.confirmExpiresAt, now)))
      .returning({ email: subscribers.email })
    if (!row) throw badCode()
    await enqueue(tx, newsletterConfirmed({ to: row.email, origin: context.origin, code: leaving }), context.language)
  })
}

/**
 * Ends a subscription with one click. Idempotent: links of old emails keep working. The code is that of the confirmation
 * or of a newsletter, among whose figures it counts.
 */
export async function unsubscribe(tx: Tx, code: string): Promise<void> {
  const hash = hashToken(code)
  const [delivery] = await tx.db.select().from(newsletterDeliveries).where(eq(newsletterDeliveries.codeHash, hash))
  const whose = delivery ? eq(subscribers.id, delivery.subscriberId ?? 0) : eq(subscribers.unsubscribeHash, hash)
  const [row] = await tx.db.select({ email: subscribers.email }).from(subscribers).where(whose)
  if (!row && !delivery) throw badCode()
  if (row) await leave(tx, row.email)
  if (!delivery) return
  await tx.db
    .update(newsletterDeliveries)
    .set({ unsubscribedAt: delivery.unsubscribedAt ?? tx.now() })
    .where(eq(newsletterDeliveries.id, delivery.id))
}

export async function isReader(tx: Tx, email: string): Promise<boolean> {
  const [row] = await tx.db.select({ state: subscribers.state }).from(subscribers).where(eq(subscribers.email, email))
  return row?.state === "confirmed"
}

/** Subscribes an address whose ownership is confirmed, without a confirmation email. */
export async function join(tx: Tx, email: string, context: RequestContext): Promise<void> {
  const now = tx.now()
  const { language } = context
  await tx.db.insert(subscribers).values({ email, language, source: "account", createdAt: now }).onConflictDoNothing()
  const leaving = randomBytes(32).toString("base64url")
  const [row] = await tx.db
    .update(subscribers)
    .set(confirmed(now, leaving))
    .where(and(eq(subscribers.email, email), ne(subscribers.state, "confirmed")))
    .returning({ id: subscribers.id })
  if (row && (await canEmail(tx, email, "newsletter_confirmed", context.emailsPerHour))) {
    await enqueue(tx, newsletterConfirmed({ to: email, origin: context.origin, code: leaving }), context.language)
  }
}

/** The states of those who no longer get the newsletter. */
export const ended = ["unsubscribed", "bounced", "complained"] as const

/**
 * Deletes addresses 30 days after the link to confirm them ended, and those of former readers after a year; and the ids
 * of the mail provider's reports after a day, when none can be repeated any more.
 */
export async function forgetOldSubscriptions(tx: Tx): Promise<void> {
  const endedBefore = (number: number) => after(tx.now(), -days(number))
  await tx.db
    .delete(subscribers)
    .where(
      or(
        and(eq(subscribers.state, "pending"), lt(subscribers.confirmExpiresAt, endedBefore(30))),
        and(inArray(subscribers.state, [...ended]), lt(subscribers.unsubscribedAt, endedBefore(365))),
      ),
    )
  await tx.db.delete(newsletterReports).where(lt(newsletterReports.receivedAt, endedBefore(1)))
}

/** Ends the subscription of an address: nothing more is sent to it, not even what is written already. */
export async function leave(tx: Tx, email: string, state: (typeof ended)[number] = "unsubscribed"): Promise<void> {
  await tx.db
    .update(subscribers)
    .set({ state, confirmHash: null, unsubscribedAt: tx.now() })
    .where(and(eq(subscribers.email, email), ne(subscribers.state, state)))
  await dropBulkEmails(tx, email)
}
