import { and, eq, gte, inArray, isNull } from "drizzle-orm"
import type { Tx } from "../db/store.ts"
import { auditLog } from "../records/tables.ts"
import { apiKeys, webhookEndpoints } from "./tables.ts"

const writes = ["webhook.create", "webhook.edit", "webhook.rotate_secret"]

/** Revokes the API keys of an account, or those created since a given time. */
export async function endKeys(tx: Tx, userId: number, since = new Date(0)): Promise<void> {
  await tx.db
    .update(apiKeys)
    .set({ revokedAt: tx.now() })
    .where(and(eq(apiKeys.userId, userId), gte(apiKeys.createdAt, since), isNull(apiKeys.revokedAt)))
}

/** Revokes the API keys that an account has created since then, and disables webhooks it created or changed. */
export async function endIntegrations(tx: Tx, userId: number, since: Date): Promise<void> {
  await endKeys(tx, userId, since)
  const written = tx.db
    .select({ id: auditLog.targetId })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, userId), inArray(auditLog.action, writes), gte(auditLog.createdAt, since)))
  await tx.db.update(webhookEndpoints).set({ isActive: false }).where(inArray(webhookEndpoints.id, written))
}
