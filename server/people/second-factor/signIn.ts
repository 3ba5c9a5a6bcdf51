import { and, eq, isNull } from "drizzle-orm"
import type { SecondStep, SignedIn, SignInMethod } from "#contract/accounts.ts"
import { loginTexts, secondFactorTexts } from "#contract/memberText.ts"
import type {
  Confirmation,
  PasskeyAnswer,
  PasskeyOptions,
  PasskeyRequest,
  SecondStepCode,
} from "#contract/secondFactor.ts"
import { type Actor, assertSignedIn } from "../../platform/auth/actor.ts"
import {
  countAttempt,
  findChallenge,
  issueChallenge,
  setChallenge,
  spendChallenge,
} from "../../platform/auth/challenges.ts"
import { assertOwnPassword, isUsable } from "../../platform/auth/people.ts"
import type { Sealer } from "../../platform/auth/sealed.ts"
import { forgetPerson } from "../../platform/auth/sessions.ts"
import { sessions, users } from "../../platform/auth/tables.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import type { Limit } from "../../platform/http/limits.ts"
import type { RequestContext } from "../../platform/http/requestContext.ts"
import * as emails from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { invalid, Refusal } from "../../platform/refusal.ts"
import { completeSignIn } from "../accounts/accounts.ts"
import { acceptCode, hasAuthenticator } from "./authenticator.ts"
import { acceptPasskey, passkeysOf, type RelyingParty, requestOptions } from "./passkeys.ts"
import { acceptRecoveryCode, recoveryCodesLeft } from "./recoveryCodes.ts"

export interface SigningIn {
  party: RelyingParty
  sealer: Sealer
  /** Limits attempts by account, because codes have only six digits. */
  attempts: Limit
  /** Limits by account: wrong codes a day, codes after those, and emails about it. */
  wrongCodes: { aDay: Limit; afterwards: Limit; emails: Limit }
  context: RequestContext
  userAgent: string | null
}

export async function askSecondStep(tx: Tx, userId: number, remember: boolean): Promise<SecondStep["second_step"]> {
  const { token, expiresAt } = await issueChallenge(tx, { purpose: "second_factor", userId, remember })
  const methods: SecondStep["second_step"]["methods"] = []
  if ((await passkeysOf(tx, userId)).length > 0) methods.push("passkey")
  if (await hasAuthenticator(tx, userId)) methods.push("totp")
  if ((await recoveryCodesLeft(tx, userId)) > 0) methods.push("recovery_code")
  return { token, methods, expires_at: expiresAt.toISOString() }
}

/** Completes a sign-in by a code of the app, or a recovery code. Throws INVALID at `code` when it is wrong. */
export async function signInByCode(
  store: Store,
  { token, code }: SecondStepCode,
  signing: SigningIn,
): Promise<SignedIn> {
  const { id, userId, remember } = await findChallenge(store, token, "second_factor")
  await signing.attempts.take(userId!)
  await countAttempt(store, id)
  return countWrongCodes(store, userId!, signing, () =>
    store.transaction(async (tx) => {
      const method = await spendCode(tx, userId!, code, signing)
      await spendChallenge(tx, id)
      return finish(tx, userId!, { remember, method: `password_${method}`, signing })
    }),
  )
}

/** Counts wrong codes. Many of them mean that the password is known: the owner is emailed, and guessing slows down. */
async function countWrongCodes<T>(
  store: Store,
  userId: number,
  { wrongCodes, context }: SigningIn,
  attempt: () => Promise<T>,
): Promise<T> {
  if (await wrongCodes.aDay.isReached(userId)) await wrongCodes.afterwards.take(userId)
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "INVALID")) throw error
    await wrongCodes.aDay.note(userId)
    if ((await wrongCodes.aDay.isReached(userId)) && !(await wrongCodes.emails.isReached(userId))) {
      await wrongCodes.emails.note(userId)
      await store.transaction((tx) => sendChange(tx, userId, "codes_guessed", context))
    }
    throw error
  }
}

/** Returns the options for a passkey as the second step, or for a passkey alone. */
export async function askPasskey(tx: Tx, { token }: PasskeyRequest, { party }: SigningIn): Promise<PasskeyOptions> {
  if (token === undefined) {
    const options = await requestOptions(tx, party, null)
    const issued = await issueChallenge(tx, { purpose: "passkey", userId: null, challenge: options.challenge })
    return { token: issued.token, options: { ...options } }
  }
  const { id, userId } = await findChallenge(tx, token, "second_factor")
  const options = await requestOptions(tx, party, userId)
  await setChallenge(tx, id, options.challenge)
  return { token, options: { ...options } }
}

export async function signInByPasskey(store: Store, input: PasskeyAnswer, signing: SigningIn): Promise<SignedIn> {
  const { id, purpose, userId, challenge, remember } = await findChallenge(
    store,
    input.token,
    "passkey",
    "second_factor",
  )
  if (challenge === null) throw new Refusal("BAD_CODE", secondFactorTexts.passkeyFailed)
  await countAttempt(store, id)
  return store.transaction(async (tx) => {
    const { credential } = input
    const owner = await acceptPasskey(tx, signing.party, { userId, challenge, credential })
    await spendChallenge(tx, id)
    return finish(tx, owner, {
      remember: purpose === "passkey" ? input.remember_me : remember,
      method: purpose === "passkey" ? "passkey" : "password_passkey",
      signing,
    })
  })
}

/**
 * Confirms the identity of a signed-in person for the next ten minutes of this session, by the second factor, or by the
 * password of an account without one.
 */
export async function confirm(store: Store, actor: Actor, input: Confirmation, signing: SigningIn): Promise<void> {
  assertSignedIn(actor)
  await signing.attempts.take(actor.id)
  if (!actor.hasSecondFactor) {
    await assertOwnPassword(store, actor, input.password, "password", signing.context.address)
    return store.transaction((tx) => markConfirmed(tx, actor.id, actor.sessionId))
  }
  if (!input.code) throw invalid("code", secondFactorTexts.passwordNotEnough)
  const { code } = input
  await countWrongCodes(store, actor.id, signing, () =>
    store.transaction(async (tx) => {
      await spendCode(tx, actor.id, code, signing)
      await markConfirmed(tx, actor.id, actor.sessionId)
    }),
  )
}

export async function askConfirmingPasskey(tx: Tx, actor: Actor, { party }: SigningIn): Promise<PasskeyOptions> {
  assertSignedIn(actor)
  const options = await requestOptions(tx, party, actor.id)
  const { challenge } = options
  const { token } = await issueChallenge(tx, { purpose: "confirm", userId: actor.id, challenge })
  return { token, options: { ...options } }
}

export async function confirmByPasskey(
  store: Store,
  actor: Actor,
  { token, credential }: PasskeyAnswer,
  { party }: SigningIn,
): Promise<void> {
  assertSignedIn(actor)
  await store.transaction(async (tx) => {
    const { id, userId, challenge } = await findChallenge(tx, token, "confirm")
    if (userId !== actor.id) throw new Refusal("BAD_CODE", secondFactorTexts.expired)
    await acceptPasskey(tx, party, { userId, challenge: challenge!, credential })
    await spendChallenge(tx, id)
    await markConfirmed(tx, actor.id, actor.sessionId)
  })
}

/** Accepts each code once. */
async function spendCode(
  tx: Tx,
  userId: number,
  code: string,
  { sealer, context }: SigningIn,
): Promise<"totp" | "recovery_code"> {
  if (/^\d/.test(code) && code.length === 6) {
    if (await acceptCode(tx, sealer, { userId, code })) return "totp"
  } else if (await acceptRecoveryCode(tx, userId, code)) {
    await sendChange(tx, userId, "recovery_code_used", context)
    return "recovery_code"
  }
  throw invalid("code", secondFactorTexts.wrongCode)
}

async function sendChange(
  tx: Tx,
  userId: number,
  change: emails.SecondFactorChange,
  { origin, language }: RequestContext,
): Promise<void> {
  const [row] = await tx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await enqueue(tx, emails.secondFactorChanged({ to: row!.email, origin, change }), language)
}

async function markConfirmed(tx: Tx, userId: number, sessionId: number): Promise<void> {
  await tx.db.update(sessions).set({ confirmedAt: tx.now() }).where(eq(sessions.id, sessionId))
  forgetPerson(tx, userId)
}

interface Finished {
  remember: boolean
  method: SignInMethod
  signing: SigningIn
}

async function finish(tx: Tx, userId: number, { remember, method, signing }: Finished): Promise<SignedIn> {
  const { context, userAgent } = signing
  const [row] = await tx.db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("share")
  if (!row || !isUsable(row, context)) throw new Refusal("INACTIVE", loginTexts.inactive)
  return completeSignIn(tx, row, { remember, userAgent, method, context })
}
