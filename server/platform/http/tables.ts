import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import { id, moment } from "../db/columns.ts"

export const idempotencyKeys = pgTable("idempotency_keys", {
  id: id(),
  scope: text("scope").notNull(),
  key: text("key").notNull(),
  bodyHash: text("body_hash").notNull(),
  claim: text("claim").notNull(),
  claimedUntil: moment("claimed_until").notNull(),
  status: integer("status"),
  response: jsonb("response").$type<unknown>(),
  createdAt: moment("created_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
})
