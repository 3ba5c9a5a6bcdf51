import type { Level } from "#contract/accounts.ts"
import { membershipTexts } from "#contract/buyingText.ts"
import { giftDays } from "#contract/limits.ts"
import { levelName } from "#contract/membership.ts"
import type { Quote } from "#contract/memberships.ts"
import { plural, t } from "#contract/t.ts"
import { dateOf } from "../../platform/ui/format.ts"

export interface QuoteView {
  title: string
  text: string
  rows: { label: string; value: string }[]
}

/** Describes in words and dates what buying would do. */
export function quoteView(quote: Quote, nameOf: NameOf = levelName): QuoteView {
  const { name, days } = quote
  const runs = { label: t`Active until`, value: quote.ends_at ? dateOf(quote.ends_at) : t`No end date` }
  switch (quote.happens) {
    case "covered":
      return { title: t`You already have ${coveredBy(quote, nameOf)}`, text: membershipTexts.covered, rows: [] }
    case "waits":
      return {
        title: t`${name} starts later`,
        text: t`Your ${currentName(quote, nameOf)} stays active. Your ${days} days of ${name} start when it ends, so you don't lose anything.`,
        rows: [{ label: t`Starts`, value: dateOf(quote.starts_at!) }, runs],
      }
    case "renewal":
      return {
        title: t`${days} more days`,
        text: t`You keep your remaining days. ${days} more are added at the end, with their own allowance.`,
        rows: [
          { label: t`Current end date`, value: dateOf(quote.starts_at!) },
          { ...runs, label: t`New end date` },
        ],
      }
    case "upgrade":
      return {
        title: t`Upgrade to ${name}`,
        text: upgradeText(quote, nameOf),
        rows: [...unusedRows(quote, nameOf), runs, ...(keepsAllowance(quote) ? allowanceRows(quote) : [])],
      }
    case "new":
      return {
        title: t`${days} days of ${name}`,
        text: t`Your membership starts when your payment is confirmed.`,
        rows: [runs],
      }
  }
}

/** Returns what customers call a level. */
type NameOf = (level: Level) => string

export const giftView = (name: string, days: number): QuoteView => ({
  title: t`${days} days of ${name}, as a gift`,
  text: t`Once your payment is confirmed, you get a code, here and by email. Pass it on: whoever redeems it first gets the ${days} days, added to what they have.`,
  rows: [{ label: t`Can be redeemed for`, value: plural(giftDays, { one: "1 day", other: `${giftDays} days` }) }],
})

const keepsAllowance = ({ unused }: Quote) => unused.some((one) => one.messages + one.photos > 0)

function upgradeText(quote: Quote, nameOf: NameOf): string {
  const { name, days, current_level, current_ends_at } = quote
  const starts = t`${name} starts when your payment is confirmed.`
  if (current_level !== "free" && current_ends_at === null) {
    return t`${starts} Your ${nameOf(current_level)} is paused and continues when it ends.`
  }
  const becomes = t`The time left on your current level is converted to ${name} by price and added to its ${days} days`
  return keepsAllowance(quote)
    ? t`${starts} ${becomes}. Your unused messages and photos are added to those of ${name}.`
    : `${starts} ${becomes}.`
}

function unusedRows({ name, unused }: Quote, nameOf: NameOf): QuoteView["rows"] {
  return unused.map(({ level, hours, becomes_hours }) => ({
    label: t`${duration(hours)} of ${nameOf(level)}`,
    value: t`converted to ${duration(becomes_hours)} of ${name}`,
  }))
}

/** `37 (7 remaining + 30 from VIP)` */
function allowanceRows({ unused, name, messages, photos }: Quote): QuoteView["rows"] {
  const kept = (what: "messages" | "photos") => unused.reduce((sum, one) => sum + one[what], 0)
  const amountText = (all: number | null, left: number) => {
    if (all === null) return left > 0 ? t`Unlimited, replacing your remaining ${left}` : t`Unlimited`
    return left > 0 ? t`${all} (${left} remaining + ${all - left} from ${name})` : `${all}`
  }
  return [
    { label: t`Messages`, value: amountText(messages, kept("messages")) },
    { label: t`Photos`, value: amountText(photos, kept("photos")) },
  ]
}

/** The unlimited level that makes buying pointless: the current one, or the one that it pauses. */
function coveredBy(quote: Quote, nameOf: NameOf): string {
  return quote.current_ends_at === null && quote.current_level !== "free" ? currentName(quote, nameOf) : quote.name
}

function currentName({ current_level }: Quote, nameOf: NameOf): string {
  return current_level === "free" ? t`current level` : nameOf(current_level)
}

/** `12 days 4 hours` */
export function duration(hours: number): string {
  const days = Math.floor(hours / 24)
  const rest = hours % 24
  const parts = [
    days > 0 && plural(days, { one: "1 day", other: `${days} days` }),
    rest > 0 && plural(rest, { one: "1 hour", other: `${rest} hours` }),
  ]
  return parts.filter(Boolean).join(" ") || t`less than an hour`
}
