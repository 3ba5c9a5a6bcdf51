import { randomBytes } from "node:crypto"
import { and, eq, gt, inArray, isNull } from "drizzle-orm"
import { loginTexts } from "#contract/texts.ts"
import { after } from "../clock.ts"
import type { Tx } from "../db/store.ts"
import { Refusal } from "../refusal.ts"
import { hashToken } from "./sessions.ts"
import { oneTimeCodes } from "./tables.ts"

type Purpose = (typeof oneTimeCodes.$inferSelect)["purpose"]

/** A code for a link in a letter to `email`, 144 bits, so that the link fits on a line of a letter; only its hash is kept. */
export async function issueCode(
  tx: Tx,
  { userId, purpose, email, lifetime }: { userId: number; purpose: Purpose; email: string; lifetime: number },
): Promise<string> {
  const code = randomBytes(18).toString("base64url")
  const createdAt = tx.now()
  await tx.db.insert(oneTimeCodes).values({
    userId,
    purpose,
    email,
    codeHash: hashToken(code),
    createdAt,
    expiresAt: after(createdAt, lifetime),
  })
  return code
}

/** Refuses a code that could not be spent, without spending it: before work that costs more than the question. */
export async function assertSpendable(tx: Tx, code: string, ...purposes: Purpose[]): Promise<void> {
  const [row] = await tx.db
    .select({ id: oneTimeCodes.id })
    .from(oneTimeCodes)
    .where(live(tx, code, purposes))
  if (!row) throw badCode()
}

/** Spends a code: of two that try at once, one statement wins. The person's other codes for the same purpose end with it. */
export async function spendCode(
  tx: Tx,
  code: string,
  ...purposes: Purpose[]
): Promise<{ userId: number; purpose: Purpose; email: string }> {
  const [spent] = await tx.db
    .update(oneTimeCodes)
    .set({ usedAt: tx.now() })
    .where(live(tx, code, purposes))
    .returning({ userId: oneTimeCodes.userId, purpose: oneTimeCodes.purpose, email: oneTimeCodes.email })
  if (!spent) throw badCode()
  await endCodes(tx, spent.userId, spent.purpose)
  return spent
}

export async function endCodes(tx: Tx, userId: number, ...purposes: Purpose[]): Promise<void> {
  await tx.db
    .update(oneTimeCodes)
    .set({ usedAt: tx.now() })
    .where(and(eq(oneTimeCodes.userId, userId), inArray(oneTimeCodes.purpose, purposes), isNull(oneTimeCodes.usedAt)))
}

export function badCode(): Refusal {
  return new Refusal("BAD_CODE", loginTexts.badLink)
}

function live(tx: Tx, code: string, purposes: Purpose[]) {
  return and(
    eq(oneTimeCodes.codeHash, hashToken(code)),
    inArray(oneTimeCodes.purpose, purposes),
    isNull(oneTimeCodes.usedAt),
    gt(oneTimeCodes.expiresAt, tx.now()),
  )
}
