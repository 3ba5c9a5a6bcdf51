import { and, asc, desc, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm"
import { integrationLimits } from "#contract/adminLimits.ts"
import {
  type CreatedWebhook,
  type DeliveriesQuery,
  type EditWebhook,
  type NewWebhook,
  testEvent,
  type Webhook,
  type WebhookDelivery,
} from "#contract/integrations.ts"
import { integrationTexts } from "#contract/panelText.ts"
import { type Actor, assertAdmin, assertSteppedUp } from "../auth/actor.ts"
import type { Sealer } from "../auth/sealed.ts"
import { after, days, hours } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { isInside } from "../outgoing/outgoing.ts"
import { audit } from "../records/audit.ts"
import { differing } from "../records/changes.ts"
import { invalid, notFound, Refusal } from "../refusal.ts"
import { writeEvent } from "./events.ts"
import { reportAdded } from "./report.ts"
import { newSecret } from "./signature.ts"
import { webhookDeliveries, webhookEndpoints } from "./tables.ts"

type Endpoint = typeof webhookEndpoints.$inferSelect
type Delivery = typeof webhookDeliveries.$inferSelect

/** How long the previous secret also signs. */
const secretOverlap = hours(24)
const deliveriesKept = days(30)

export interface WebhookContext {
  sealer: Sealer
  /** Allows receivers without TLS and inside the network (`OUTGOING_LOCAL`). */
  allowsLocal: boolean
  origin: string
}

export async function listWebhooks(tx: Tx, actor: Actor): Promise<Webhook[]> {
  assertAdmin(actor, "super_admin")
  const rows = await tx.db.select().from(webhookEndpoints).orderBy(asc(webhookEndpoints.id))
  return rows.map(present)
}

export async function getWebhook(tx: Tx, actor: Actor, id: number): Promise<Webhook> {
  assertAdmin(actor, "super_admin")
  return present(await readEndpoint(tx, id))
}

export async function createWebhook(
  tx: Tx,
  actor: Actor,
  { url, events }: NewWebhook,
  { sealer, allowsLocal, origin }: WebhookContext,
): Promise<CreatedWebhook> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  assertUrl(url, allowsLocal)
  if ((await tx.db.$count(webhookEndpoints)) >= integrationLimits.webhooks) {
    throw new Refusal("CONFLICT", integrationTexts.tooManyWebhooks)
  }
  const secret = newSecret()
  const values = { url, events: [...new Set(events)], secret: await sealer.seal(tx, secret), createdAt: tx.now() }
  const [row] = await tx.db.insert(webhookEndpoints).values(values).returning()
  await audit(tx, actor, {
    action: "webhook.create",
    target: { kind: "webhook", id: row!.id },
    after: { url, events: row!.events },
  })
  await reportAdded(tx, "webhook", { link: linkTo(row!.id), origin })
  return { ...present(row!), secret }
}

/** Edits a webhook. Switching it on again clears its failures, and sends what has waited. */
export async function editWebhook(
  tx: Tx,
  actor: Actor,
  { id, changes: { url, events, active } }: { id: number; changes: EditWebhook },
  { allowsLocal, origin }: Omit<WebhookContext, "sealer">,
): Promise<Webhook> {
  assertAdmin(actor, "super_admin")
  if (url !== undefined) assertSteppedUp(actor, tx.now())
  const row = await readEndpoint(tx, id, true)
  if (url !== undefined && url !== row.url) assertUrl(url, allowsLocal)
  const wanted = {
    url: url ?? row.url,
    events: events === undefined ? row.events : [...new Set(events)],
    isActive: active ?? row.isActive,
  }
  const change = differing<Pick<Endpoint, keyof typeof wanted>>(row, wanted)
  if (Object.keys(change.after).length === 0) return present(row)
  const restart = wanted.isActive && !row.isActive ? { failingSince: null, switchedOffAt: null } : {}
  const [changed] = await tx.db
    .update(webhookEndpoints)
    .set({ ...wanted, ...restart })
    .where(eq(webhookEndpoints.id, id))
    .returning()
  await audit(tx, actor, { action: "webhook.edit", target: { kind: "webhook", id }, ...change })
  if (change.after.url !== undefined) await reportAdded(tx, "address", { link: linkTo(id), origin })
  return present(changed!)
}

export async function deleteWebhook(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "super_admin")
  const { url } = await readEndpoint(tx, id, true)
  await tx.db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  await audit(tx, actor, { action: "webhook.delete", target: { kind: "webhook", id }, before: { url } })
}

/** Replaces the secret. For a day the previous one signs deliveries too. */
export async function rotateSecret(
  tx: Tx,
  actor: Actor,
  id: number,
  { sealer, origin }: Pick<WebhookContext, "sealer" | "origin">,
): Promise<CreatedWebhook> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const { secret: previousSecret, url } = await readEndpoint(tx, id, true)
  const secret = newSecret()
  const [row] = await tx.db
    .update(webhookEndpoints)
    .set({ secret: await sealer.seal(tx, secret), previousSecret, previousUntil: after(tx.now(), secretOverlap) })
    .where(eq(webhookEndpoints.id, id))
    .returning()
  await audit(tx, actor, { action: "webhook.rotate_secret", target: { kind: "webhook", id }, after: { url } })
  await reportAdded(tx, "secret", { link: linkTo(id), origin })
  return { ...present(row!), secret }
}

const linkTo = (id: number) => `/admin?tab=integrations&webhook=${id}`

/** Queues a test event for this webhook alone. */
export async function sendTest(tx: Tx, actor: Actor, endpointId: number): Promise<WebhookDelivery> {
  assertAdmin(actor, "super_admin")
  const { isActive } = await readEndpoint(tx, endpointId)
  if (!isActive) throw new Refusal("WRONG_STATE", integrationTexts.switchedOff)
  const { id: eventId, payload } = writeEvent(tx, testEvent, {})
  const now = tx.now()
  const [row] = await tx.db
    .insert(webhookDeliveries)
    .values({ endpointId, eventId, type: testEvent, payload, nextAttemptAt: now, createdAt: now })
    .returning()
  return presentDelivery(row!)
}

export async function listDeliveries(
  tx: Tx,
  actor: Actor,
  { webhook_id: endpointId, state, skip, limit }: DeliveriesQuery,
): Promise<{ items: WebhookDelivery[]; total: number }> {
  assertAdmin(actor, "super_admin")
  const { deliveredAt, failedAt } = webhookDeliveries
  const inState = {
    waiting: and(isNull(deliveredAt), isNull(failedAt)),
    delivered: isNotNull(deliveredAt),
    failed: isNotNull(failedAt),
  }
  const where = and(eq(webhookDeliveries.endpointId, endpointId), state && inState[state])
  const rows = await tx.db
    .select()
    .from(webhookDeliveries)
    .where(where)
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit)
    .offset(skip)
  return { items: rows.map(presentDelivery), total: await tx.db.$count(webhookDeliveries, where) }
}

export async function getDelivery(tx: Tx, actor: Actor, id: number): Promise<WebhookDelivery> {
  assertAdmin(actor, "super_admin")
  return presentDelivery(await readDelivery(tx, id))
}

/**
 * Sends an event again, with the same id. `attempts` is the number that the caller has seen: if there have been more
 * since, or one is in progress, nothing changes, so that a second click sends nothing.
 */
export async function sendAgain(
  tx: Tx,
  actor: Actor,
  { id, attempts }: { id: number; attempts: number },
): Promise<WebhookDelivery> {
  assertAdmin(actor, "super_admin")
  const found = await readDelivery(tx, id)
  const endpoint = await readEndpoint(tx, found.endpointId)
  if (!endpoint.isActive) throw new Refusal("WRONG_STATE", integrationTexts.switchedOff)
  const now = tx.now()
  const isFree = or(isNull(webhookDeliveries.claimedUntil), lt(webhookDeliveries.claimedUntil, now))
  const isDue = sql`coalesce(${webhookDeliveries.nextAttemptAt} <= ${now.toISOString()}::timestamptz, false)`
  const [row] = await tx.db
    .update(webhookDeliveries)
    .set({ round: 0, nextAttemptAt: now, deliveredAt: null, failedAt: null })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.attempts, attempts), isFree, sql`not ${isDue}`))
    .returning()
  if (!row) return presentDelivery(await readDelivery(tx, id))
  await audit(tx, actor, {
    action: "webhook.send_again",
    target: { kind: "webhook", id: endpoint.id },
    after: { url: endpoint.url, event_id: row.eventId },
  })
  return presentDelivery(row)
}

export async function deleteOldDeliveries(store: Store): Promise<void> {
  const old = sql`(select id from ${webhookDeliveries} where ${webhookDeliveries.createdAt} < ${after(store.now(), -deliveriesKept).toISOString()}::timestamptz limit 1000)`
  await store.db.delete(webhookDeliveries).where(sql`${webhookDeliveries.id} in ${old}`)
}

function assertUrl(given: string, allowsLocal: boolean): void {
  if (allowsLocal) return
  const url = new URL(given)
  if (url.protocol !== "https:") throw invalid("url", integrationTexts.urlInvalid)
  if (isInside(url)) throw invalid("url", integrationTexts.urlInside)
}

async function readEndpoint(tx: Tx, id: number, isLocked = false): Promise<Endpoint> {
  const query = tx.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  const [row] = await (isLocked ? query.for("no key update") : query)
  if (!row) throw notFound(integrationTexts.webhookGone)
  return row
}

async function readDelivery(tx: Tx, id: number): Promise<Delivery> {
  const [row] = await tx.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id))
  if (!row) throw notFound(integrationTexts.deliveryGone)
  return row
}

function present(row: Endpoint): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    active: row.isActive,
    failing_since: textOf(row.failingSince),
    switched_off_at: textOf(row.switchedOffAt),
    previous_secret_until: textOf(row.previousUntil),
    created_at: row.createdAt.toISOString(),
  }
}

function presentDelivery(row: Delivery): WebhookDelivery {
  return {
    id: row.id,
    webhook_id: row.endpointId,
    event_id: row.eventId,
    type: row.type,
    state: row.deliveredAt ? "delivered" : row.failedAt ? "failed" : "waiting",
    attempts: row.attempts,
    status_code: row.statusCode,
    error: row.error,
    created_at: row.createdAt.toISOString(),
    last_attempt_at: textOf(row.lastAttemptAt),
    next_attempt_at: textOf(row.nextAttemptAt),
    payload: row.payload,
    answer: row.answer,
  }
}

const textOf = (moment: Date | null) => moment?.toISOString() ?? null
