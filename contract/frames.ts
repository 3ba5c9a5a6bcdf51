import * as z from "zod"

/** A frame was refused; the socket stays open. `detail` is fit to show to a person. */
export const ErrorFrame = z.object({
  type: z.literal("error"),
  detail: z.string(),
  /** One of `statusOf`, as over HTTP. */
  code: z.string(),
  /** Of the `create` that is refused. */
  client_id: z.string().optional(),
  /** Seconds. */
  retry_after: z.number().optional(),
})
export const PongFrame = z.object({ type: z.literal("pong") })
