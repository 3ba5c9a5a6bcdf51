import { createHash } from "node:crypto"
import { seconds } from "../clock.ts"
import { type RemoteFetcher, sendPublic } from "../outgoing/outgoing.ts"
import type { VapidKey } from "./keys.ts"
import type { pushSubscriptions } from "./tables.ts"

export interface Parcel {
  to: Pick<typeof pushSubscriptions.$inferSelect, "endpoint" | "p256dh" | "auth">
  key: VapidKey
  payload: string
  /** How long the push service keeps it for a browser that is offline; milliseconds. */
  ttl: number
  urgency: "normal" | "high"
  /** The push service keeps only the last notice of a topic. It is told a hash of it. */
  topic: string
}

export interface Delivery {
  /** Of the push service. */
  status: number
  /** What it asks to wait, in milliseconds. */
  retryAfter: number | null
}

export type Deliver = (parcel: Parcel) => Promise<Delivery>

/** With padding, the push service cannot tell the kind of a notice from its length. */
const paddedLength = 512
const timeout = seconds(10)

/**
 * Sends to the push service of a browser (RFC 8030), encrypted for the browser (RFC 8291) and signed by us (RFC 8292).
 * The address comes from a browser, so only a public one is called, and of the answer only the head is read. Throws as
 * `sendPublic` does.
 */
export function createDeliver(fetcher: RemoteFetcher, contact: string): Deliver {
  return async ({ to, key, payload, ttl, urgency, topic }) => {
    const url = new URL(to.endpoint)
    // Loaded when the first notice is sent: most shops at rest never need it.
    const { default: webPush } = await import("web-push")
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
      payload.padEnd(paddedLength),
      {
        TTL: ttl / 1000,
        urgency,
        topic: createHash("sha256").update(`${to.auth} ${topic}`).digest("base64url").slice(0, 32),
        contentEncoding: "aes128gcm",
        vapidDetails: { subject: `mailto:${contact}`, ...key },
      },
    )
    const signal = AbortSignal.timeout(timeout)
    const answer = await sendPublic(url, { method: "POST", headers, body, fetcher, signal })
    const { statusCode, headers: told } = answer
    answer.destroy()
    return { status: statusCode!, retryAfter: waitOf(told["retry-after"]) }
  }
}

/** Seconds, or a date. */
function waitOf(told: string | undefined): number | null {
  if (told === undefined) return null
  const wait = /^\d{1,9}$/.test(told) ? seconds(Number(told)) : Date.parse(told) - Date.now()
  return wait > 0 ? wait : null
}
