import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm"
import type { FastifyBaseLogger } from "fastify"
import { after, days, minutes } from "../clock.ts"
import type { Store } from "../db/store.ts"
import { mailOutbox } from "./tables.ts"
import type { Transport } from "./transport.ts"

const batch = 5
/** After the n-th failed attempt; with the last one the letter is dead. About five hours altogether. */
const delays = [0.5, 2, 5, 15, 45, 90, 150].map(minutes)
const mostAttempts = delays.length + 1

/**
 * Sends what is due, and returns how many letters left. A batch is claimed first, its next attempt written down before the first
 * one is made: two nodes do not send the same letter, and one that dies on the way leaves it to be tried again. Only if it
 * dies between the server's "accepted" and our note of it does a letter arrive twice, under one Message-ID; the other order
 * would lose letters, which is worse for a link somebody waits for.
 */
export async function sendDue(store: Store, transport: Transport, log: FastifyBaseLogger): Promise<number> {
  let sent = 0
  for (let turn = 0; turn < 20; turn++) {
    const claimed = await claim(store)
    const results = await Promise.all(claimed.map((letter) => send(store, transport, log, letter)))
    const now = results.filter(Boolean).length
    sent += now
    // A server that takes nothing is not asked for the whole queue; the job comes again in a moment.
    if (claimed.length < batch || now === 0) break
  }
  return sent
}

type Row = typeof mailOutbox.$inferSelect

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
      const next = after(now, delays[attempts] ?? delays.at(-1)!)
      const set = { attempts: attempts + 1, nextAttemptAt: next }
      rows.push(...(await tx.db.update(mailOutbox).set(set).where(eq(mailOutbox.id, id)).returning()))
    }
    return rows
  })
}

async function send(store: Store, transport: Transport, log: FastifyBaseLogger, letter: Row): Promise<boolean> {
  try {
    await transport.deliver({
      id: letter.id,
      kind: letter.kind,
      to: letter.toAddress,
      replyTo: letter.replyTo,
      unsubscribeUrl: letter.unsubscribeUrl,
      subject: letter.subject,
      text: letter.bodyText,
      html: letter.bodyHtml,
      date: letter.createdAt,
    })
  } catch (error) {
    const isDead = letter.attempts >= mostAttempts
    // Not the error itself: a server's answer repeats addresses.
    const told = { letter: letter.id, kind: letter.kind, attempt: letter.attempts, fault: faultOf(error) }
    if (isDead) log.error(told, "letter given up")
    else log.warn(told, "letter not sent")
    const dead = isDead ? { deadAt: store.now(), ...emptied } : {}
    await store.db
      .update(mailOutbox)
      .set({ lastError: String(error).slice(0, 500), ...dead })
      .where(eq(mailOutbox.id, letter.id))
    return false
  }
  await store.db
    .update(mailOutbox)
    .set({ sentAt: store.now(), lastError: null, ...emptied })
    .where(eq(mailOutbox.id, letter.id))
  return true
}

/** A letter that has left is not kept: it may hold the one copy of a code that is stored nowhere else in the clear. */
const emptied = { bodyText: "", bodyHtml: "", unsubscribeUrl: null }

function faultOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return [code, responseCode].filter(Boolean).join(" ") || "unknown"
}

/** Forgets letters a month after they were written. */
export async function forgetOldLetters(store: Store): Promise<void> {
  const old = sql`(select id from ${mailOutbox} where ${mailOutbox.createdAt} < ${after(store.now(), -days(30)).toISOString()}::timestamptz and (${mailOutbox.sentAt} is not null or ${mailOutbox.deadAt} is not null) limit 1000)`
  await store.db.delete(mailOutbox).where(inArray(mailOutbox.id, old))
}
