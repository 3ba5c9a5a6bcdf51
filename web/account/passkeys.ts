import { secondFactorTexts } from "#contract/memberText.ts"
import type { PasskeyAnswer, PasskeyOptions } from "#contract/secondFactor.ts"

/** Whether this browser can use passkeys. */
export const hasPasskeys = () => typeof PublicKeyCredential === "function"

/** The person closed the browser's dialog, or it timed out. */
export class PasskeyCancelled extends Error {}

/** Has the browser create a passkey. Throws PasskeyCancelled, or an error whose message can be shown. */
export async function createPasskey({ token, options }: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startRegistration } = await import("@simplewebauthn/browser")
  return answered(token, () => startRegistration({ optionsJSON: options as never }))
}

/** Has the browser use a passkey. Throws PasskeyCancelled, or an error whose message can be shown. */
export async function getPasskey({ token, options }: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import("@simplewebauthn/browser")
  return answered(token, () => startAuthentication({ optionsJSON: options as never }))
}

async function answered(token: string, work: () => Promise<object>): Promise<PasskeyAnswer> {
  if (!hasPasskeys()) throw new Error(secondFactorTexts.noPasskeys)
  try {
    return { token, credential: (await work()) as PasskeyAnswer["credential"], remember_me: false }
  } catch (error) {
    const { name } = error as Error
    if (name === "InvalidStateError") throw new Error(secondFactorTexts.passkeyExists)
    if (name === "NotAllowedError" || name === "AbortError") throw new PasskeyCancelled()
    throw new Error(secondFactorTexts.passkeyFailed)
  }
}
