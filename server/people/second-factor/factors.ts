import { and, eq } from "drizzle-orm"
import { secondFactorTexts } from "#contract/memberText.ts"
import type { NewApp, NewPasskey, PasskeyOptions, RecoveryCodes, SecondFactor } from "#contract/secondFactor.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin, assertConfirmed, assertSignedIn, type Person } from "../../platform/auth/actor.ts"
import { findChallenge, issueChallenge, spendChallenge } from "../../platform/auth/challenges.ts"
import { endAllCodes, issueCode } from "../../platform/auth/codes.ts"
import { eraseFactors, settleFactors } from "../../platform/auth/factors.ts"
import { byEmail, ownRow } from "../../platform/auth/people.ts"
import type { Sealer } from "../../platform/auth/sealed.ts"
import { endSessions } from "../../platform/auth/sessions.ts"
import { authenticators, passkeys, users } from "../../platform/auth/tables.ts"
import { days, hours } from "../../platform/clock.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import * as emails from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { audit } from "../../platform/records/audit.ts"
import { invalid, notFound, Refusal } from "../../platform/refusal.ts"
import { acceptCode, authenticatorOf, makeSecret } from "./authenticator.ts"
import { addPasskey, creationOptions, passkeysOf, type RelyingParty } from "./passkeys.ts"
import { recoveryCodesLeft, renewRecoveryCodes } from "./recoveryCodes.ts"

export interface FactorContext {
  party: RelyingParty
  sealer: Sealer
  /** Whether the shop requires a second factor of its staff. */
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

/** Like every change of factors, this needs a recent proof of identity: a stolen session must not add a factor. */
export async function startPasskey(tx: Tx, actor: Actor, { party }: FactorContext): Promise<PasskeyOptions> {
  assertSignedIn(actor)
  assertConfirmed(actor, tx.now())
  await assertOwnAddress(tx, actor)
  const options = await creationOptions(tx, party, actor)
  const { challenge } = options
  const { token } = await issueChallenge(tx, { purpose: "new_passkey", userId: actor.id, challenge })
  return { token, options: { ...options } }
}

/** Requires a confirmed address for the first factor: it could lock out the real owner of the address. */
async function assertOwnAddress(tx: Tx, actor: Person): Promise<void> {
  if (actor.hasSecondFactor) return
  const { emailVerifiedAt } = await ownRow(tx, actor)
  if (!emailVerifiedAt) throw new Refusal("WRONG_STATE", secondFactorTexts.confirmAddress)
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
    const since = tx.now()
    await addPasskey(tx, party, { userId: actor.id, challenge: challenge!, input })
    return added(tx, actor, { factor: "passkey", since }, party)
  })
}

export async function renamePasskey(tx: Tx, actor: Actor, id: number, name: string): Promise<void> {
  assertSignedIn(actor)
  const own = and(eq(passkeys.id, id), eq(passkeys.userId, actor.id))
  const [row] = await tx.db.update(passkeys).set({ name }).where(own).returning({ id: passkeys.id })
  if (!row) throw notFound(t`Passkey not found`)
}

export async function removePasskey(store: Store, actor: Actor, id: number, context: FactorContext): Promise<void> {
  assertSignedIn(actor)
  assertConfirmed(actor, store.now())
  await store.transaction(async (tx) => {
    const own = and(eq(passkeys.id, id), eq(passkeys.userId, actor.id))
    const [row] = await tx.db.delete(passkeys).where(own).returning({ id: passkeys.id })
    if (!row) throw notFound(t`Passkey not found`)
    await removed(tx, actor, "passkey", context)
  })
}

export async function startApp(tx: Tx, actor: Actor, { party, sealer }: FactorContext): Promise<NewApp> {
  assertSignedIn(actor)
  assertConfirmed(actor, tx.now())
  await assertOwnAddress(tx, actor)
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
    const since = tx.now()
    const isRight = await acceptCode(tx, sealer, { userId: actor.id, code, confirms: true })
    if (!isRight) throw invalid("code", secondFactorTexts.wrongAppCode)
    return added(tx, actor, { factor: "app", since }, party)
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

/** Makes ten new codes; the old ones end. */
export async function newRecoveryCodes(store: Store, actor: Actor, { party }: FactorContext): Promise<RecoveryCodes> {
  assertSignedIn(actor)
  assertConfirmed(actor, store.now())
  if (!actor.hasSecondFactor) throw notFound()
  return store.transaction(async (tx) => {
    const since = tx.now()
    const codes = await renewRecoveryCodes(tx, actor.id)
    await note(tx, actor, "recovery_codes_renewed", party.origin, since)
    return { recovery_codes: codes }
  })
}

/** Removes the factors of somebody who lost them, and ends their sessions. It is logged, and the owner is emailed. */
export async function resetSecondFactor(tx: Tx, actor: Actor, userId: number, origin: string): Promise<void> {
  assertAdmin(actor, "super_admin")
  assertConfirmed(actor, tx.now())
  const [row] = await tx.db.select().from(users).where(eq(users.id, userId)).for("update")
  if (!row || row.deletedAt) throw notFound(t`User not found`)
  if (row.id === actor.id) throw new Refusal("CONFLICT", secondFactorTexts.notOwnReset)
  if (!row.secondFactorSince) return
  await eraseFactors(tx, userId)
  await endSessions(tx, userId, null)
  await audit(tx, actor, { action: "user.reset_second_factor", target: { kind: "user", id: userId } })
  await enqueue(tx, emails.secondFactorChanged({ to: row.email, origin, change: "reset" }))
}

/**
 * Helps a super admin who is locked out, by a command on the server: removes the factors, ends sessions and the links
 * in earlier emails, and returns a code to choose a new password. Null if there is no such super admin.
 */
export async function unlockSuperAdmin(tx: Tx, email: string, origin: string): Promise<string | null> {
  const row = await byEmail(tx, email)
  if (row?.adminType !== "super_admin") return null
  await eraseFactors(tx, row.id)
  await endSessions(tx, row.id, null)
  await endAllCodes(tx, row.id)
  await tx.db.update(users).set({ isActive: true, updatedAt: tx.now() }).where(eq(users.id, row.id))
  await audit(tx, null, { action: "user.reset_second_factor", target: { kind: "user", id: row.id } })
  await enqueue(tx, emails.secondFactorChanged({ to: email, origin, change: "reset" }))
  return issueCode(tx, { userId: row.id, purpose: "password_reset", email, lifetime: hours(1) })
}

type Factor = "passkey" | "app"

/** Ends the account's other sessions after its first factor: none of them was opened with it. */
async function added(
  tx: Tx,
  actor: Person,
  { factor, since }: { factor: Factor; since: Date },
  { origin }: RelyingParty,
): Promise<RecoveryCodes> {
  await settleFactors(tx, actor.id)
  if (!actor.hasSecondFactor) await endSessions(tx, actor.id, actor.sessionId)
  await note(tx, actor, `${factor}_added`, origin, since)
  // An account without recovery codes gets new ones with its factor, for the case that the factor is lost.
  const isFirst = (await recoveryCodesLeft(tx, actor.id)) === 0
  return { recovery_codes: isFirst ? await renewRecoveryCodes(tx, actor.id) : null }
}

async function removed(tx: Tx, actor: Person, factor: Factor, { party, isRequired }: FactorContext): Promise<void> {
  const isOn = await settleFactors(tx, actor.id)
  if (!isOn && isRequired && actor.role !== "user") throw new Refusal("CONFLICT", secondFactorTexts.lastFactor)
  await note(tx, actor, isOn ? `${factor}_removed` : "off", party.origin)
}

/** With `since`, the email has a link that undoes what has been added from then on. */
async function note(
  tx: Tx,
  actor: Person,
  change: emails.SecondFactorChange,
  origin: string,
  since?: Date,
): Promise<void> {
  const { id: userId, email } = actor
  const code = since && (await issueCode(tx, { userId, purpose: "undo_factor", email, lifetime: days(7), since }))
  await enqueue(tx, emails.secondFactorChanged({ to: email, origin, change, code }))
  if (actor.role === "user") return
  await audit(tx, actor, { action: `second_factor.${change}`, target: { kind: "user", id: userId } })
}
