import { and, eq, gte, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { Tx } from "../db/store.ts"
import { forgetPerson } from "./sessions.ts"
import { authenticators, passkeys, recoveryCodes, users } from "./tables.ts"

/** Removes an account's factors and recovery codes, or those added since a given time. */
export async function eraseFactors(tx: Tx, userId: number, since = new Date(0)): Promise<void> {
  await tx.db.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)))
  const isNew = or(isNull(authenticators.confirmedAt), gte(authenticators.confirmedAt, since))
  await tx.db.delete(authenticators).where(and(eq(authenticators.userId, userId), isNew))
  await tx.db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), gte(recoveryCodes.createdAt, since)))
  await settleFactors(tx, userId)
}

/** Updates the account's row to match its factors, and returns whether it has one. Recovery codes end with the last. */
export async function settleFactors(tx: Tx, userId: number): Promise<boolean> {
  await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update")
  const isInUse = and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt))
  const isOn =
    (await tx.db.$count(passkeys, eq(passkeys.userId, userId))) + (await tx.db.$count(authenticators, isInUse)) > 0
  await tx.db
    .update(users)
    .set({ secondFactorSince: isOn ? sql`coalesce(${users.secondFactorSince}, ${tx.now()})` : null })
    .where(eq(users.id, userId))
  if (!isOn) await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  forgetPerson(tx, userId)
  return isOn
}
