import type { Level } from "./accounts.ts"
import { form, plural, t } from "./t.ts"

export type PaidLevel = Exclude<Level, "free">

/** The levels that are sold, the lowest first. What each costs and includes is a row of `plan_terms`. */
export const paidLevels = ["standard", "vip", "vvip"] as const satisfies readonly PaidLevel[]

const names: Record<PaidLevel, string> = { standard: "Standard", vip: "VIP", vvip: "VVIP" }

/** Returns the name of a level. Customers read the title of its plan, which is the same until the owner changes it. */
export const levelName = (level: Level) => (level === "free" ? t`Basic` : names[level])
/** Returns the account's status, as its owner reads it. */
export const memberName = (level: Level, title = levelName(level)) => (level === "free" ? t`Basic` : t`${title} Member`)

/** What a plan says of itself, in one language. Lines may contain `{messages}` and `{photos}`. */
export interface PlanWords {
  title: string
  description: string
  lines: string[]
}

/** Returns the specification's wording, which stands where the owner has written no other. */
export function specifiedWords(level: PaidLevel): PlanWords {
  switch (level) {
    case "standard":
      return {
        title: names.standard,
        description: t`Chat with the moderator of any model.`,
        lines: ["{messages}", t`All models`, "{photos}", t`Email support`],
      }
    case "vip":
      return {
        title: names.vip,
        description: t`More messages, plus VIP videos.`,
        lines: ["{messages}", t`All models`, "{photos}", t`Priority email support`, t`Premium videos`],
      }
    case "vvip":
      return {
        title: names.vvip,
        description: t`Everything, with unlimited messages.`,
        lines: [
          "{messages}",
          t`2 premium videos`,
          t`Limited edition content`,
          t`Chances of winning collectible items`,
          "{photos}",
          t`24/7 priority support`,
        ],
      }
  }
}

interface Numbers {
  messages: number | null
  photos: number
}

/** Puts the plan's numbers into a line, so that no line says another number than what is delivered. */
export const lineOf = (line: string, { messages, photos }: Numbers) =>
  line.replaceAll("{messages}", messagesOf(messages)).replaceAll("{photos}", photosOf(photos))

const messagesOf = (count: number | null) =>
  count === null ? t`Unlimited messages` : plural(count, { one: "1 message", other: form`${count} messages` })

/** One and three are words, as in the specification. */
function photosOf(count: number): string {
  if (count === 1) return t`One photo`
  if (count === 3) return t`Three photos`
  return plural(count, { one: "1 photo", other: form`${count} photos` })
}
