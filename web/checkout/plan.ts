import type { Tier } from "#contract/membership.ts"
import { type PaidLevel, tiers } from "#contract/membership.ts"

/** What the way to the checkout of memberships carries with it. */
export interface PlanState {
  tierLevel: PaidLevel
  price: number
}

/** The way to buy a level; spread into a link. */
export function wayToBuy({ level, price }: Pick<Tier, "level" | "price">): { to: string; state: PlanState } {
  return { to: "/subscription-checkout", state: { tierLevel: level, price } }
}

/** What navigation has brought along: a browser may bring anything. */
export function readPlan(state: unknown): { tier: Tier; price: number } | "missing" | "unknown" {
  if (typeof state !== "object" || state === null) return "missing"
  const { tierLevel, price } = state as Partial<Record<keyof PlanState, unknown>>
  if (!tierLevel || price === undefined || price === null) return "missing"
  const tier = tiers.find(({ level }) => level === tierLevel)
  return tier ? { tier, price: Number(price) } : "unknown"
}
