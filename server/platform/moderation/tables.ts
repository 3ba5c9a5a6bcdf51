import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import type { ReportKind } from "#contract/moderation.ts"
import { bytea, id, moment } from "../db/columns.ts"
import type { Categories, Decision, Kind } from "./engine/verdict.ts"

/** Decisions of moderation, without the text. */
export const moderationDecisions = pgTable("moderation_decisions", {
  id: id(),
  kind: text("kind").$type<Kind>().notNull(),
  subjectId: integer("subject_id"),
  roomId: integer("room_id"),
  authorId: integer("author_id"),
  engine: text("engine").notNull(),
  version: text("version").notNull(),
  decision: text("decision").$type<Decision>().notNull(),
  frozen: boolean("frozen").notNull().default(false),
  categories: jsonb("categories").$type<Categories>().notNull(),
  createdAt: moment("created_at").notNull(),
})

export const flaggedItems = pgTable("flagged_items", {
  id: id(),
  kind: text("kind").$type<Kind>().notNull(),
  subjectId: integer("subject_id"),
  roomId: integer("room_id"),
  authorId: integer("author_id"),
  sources: text("sources").array().$type<FlagSource[]>().notNull(),
  reason: text("reason").notNull(),
  critical: boolean("critical").notNull().default(false),
  decisionId: integer("decision_id"),
  heldText: text("held_text"),
  heldFile: jsonb("held_file").$type<HeldFile>(),
  /** When its author deleted it. */
  goneAt: moment("gone_at"),
  createdAt: moment("created_at").notNull(),
  notifiedAt: moment("notified_at"),
  outcome: text("outcome").$type<"approved" | "deleted" | "withdrawn">(),
  resolvedBy: integer("resolved_by"),
  resolvedAt: moment("resolved_at"),
})
export interface HeldFile {
  key: string
  name: string
  type: string
  size: number
}
export type FlagSource = "engine" | "moderator" | "report"

export const reports = pgTable("reports", {
  id: id(),
  kind: text("kind").$type<ReportKind>().notNull(),
  subjectId: integer("subject_id").notNull(),
  flaggedId: integer("flagged_id").notNull(),
  reporterId: integer("reporter_id"),
  reporterHash: bytea("reporter_hash"),
  reason: text("reason").notNull(),
  createdAt: moment("created_at").notNull(),
  closedAt: moment("closed_at"),
})

export const moderationRechecks = pgTable("moderation_rechecks", {
  id: id(),
  kind: text("kind").$type<Kind>().notNull(),
  subjectId: integer("subject_id").notNull(),
  roomId: integer("room_id"),
  authorId: integer("author_id"),
  attempts: integer("attempts").notNull().default(0),
  nextAttemptAt: moment("next_attempt_at").notNull(),
  createdAt: moment("created_at").notNull(),
})
