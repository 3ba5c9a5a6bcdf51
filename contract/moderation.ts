import * as z from "zod"
import { Id, paging, prose, Search, Timestamp } from "./common.ts"
import { maxReasonLength } from "./limits.ts"
import { moderationTexts } from "./memberText.ts"

export const reportKinds = ["doll", "review", "video", "message"] as const
export type ReportKind = (typeof reportKinds)[number]

export const NewReport = z.object({
  kind: z.enum(reportKinds),
  id: Id,
  reason: prose(maxReasonLength, moderationTexts.reasonRequired),
})
export type NewReport = z.infer<typeof NewReport>

/** An item of the review queue: a message, review, listing or video that an engine, a moderator or a user flagged. */
export const FlaggedItem = z.object({
  id: Id,
  kind: z.enum(["message", "review", "doll", "video", "slideshow"]),
  subject_id: Id.nullable(),
  /** The id of a customer. */
  user_id: Id.nullable(),
  user: z.string().nullable(),
  user_email: z.string().nullable(),
  /** True if the author can only read until a super admin has decided. */
  user_suspended: z.boolean(),
  /** The newest contact message that the suspended author has sent since; null once the item is decided. */
  appeal: z.object({ id: Id, subject: z.string(), message: z.string(), created_at: Timestamp }).nullable(),
  moderator: z.string().nullable(),
  moderator_email: z.string().nullable(),
  content: z.string(),
  /** The flagged text, if its author has changed it since. */
  original: z.string().nullable(),
  /** When the sender deleted it; the content here is kept as evidence. */
  deleted_at: Timestamp.nullable(),
  file: z.object({ name: z.string(), type: z.string(), size: z.number().int() }).nullable(),
  flag_reason: z.string(),
  sources: z.array(z.enum(["engine", "moderator", "report"])),
  reports: z.array(z.object({ reason: z.string(), created_at: Timestamp })),
  critical: z.boolean(),
  chat_room: Id.nullable(),
  created_at: Timestamp,
  notified_at: Timestamp.nullable(),
  decided_at: Timestamp.nullable(),
  decided_by: z.string().nullable(),
  outcome: z.enum(["approved", "deleted", "withdrawn"]).nullable(),
})
export type FlaggedItem = z.infer<typeof FlaggedItem>

export const FlaggedQuery = z.object({
  ...paging(50),
  /** Matches the content, the reasons, the reports, and the authors' names and addresses. */
  q: Search,
  /** Selects decided items instead of open ones; their content is removed after `evidenceDays`. */
  decided: z.literal("1").optional(),
})
export type FlaggedQuery = z.infer<typeof FlaggedQuery>
