import { and, eq, isNotNull, isNull, lte, or, sql } from "drizzle-orm"
import type { FastifyBaseLogger } from "fastify"
import { integrationTexts } from "#contract/panelText.ts"
import type { Sealer } from "../auth/sealed.ts"
import { after, days, hours, minutes, seconds } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { speaking } from "../languages.ts"
import { webhookOff } from "../mail/emails.ts"
import { enqueue } from "../mail/outbox.ts"
import { notifyAdmins } from "../notifications/adminAlerts.ts"
import { type Outbox, sendEach } from "../outbox/outbox.ts"
import { NotPublic, type PostAnswer, postPublic, type RemoteFetcher } from "../outgoing/outgoing.ts"
import { signatureOf } from "./signature.ts"
import { webhookDeliveries, webhookEndpoints } from "./tables.ts"

type Endpoint = typeof webhookEndpoints.$inferSelect
type Delivery = typeof webhookDeliveries.$inferSelect

/**
 * Delay after the n-th failed attempt, as Standard Webhooks recommends; after the last one the delivery is given up. A
 * day and four hours in total.
 */
const delays = [seconds(5), minutes(5), minutes(30), hours(2), hours(5), hours(10), hours(10)]
/** The largest share by which a delay is longer or shorter, so that many do not come back at once. */
const jitter = 0.2
const timeout = seconds(10)
/** Bytes of the answer that are kept. */
const maxAnswer = 1000
/** A webhook that has failed for so long is switched off. */
const failsAtMost = days(5)

export interface Delivering {
  sealer: Sealer
  fetcher: RemoteFetcher
  log: FastifyBaseLogger
  /** The shop's origin, for the link of an email to `support`. */
  home: string
  support: string
  /** From 0 to 1, for the jitter. */
  random?: () => number
}

/**
 * Sends the deliveries that are due, and returns how many arrived. Each webhook has an outbox of its own, so that a slow
 * receiver delays others by one attempt at most. What is sent again has the same id.
 */
export async function deliverDue(store: Store, context: Delivering): Promise<number> {
  const now = store.now()
  const { id, endpointId, nextAttemptAt } = webhookDeliveries
  const isDue = and(eq(endpointId, webhookEndpoints.id), lte(nextAttemptAt, now), isFree(now))
  const due = store.db.select({ id }).from(webhookDeliveries).where(isDue)
  const endpoints = await store.db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.isActive, true), sql`exists ${due}`))
  const delivered = await Promise.all(
    endpoints.map((endpoint) =>
      sendEach(store, outboxOf(endpoint.id), (one) => deliver(store, endpoint, one, context)),
    ),
  )
  return delivered.reduce((sum, one) => sum + one, 0)
}

const isFree = (now: Date) => or(isNull(webhookDeliveries.claimedUntil), lte(webhookDeliveries.claimedUntil, now))

export const outboxOf = (endpointId: number): Outbox<typeof webhookDeliveries> => ({
  table: webhookDeliveries,
  due: webhookDeliveries.nextAttemptAt,
  where: (now) => and(eq(webhookDeliveries.endpointId, endpointId), isFree(now)),
  batch: 5,
  claimed: (now) => ({
    attempts: sql`${webhookDeliveries.attempts} + 1`,
    round: sql`${webhookDeliveries.round} + 1`,
    // Longer than an attempt can take.
    claimedUntil: after(now, minutes(1)),
    lastAttemptAt: now,
  }),
})

interface Result extends Partial<PostAnswer> {
  /** Null: it arrived. */
  error: string | null
}

async function deliver(store: Store, endpoint: Endpoint, delivery: Delivery, context: Delivering): Promise<boolean> {
  const result = await post(store, endpoint, delivery, context)
  const { error } = result
  if (error !== null) {
    const { id, type, attempts: attempt } = delivery
    context.log.warn({ delivery: id, webhook: endpoint.id, type, attempt, fault: error }, "webhook not delivered")
  }
  await store.transaction((tx) => record(tx, delivery, result, context))
  return error === null
}

async function post(
  store: Store,
  endpoint: Endpoint,
  { eventId: id, payload: body }: Delivery,
  { sealer, fetcher }: Delivering,
): Promise<Result> {
  const now = store.now()
  const timestamp = Math.floor(now.getTime() / 1000)
  const secrets = [await sealer.open(store, endpoint.secret)]
  if (endpoint.previousSecret && endpoint.previousUntil! > now) {
    secrets.push(await sealer.open(store, endpoint.previousSecret))
  }
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatureOf(secrets, { id, timestamp, body }),
  }
  try {
    const answer = await postPublic(new URL(endpoint.url), { headers, body, fetcher, timeout, maxAnswer })
    const isGood = answer.status >= 200 && answer.status < 300
    return { ...answer, error: isGood ? null : speaking("en", () => integrationTexts.badStatus(answer.status)) }
  } catch (error) {
    return { error: speaking("en", () => faultOf(error)) }
  }
}

function faultOf(error: unknown): string {
  if (error instanceof NotPublic) return integrationTexts.notPublic
  if (error instanceof Error && error.name === "TimeoutError") return integrationTexts.timedOut
  const { code, name } = error as Error & { code?: string }
  return integrationTexts.noConnection(code ?? name)
}

/** Under the lock of the webhook, and only if this node's claim is the last one. */
async function record(tx: Tx, delivery: Delivery, result: Result, context: Delivering): Promise<void> {
  const [endpoint] = await tx.db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, delivery.endpointId))
    .for("no key update")
  if (!endpoint) return
  const now = tx.now()
  const delay = delays[delivery.round - 1]
  const isGivenUp = result.error !== null && delay === undefined
  const next = result.error === null || delay === undefined ? null : after(now, spread(delay, context.random))
  const [recorded] = await tx.db
    .update(webhookDeliveries)
    .set({
      claimedUntil: null,
      nextAttemptAt: next,
      deliveredAt: result.error === null ? now : null,
      failedAt: isGivenUp ? now : null,
      statusCode: result.status ?? null,
      error: result.error,
      // No column can hold a NUL.
      answer: result.text?.replaceAll("\0", "") ?? null,
    })
    .where(and(eq(webhookDeliveries.id, delivery.id), eq(webhookDeliveries.attempts, delivery.attempts)))
    .returning({ id: webhookDeliveries.id })
  if (!recorded) return
  if (result.error === null) return clearFailing(tx, endpoint)
  const since = endpoint.failingSince ?? now
  const isOver = endpoint.isActive && after(since, failsAtMost) <= now
  await tx.db
    .update(webhookEndpoints)
    .set({ failingSince: since, ...(isOver && { isActive: false, switchedOffAt: now }) })
    .where(eq(webhookEndpoints.id, endpoint.id))
  if (isOver) await reportOff(tx, endpoint, context)
  else if (isGivenUp) await notifyFailed(tx, endpoint)
}

async function clearFailing(tx: Tx, { id, failingSince }: Endpoint): Promise<void> {
  if (failingSince === null) return
  await tx.db
    .update(webhookEndpoints)
    .set({ failingSince: null })
    .where(and(eq(webhookEndpoints.id, id), isNotNull(webhookEndpoints.failingSince)))
}

const spread = (delay: number, random = Math.random) => Math.round(delay * (1 - jitter + 2 * jitter * random()))

const linkTo = (endpointId: number) => `/admin?tab=integrations&webhook=${endpointId}`

async function notifyFailed(tx: Tx, { id, url }: Endpoint): Promise<void> {
  await notifyAdmins(tx, "integrations", {
    kind: "webhook_failed",
    title: integrationTexts.failedTitle,
    body: integrationTexts.failedBody,
    values: [new URL(url).host],
    link: linkTo(id),
  })
}

async function reportOff(tx: Tx, { id, url }: Endpoint, { home, support }: Delivering): Promise<void> {
  const { host } = new URL(url)
  await notifyAdmins(tx, "integrations", {
    kind: "webhook_off",
    title: integrationTexts.offTitle,
    body: integrationTexts.offBody,
    values: [host],
    link: linkTo(id),
  })
  await enqueue(tx, webhookOff({ to: support, name: host, url: home + linkTo(id) }))
}
