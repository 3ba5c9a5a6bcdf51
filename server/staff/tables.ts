import { bigint, boolean, date, doublePrecision, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core"
import type { ActivityType } from "#contract/admin.ts"
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

/** What has happened, for the admins' feed; of people only their ids. */
export const activities = pgTable("activities", {
  id: id(),
  type: text("type").$type<ActivityType>().notNull(),
  userId: integer("user_id"),
  subjectId: integer("subject_id"),
  amountCents: bigint("amount_cents", { mode: "number" }),
  detail: text("detail"),
  /** For super admins alone. */
  critical: boolean("critical").notNull().default(false),
  createdAt: moment("created_at").notNull(),
})

/** A day of UTC that is over: what happened during it, and how many subscriptions ran at its end. */
export const shopDays = pgTable("shop_days", {
  day: date("day", { mode: "string" }).primaryKey(),
  registered: integer("registered").notNull(),
  departed: integer("departed").notNull(),
  subscriptions: integer("subscriptions").notNull(),
  sales: integer("sales").notNull(),
  ordersCents: bigint("orders_cents", { mode: "number" }).notNull(),
  subscriptionsCents: bigint("subscriptions_cents", { mode: "number" }).notNull(),
  refundsCents: bigint("refunds_cents", { mode: "number" }).notNull(),
})

export const moderatorDays = pgTable(
  "moderator_days",
  {
    moderatorId: integer("moderator_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    messages: integer("messages").notNull(),
    answers: integer("answers").notNull(),
    waitedSeconds: doublePrecision("waited_seconds").notNull(),
  },
  (table) => [primaryKey({ columns: [table.moderatorId, table.day] })],
)

export const moderatorModels = pgTable(
  "moderator_models",
  {
    moderatorId: integer("moderator_id").notNull(),
    dollId: integer("doll_id").notNull(),
    messages: integer("messages").notNull(),
  },
  (table) => [primaryKey({ columns: [table.moderatorId, table.dollId] })],
)

export const countedUntil = pgTable("counted_until", {
  name: text("name").primaryKey(),
  day: date("day", { mode: "string" }).notNull(),
})

export const shopSettings = pgTable("shop_settings", {
  id: integer("id").primaryKey().default(1),
  shopName: text("shop_name").notNull().default("Vitrine"),
  supportHours: text("support_hours").notNull().default("Mon-Fri 8am-5pm Pacific"),
  announcement: text("announcement"),
  announcementLink: text("announcement_link"),
  maintenance: boolean("maintenance").notNull().default(false),
  maintenanceNote: text("maintenance_note"),
  version: integer("version").notNull().default(1),
  updatedBy: integer("updated_by"),
  updatedAt: moment("updated_at"),
})
