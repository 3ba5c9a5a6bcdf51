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
  /** Per period; null = unlimited. */
  messages: number | null
  photos: number
}

/** The single source of tiers for the API, /upgrade, emails and prices. */
export const tiers: readonly Tier[] = [
  {
    level: "standard",
    name: "Standard",
    price: 15,
    description: "Chat with the moderator of any model.",
    features: ["10 messages", "All models", "One photo", "Email support"],
    recommended: false,
    messages: 10,
    photos: 1,
  },
  {
    level: "vip",
    name: "VIP",
    price: 20,
    description: "More messages, plus VIP videos.",
    features: ["30 messages", "All models", "Three photos", "Priority email support", "Premium videos"],
    recommended: true,
    messages: 30,
    photos: 3,
  },
  {
    level: "vvip",
    name: "VVIP",
    price: 50,
    description: "Everything, with unlimited messages.",
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

/** The display name of a level, used everywhere. */
export const levelName = (level: Level) => (level === "free" ? "Basic" : tierOf(level).name)
/** The account's status, as its owner reads it. */
export const memberName = (level: Level) => (level === "free" ? "Basic" : `${tierOf(level).name} Member`)

export function tierOf(level: PaidLevel): Tier {
  return tiers.find((tier) => tier.level === level)!
}
