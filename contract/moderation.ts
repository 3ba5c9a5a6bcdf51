import * as z from "zod"
import { Id, paging, prose, Timestamp } from "./common.ts"
import { moderationTexts } from "./texts.ts"

export const reportKinds = ["doll", "review", "video", "message"] as const
export type ReportKind = (typeof reportKinds)[number]

export const NewReport = z.object({
  kind: z.enum(reportKinds),
  id: Id,
  reason: prose(1000, moderationTexts.reasonRequired),
})
export type NewReport = z.infer<typeof NewReport>

/** What waits for an admin: a message, a review, a listing or a video that an engine, a moderator or a person pointed at. */
export const FlaggedItem = z.object({
  id: Id,
  kind: z.enum(["message", "review", "doll", "video", "slideshow"]),
  subject_id: Id.nullable(),
  user: z.string().nullable(),
  user_email: z.string().nullable(),
  moderator: z.string().nullable(),
  moderator_email: z.string().nullable(),
  content: z.string(),
  flag_reason: z.string(),
  sources: z.array(z.enum(["engine", "moderator", "report"])),
  reports: z.array(z.object({ reason: z.string(), created_at: Timestamp })),
  critical: z.boolean(),
  chat_room: Id.nullable(),
  created_at: Timestamp,
  notified_at: Timestamp.nullable(),
})
export type FlaggedItem = z.infer<typeof FlaggedItem>

export const FlaggedQuery = z.object({
  ...paging(50),
  /** In what was said, the reasons, the reports, and the names and addresses of who wrote it. */
  q: z.string().trim().max(200).optional(),
})
export type FlaggedQuery = z.infer<typeof FlaggedQuery>
export const FlaggedCount = z.object({ count: z.number().int() })
