import { randomBytes } from "node:crypto"
import { and, desc, eq, isNull, or, sql } from "drizzle-orm"
import { integrationLimits } from "#contract/adminLimits.ts"
import type { ApiKey, CreatedApiKey, NewApiKey } from "#contract/integrations.ts"
import { integrationTexts } from "#contract/panelText.ts"
import { generalTexts } from "#contract/texts.ts"
import { type Actor, apiKeyMark, assertAdmin, assertSteppedUp, type Person } from "../auth/actor.ts"
import { stageOf } from "../auth/present.ts"
import { hashToken } from "../auth/sessions.ts"
import { users } from "../auth/tables.ts"
import { after, days, minutes } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { audit } from "../records/audit.ts"
import { notFound, Refusal } from "../refusal.ts"
import { reportAdded } from "./report.ts"
import { apiKeys } from "./tables.ts"

type Row = typeof apiKeys.$inferSelect

interface StaffPolicy {
  readonly needsSecondFactor: boolean
}

/**
 * Returns the admin for whom a key acts, limited to its scopes. Throws UNAUTHENTICATED when the key is unknown, revoked
 * or expired, and when the admin is inactive, suspended, or no longer an admin. Nothing is cached, so that a key ends
 * at once. The last use is accurate to the minute.
 */
export async function personOfKey(store: Store, token: string, staff: StaffPolicy, demo: boolean): Promise<Person> {
  const now = store.now()
  const [found] = await store.db
    .select({ key: apiKeys, user: users })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.keyHash, hashToken(token)))
  if (!found || stateOf(found, now) !== "active" || (found.user.isDemo && !demo)) {
    throw new Refusal("UNAUTHENTICATED", generalTexts.authenticationFailed)
  }
  const { key, user } = found
  const minuteAgo = after(now, -minutes(1))
  if (key.lastUsedAt === null || key.lastUsedAt <= minuteAgo) {
    const isOld = or(isNull(apiKeys.lastUsedAt), sql`${apiKeys.lastUsedAt} <= ${minuteAgo.toISOString()}::timestamptz`)
    await store.db
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(and(eq(apiKeys.id, key.id), isOld))
  }
  const { id, uuid, email, fullName, region, role, adminType } = user
  const hasSecondFactor = user.secondFactorSince !== null
  return {
    kind: "person",
    ...{ id, uuid, email, fullName, region, role, adminType, hasSecondFactor },
    level: stageOf(user, now).level,
    isSuspended: false,
    sessionId: 0,
    confirmedAt: new Date(0),
    needsSecondFactor: !hasSecondFactor && staff.needsSecondFactor,
    apiKey: { id: key.id, name: key.name, scopes: key.scopes },
  }
}

export async function listKeys(tx: Tx, actor: Actor): Promise<ApiKey[]> {
  assertAdmin(actor, "super_admin")
  const rows = await tx.db
    .select({ key: apiKeys, user: users })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .orderBy(sql`${apiKeys.revokedAt} is not null`, desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(integrationLimits.listed)
  return rows.map((row) => present(tx, row))
}

export async function createKey(tx: Tx, actor: Actor, input: NewApiKey, origin: string): Promise<CreatedApiKey> {
  assertAdmin(actor, "super_admin")
  assertSteppedUp(actor, tx.now())
  const secret = apiKeyMark + randomBytes(32).toString("base64url")
  const now = tx.now()
  const values = {
    name: input.name,
    prefix: secret.slice(0, apiKeyMark.length + 6),
    keyHash: hashToken(secret),
    scopes: [...new Set(input.scopes)],
    userId: actor.id,
    createdAt: now,
    expiresAt: input.days === null ? null : after(now, days(input.days)),
  }
  const [user] = await tx.db.select().from(users).where(eq(users.id, actor.id)).for("no key update")
  const used = await tx.db.$count(apiKeys, isNull(apiKeys.revokedAt))
  if (used >= integrationLimits.keys) throw new Refusal("CONFLICT", integrationTexts.tooManyKeys)
  const [key] = await tx.db.insert(apiKeys).values(values).returning()
  const { name, scopes } = key!
  await audit(tx, actor, {
    action: "api_key.create",
    target: { kind: "api_key", id: key!.id },
    after: { name, scopes },
  })
  await reportAdded(tx, "key", { link: `/admin?tab=integrations&key=${key!.id}`, origin })
  return { ...present(tx, { key: key!, user: user! }), secret }
}

/** Ends a key at once; one that has ended does not change. */
export async function revokeKey(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "super_admin")
  const [key] = await tx.db.select().from(apiKeys).where(eq(apiKeys.id, id)).for("update")
  if (!key) throw notFound(integrationTexts.keyGone)
  if (key.revokedAt) return
  await tx.db.update(apiKeys).set({ revokedAt: tx.now() }).where(eq(apiKeys.id, id))
  const { name } = key
  await audit(tx, actor, { action: "api_key.revoke", target: { kind: "api_key", id }, before: { name } })
}

/** Deletes keys a year after they were revoked, or have expired. */
export async function deleteOldKeys(tx: Tx): Promise<void> {
  const longAgo = after(tx.now(), -days(365)).toISOString()
  const endedAt = sql`coalesce(${apiKeys.revokedAt}, ${apiKeys.expiresAt})`
  await tx.db.delete(apiKeys).where(sql`${endedAt} < ${longAgo}::timestamptz`)
}

interface Found {
  key: Row
  user: typeof users.$inferSelect
}

function stateOf({ key, user }: Found, now: Date): ApiKey["state"] {
  if (key.revokedAt) return "revoked"
  if (key.expiresAt && key.expiresAt <= now) return "expired"
  const isAdmin = user.role === "admin" && user.isActive && !user.suspendedAt && !user.deletedAt
  return isAdmin ? "active" : "owner_inactive"
}

function present(tx: Tx, found: Found): ApiKey {
  const { key, user } = found
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    state: stateOf(found, tx.now()),
    created_by: user.fullName,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
  }
}
