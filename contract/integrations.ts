import * as z from "zod"
import { integrationLimits } from "./adminLimits.ts"
import { Id, IdInput, line, paging, Timestamp, text } from "./common.ts"
import { integrationTexts } from "./panelText.ts"

/** The permissions of API keys; a route names the one that it needs. */
export const scopes = [
  "orders:read",
  "orders:write",
  "models:read",
  "models:write",
  "customers:read",
  "payments:read",
] as const
export type Scope = (typeof scopes)[number]

export const NewApiKey = z.object({
  name: line(integrationLimits.name, integrationTexts.nameRequired),
  scopes: z.array(z.enum(scopes)).min(1, integrationTexts.scopeRequired).max(scopes.length),
  /** The number of days after which the key expires; null for never. */
  days: z.number().int().min(1).max(3650).nullable(),
})
export type NewApiKey = z.infer<typeof NewApiKey>

export const keyStates = ["active", "expired", "revoked", "owner_inactive"] as const
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** The beginning of the key, by which its owner recognizes it. */
  prefix: z.string(),
  scopes: z.array(z.enum(scopes)),
  state: z.enum(keyStates),
  created_by: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>
/** `secret` is the key, and is not shown again. */
export const CreatedApiKey = ApiKey.extend({ secret: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

export const webhookEvents = [
  "order.paid",
  "order.shipped",
  "order.refunded",
  "membership.changed",
  "message.flagged",
] as const
export type WebhookEvent = (typeof webhookEvents)[number]
/** The event of "Send test event", which is not sent otherwise. */
export const testEvent = "webhook.test"

const WebhookUrl = text(integrationTexts.urlRequired)
  .trim()
  .min(1, integrationTexts.urlRequired)
  .max(integrationLimits.url)
  .refine((given) => {
    const url = URL.parse(given)
    return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash
  }, integrationTexts.urlInvalid)
const Events = z.array(z.enum(webhookEvents)).min(1, integrationTexts.eventRequired).max(webhookEvents.length)

export const NewWebhook = z.object({ url: WebhookUrl, events: Events })
export type NewWebhook = z.infer<typeof NewWebhook>
export const EditWebhook = NewWebhook.extend({ active: z.boolean() }).partial()
export type EditWebhook = z.infer<typeof EditWebhook>

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  active: z.boolean(),
  /** The time since which no delivery has succeeded; null while they do. */
  failing_since: Timestamp.nullable(),
  /** When the shop switched it off automatically. */
  switched_off_at: Timestamp.nullable(),
  /** Until then deliveries are also signed with the previous secret. */
  previous_secret_until: Timestamp.nullable(),
  created_at: Timestamp,
})
export type Webhook = z.infer<typeof Webhook>
/** `secret` is not shown again. */
export const CreatedWebhook = Webhook.extend({ secret: z.string() })
export type CreatedWebhook = z.infer<typeof CreatedWebhook>

export const deliveryStates = ["waiting", "delivered", "failed"] as const
export const DeliveriesQuery = z.object({
  ...paging(25),
  webhook_id: IdInput,
  state: z.enum(deliveryStates).optional(),
})
export type DeliveriesQuery = z.infer<typeof DeliveriesQuery>

export const WebhookDelivery = z.object({
  id: Id,
  webhook_id: Id,
  /** The id of the event, sent as `webhook-id`; it is the same at every attempt. */
  event_id: z.string(),
  type: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  /** The status of the last response; null if there was none. */
  status_code: z.number().int().nullable(),
  error: z.string().nullable(),
  created_at: Timestamp,
  last_attempt_at: Timestamp.nullable(),
  next_attempt_at: Timestamp.nullable(),
  /** The body as it is sent. */
  payload: z.string(),
  /** The beginning of the last response. */
  answer: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
/** `attempts` is the number that was shown, so that a second click on the same delivery changes nothing. */
export const SendAgain = z.object({ attempts: z.number().int().min(0).max(100_000) })
