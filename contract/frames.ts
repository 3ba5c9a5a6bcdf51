import * as z from "zod"

/** What every socket of ours may say. */
export const ErrorFrame = z.object({
  type: z.literal("error"),
  detail: z.string(),
  code: z.string(),
  client_id: z.string().optional(),
  retry_after: z.number().optional(),
})
export const PongFrame = z.object({ type: z.literal("pong") })
