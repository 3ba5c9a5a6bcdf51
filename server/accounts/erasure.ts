import { asc, eq } from "drizzle-orm"
import { endSessions } from "../auth/sessions.ts"
import { accountEvents, knownAgents, oneTimeCodes, preferences, sessions, users } from "../auth/tables.ts"
import type { Tx } from "../db/store.ts"
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
      passwordHash: "",
      emailVerifiedAt: null,
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
