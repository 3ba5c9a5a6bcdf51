import type { Level } from "./accounts.ts"
import { t } from "./t.ts"

export type PaidLevel = Exclude<Level, "free">

export interface Tier {
  level: PaidLevel
  name: string
  /** In USD, for 30 days. */
  price: number
  description: string
  features: string[]
  recommended: boolean
  /** The number per period; null for unlimited. */
  messages: number | null
  photos: number
}

/** The tiers, which the API, /upgrade, emails and prices are made of. */
export const tiers: readonly Tier[] = [
  {
    level: "standard",
    name: "Standard",
    price: 15,
    description: t`Chat with the moderator of any model.`,
    features: [t`10 messages`, t`All models`, t`One photo`, t`Email support`],
    recommended: false,
    messages: 10,
    photos: 1,
  },
  {
    level: "vip",
    name: "VIP",
    price: 20,
    description: t`More messages, plus VIP videos.`,
    features: [t`30 messages`, t`All models`, t`Three photos`, t`Priority email support`, t`Premium videos`],
    recommended: true,
    messages: 30,
    photos: 3,
  },
  {
    level: "vvip",
    name: "VVIP",
    price: 50,
    description: t`Everything, with unlimited messages.`,
    features: [
      t`Unlimited messages`,
      t`2 premium videos`,
      t`Limited edition content`,
      t`Chances of winning collectible items`,
      t`5 photos`,
      t`24/7 priority support`,
    ],
    recommended: false,
    messages: null,
    photos: 5,
  },
]

export const levelName = (level: Level) => (level === "free" ? t`Basic` : tierOf(level).name)
/** Returns the account's status, as its owner reads it. */
export const memberName = (level: Level) => (level === "free" ? t`Basic` : t`${tierOf(level).name} Member`)

export function tierOf(level: PaidLevel): Tier {
  return tiers.find((tier) => tier.level === level)!
}
