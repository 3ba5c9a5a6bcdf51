import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import type { FastifyBaseLogger } from "fastify"
import { after, days, minutes } from "../clock.ts"
import { shopOf } from "../db/shopSetting.ts"
import type { Store } from "../db/store.ts"
import { type Outbox, retryDelays, sendEach } from "../outbox/outbox.ts"
import type { About } from "../tracing/span.ts"
import { inSpan } from "../tracing/tracing.ts"
import { mailOutbox } from "./tables.ts"
import type { Transport } from "./transport.ts"

const outbox: Outbox<typeof mailOutbox> = {
  table: mailOutbox,
  due: mailOutbox.nextAttemptAt,
  last: mailOutbox.isBulk,
  where: () => and(isNull(mailOutbox.sentAt), isNull(mailOutbox.deadAt)),
  batch: 5,
  // Longer than an attempt can take, with all timeouts of the transport.
  claimed: (now) => ({ attempts: sql`${mailOutbox.attempts} + 1`, nextAttemptAt: after(now, minutes(2)) }),
}

/**
 * Sends the emails that are due, and returns how many were sent. An email arrives twice, under one Message-ID, only if
 * the node dies between the server's acceptance and recording it. The opposite order would lose emails, which is worse
 * for a link that somebody waits for.
 */
export function sendDue(store: Store, transport: Transport, log: FastifyBaseLogger): Promise<number> {
  return sendEach(store, outbox, (email) =>
    inSpan(
      () => spanOf(email),
      () => send(store, transport, log, email),
    ),
  )
}

type Row = typeof mailOutbox.$inferSelect

const spanOf = ({ id, kind, attempts }: Row): About => ({
  name: "send email",
  kind: "client",
  attributes: { "email.id": id, "email.kind": kind, "email.attempt": attempts },
  within: "any",
})

async function send(store: Store, transport: Transport, log: FastifyBaseLogger, email: Row): Promise<boolean> {
  try {
    const { name } = await shopOf(store)
    await transport.deliver({
      id: email.id,
      sender: name,
      kind: email.kind,
      to: email.toAddress,
      replyTo: email.replyTo,
      unsubscribeUrl: email.unsubscribeUrl,
      subject: email.subject,
      text: email.bodyText,
      html: email.bodyHtml,
      date: email.createdAt,
    })
  } catch (error) {
    const delay = retryDelays[email.attempts - 1]
    // Not the error itself: the server's response repeats addresses.
    const details = { email: email.id, kind: email.kind, attempt: email.attempts, fault: faultOf(error) }
    if (delay === undefined) log.error(details, "email failed permanently")
    else log.warn(details, "email failed, will be retried")
    const now = store.now()
    const next = delay === undefined ? { deadAt: now, ...emptied } : { nextAttemptAt: after(now, delay) }
    await store.db
      .update(mailOutbox)
      .set({ lastError: String(error).slice(0, 500), ...next })
      .where(eq(mailOutbox.id, email.id))
    return false
  }
  await store.db
    .update(mailOutbox)
    .set({ sentAt: store.now(), lastError: null, ...emptied })
    .where(eq(mailOutbox.id, email.id))
  return true
}

/** The content of a sent email is deleted: it may hold the only plain-text copy of a code. */
const emptied = { bodyText: "", bodyHtml: "", unsubscribeUrl: null }

export function faultOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return [code, responseCode].filter(Boolean).join(" ") || "unknown"
}

/** Deletes emails a month after they were written. */
export async function deleteOldEmails(store: Store): Promise<void> {
  const old = sql`(select id from ${mailOutbox} where ${mailOutbox.createdAt} < ${after(store.now(), -days(30)).toISOString()}::timestamptz and (${mailOutbox.sentAt} is not null or ${mailOutbox.deadAt} is not null) limit 1000)`
  await store.db.delete(mailOutbox).where(inArray(mailOutbox.id, old))
}
