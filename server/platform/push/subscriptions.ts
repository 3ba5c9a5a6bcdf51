import { ECDH } from "node:crypto"
import { and, asc, desc, eq, or, sql } from "drizzle-orm"
import type { AccountExport } from "#contract/export.ts"
import { pushAnswerTexts } from "#contract/memberText.ts"
import type { PushState, PushSubscription } from "#contract/push.ts"
import { type Actor, assertSignedIn } from "../auth/actor.ts"
import { sessions } from "../auth/tables.ts"
import type { Tx } from "../db/store.ts"
import { invalid, Refusal } from "../refusal.ts"
import { vapidKeyOf, vapidKeys } from "./keys.ts"
import { enqueuePush } from "./outbox.ts"
import { pushSubscriptions } from "./tables.ts"

/** The maximum number of browsers of an account; the oldest one is replaced. */
const maxBrowsers = 10

export async function pushState(tx: Tx, actor: Actor, keys: readonly Buffer[]): Promise<PushState> {
  assertSignedIn(actor)
  const [current] = await vapidKeys(tx, keys)
  const [mine] = await tx.db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sessionId, actor.sessionId))
  return { public_key: current.publicKey, on: mine !== undefined }
}

/** Subscribes the browser of the caller's session, replacing an earlier subscription. */
export async function subscribe(
  tx: Tx,
  actor: Actor,
  { endpoint, p256dh, auth, public_key: publicKey }: PushSubscription,
  keys: readonly Buffer[],
): Promise<void> {
  assertSignedIn(actor)
  const url = URL.parse(endpoint)
  if (url?.port !== "") throw invalid("endpoint", pushAnswerTexts.notUsable)
  if (!isPoint(p256dh)) throw invalid("p256dh", pushAnswerTexts.notUsable)
  if (!(await vapidKeyOf(tx, keys, publicKey))) throw invalid("public_key", pushAnswerTexts.oldKey)
  const { id: userId, sessionId } = actor
  // The second of two concurrent calls waits for the first.
  await tx.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)).for("no key update")
  // Whoever knows the secret of a subscription has the browser that made it, whoever used it before.
  const isSameBrowser = and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.auth, auth))
  await tx.db.delete(pushSubscriptions).where(or(isSameBrowser, eq(pushSubscriptions.sessionId, sessionId)))
  const [stored] = await tx.db
    .insert(pushSubscriptions)
    .values({ userId, sessionId, endpoint, p256dh, auth, publicKey, createdAt: tx.now() })
    .onConflictDoNothing()
    .returning({ id: pushSubscriptions.id })
  if (!stored) throw invalid("endpoint", pushAnswerTexts.notUsable)
  const newest = tx.db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.id))
    .limit(maxBrowsers)
  await tx.db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), sql`${pushSubscriptions.id} not in ${newest}`))
}

export async function unsubscribe(tx: Tx, actor: Actor): Promise<void> {
  assertSignedIn(actor)
  await tx.db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, actor.sessionId))
}

/** Sends a notice to the browser of the caller's session, in the same way as all others. */
export async function sendTest(tx: Tx, actor: Actor, keys: readonly Buffer[]): Promise<void> {
  assertSignedIn(actor)
  if (!(await pushState(tx, actor, keys)).on) throw new Refusal("CONFLICT", pushAnswerTexts.isOff)
  const link = actor.role === "user" ? "/dashboard?tab=notifications" : "/staff-dashboard?tab=notifications"
  const about = { userId: actor.id, kind: "test", link, tag: "test", preference: null } as const
  await enqueuePush(tx, [about], { only: actor.sessionId })
}

export async function erasePush(tx: Tx, userId: number): Promise<void> {
  await tx.db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
}

export async function exportPush(tx: Tx, userId: number): Promise<AccountExport["push_devices"]> {
  const rows = await tx.db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.id))
  return rows.map((row) => ({
    created_at: row.createdAt.toISOString(),
    last_sent_at: row.lastSentAt?.toISOString() ?? null,
  }))
}

/** Returns whether the key is a point of the curve: nothing could be encrypted for any other value. */
function isPoint(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url", "base64url", "uncompressed")
    return true
  } catch {
    return false
  }
}
