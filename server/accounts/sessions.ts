import { createHash, randomBytes } from "node:crypto"
import { and, eq, gt, isNull } from "drizzle-orm"
import { generalTexts } from "#contract/texts.ts"
import { after, days, hours } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import { Refusal } from "../refusal.ts"
import type { Person } from "./actor.ts"
import { levelNow, sessions, users } from "./tables.ts"

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

/** The person behind a token. Throws UNAUTHENTICATED when it is unknown, revoked, expired, or its account is inactive. */
export async function personOf(tx: Tx, token: string): Promise<Person> {
  const now = tx.now()
  const [row] = await tx.db
    .select({
      id: users.id,
      uuid: users.uuid,
      email: users.email,
      fullName: users.fullName,
      role: users.role,
      adminType: users.adminType,
      level: levelNow(now),
      sessionId: sessions.id,
      signedInAt: sessions.createdAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, hashToken(token)),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        eq(users.isActive, true),
        isNull(users.deletedAt),
      ),
    )
  if (!row) throw new Refusal("UNAUTHENTICATED", generalTexts.authenticationFailed)
  return { kind: "person", ...row }
}

export async function endSession(tx: Tx, sessionId: number): Promise<void> {
  await tx.db
    .update(sessions)
    .set({ revokedAt: tx.now() })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest()
}
