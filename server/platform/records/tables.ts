import { bigint, boolean, date, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import type { ActivityType } from "#contract/admin.ts"
import { bytea, id, moment } from "../db/columns.ts"

export const auditLog = pgTable("audit_log", {
  id: id(),
  /** Null for the shop itself. */
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

/** The admins' activity feed; people appear in it only by id. */
export const activities = pgTable("activities", {
  id: id(),
  type: text("type").$type<ActivityType>().notNull(),
  userId: integer("user_id"),
  subjectId: integer("subject_id"),
  amountCents: bigint("amount_cents", { mode: "number" }),
  detail: text("detail"),
  /** Visible to super admins only. */
  critical: boolean("critical").notNull().default(false),
  createdAt: moment("created_at").notNull(),
})

/** The days in UTC whose sales have changed since they were counted, for `correctReports`. */
export const touchedDays = pgTable("touched_days", {
  id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  day: date("day", { mode: "string" }).notNull(),
})
