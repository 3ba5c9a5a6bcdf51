import { and, eq, inArray, notExists, sql } from "drizzle-orm"
import type { FastifyBaseLogger } from "fastify"
import type { Language } from "#contract/languages.ts"
import { pushTexts } from "#contract/memberText.ts"
import type { PushNotice } from "#contract/push.ts"
import { isOpen } from "../auth/sessions.ts"
import { sessions, users } from "../auth/tables.ts"
import { after, days, hours, minutes } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { translatorTo } from "../languages.ts"
import type { Deliver, Delivery } from "./deliver.ts"
import { vapidKeyOf } from "./keys.ts"
import { pushOutbox, pushSubscriptions } from "./tables.ts"

const batch = 20
/** Delay after the n-th failed attempt; after the last one the notice is given up. About five hours in total. */
const delays = [0.5, 2, 5, 15, 45, 90, 150].map(minutes)
const maxAttempts = delays.length + 1
/** The most that a push service can make us wait. */
const longestWait = hours(1)
/** Longer than an attempt can take. */
const claimTimeout = minutes(1)
/** A notice that is older says nothing new: neither we nor the push service keep it for longer. */
const ttlOf = (kind: Job["kind"]) => (kind === "new_message" ? days(1) : days(3))
/** After so many notices in a row that could not be sent, the browser is forgotten. */
const maxFailures = 5

type Job = typeof pushOutbox.$inferSelect
type Recipient = typeof pushSubscriptions.$inferSelect & { language: Language | null }

export interface PushSending {
  deliver: Deliver
  /** Keys of the settings. */
  keys: readonly Buffer[]
  /** Whether the person has seen what the notice is about. */
  isSeen(about: Pick<Job, "roomId" | "notificationId"> & { userId: number }): Promise<boolean>
  log: FastifyBaseLogger
}

/**
 * Sends the notices that are due, and returns how many were sent. As with emails, a batch is claimed for longer than an
 * attempt takes: two nodes do not send the same notice, and if one dies midway another retries it.
 */
export async function sendDuePush(store: Store, sending: PushSending): Promise<number> {
  let sent = 0
  for (let turn = 0; turn < 20; turn++) {
    const claimed = await claim(store)
    const results = await Promise.all(claimed.map((job) => send(store, sending, job)))
    sent += results.filter(Boolean).length
    if (claimed.length < batch) break
  }
  return sent
}

async function claim(store: Store): Promise<Job[]> {
  const now = store.now()
  const due = sql`(select id from ${pushOutbox} where ${pushOutbox.nextAttemptAt} <= ${now.toISOString()}::timestamptz
    order by next_attempt_at limit ${batch} for update skip locked)`
  return store.db
    .update(pushOutbox)
    .set({ attempts: sql`${pushOutbox.attempts} + 1`, nextAttemptAt: after(now, claimTimeout) })
    .where(inArray(pushOutbox.id, due))
    .returning()
}

async function send(store: Store, sending: PushSending, job: Job): Promise<boolean> {
  const to = await recipientOf(store, job)
  const key = to && (await vapidKeyOf(store, sending.keys, to.publicKey))
  // Signed out, or made for a key of ours that has been removed: the browser subscribes anew at its next visit.
  if (!to || !key) {
    await forget(store, job.subscriptionId)
    return false
  }
  const ttl = job.createdAt.getTime() + ttlOf(job.kind) - store.now().getTime()
  if (ttl <= 0 || (await sending.isSeen({ ...job, userId: to.userId }))) {
    await remove(store, job)
    return false
  }
  const notice: PushNotice = {
    title: translatorTo(to.language ?? "en")(pushTexts[job.kind]),
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

/** A browser whose session has not ended, and the language of its account. */
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
  // Not the address: who knows it can be told apart by it.
  const details = { push: job.id, kind: job.kind, attempt: job.attempts, status, fault }
  const isGone = status === 404 || status === 410
  const mayRecover = status === 0 || status === 429 || status >= 500
  if (isGone) {
    log.info(details, "browser forgotten: its push service does not know it")
    await forget(store, to.id)
  } else if (mayRecover && job.attempts < maxAttempts) {
    log.warn(details, "push notice failed, will be retried")
    const delay = Math.max(delays[job.attempts - 1]!, Math.min(retryAfter ?? 0, longestWait))
    await store.db
      .update(pushOutbox)
      .set({ nextAttemptAt: after(store.now(), delay) })
      .where(eq(pushOutbox.id, job.id))
  } else {
    log.error(details, "push notice failed permanently")
    await remove(store, job)
    if (to.failures + 1 >= maxFailures) return forget(store, to.id)
    await store.db
      .update(pushSubscriptions)
      .set({ failures: sql`${pushSubscriptions.failures} + 1` })
      .where(eq(pushSubscriptions.id, to.id))
  }
  return false
}

async function remove(store: Store, { id }: Job): Promise<void> {
  await store.db.delete(pushOutbox).where(eq(pushOutbox.id, id))
}

/** What waits for the browser goes with it. */
async function forget(store: Store, id: number): Promise<false> {
  await store.db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
  return false
}

/** Deletes the browsers whose sessions have ended: they have been sent nothing since. */
export async function forgetSignedOut(tx: Tx): Promise<void> {
  const own = and(eq(sessions.id, pushSubscriptions.sessionId), isOpen(tx.now()))
  await tx.db.delete(pushSubscriptions).where(notExists(tx.db.select({ id: sessions.id }).from(sessions).where(own)))
}
