import type { Membership as Plan, PlanDays } from "#contract/memberships.ts"
import type { Address } from "../../platform/router.ts"

interface Choice {
  days?: PlanDays
  isGift?: boolean
}

/**
 * The address to buy a plan. It has the plan, its length and the price shown, so that they survive a sign-in and a
 * reload. A plan or a length that is not sold leads to those that are.
 */
export function purchaseLink(plan: Plan | undefined, { days = 30, isGift = false }: Choice = {}): Address {
  const period = plan?.periods.find((one) => one.days === days)
  if (!plan || !period) return "/upgrade"
  const length = days === 30 ? "" : `&days=${days}`
  return `/subscription-checkout?plan=${plan.level}&price=${period.price}${length}${isGift ? "&gift=1" : ""}`
}

/** Parses an address that may contain anything. */
export function readPlan(address: URLSearchParams, plans: readonly Plan[]): ChosenPlan | "missing" | "unknown" {
  const level = address.get("plan")
  const shown = address.get("price")
  if (!level || !shown) return "missing"
  const plan = plans.find((one) => one.level === level)
  const period = plan?.periods.find(({ days }) => days === Number(address.get("days") ?? 30))
  if (!plan || !period) return "unknown"
  return { plan, ...period, shown: Number(shown), isGift: address.has("gift") }
}

export interface ChosenPlan {
  plan: Plan
  days: PlanDays
  price: number
  /** The price in the address, which may be out of date. */
  shown: number
  isGift: boolean
}
