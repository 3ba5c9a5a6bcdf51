import { secondFactorTexts } from "#contract/memberText.ts"
import type { PasskeyAnswer, PasskeyOptions } from "#contract/secondFactor.ts"

export const hasPasskeys = () => typeof PublicKeyCredential === "function"

/** Says why no passkey can be used here, or returns null. Browsers store passkeys for names, not for IP addresses. */
export function passkeyObstacle({ protocol, hostname, port }: Pick<Location, "protocol" | "hostname" | "port">) {
  if (/^(\d{1,3}(\.\d{1,3}){3}|\[.*\])$/.test(hostname)) {
    const isOwn = /^(127\.|\[::1\]$)/.test(hostname)
    return secondFactorTexts.passkeyAddress(isOwn ? `${protocol}//localhost${port && `:${port}`}` : null)
  }
  return hasPasskeys() ? null : secondFactorTexts.noPasskeys
}

/** Thrown if the person closed the browser's dialog, or if it timed out. */
export class PasskeyCancelled extends Error {}

/** Creates a passkey in the browser. Throws PasskeyCancelled, or an error whose message can be shown. */
export async function createPasskey({ token, options }: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startRegistration } = await import("@simplewebauthn/browser")
  return answered(token, () => startRegistration({ optionsJSON: options as never }))
}

/** Signs a challenge with a passkey. Throws PasskeyCancelled, or an error whose message can be shown. */
export async function getPasskey({ token, options }: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import("@simplewebauthn/browser")
  return answered(token, () => startAuthentication({ optionsJSON: options as never }))
}

async function answered(token: string, work: () => Promise<object>): Promise<PasskeyAnswer> {
  const obstacle = passkeyObstacle(location)
  if (obstacle) throw new Error(obstacle)
  try {
    return { token, credential: (await work()) as PasskeyAnswer["credential"], remember_me: false }
  } catch (error) {
    const { name } = error as Error
    if (name === "InvalidStateError") throw new Error(secondFactorTexts.passkeyExists)
    if (name === "NotAllowedError" || name === "AbortError") throw new PasskeyCancelled()
    throw new Error(secondFactorTexts.passkeyFailed)
  }
}
