import { randomInt } from "node:crypto"
import { and, eq, isNull, sql } from "drizzle-orm"
import { hashToken } from "../../platform/auth/sessions.ts"
import { recoveryCodes } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"

const count = 10
/** The alphabet of base32 (RFC 4648): 24 letters have 120 bits, so a plain hash is enough. */
const alphabet = "abcdefghijklmnopqrstuvwxyz234567"
const length = 24

/** Makes ten new codes in groups of four; the earlier ones end. Only their hashes are stored. */
export async function renewRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () =>
    Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(""),
  )
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const createdAt = tx.now()
  await tx.db.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashToken(code), createdAt })))
  return codes.map((code) => code.match(/.{4}/g)!.join("-"))
}

export async function recoveryCodesLeft(tx: Tx, userId: number): Promise<number> {
  const [row] = await tx.db
    .select({ left: sql<number>`count(*)::int` })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return row!.left
}

/** Accepts each code once; only one of two concurrent attempts succeeds. */
export async function acceptRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const [used] = await tx.db
    .update(recoveryCodes)
    .set({ usedAt: tx.now() })
    .where(
      and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashToken(code)), isNull(recoveryCodes.usedAt)),
    )
    .returning({ id: recoveryCodes.id })
  return used !== undefined
}
