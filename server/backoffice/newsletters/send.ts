import { randomBytes } from "node:crypto"
import { and, asc, count, eq, gt, isNotNull, isNull, lte, or, sql } from "drizzle-orm"
import type { Language } from "#contract/languages.ts"
import {
  newsletterDeliveries as deliveries,
  newsletters,
  newsletterSubscribers as subscribers,
} from "../../people/newsletter/tables.ts"
import { hashToken } from "../../platform/auth/sessions.ts"
import { users } from "../../platform/auth/tables.ts"
import { after, minutes } from "../../platform/clock.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { isIn, languageOf, ofReader } from "./audience.ts"
import { letterOf, type Rendered, renderText } from "./letters.ts"

type Row = typeof newsletters.$inferSelect

export interface Sending {
  /** The shop's origin, which the links of emails begin with. */
  home: string
  perMinute: number
}

const isOpen = and(isNull(deliveries.sentAt), isNull(deliveries.failedAt), isNull(deliveries.skippedAt))

/**
 * Sends the newsletters whose time has come. A row for each reader is written when one begins; each row becomes one email
 * of the outbox, in the transaction that marks it. So whatever stops, and however many nodes do this, everybody gets
 * one. The outbox sends these emails after all others, and gets no more a minute than the setting allows.
 */
export async function sendNewsletters(store: Store, sending: Sending): Promise<void> {
  while (await store.longRunning(begin));
  const open = await store.db
    .select({ id: newsletters.id })
    .from(newsletters)
    .where(and(isNotNull(newsletters.startedAt), isNull(newsletters.finishedAt)))
    .orderBy(asc(newsletters.startedAt), asc(newsletters.id))
  for (const { id } of open) {
    await store.transaction((tx) => record(tx, id))
    await store.transaction((tx) => feed(tx, id, sending))
  }
}

/** Writes a row for each reader of the segment, as it is now. Returns whether there was a newsletter to begin. */
async function begin(tx: Tx): Promise<boolean> {
  const now = tx.now()
  const [due] = await tx.db
    .select()
    .from(newsletters)
    .where(and(eq(newsletters.state, "scheduled"), lte(newsletters.sendAt, now)))
    .orderBy(asc(newsletters.sendAt))
    .limit(1)
    .for("update", { skipLocked: true })
  if (!due) return false
  const readers = tx.db
    .select({ newsletter: sql`${due.id}::int`, subscriber: subscribers.id })
    .from(subscribers)
    .leftJoin(users, ofReader)
    .where(isIn(tx, due.segment))
    .orderBy(asc(subscribers.id))
  await tx.db.execute(
    sql`insert into newsletter_deliveries (newsletter_id, subscriber_id) ${readers} on conflict do nothing`,
  )
  await tx.db
    .update(newsletters)
    .set({ state: "sending", startedAt: now, version: due.version + 1 })
    .where(eq(newsletters.id, due.id))
  return true
}

/** Takes a newsletter that is on its way; none if another node has it. */
async function take(tx: Tx, id: number): Promise<Row | undefined> {
  const [row] = await tx.db
    .select()
    .from(newsletters)
    .where(and(eq(newsletters.id, id), isNull(newsletters.finishedAt)))
    .for("update", { skipLocked: true })
  return row
}

/** Records what has become of the emails: the outbox forgets them after a month. The newsletter ends with the last one. */
async function record(tx: Tx, id: number): Promise<void> {
  const row = await take(tx, id)
  if (!row) return
  const now = tx.now()
  await tx.db
    .update(deliveries)
    .set({ sentAt: mailOutbox.sentAt, failedAt: mailOutbox.deadAt } as never)
    .from(mailOutbox)
    .where(
      and(
        eq(deliveries.newsletterId, id),
        eq(mailOutbox.id, deliveries.emailId),
        isOpen,
        or(isNotNull(mailOutbox.sentAt), isNotNull(mailOutbox.deadAt)),
      ),
    )
  // The email was dropped before it was sent, or its reader's account was deleted before it was written.
  const isGone = or(
    and(isNotNull(deliveries.queuedAt), isNull(deliveries.emailId)),
    and(isNull(deliveries.queuedAt), isNull(deliveries.subscriberId)),
  )
  await tx.db
    .update(deliveries)
    .set({ skippedAt: now })
    .where(and(eq(deliveries.newsletterId, id), isOpen, isGone))
  const [open] = await tx.db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.newsletterId, id), isOpen))
    .limit(1)
  if (open) return
  await tx.db
    .update(newsletters)
    .set({ finishedAt: now, version: row.version + 1, ...(row.state === "sending" ? { state: "sent" as const } : {}) })
    .where(eq(newsletters.id, id))
}

/** Writes the next emails, as many as the outbox may get. */
async function feed(tx: Tx, id: number, { home, perMinute }: Sending): Promise<void> {
  const row = await take(tx, id)
  if (row?.state !== "sending") return
  const places = await freePlaces(tx, perMinute)
  if (places <= 0) return
  const readers = await tx.db
    .select({ id: deliveries.id, email: subscribers.email, state: subscribers.state, language: languageOf })
    .from(deliveries)
    .innerJoin(subscribers, eq(subscribers.id, deliveries.subscriberId))
    .leftJoin(users, ofReader)
    .where(and(eq(deliveries.newsletterId, id), isNull(deliveries.queuedAt), isOpen))
    .orderBy(asc(deliveries.id))
    .limit(places)
    // Who unsubscribes now waits until the email is written, and removes it.
    .for("update", { of: subscribers })
  const texts = new Map<Language, Rendered>()
  for (const { id: delivery, email: to, state, language } of readers) {
    if (state !== "confirmed") {
      await tx.db.update(deliveries).set({ skippedAt: tx.now() }).where(eq(deliveries.id, delivery))
      continue
    }
    const text = texts.get(language) ?? (await renderText(tx, row.texts, { language, origin: home }))
    texts.set(language, text)
    const code = randomBytes(32).toString("base64url")
    const letter = letterOf(text, { to, origin: home, code, isDiscreet: row.isDiscreet, delivery })
    const emailId = await enqueue(tx, letter)
    await tx.db
      .update(deliveries)
      .set({ emailId, codeHash: hashToken(code), queuedAt: tx.now() })
      .where(eq(deliveries.id, delivery))
  }
}

/**
 * Returns how many emails may be written in this second. While the mail server takes none, a minute's worth waits in the
 * outbox and the rest here, where no attempt is used up.
 */
async function freePlaces(tx: Tx, perMinute: number): Promise<number> {
  const [written] = await tx.db
    .select({ number: count() })
    .from(deliveries)
    .where(gt(deliveries.queuedAt, after(tx.now(), -minutes(1))))
  const [waiting] = await tx.db
    .select({ number: count() })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.isBulk, true), isNull(mailOutbox.sentAt), isNull(mailOutbox.deadAt)))
  return Math.min(Math.ceil(perMinute / 60), perMinute - written!.number, perMinute - waiting!.number)
}
