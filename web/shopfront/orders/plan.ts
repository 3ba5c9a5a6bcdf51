import { type Tier, tiers } from "#contract/membership.ts"
import type { Address } from "../../platform/router.ts"

/** The address to buy a level. It has the plan and the price shown, so that they survive a sign-in and a reload. */
export function purchaseLink({ level, price }: Pick<Tier, "level" | "price">, { isGift = false } = {}): Address {
  return `/subscription-checkout?plan=${level}&price=${price}${isGift ? "&gift=1" : ""}`
}

/** Parses an address that may contain anything. */
export function readPlan(address: URLSearchParams): Plan | "missing" | "unknown" {
  const plan = address.get("plan")
  const price = address.get("price")
  if (!plan || !price) return "missing"
  const tier = tiers.find(({ level }) => level === plan)
  return tier ? { tier, price: Number(price), isGift: address.has("gift") } : "unknown"
}

interface Plan {
  tier: Tier
  price: number
  isGift: boolean
}
