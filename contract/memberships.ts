import * as z from "zod"
import { levels } from "./accounts.ts"
import { paymentTexts } from "./buyingText.ts"
import { Money, Timestamp } from "./common.ts"

export const PaidLevelField = z.enum(levels).exclude(["free"], { error: paymentTexts.invalidPlan })

export const Membership = z.object({
  level: PaidLevelField,
  name: z.string(),
  price: Money,
  description: z.string(),
  features: z.array(z.string()),
  recommended: z.boolean(),
  messages: z.number().int().nullable(),
  photos: z.number().int(),
})
export type Membership = z.infer<typeof Membership>

/**
 * `covered`: the account has this level or a higher one without an end; there is nothing to buy. `waits`: a higher
 * level is active, and this one begins when that ends.
 */
export const happenings = ["new", "renewal", "upgrade", "waits", "covered"] as const

export const QuoteQuery = z.object({ level: PaidLevelField })
export const Quote = z.object({
  level: PaidLevelField,
  name: z.string(),
  price: Money,
  currency: z.literal("USD"),
  happens: z.enum(happenings),
  current_level: z.enum(levels),
  current_ends_at: Timestamp.nullable(),
  /** The rest of lower levels: the time that it is converted to, in started hours, and the extra allowance. */
  unused: z.array(
    z.object({
      level: PaidLevelField,
      hours: z.number().int(),
      becomes_hours: z.number().int(),
      messages: z.number().int(),
      photos: z.number().int(),
    }),
  ),
  /** The allowance of the bought time, including what is kept; null for unlimited. */
  messages: z.number().int().nullable(),
  photos: z.number().int(),
  starts_at: Timestamp.nullable(),
  /** The end of this level; null for none. */
  ends_at: Timestamp.nullable(),
})
export type Quote = z.infer<typeof Quote>

export type AllowanceKind = "messages" | "photos"
const Allowance = z.object({ limit: z.number().int().nullable(), used: z.number().int() })

/** A null limit means unlimited. */
export const AccessStatus = z.object({
  can_send_messages: z.boolean(),
  can_watch_videos: z.boolean(),
  allowance: z.object({ messages: Allowance, photos: Allowance, period_ends_at: Timestamp.nullable() }),
  /** Lower levels that were also bought; each begins when the one before ends. */
  upcoming: z.array(z.object({ level: PaidLevelField, starts_at: Timestamp, ends_at: Timestamp.nullable() })),
})
export type AccessStatus = z.infer<typeof AccessStatus>
