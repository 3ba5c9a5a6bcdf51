import type { Level } from "./accounts.ts"

export type PaidLevel = Exclude<Level, "free">

export interface Tier {
  level: PaidLevel
  name: string
  /** USD for 30 days */
  price: number
  description: string
  features: string[]
  recommended: boolean
  /** per period; null = unlimited */
  messages: number | null
  photos: number
}

/** The one source of tiers for the API, /upgrade, letters and prices. */
export const tiers: readonly Tier[] = [
  {
    level: "standard",
    name: "Standard",
    price: 15,
    description: "Talk with the moderator of any model.",
    features: ["10 messages", "All models", "One photo", "Email support"],
    recommended: false,
    messages: 10,
    photos: 1,
  },
  {
    level: "vip",
    name: "VIP",
    price: 20,
    description: "More conversation, and the film room.",
    features: ["30 messages", "All models", "Three photos", "Priority email support", "Premium videos"],
    recommended: true,
    messages: 30,
    photos: 3,
  },
  {
    level: "vvip",
    name: "VVIP",
    price: 50,
    description: "Everything, without counting.",
    features: [
      "Unlimited messages",
      "2 premium videos",
      "Limited edition content",
      "Chances of winning collectible items",
      "5 photos",
      "24/7 priority support",
    ],
    recommended: false,
    messages: null,
    photos: 5,
  },
]

export function tierOf(level: PaidLevel): Tier {
  return tiers.find((tier) => tier.level === level)!
}
