import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import { bytea, id, moment } from "../db/columns.ts"

export const auditLog = pgTable("audit_log", {
  id: id(),
  /** Null: the shop itself. */
  actorId: integer("actor_id"),
  action: text("action").notNull(),
  targetKind: text("target_kind").notNull(),
  targetId: integer("target_id"),
  before: jsonb("before"),
  after: jsonb("after"),
  createdAt: moment("created_at").notNull(),
  previousHash: bytea("previous_hash").notNull(),
  hash: bytea("hash").notNull(),
})
