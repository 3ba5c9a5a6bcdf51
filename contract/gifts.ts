import * as z from "zod"
import { giftTexts } from "./buyingText.ts"
import { Id, Timestamp, text } from "./common.ts"
import { PaidLevelField, planDays } from "./memberships.ts"

export const giftStates = ["open", "redeemed", "expired", "void"] as const

/** A membership bought for somebody else. Its code can be redeemed once, while it is `open`. */
export const Gift = z.object({
  id: Id,
  level: PaidLevelField,
  days: z.literal(planDays),
  code: z.string(),
  state: z.enum(giftStates),
  expires_at: Timestamp,
  redeemed_at: Timestamp.nullable(),
  created_at: Timestamp,
})
export type Gift = z.infer<typeof Gift>

/** The state of a gift, for staff. `ending` has the last four characters of its code, `redeemer` who redeemed it. */
export const AdminGift = Gift.pick({ state: true, expires_at: true, redeemed_at: true }).extend({
  ending: z.string(),
  redeemed_by: Id.nullable(),
  redeemer: z.string().nullable(),
})
export type AdminGift = z.infer<typeof AdminGift>

/** Letter case, spaces and hyphens do not matter. */
export const RedeemGift = z.object({
  code: text(giftTexts.required)
    .trim()
    .toUpperCase()
    .min(1, giftTexts.required)
    .max(40)
    .overwrite((given) => (given.replace(/[\s-]/g, "").match(/.{1,4}/g) ?? []).join("-"))
    .regex(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/, giftTexts.shape),
})
export type RedeemGift = z.infer<typeof RedeemGift>

/** The level of the gift, when its time begins, and when the level ends. */
export const RedeemedGift = z.object({ level: PaidLevelField, starts_at: Timestamp, ends_at: Timestamp })
export type RedeemedGift = z.infer<typeof RedeemedGift>
