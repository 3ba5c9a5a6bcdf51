import { createHmac, randomBytes } from "node:crypto"

/**
 * Signs as Standard Webhooks requires (https://www.standardwebhooks.com, "Verifying signatures"): HMAC-SHA256 over
 * `id.timestamp.body` with the bytes that the secret holds in base64, one for each secret, separated by a space.
 */
export function signatureOf(
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), "base64")
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`
    })
    .join(" ")
}

const prefix = "whsec_"
export const newSecret = () => prefix + randomBytes(32).toString("base64")
