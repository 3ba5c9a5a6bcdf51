import { randomBytes } from "node:crypto"
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm"
import { secondFactorTexts } from "#contract/memberText.ts"
import { after, minutes } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import { Refusal } from "../refusal.ts"
import { hashToken } from "./sessions.ts"
import { signInChallenges } from "./tables.ts"

type Challenge = typeof signInChallenges.$inferSelect
type Purpose = Challenge["purpose"]

const lifetime = minutes(5)
const maxAttempts = 5

/** Issues an opaque token of 256 bits, of which only the hash is stored. */
export async function issueChallenge(
  tx: Tx,
  wanted: { purpose: Purpose; userId: number | null; challenge?: string; remember?: boolean },
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString("base64url")
  const createdAt = tx.now()
  const expiresAt = after(createdAt, lifetime)
  await tx.db.insert(signInChallenges).values({ ...wanted, tokenHash: hashToken(token), createdAt, expiresAt })
  return { token, expiresAt }
}

/** Returns the challenge of a token. Throws BAD_CODE when it is unknown, used or has expired. */
export async function findChallenge(tx: Tx, token: string, ...purposes: Purpose[]): Promise<Challenge> {
  const [row] = await tx.db.select().from(signInChallenges).where(isOpen(tx, token))
  if (!row || !purposes.includes(row.purpose)) throw expired()
  return row
}

/**
 * Counts an attempt before it is checked, so that concurrent ones count too. The fifth wrong one ends the challenge.
 */
export async function countAttempt(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.db
    .update(signInChallenges)
    .set({ attempts: sql`${signInChallenges.attempts} + 1` })
    .where(and(eq(signInChallenges.id, id), lt(signInChallenges.attempts, maxAttempts)))
    .returning({ id: signInChallenges.id })
  if (!row) throw expired()
}

export async function setChallenge(tx: Tx, id: number, challenge: string): Promise<void> {
  await tx.db.update(signInChallenges).set({ challenge }).where(eq(signInChallenges.id, id))
}

/** Accepts one of two concurrent answers to a challenge. */
export async function spendChallenge(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.db
    .update(signInChallenges)
    .set({ usedAt: tx.now() })
    .where(and(eq(signInChallenges.id, id), isNull(signInChallenges.usedAt)))
    .returning({ id: signInChallenges.id })
  if (!row) throw expired()
}

function isOpen(tx: Tx, token: string) {
  return and(
    eq(signInChallenges.tokenHash, hashToken(token)),
    isNull(signInChallenges.usedAt),
    gt(signInChallenges.expiresAt, tx.now()),
  )
}

const expired = () => new Refusal("BAD_CODE", secondFactorTexts.expired)
