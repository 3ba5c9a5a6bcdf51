import { createHash, randomBytes } from "node:crypto"
import { and, eq, isNull, lt, ne, or } from "drizzle-orm"
import { after, days, hours } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import { oneTimeCodes, sessions } from "./tables.ts"

/** Opaque, 256 bit; only its SHA-256 is stored, which is enough for a secret that cannot be guessed. */
export async function openSession(
  tx: Tx,
  userId: number,
  remember: boolean,
  userAgent: string | null,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString("base64url")
  const now = tx.now()
  const expiresAt = after(now, remember ? days(30) : hours(12))
  await tx.db.insert(sessions).values({
    userId,
    tokenHash: hashToken(token),
    remember,
    userAgent: userAgent?.slice(0, 300) ?? null,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  })
  return { token, expiresAt }
}

/** Whose account or sessions have changed: the id alone, and whoever needs to know more asks the database. */
export const peopleTopic = "people"

/** Call it in the transaction that changes a session, or anything that an Actor carries. */
export function forgetPerson(tx: Tx, userId: number): void {
  tx.tell(peopleTopic, userId)
}

export async function endSession(tx: Tx, sessionId: number): Promise<void> {
  const [ended] = await tx.db
    .update(sessions)
    .set({ revokedAt: tx.now() })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .returning({ userId: sessions.userId })
  if (ended) forgetPerson(tx, ended.userId)
}

/** Ends every session of an account, or every other one. */
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
  forgetPerson(tx, userId)
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest()
}

/** Sessions and codes that ended a month ago are of no use to anybody. */
export async function forgetEnded(tx: Tx): Promise<void> {
  const longAgo = after(tx.now(), -days(30))
  await tx.db.delete(sessions).where(or(lt(sessions.expiresAt, longAgo), lt(sessions.revokedAt, longAgo)))
  await tx.db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, longAgo))
}
