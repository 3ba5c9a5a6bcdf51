import type { Gift } from "#contract/gifts.ts"
import { dateOf } from "../ui/format.ts"

/** What became of the code of a gift. */
export function giftState({
  state,
  expires_at,
  redeemed_at,
}: Pick<Gift, "state" | "expires_at" | "redeemed_at">): string {
  if (state === "void") return "Refunded"
  if (state === "expired") return `Expired on ${dateOf(expires_at)}`
  return state === "redeemed" ? `Redeemed on ${dateOf(redeemed_at!)}` : `Can be redeemed until ${dateOf(expires_at)}`
}
