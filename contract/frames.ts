import * as z from "zod"

/** Sent when a frame is refused; the socket stays open. `detail` can be shown to users. */
export const ErrorFrame = z.object({
  type: z.literal("error"),
  detail: z.string(),
  /** One of the codes in `statusOf`, as over HTTP. */
  code: z.string(),
  /** The `client_id` of the refused `create`. */
  client_id: z.string().optional(),
  /** In seconds. */
  retry_after: z.number().optional(),
})
export const PongFrame = z.object({ type: z.literal("pong") })
