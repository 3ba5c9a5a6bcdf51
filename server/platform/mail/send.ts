import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm"
import type { FastifyBaseLogger } from "fastify"
import { after, days, minutes } from "../clock.ts"
import type { Store } from "../db/store.ts"
import type { About } from "../tracing/span.ts"
import { inSpan } from "../tracing/tracing.ts"
import { mailOutbox } from "./tables.ts"
import type { Transport } from "./transport.ts"

const batch = 5
/** Delay after the n-th failed attempt; after the last one the email is given up. About five hours in total. */
const delays = [0.5, 2, 5, 15, 45, 90, 150].map(minutes)
const maxAttempts = delays.length + 1
/** Longer than an attempt can take, with all timeouts of the transport. */
const claimTimeout = minutes(2)

/**
 * Sends the emails that are due, and returns how many were sent. A batch is claimed first, for longer than an attempt
 * takes: two nodes do not send the same email, and if one dies midway another retries it when the claim ends. An email
 * arrives twice, under one Message-ID, only if the node dies between the server's acceptance and recording it. The
 * opposite order would lose emails, which is worse for a link that somebody waits for.
 */
export async function sendDue(store: Store, transport: Transport, log: FastifyBaseLogger): Promise<number> {
  let sent = 0
  for (let turn = 0; turn < 20; turn++) {
    const claimed = await claim(store)
    const results = await Promise.all(
      claimed.map((email) =>
        inSpan(
          () => spanOf(email),
          () => send(store, transport, log, email),
        ),
      ),
    )
    const now = results.filter(Boolean).length
    sent += now
    // A server that accepts nothing is not tried with the whole queue; the job runs again shortly.
    if (claimed.length < batch || now === 0) break
  }
  return sent
}

type Row = typeof mailOutbox.$inferSelect

const spanOf = ({ id, kind, attempts }: Row): About => ({
  name: "send email",
  kind: "client",
  attributes: { "email.id": id, "email.kind": kind, "email.attempt": attempts },
  within: "any",
})

async function claim(store: Store): Promise<Row[]> {
  return store.transaction(async (tx) => {
    const now = tx.now()
    const due = await tx.db
      .select({ id: mailOutbox.id, attempts: mailOutbox.attempts })
      .from(mailOutbox)
      .where(and(isNull(mailOutbox.sentAt), isNull(mailOutbox.deadAt), lte(mailOutbox.nextAttemptAt, now)))
      .orderBy(asc(mailOutbox.nextAttemptAt))
      .limit(batch)
      .for("update", { skipLocked: true })
    const rows: Row[] = []
    for (const { id, attempts } of due) {
      const set = { attempts: attempts + 1, nextAttemptAt: after(now, claimTimeout) }
      rows.push(...(await tx.db.update(mailOutbox).set(set).where(eq(mailOutbox.id, id)).returning()))
    }
    return rows
  })
}

async function send(store: Store, transport: Transport, log: FastifyBaseLogger, email: Row): Promise<boolean> {
  try {
    await transport.deliver({
      id: email.id,
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
    const isDead = email.attempts >= maxAttempts
    // Not the error itself: the server's response repeats addresses.
    const details = { email: email.id, kind: email.kind, attempt: email.attempts, fault: faultOf(error) }
    if (isDead) log.error(details, "email failed permanently")
    else log.warn(details, "email failed, will be retried")
    const now = store.now()
    const next = isDead
      ? { deadAt: now, ...emptied }
      : { nextAttemptAt: after(now, delays[email.attempts - 1] ?? delays.at(-1)!) }
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

/** The content of a sent email is not kept: it may hold the only plain-text copy of a code. */
const emptied = { bodyText: "", bodyHtml: "", unsubscribeUrl: null }

function faultOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return [code, responseCode].filter(Boolean).join(" ") || "unknown"
}

/** Deletes emails a month after they were written. */
export async function deleteOldEmails(store: Store): Promise<void> {
  const old = sql`(select id from ${mailOutbox} where ${mailOutbox.createdAt} < ${after(store.now(), -days(30)).toISOString()}::timestamptz and (${mailOutbox.sentAt} is not null or ${mailOutbox.deadAt} is not null) limit 1000)`
  await store.db.delete(mailOutbox).where(inArray(mailOutbox.id, old))
}
