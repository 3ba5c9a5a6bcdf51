import { membershipTexts } from "#contract/buyingText.ts"
import { tierOf } from "#contract/membership.ts"
import type { Quote } from "#contract/memberships.ts"
import { dateOf } from "../ui/format.ts"

export interface QuoteStory {
  title: string
  text: string
  rows: { label: string; value: string }[]
}

/** What buying would do, in words, and its dates. */
export function tellQuote(quote: Quote): QuoteStory {
  const { name } = quote
  const runs = { label: "Runs until", value: quote.ends_at ? dateOf(quote.ends_at) : "No end" }
  switch (quote.happens) {
    case "covered":
      return { title: `You have ${name} already`, text: membershipTexts.covered, rows: [] }
    case "waits":
      return {
        title: `${name} waits its turn`,
        text: `Your ${currentName(quote)} stays as it is. The 30 days of ${name} begin when it ends; nothing is lost.`,
        rows: [{ label: "Begins", value: dateOf(quote.starts_at!) }, runs],
      }
    case "renewal":
      return {
        title: "Thirty days more",
        text: `The days you have are kept. 30 more are added at their end, with their own allowance.`,
        rows: [
          { label: "You have it until", value: dateOf(quote.starts_at!) },
          { ...runs, label: "Then until" },
        ],
      }
    case "upgrade":
      return { title: `${name} from today`, text: upgradeText(quote), rows: [atOnce, ...unusedRows(quote), runs] }
    case "new":
      return {
        title: `${name} from today`,
        text: "30 days from the moment your payment is confirmed. It ends by itself, and never renews by itself.",
        rows: [atOnce, runs],
      }
  }
}

const atOnce = { label: "Begins", value: "With your payment" }

function upgradeText({ name, unused, current_level, current_ends_at }: Quote): string {
  if (current_level !== "free" && current_ends_at === null) {
    return `${name} counts at once. Your ${tierOf(current_level).name} steps aside, and goes on when it is over.`
  }
  return unused.some((one) => one.becomes_hours > 0)
    ? `${name} counts at once. What is left of the level you have becomes time of ${name}, by price, beside its 30 days.`
    : `${name} counts at once. Too little is left of the level you have to become time of ${name}.`
}

function unusedRows({ name, unused }: Quote): QuoteStory["rows"] {
  return unused
    .filter((one) => one.becomes_hours > 0)
    .map(({ level, hours, becomes_hours }) => ({
      label: `${duration(hours)} of ${tierOf(level).name}`,
      value: `become ${duration(becomes_hours)} of ${name}`,
    }))
}

function currentName({ current_level }: Quote): string {
  return current_level === "free" ? "present level" : tierOf(current_level).name
}

/** `12 days 4 hours` */
export function duration(hours: number): string {
  const days = Math.floor(hours / 24)
  const rest = hours % 24
  return [count(days, "day"), count(rest, "hour")].filter(Boolean).join(" ") || "less than an hour"
}

function count(n: number, what: string): string {
  return n === 0 ? "" : `${n} ${what}${n === 1 ? "" : "s"}`
}
