import { and, desc, eq, type SQL } from "drizzle-orm"
import type { Session } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertSignedIn, type Person } from "../../platform/auth/actor.ts"
import { endSession, endSessions, isOpen } from "../../platform/auth/sessions.ts"
import { sessions } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { notFound } from "../../platform/refusal.ts"
import { agentOf } from "./agents.ts"

/** The caller's valid sessions, most recently used first. */
export async function listSessions(tx: Tx, actor: Actor): Promise<Session[]> {
  assertSignedIn(actor)
  const now = tx.now()
  const rows = await tx.db
    .select()
    .from(sessions)
    .where(live(actor, now))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
  return rows.map((row) => {
    const current = row.id === actor.sessionId
    return {
      id: row.id,
      current,
      user_agent: said(agentOf(row.userAgent)),
      created_at: row.createdAt.toISOString(),
      method: row.method,
      last_seen_at: (current ? now : row.lastSeenAt).toISOString(),
    }
  })
}

export async function endOwnSession(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertSignedIn(actor)
  const mine = and(live(actor, tx.now()), eq(sessions.id, id))
  const [row] = await tx.db.select({ id: sessions.id }).from(sessions).where(mine)
  if (!row) throw notFound(t`Session not found`)
  await endSession(tx, row.id)
}

export async function endOtherSessions(tx: Tx, actor: Actor): Promise<void> {
  assertSignedIn(actor)
  await endSessions(tx, actor.id, actor.sessionId)
}

function live(actor: Person, now: Date): SQL | undefined {
  return and(eq(sessions.userId, actor.id), isOpen(now))
}
