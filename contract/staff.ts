import * as z from "zod"
import { Id } from "./common.ts"

/** What a moderator does, counted. Days and months are those of UTC; a message that was taken back is not counted. */
export const ModeratorMetrics = z.object({
  /** How many models are in the moderator's care. */
  assigned_dolls: z.number().int(),
  /** Messages written, by day, for the last thirty, oldest first; a day without any is there with 0. */
  messages_per_day: z.record(z.iso.date(), z.number().int()),
  /** The same by month (`2026-11`), for the last twelve. */
  messages_per_month: z.record(z.string(), z.number().int()),
  /** Rooms of these models in which something was said within the last seven days. */
  active_chat_rooms: z.number().int(),
  /** From a member's first unanswered message to the answer, over the answers of the last thirty days; null without any. */
  avg_response_time_minutes: z.number().nullable(),
  monthly_report: z.object({
    total_messages: z.number().int(),
    messages_this_month: z.number().int(),
    /** Percent against the month before; null when nothing was written in it. */
    monthly_change: z.number().nullable(),
  }),
  /** The five that are answered for most. */
  top_dolls: z.array(z.object({ id: Id, name: z.string(), message_count: z.number().int() })),
})
export type ModeratorMetrics = z.infer<typeof ModeratorMetrics>
