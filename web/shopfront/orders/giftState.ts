import type { Gift } from "#contract/gifts.ts"
import { t } from "#contract/t.ts"
import { dateOf } from "../../platform/ui/format.ts"

export function giftState({
  state,
  expires_at,
  redeemed_at,
}: Pick<Gift, "state" | "expires_at" | "redeemed_at">): string {
  if (state === "void") return t`Refunded`
  if (state === "expired") return t`Expired on ${dateOf(expires_at)}`
  return state === "redeemed" ? t`Redeemed on ${dateOf(redeemed_at!)}` : t`Can be redeemed until ${dateOf(expires_at)}`
}
