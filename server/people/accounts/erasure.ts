import { asc, eq } from "drizzle-orm"
import type { AccountExport } from "#contract/export.ts"
import { endSessions } from "../../platform/auth/sessions.ts"
import { accountEvents, knownAgents, oneTimeCodes, preferences, sessions, users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { noPendingEmail } from "./emailAddress.ts"

/** The address is free for a new account at once: the unique index covers only accounts that are not deleted. */
export async function eraseAccount(tx: Tx, id: number): Promise<void> {
  await endSessions(tx, id, null)
  for (const table of [sessions, oneTimeCodes, preferences, knownAgents]) {
    await tx.db.delete(table).where(eq(table.userId, id))
  }
  const now = tx.now()
  await tx.db
    .update(users)
    .set({
      email: "",
      fullName: "Former member",
      region: "",
      ...noPendingEmail,
      timeZone: null,
      language: null,
      passwordHash: "",
      emailVerifiedAt: null,
      invitedUntil: null,
      termsVersion: null,
      termsAcceptedAt: null,
      privacyVersion: null,
      termsSeen: 0,
      privacySeen: 0,
      membershipLevel: "free",
      membershipExpiresAt: null,
      membershipNextLevel: null,
      membershipNextExpiresAt: null,
      membershipLastLevel: null,
      membershipLastExpiresAt: null,
      membershipRemindedFor: null,
      membershipRemindedDays: null,
      videoAccessCount: 0,
      videoAccessUntil: null,
      isActive: false,
      lastSeenAt: null,
      updatedAt: now,
      deletedAt: now,
    })
    .where(eq(users.id, id))
  await tx.db.insert(accountEvents).values({ userId: id, event: "deleted", createdAt: now })
}

export async function exportAgents(tx: Tx, userId: number) {
  const rows = await tx.db
    .select()
    .from(knownAgents)
    .where(eq(knownAgents.userId, userId))
    .orderBy(asc(knownAgents.firstSeenAt))
  return rows.map((row) => ({ user_agent: row.agent, first_seen_at: row.firstSeenAt.toISOString() }))
}

/** Exports the user agents as they were sent, unlike the list of open sessions. */
export async function exportSessions(tx: Tx, userId: number): Promise<AccountExport["sessions"]> {
  const rows = await tx.db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.id))
  return rows.map((row) => ({
    id: row.id,
    user_agent: row.userAgent,
    method: row.method,
    remember: row.remember,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    confirmed_at: row.confirmedAt?.toISOString() ?? null,
    expires_at: row.expiresAt.toISOString(),
    revoked_at: row.revokedAt?.toISOString() ?? null,
  }))
}
