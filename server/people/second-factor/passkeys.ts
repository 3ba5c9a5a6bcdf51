import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server"
import { and, asc, eq } from "drizzle-orm"
import { secondFactorTexts } from "#contract/memberText.ts"
import type { NewPasskey, PasskeyAnswer } from "#contract/secondFactor.ts"
import { passkeys } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import { Refusal } from "../../platform/refusal.ts"

type Passkey = typeof passkeys.$inferSelect
type Credential = PasskeyAnswer["credential"]

/** The shop as the "relying party" of WebAuthn. */
export interface RelyingParty {
  name: string
  /** The origin that the page must have come from. */
  origin: string
}

/** COSE numbers of EdDSA, ES256 and RS256; every device has one of them. */
const algorithms = [-8, -7, -257]
const maxPasskeys = 10
const idOf = ({ origin }: RelyingParty) => new URL(origin).hostname

export function passkeysOf(tx: Tx, userId: number): Promise<Passkey[]> {
  return tx.db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id))
}

/** Returns the options for `navigator.credentials.create`. */
export async function creationOptions(
  tx: Tx,
  party: RelyingParty,
  user: { id: number; uuid: string; email: string; fullName: string },
) {
  const known = await passkeysOf(tx, user.id)
  if (known.length >= maxPasskeys) throw new Refusal("CONFLICT", secondFactorTexts.tooManyPasskeys)
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: idOf(party),
    userID: new TextEncoder().encode(user.uuid),
    userName: user.email,
    userDisplayName: user.fullName,
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  })
}

/** Stores the passkey that a browser created for `challenge`. Throws BAD_CODE when it was made for another one. */
export async function addPasskey(
  tx: Tx,
  party: RelyingParty,
  { userId, challenge, input }: { userId: number; challenge: string; input: NewPasskey },
): Promise<void> {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: input.credential as unknown as Parameters<typeof verifyRegistrationResponse>[0]["response"],
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: idOf(party),
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(failed)
  if (!verified) throw failed()
  const { credential, credentialBackedUp } = registrationInfo
  if ((await passkeysOf(tx, userId)).length >= maxPasskeys)
    throw new Refusal("CONFLICT", secondFactorTexts.tooManyPasskeys)
  const [added] = await tx.db
    .insert(passkeys)
    .values({
      userId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).filter((one) => /^[a-z-]{2,20}$/.test(one)),
      backedUp: credentialBackedUp,
      name: input.name,
      createdAt: tx.now(),
    })
    .onConflictDoNothing()
    .returning({ id: passkeys.id })
  if (!added) throw new Refusal("CONFLICT", secondFactorTexts.passkeyExists)
}

/** Returns the options for `navigator.credentials.get`: for the user's passkeys, or for any without a user. */
export async function requestOptions(tx: Tx, party: RelyingParty, userId: number | null) {
  const known = userId === null ? [] : await passkeysOf(tx, userId)
  return generateAuthenticationOptions({
    rpID: idOf(party),
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    userVerification: userId === null ? "required" : "preferred",
  })
}

/**
 * Verifies that a browser answered `challenge` with a known passkey, of `userId` if given, and returns its owner. A
 * passkey alone counts as both factors, so it must then verify its user (by fingerprint or PIN).
 */
export async function acceptPasskey(
  tx: Tx,
  party: RelyingParty,
  { userId, challenge, credential }: { userId: number | null; challenge: string; credential: Credential },
): Promise<number> {
  const isIt = and(eq(passkeys.credentialId, credential.id), userId === null ? undefined : eq(passkeys.userId, userId))
  const [row] = await tx.db.select().from(passkeys).where(isIt).for("update")
  if (!row) throw new Refusal("BAD_CODE", secondFactorTexts.unknownPasskey)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as unknown as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: idOf(party),
    requireUserVerification: userId === null,
    credential: { id: row.credentialId, publicKey: new Uint8Array(row.publicKey), counter: row.counter },
  }).catch(failed)
  if (!verified) throw failed()
  await tx.db
    .update(passkeys)
    .set({
      counter: authenticationInfo.newCounter,
      backedUp: authenticationInfo.credentialBackedUp,
      lastUsedAt: tx.now(),
    })
    .where(eq(passkeys.id, row.id))
  return row.userId
}

/** Hides the library's English reason: the caller learns only that it failed. */
function failed(): never {
  throw new Refusal("BAD_CODE", secondFactorTexts.passkeyFailed)
}
