import { createECDH } from "node:crypto"
import { serverKeys } from "../db/serverKeys.ts"
import type { Tx } from "../db/store.ts"

/** In base64url: the public key as an uncompressed point of P-256, the private one as its 32 bytes (RFC 8292). */
export interface VapidKey {
  publicKey: string
  privateKey: string
}

/**
 * Returns the keys that sign notices: new subscriptions are for the first, and existing ones may be for any of them.
 * The first node that needs one creates and stores it; `given` are those of the settings, which come first.
 */
export async function vapidKeys(
  tx: Tx,
  given: readonly Buffer[],
  { again = false } = {},
): Promise<[VapidKey, ...VapidKey[]]> {
  const [first, ...others] = [...given, ...(await serverKeys(tx, "web push", { again }))]
  return [keyOf(first!), ...others.map(keyOf)]
}

/** Returns the key that belongs to a public one; undefined if it has been removed. */
export async function vapidKeyOf(tx: Tx, given: readonly Buffer[], publicKey: string): Promise<VapidKey | undefined> {
  const find = (keys: VapidKey[]) => keys.find((one) => one.publicKey === publicKey)
  // Another node may have created one that is newer than those known here.
  return find(await vapidKeys(tx, given)) ?? find(await vapidKeys(tx, given, { again: true }))
}

function keyOf(bytes: Buffer): VapidKey {
  const pair = createECDH("prime256v1")
  // All but one in four billion values of 32 random bytes are a private key.
  pair.setPrivateKey(bytes)
  return { publicKey: pair.getPublicKey("base64url"), privateKey: bytes.toString("base64url") }
}
