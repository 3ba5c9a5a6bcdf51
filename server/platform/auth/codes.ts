import { randomBytes } from "node:crypto"
import { and, eq, gt, gte, inArray, isNull, ne, type SQL } from "drizzle-orm"
import { loginTexts } from "#contract/memberText.ts"
import { after } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import { Refusal } from "../refusal.ts"
import { hashToken } from "./sessions.ts"
import { oneTimeCodes } from "./tables.ts"

type Purpose = (typeof oneTimeCodes.$inferSelect)["purpose"]

interface NewCode {
  userId: number
  purpose: Purpose
  email: string
  lifetime: number
  sessionId?: number
  /** The time since which additions are undone. */
  since?: Date
}

/** The purposes of codes that take an account back from whoever changed it. */
const undoing: Purpose[] = ["undo_email_change", "undo_factor"]

/**
 * Issues a code for a link in an email to `email`: 144 bits, so that the link fits on one line; only its hash is
 * stored. Ends earlier codes for the same purpose, except those that undo something: each of them undoes a different
 * change.
 */
export async function issueCode(
  tx: Tx,
  { userId, purpose, email, lifetime, sessionId, since }: NewCode,
): Promise<string> {
  if (!undoing.includes(purpose)) await endCodes(tx, userId, purpose)
  const code = randomBytes(18).toString("base64url")
  const createdAt = tx.now()
  await tx.db.insert(oneTimeCodes).values({
    userId,
    purpose,
    email,
    sessionId,
    since,
    codeHash: hashToken(code),
    createdAt,
    expiresAt: after(createdAt, lifetime),
  })
  return code
}

/** Refuses a code that could not be spent, without spending it. Call it before work that costs more than this check. */
export async function assertSpendable(tx: Tx, code: string, ...purposes: Purpose[]): Promise<void> {
  const [row] = await tx.db
    .select({ id: oneTimeCodes.id })
    .from(oneTimeCodes)
    .where(live(tx, code, purposes))
  if (!row) throw badCode()
}

export interface SpentCode {
  userId: number
  purpose: Purpose
  email: string
  sessionId: number | null
  since: Date | null
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

/**
 * Spends a code in one statement, so that only one of two concurrent attempts succeeds. The person's other codes for
 * the same purpose end with it; of those that undo something only the newer ones, whatever they undo, so that the
 * earliest holder of the account prevails.
 */
export async function spendCode(tx: Tx, code: string, ...purposes: Purpose[]): Promise<SpentCode> {
  const [spent] = await tx.db
    .update(oneTimeCodes)
    .set({ usedAt: tx.now() })
    .where(live(tx, code, purposes))
    .returning()
  if (!spent) throw badCode()
  const { id, userId, purpose } = spent
  if (undoing.includes(purpose)) {
    const newer = and(eq(oneTimeCodes.userId, userId), inArray(oneTimeCodes.purpose, undoing), gte(oneTimeCodes.id, id))
    await tx.db.update(oneTimeCodes).set({ usedAt: tx.now() }).where(newer)
  } else {
    await endCodes(tx, userId, purpose)
  }
  return spent
}

/** Returns the owner of a code, whether or not it is still valid. */
export async function ownerOfCode(tx: Tx, code: string, ...purposes: Purpose[]): Promise<SpentCode | undefined> {
  const known = and(eq(oneTimeCodes.codeHash, hashToken(code)), inArray(oneTimeCodes.purpose, purposes))
  const [row] = await tx.db.select().from(oneTimeCodes).where(known)
  return row
}

/** Returns whether another account can still undo a change of address and take this address back. */
export async function isReservedForAnother(tx: Tx, email: string, userId: number): Promise<boolean> {
  const kept = and(
    eq(oneTimeCodes.purpose, "undo_email_change"),
    eq(oneTimeCodes.email, email),
    ne(oneTimeCodes.userId, userId),
    isNull(oneTimeCodes.usedAt),
    gt(oneTimeCodes.expiresAt, tx.now()),
  )
  const [row] = await tx.db.select({ id: oneTimeCodes.id }).from(oneTimeCodes).where(kept).limit(1)
  return row !== undefined
}

export function endCodes(tx: Tx, userId: number, ...purposes: Purpose[]): Promise<void> {
  return end(tx, userId, inArray(oneTimeCodes.purpose, purposes))
}

/** Ends the links in all emails to an account, including those that undo a change of address. */
export function endAllCodes(tx: Tx, userId: number): Promise<void> {
  return end(tx, userId)
}

async function end(tx: Tx, userId: number, which?: SQL): Promise<void> {
  await tx.db
    .update(oneTimeCodes)
    .set({ usedAt: tx.now() })
    .where(and(eq(oneTimeCodes.userId, userId), isNull(oneTimeCodes.usedAt), which))
}

export function badCode(why = loginTexts.badLink): Refusal {
  return new Refusal("BAD_CODE", why)
}

function live(tx: Tx, code: string, purposes: Purpose[]) {
  return and(
    eq(oneTimeCodes.codeHash, hashToken(code)),
    inArray(oneTimeCodes.purpose, purposes),
    isNull(oneTimeCodes.usedAt),
    gt(oneTimeCodes.expiresAt, tx.now()),
  )
}
