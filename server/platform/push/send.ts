import { and, eq, notExists, sql } from "drizzle-orm"
import type { FastifyBaseLogger } from "fastify"
import type { Language } from "#contract/languages.ts"
import { pushTexts } from "#contract/memberText.ts"
import type { PushNotice } from "#contract/push.ts"
import { isOpen } from "../auth/sessions.ts"
import { sessions, users } from "../auth/tables.ts"
import { after, days, hours, minutes } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { said, speaking } from "../languages.ts"
import { type Outbox, retryDelays, sendEach } from "../outbox/outbox.ts"
import type { Deliver, Delivery } from "./deliver.ts"
import { vapidKeyOf } from "./keys.ts"
import { pushOutbox, pushSubscriptions } from "./tables.ts"

/** The most that a push service can make us wait. */
const longestWait = hours(1)
const outbox: Outbox<typeof pushOutbox> = {
  table: pushOutbox,
  due: pushOutbox.nextAttemptAt,
  batch: 20,
  // Longer than an attempt can take.
  claimed: (now) => ({ attempts: sql`${pushOutbox.attempts} + 1`, nextAttemptAt: after(now, minutes(1)) }),
}
/** A notice that is older says nothing new: neither we nor the push service keep it for longer. */
const ttlOf = (kind: Job["kind"]) => (kind === "new_message" ? days(1) : days(3))
/** The number of consecutive failed notices after which the browser is forgotten. */
const maxFailures = 5

type Job = typeof pushOutbox.$inferSelect
type Recipient = typeof pushSubscriptions.$inferSelect & { language: Language | null }

export interface PushSending {
  deliver: Deliver
  /** The keys of the settings. */
  keys: readonly Buffer[]
  /** Returns whether the person has already seen the subject of the notice. */
  isSeen(about: Pick<Job, "roomId" | "notificationId"> & { userId: number }): Promise<boolean>
  log: FastifyBaseLogger
}

/** Sends the notices that are due, and returns how many are done with. */
export function sendDuePush(store: Store, sending: PushSending): Promise<number> {
  return sendEach(store, outbox, (job) => send(store, sending, job))
}

/** False: it is tried again later. */
async function send(store: Store, sending: PushSending, job: Job): Promise<boolean> {
  const to = await recipientOf(store, job)
  const key = to && (await vapidKeyOf(store, sending.keys, to.publicKey))
  // Signed out, or made for a key of ours that has been removed: the browser subscribes anew at its next visit.
  if (!to || !key) return forget(store, job.subscriptionId)
  const ttl = job.createdAt.getTime() + ttlOf(job.kind) - store.now().getTime()
  if (ttl <= 0 || (await sending.isSeen({ ...job, userId: to.userId }))) return remove(store, job)
  const notice: PushNotice = {
    title: speaking(to.language, () => said(pushTexts[job.kind])),
    tag: job.tag,
    url: job.link,
  }
  const urgency = job.kind === "new_message" ? "high" : "normal"
  const delivery = await sending
    .deliver({ to, key, payload: JSON.stringify(notice), ttl: Math.floor(ttl / 1000) * 1000, urgency, topic: job.tag })
    .catch((error: NodeJS.ErrnoException): Delivery & { fault: string } => ({
      status: 0,
      retryAfter: null,
      fault: error.code ?? error.name,
    }))
  return settle(store, sending.log, { job, to }, delivery)
}

/** Returns a browser whose session has not ended, and the language of its account. */
async function recipientOf(store: Store, { subscriptionId }: Job): Promise<Recipient | undefined> {
  const [row] = await store.db
    .select({ subscription: pushSubscriptions, language: users.language, isOpen: isOpen(store.now()) })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(eq(pushSubscriptions.id, subscriptionId))
  return row?.isOpen ? { ...row.subscription, language: row.language } : undefined
}

async function settle(
  store: Store,
  log: FastifyBaseLogger,
  { job, to }: { job: Job; to: Recipient },
  { status, retryAfter, fault }: Delivery & { fault?: string },
): Promise<boolean> {
  if (status >= 200 && status < 300) {
    await remove(store, job)
    await store.db
      .update(pushSubscriptions)
      .set({ failures: 0, lastSentAt: store.now() })
      .where(eq(pushSubscriptions.id, to.id))
    return true
  }
  // The address is not logged, because it identifies the browser.
  const details = { push: job.id, kind: job.kind, attempt: job.attempts, status, fault }
  if (status === 404 || status === 410) {
    log.info(details, "browser forgotten: its push service does not know it")
    return forget(store, to.id)
  }
  const mayRecover = status === 0 || status === 429 || status >= 500
  const delay = retryDelays[job.attempts - 1]
  if (mayRecover && delay !== undefined) {
    log.warn(details, "push notice failed, will be retried")
    await store.db
      .update(pushOutbox)
      .set({ nextAttemptAt: after(store.now(), Math.max(delay, Math.min(retryAfter ?? 0, longestWait))) })
      .where(eq(pushOutbox.id, job.id))
    return false
  }
  log.error(details, "push notice failed permanently")
  await remove(store, job)
  if (to.failures + 1 >= maxFailures) return forget(store, to.id)
  await store.db
    .update(pushSubscriptions)
    .set({ failures: sql`${pushSubscriptions.failures} + 1` })
    .where(eq(pushSubscriptions.id, to.id))
  return true
}

async function remove(store: Store, { id }: Job): Promise<true> {
  await store.db.delete(pushOutbox).where(eq(pushOutbox.id, id))
  return true
}

/** What waits for the browser goes with it. */
async function forget(store: Store, id: number): Promise<true> {
  await store.db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
  return true
}

/** Deletes the subscriptions of browsers whose sessions have ended; they get no notices any more. */
export async function forgetSignedOut(tx: Tx): Promise<void> {
  const own = and(eq(sessions.id, pushSubscriptions.sessionId), isOpen(tx.now()))
  await tx.db.delete(pushSubscriptions).where(notExists(tx.db.select({ id: sessions.id }).from(sessions).where(own)))
}
