import * as z from "zod"
import { Id, paging, Timestamp } from "./common.ts"

/** A letter that was given up. Its text is gone: it may have held the only clear copy of a code. */
export const DeadLetter = z.object({
  id: Id,
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  attempts: z.number().int(),
  created_at: Timestamp,
  dead_at: Timestamp,
  last_error: z.string().nullable(),
})
export type DeadLetter = z.infer<typeof DeadLetter>

export const DeadLetterQuery = z.object(paging(10))
