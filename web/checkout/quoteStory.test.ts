import { expect, test } from "vitest"
import type { Quote } from "#contract/memberships.ts"
import { duration, tellQuote } from "./quoteStory.ts"

const quote: Quote = {
  level: "vip",
  name: "VIP",
  price: 20,
  currency: "USD",
  happens: "new",
  current_level: "free",
  current_ends_at: null,
  unused: [],
  starts_at: "2026-11-21T12:00:00.000Z",
  ends_at: "2026-12-21T12:00:00.000Z",
}

test("a first membership begins with its payment", () => {
  expect(tellQuote(quote)).toMatchObject({
    title: "VIP from today",
    rows: [
      { label: "Begins", value: "With your payment" },
      { label: "Runs until", value: "December 21, 2026" },
    ],
  })
})

test("a renewal says until when it was there already", () => {
  const story = tellQuote({ ...quote, happens: "renewal", current_level: "vip", current_ends_at: quote.starts_at })
  expect(story.rows).toEqual([
    { label: "You have it until", value: "November 21, 2026" },
    { label: "Then until", value: "December 21, 2026" },
  ])
})

test("an upgrade says what becomes of the days that are left, and of time without an end", () => {
  const upgrade: Quote = { ...quote, happens: "upgrade", current_level: "standard", current_ends_at: quote.starts_at }
  const story = tellQuote({ ...upgrade, unused: [{ level: "standard", hours: 292, becomes_hours: 219 }] })
  expect(story.rows[1]).toEqual({ label: "12 days 4 hours of Standard", value: "become 9 days 3 hours of VIP" })
  expect(tellQuote({ ...upgrade, current_ends_at: null }).text).toContain("Your Standard steps aside")
  const little = [{ level: "standard" as const, hours: 1, becomes_hours: 0 }]
  expect(tellQuote({ ...upgrade, unused: little }).text).toContain("Too little is left")
  expect(tellQuote({ ...upgrade, unused: little }).rows).toHaveLength(2)
})

test("a lower level waits, and one that is covered is not sold", () => {
  const waits = tellQuote({ ...quote, happens: "waits", current_level: "vvip", current_ends_at: quote.starts_at })
  expect(waits.text).toContain("Your VVIP stays as it is")
  expect(waits.rows[0]).toEqual({ label: "Begins", value: "November 21, 2026" })
  expect(tellQuote({ ...quote, happens: "covered" }).rows).toEqual([])
})

test("time is told in days and hours", () => {
  expect([0, 1, 24, 25, 719].map(duration)).toEqual([
    "less than an hour",
    "1 hour",
    "1 day",
    "1 day 1 hour",
    "29 days 23 hours",
  ])
})
