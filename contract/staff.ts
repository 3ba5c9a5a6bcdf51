import * as z from "zod"
import { Id } from "./common.ts"

/** A moderator's figures. Days and months are those of the shop's time zone; deleted messages do not count. */
export const ModeratorMetrics = z.object({
  assigned_dolls: z.number().int(),
  /** Messages written per day, for the last thirty days, oldest first; days without messages have 0. */
  messages_per_day: z.record(z.iso.date(), z.number().int()),
  /** The same per month (`2026-11`), for the last twelve. */
  messages_per_month: z.record(z.string(), z.number().int()),
  /** The figures of the thirty days and the twelve months before those. */
  previous: z.object({
    messages_per_day: z.record(z.iso.date(), z.number().int()),
    messages_per_month: z.record(z.string(), z.number().int()),
  }),
  /** Rooms of these models with messages in the last seven days. */
  active_chat_rooms: z.number().int(),
  /**
   * The mean time from a member's first unanswered message to the reply, over the last thirty days; null without
   * replies.
   */
  avg_response_time_minutes: z.number().nullable(),
  /** Ratings of conversations by members, from 1 to 5, in the last thirty days. */
  ratings: z.object({ count: z.number().int(), average: z.number().nullable() }),
  monthly_report: z.object({
    total_messages: z.number().int(),
    messages_this_month: z.number().int(),
    /** The change from the month before in percent; null if that had no messages. */
    monthly_change: z.number().nullable(),
  }),
  /** The five models with the most messages. */
  top_dolls: z.array(z.object({ id: Id, name: z.string(), message_count: z.number().int() })),
})
export type ModeratorMetrics = z.infer<typeof ModeratorMetrics>
