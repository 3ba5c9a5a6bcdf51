import { and, eq, sql } from "drizzle-orm"
import { secondFactorTexts } from "#contract/memberText.ts"
import type { NewApp, NewPasskey, PasskeyOptions, RecoveryCodes, SecondFactor } from "#contract/secondFactor.ts"
import { type Actor, assertAdmin, assertConfirmed, assertSignedIn, type Person } from "../auth/actor.ts"
import { findChallenge, issueChallenge, spendChallenge } from "../auth/challenges.ts"
import type { Sealer } from "../auth/sealed.ts"
import { endSessions, forgetPerson } from "../auth/sessions.ts"
import { users } from "../auth/tables.ts"
import type { Store, Tx } from "../db/store.ts"
import * as emails from "../mail/emails.ts"
import { enqueue } from "../mail/outbox.ts"
import { audit } from "../records/audit.ts"
import { invalid, notFound, Refusal } from "../refusal.ts"
import { acceptCode, authenticatorOf, makeSecret } from "./authenticator.ts"
import { addPasskey, creationOptions, passkeysOf, type RelyingParty } from "./passkeys.ts"
import { recoveryCodesLeft, renewRecoveryCodes } from "./recoveryCodes.ts"
import { authenticators, passkeys, recoveryCodes } from "./tables.ts"

/** What a call about an own factor needs besides its input. */
export interface FactorContext {
  party: RelyingParty
  sealer: Sealer
  /** Whether the shop asks its staff for a second factor. */
  isRequired: boolean
}

export async function ownSecondFactor(tx: Tx, actor: Actor, { isRequired }: FactorContext): Promise<SecondFactor> {
  assertSignedIn(actor)
  return { required: isRequired && actor.role !== "user", ...(await exportSecondFactor(tx, actor)) }
}

export async function exportSecondFactor(tx: Tx, { id }: Person): Promise<Omit<SecondFactor, "required">> {
  const app = await authenticatorOf(tx, id)
  return {
    passkeys: (await passkeysOf(tx, id)).map((row) => ({
      id: row.id,
      name: row.name,
      backed_up: row.backedUp,
      created_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt?.toISOString() ?? null,
    })),
    app: app ? { created_at: app.createdAt.toISOString() } : null,
    recovery_codes_left: await recoveryCodesLeft(tx, id),
  }
}

/** Every change asks for a recent proof of who the person is: whoever holds a stolen session must not add a factor. */
export async function startPasskey(tx: Tx, actor: Actor, { party }: FactorContext): Promise<PasskeyOptions> {
  assertSignedIn(actor)
  assertConfirmed(actor, tx.now())
  const options = await creationOptions(tx, party, actor)
  const { challenge } = options
  const { token } = await issueChallenge(tx, { purpose: "new_passkey", userId: actor.id, challenge })
  return { token, options: { ...options } }
}

export async function finishPasskey(
  store: Store,
  actor: Actor,
  input: NewPasskey,
  { party }: FactorContext,
): Promise<RecoveryCodes> {
  assertSignedIn(actor)
  assertConfirmed(actor, store.now())
  return store.transaction(async (tx) => {
    const { id, userId, challenge } = await findChallenge(tx, input.token, "new_passkey")
    if (userId !== actor.id) throw notFound()
    await spendChallenge(tx, id)
    await addPasskey(tx, party, { userId: actor.id, challenge: challenge!, input })
    return added(tx, actor, "passkey", party)
  })
}

export async function renamePasskey(tx: Tx, actor: Actor, id: number, name: string): Promise<void> {
  assertSignedIn(actor)
  const own = and(eq(passkeys.id, id), eq(passkeys.userId, actor.id))
  const [row] = await tx.db.update(passkeys).set({ name }).where(own).returning({ id: passkeys.id })
  if (!row) throw notFound("Passkey not found")
}

export async function removePasskey(store: Store, actor: Actor, id: number, context: FactorContext): Promise<void> {
  assertSignedIn(actor)
  assertConfirmed(actor, store.now())
  await store.transaction(async (tx) => {
    const own = and(eq(passkeys.id, id), eq(passkeys.userId, actor.id))
    const [row] = await tx.db.delete(passkeys).where(own).returning({ id: passkeys.id })
    if (!row) throw notFound("Passkey not found")
    await removed(tx, actor, "passkey", context)
  })
}

export async function startApp(tx: Tx, actor: Actor, { party, sealer }: FactorContext): Promise<NewApp> {
  assertSignedIn(actor)
  assertConfirmed(actor, tx.now())
  return makeSecret(tx, sealer, { userId: actor.id, issuer: party.name, label: actor.email })
}

export async function confirmApp(
  store: Store,
  actor: Actor,
  code: string,
  { party, sealer }: FactorContext,
): Promise<RecoveryCodes> {
  assertSignedIn(actor)
  assertConfirmed(actor, store.now())
  return store.transaction(async (tx) => {
    const isRight = await acceptCode(tx, sealer, { userId: actor.id, code, confirms: true })
    if (!isRight) throw invalid("code", secondFactorTexts.wrongAppCode)
    return added(tx, actor, "app", party)
  })
}

export async function removeApp(store: Store, actor: Actor, context: FactorContext): Promise<void> {
  assertSignedIn(actor)
  assertConfirmed(actor, store.now())
  await store.transaction(async (tx) => {
    const [row] = await tx.db.delete(authenticators).where(eq(authenticators.userId, actor.id)).returning()
    if (!row) throw notFound()
    if (row.confirmedAt) await removed(tx, actor, "app", context)
  })
}

/** Ten new codes; the old ones end. */
export async function newRecoveryCodes(store: Store, actor: Actor, { party }: FactorContext): Promise<RecoveryCodes> {
  assertSignedIn(actor)
  assertConfirmed(actor, store.now())
  if (!actor.hasSecondFactor) throw notFound()
  return store.transaction(async (tx) => {
    const codes = await renewRecoveryCodes(tx, actor.id)
    await note(tx, actor, "recovery_codes_renewed", party.origin)
    return { recovery_codes: codes }
  })
}

/** For somebody who lost their factors: a super admin removes them, and their sessions end. Logged, and told by email. */
export async function resetSecondFactor(tx: Tx, actor: Actor, userId: number, origin: string): Promise<void> {
  assertAdmin(actor, "super_admin")
  assertConfirmed(actor, tx.now())
  const [row] = await tx.db.select().from(users).where(eq(users.id, userId)).for("update")
  if (!row || row.deletedAt) throw notFound("User not found")
  if (row.id === actor.id) throw new Refusal("CONFLICT", secondFactorTexts.notOwnReset)
  if (!row.secondFactorSince) return
  await eraseSecondFactor(tx, userId)
  await endSessions(tx, userId, null)
  await audit(tx, actor, { action: "user.reset_second_factor", target: { kind: "user", id: userId } })
  await enqueue(tx, emails.secondFactorChanged({ to: row.email, origin, change: "reset" }))
}

/** Removes everything about an account's second factor. */
export async function eraseSecondFactor(tx: Tx, userId: number): Promise<void> {
  for (const table of [passkeys, authenticators, recoveryCodes]) {
    await tx.db.delete(table).where(eq(table.userId, userId))
  }
  await settle(tx, userId)
}

type Factor = "passkey" | "app"

/** The first factor ends the account's other sessions: none of them was opened with it. */
async function added(tx: Tx, actor: Person, factor: Factor, { origin }: RelyingParty): Promise<RecoveryCodes> {
  await settle(tx, actor.id)
  if (!actor.hasSecondFactor) await endSessions(tx, actor.id, actor.sessionId)
  await note(tx, actor, `${factor}_added`, origin)
  // A code that was lost with the first factor would be useless: the first one comes with new codes.
  const isFirst = (await recoveryCodesLeft(tx, actor.id)) === 0
  return { recovery_codes: isFirst ? await renewRecoveryCodes(tx, actor.id) : null }
}

async function removed(tx: Tx, actor: Person, factor: Factor, { party, isRequired }: FactorContext): Promise<void> {
  const isOn = await settle(tx, actor.id)
  if (!isOn && isRequired && actor.role !== "user") throw new Refusal("CONFLICT", secondFactorTexts.lastFactor)
  if (!isOn) await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, actor.id))
  await note(tx, actor, isOn ? `${factor}_removed` : "off", party.origin)
}

/** Brings the account's row in line with its factors, under its lock; returns whether it has one. */
async function settle(tx: Tx, userId: number): Promise<boolean> {
  await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update")
  const isOn = (await passkeysOf(tx, userId)).length > 0 || (await authenticatorOf(tx, userId)) !== undefined
  await tx.db
    .update(users)
    .set({ secondFactorSince: isOn ? sql`coalesce(${users.secondFactorSince}, ${tx.now()})` : null })
    .where(eq(users.id, userId))
  forgetPerson(tx, userId)
  return isOn
}

async function note(tx: Tx, actor: Person, change: emails.SecondFactorChange, origin: string): Promise<void> {
  await enqueue(tx, emails.secondFactorChanged({ to: actor.email, origin, change }))
  if (actor.role === "user") return
  await audit(tx, actor, { action: `second_factor.${change}`, target: { kind: "user", id: actor.id } })
}
