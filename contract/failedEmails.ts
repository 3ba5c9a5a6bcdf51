import * as z from "zod"
import { Id, paging, Timestamp } from "./common.ts"

/** An email that could not be delivered. Its text is deleted: it may have held the only clear copy of a code. */
export const FailedEmail = z.object({
  id: Id,
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  attempts: z.number().int(),
  created_at: Timestamp,
  dead_at: Timestamp,
  last_error: z.string().nullable(),
})
export type FailedEmail = z.infer<typeof FailedEmail>

export const FailedEmailQuery = z.object(paging(10))
