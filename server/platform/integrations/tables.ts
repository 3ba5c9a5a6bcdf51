import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core"
import type { Scope, WebhookEvent } from "#contract/integrations.ts"
import { bytea, id, moment } from "../db/columns.ts"

export const apiKeys = pgTable("api_keys", {
  id: id(),
  name: text("name").notNull(),
  prefix: text("prefix").notNull(),
  keyHash: bytea("key_hash").notNull(),
  scopes: text("scopes").array().$type<Scope[]>().notNull(),
  /** The admin for whom the key acts. */
  userId: integer("user_id").notNull(),
  createdAt: moment("created_at").notNull(),
  lastUsedAt: moment("last_used_at"),
  expiresAt: moment("expires_at"),
  revokedAt: moment("revoked_at"),
})

export const webhookEndpoints = pgTable("webhook_endpoints", {
  id: id(),
  url: text("url").notNull(),
  events: text("events").array().$type<WebhookEvent[]>().notNull(),
  /** Both secrets are sealed; the previous one also signs until `previousUntil`. */
  secret: bytea("secret").notNull(),
  previousSecret: bytea("previous_secret"),
  previousUntil: moment("previous_until"),
  isActive: boolean("is_active").notNull().default(true),
  /** The time since which no delivery has succeeded. */
  failingSince: moment("failing_since"),
  switchedOffAt: moment("switched_off_at"),
  createdAt: moment("created_at").notNull(),
})

export const webhookDeliveries = pgTable("webhook_deliveries", {
  id: id(),
  endpointId: integer("endpoint_id").notNull(),
  eventId: uuid("event_id").notNull(),
  type: text("type").notNull(),
  /** The body, byte for byte as it is signed. */
  payload: text("payload").notNull(),
  attempts: integer("attempts").notNull().default(0),
  /** The number of attempts since it was written or sent again. */
  round: integer("round").notNull().default(0),
  /** Null when it was delivered or given up. */
  nextAttemptAt: moment("next_attempt_at"),
  /** The time until which a node has claimed it for sending. */
  claimedUntil: moment("claimed_until"),
  lastAttemptAt: moment("last_attempt_at"),
  deliveredAt: moment("delivered_at"),
  failedAt: moment("failed_at"),
  statusCode: integer("status_code"),
  error: text("error"),
  answer: text("answer"),
  createdAt: moment("created_at").notNull(),
})
