import { createHash, randomBytes } from "node:crypto"
import { and, eq, gt, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm"
import type { SignInMethod } from "#contract/accounts.ts"
import { after, days, hours } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import { oneTimeCodes, sessions, signInChallenges, users } from "./tables.ts"

/** Opens a session. Its opaque token has 256 bits, so that storing a plain SHA-256 is enough. */
export async function openSession(
  tx: Tx,
  userId: number,
  remember: boolean,
  userAgent: string | null,
  method: SignInMethod = "password",
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString("base64url")
  const now = tx.now()
  const expiresAt = after(now, remember ? days(30) : hours(12))
  await tx.db.insert(sessions).values({
    userId,
    tokenHash: hashToken(token),
    remember,
    userAgent: userAgent?.slice(0, 300) ?? null,
    method,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  })
  return { token, expiresAt }
}

/** Published when an account or its sessions change, with only the user id: subscribers re-read the database. */
export const peopleTopic = "people"

/** Publishes a change of an account. Call it in the transaction that changes a session, or any field of an Actor. */
export function forgetPerson(tx: Tx, userId: number): void {
  tx.publish(peopleTopic, userId)
}

export async function endSession(tx: Tx, sessionId: number): Promise<void> {
  const [ended] = await tx.db
    .update(sessions)
    .set({ revokedAt: tx.now() })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .returning({ userId: sessions.userId })
  if (ended) forgetPerson(tx, ended.userId)
}

/** Ends every session of an account, except the given one, and every sign-in that waits for its second step. */
export async function endSessions(tx: Tx, userId: number, except: number | null): Promise<void> {
  await tx.db
    .update(sessions)
    .set({ revokedAt: tx.now() })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        except === null ? undefined : ne(sessions.id, except),
      ),
    )
  await tx.db.delete(signInChallenges).where(eq(signInChallenges.userId, userId))
  forgetPerson(tx, userId)
}

/** The condition that the session is neither revoked nor expired. */
export const isOpen = (now: Date): SQL => and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now))!

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest()
}

/** Deletes sessions and codes that ended more than 30 days ago, and challenges that have expired. */
export async function forgetEnded(tx: Tx): Promise<void> {
  const longAgo = after(tx.now(), -days(30))
  const old = or(lt(sessions.expiresAt, longAgo), lt(sessions.revokedAt, longAgo))!
  await tx.db.execute(sql`update ${users} set last_seen_at = greatest(${users.lastSeenAt}, gone.at)
    from (select user_id, max(last_seen_at) as at from ${sessions} where ${old} group by user_id) gone
    where ${users.id} = gone.user_id and ${users.deletedAt} is null`)
  await tx.db.delete(sessions).where(old)
  await tx.db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, longAgo))
  await tx.db.delete(signInChallenges).where(lt(signInChallenges.expiresAt, tx.now()))
}
