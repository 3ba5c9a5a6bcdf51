import * as z from "zod"
import { text } from "./common.ts"
import type { pushTexts } from "./memberText.ts"

export type PushKind = keyof typeof pushTexts

/** Sent encrypted to the service worker, which shows it. A notice replaces an earlier one with the same tag. */
export interface PushNotice {
  title: string
  tag: string
  /** A path on this site. */
  url: string
}

/** A browser's `PushSubscription`, and the public key of the shop that it was made for. Bytes are in base64url. */
export const PushSubscription = z.object({
  endpoint: text()
    .max(1000)
    .regex(/^https:\/\/[^/?#@:\s]+\//),
  p256dh: text().regex(/^B[\w-]{86}$/),
  auth: text().regex(/^[\w-]{22}$/),
  public_key: text().max(100),
})
export type PushSubscription = z.infer<typeof PushSubscription>

/** `on` means that this session's browser is subscribed. */
export const PushState = z.object({ public_key: z.string(), on: z.boolean() })
export type PushState = z.infer<typeof PushState>
