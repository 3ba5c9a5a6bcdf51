import { membershipTexts } from "#contract/buyingText.ts"
import { giftDays } from "#contract/limits.ts"
import { type Tier, tierOf } from "#contract/membership.ts"
import type { Quote } from "#contract/memberships.ts"
import { dateOf } from "../ui/format.ts"

export interface QuoteView {
  title: string
  text: string
  rows: { label: string; value: string }[]
}

/** What buying would do, in words and dates. */
export function quoteView(quote: Quote): QuoteView {
  const { name } = quote
  const runs = { label: "Active until", value: quote.ends_at ? dateOf(quote.ends_at) : "No end date" }
  switch (quote.happens) {
    case "covered":
      return { title: `You already have ${coveredBy(quote)}`, text: membershipTexts.covered, rows: [] }
    case "waits":
      return {
        title: `${name} starts later`,
        text: `Your ${currentName(quote)} stays active. Your 30 days of ${name} start when it ends, so you don't lose anything.`,
        rows: [{ label: "Starts", value: dateOf(quote.starts_at!) }, runs],
      }
    case "renewal":
      return {
        title: "30 more days",
        text: "You keep your remaining days. 30 more are added at the end, with their own allowance.",
        rows: [
          { label: "Current end date", value: dateOf(quote.starts_at!) },
          { ...runs, label: "New end date" },
        ],
      }
    case "upgrade":
      return {
        title: `Upgrade to ${name}`,
        text: upgradeText(quote),
        rows: [...unusedRows(quote), runs, ...(keepsAllowance(quote) ? allowanceRows(quote) : [])],
      }
    case "new":
      return {
        title: `30 days of ${name}`,
        text: "Your membership starts when your payment is confirmed.",
        rows: [runs],
      }
  }
}

/** What buying a gift does. */
export const giftView = ({ name }: Tier): QuoteView => ({
  title: `30 days of ${name}, as a gift`,
  text: "Once your payment is confirmed, you get a code, here and by email. Pass it on: whoever redeems it first gets the 30 days, added to what they have.",
  rows: [{ label: "Can be redeemed for", value: `${giftDays} days` }],
})

const keepsAllowance = ({ unused }: Quote) => unused.some((one) => one.messages + one.photos > 0)

function upgradeText(quote: Quote): string {
  const { name, current_level, current_ends_at } = quote
  const starts = `${name} starts when your payment is confirmed.`
  if (current_level !== "free" && current_ends_at === null) {
    return `${starts} Your ${tierOf(current_level).name} is paused and continues when it ends.`
  }
  const becomes = `The time left on your current level is converted to ${name} by price and added to its 30 days`
  return keepsAllowance(quote)
    ? `${starts} ${becomes}. Your unused messages and photos are added to those of ${name}.`
    : `${starts} ${becomes}.`
}

function unusedRows({ name, unused }: Quote): QuoteView["rows"] {
  return unused.map(({ level, hours, becomes_hours }) => ({
    label: `${duration(hours)} of ${tierOf(level).name}`,
    value: `converted to ${duration(becomes_hours)} of ${name}`,
  }))
}

/** `37 (7 remaining + 30 from VIP)` */
function allowanceRows({ unused, level, messages, photos }: Quote): QuoteView["rows"] {
  const tier = tierOf(level)
  const kept = (what: "messages" | "photos") => unused.reduce((sum, one) => sum + one[what], 0)
  const amountText = (all: number | null, own: number | null, left: number) => {
    if (all === null) return left > 0 ? `Unlimited, replacing your remaining ${left}` : "Unlimited"
    return left > 0 ? `${all} (${left} remaining + ${own} from ${tier.name})` : `${all}`
  }
  return [
    { label: "Messages", value: amountText(messages, tier.messages, kept("messages")) },
    { label: "Photos", value: amountText(photos, tier.photos, kept("photos")) },
  ]
}

/** The unlimited level that makes buying pointless: the current one, or one paused by it. */
function coveredBy(quote: Quote): string {
  return quote.current_ends_at === null && quote.current_level !== "free" ? currentName(quote) : quote.name
}

function currentName({ current_level }: Quote): string {
  return current_level === "free" ? "current level" : tierOf(current_level).name
}

/** `12 days 4 hours` */
export function duration(hours: number): string {
  const days = Math.floor(hours / 24)
  const rest = hours % 24
  const parts = [
    days > 0 && (days === 1 ? "1 day" : `${days} days`),
    rest > 0 && (rest === 1 ? "1 hour" : `${rest} hours`),
  ]
  return parts.filter(Boolean).join(" ") || "less than an hour"
}
