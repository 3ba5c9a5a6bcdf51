import { expect, test } from "vitest"
import type { Quote } from "#contract/memberships.ts"
import { duration, quoteView } from "./quoteView.ts"

const quote: Quote = {
  level: "vip",
  name: "VIP",
  price: 20,
  days: 30,
  currency: "USD",
  happens: "new",
  current_level: "free",
  current_ends_at: null,
  unused: [],
  messages: 30,
  photos: 3,
  starts_at: "2026-11-21T12:00:00.000Z",
  ends_at: "2026-12-21T12:00:00.000Z",
}

test("a first membership begins with its payment", () => {
  expect(quoteView(quote)).toMatchObject({
    title: "30 days of VIP",
    text: "Your membership starts when your payment is confirmed.",
    rows: [{ label: "Active until", value: "December 21, 2026" }],
  })
})

test("a renewal says until when the current membership lasts", () => {
  const view = quoteView({ ...quote, happens: "renewal", current_level: "vip", current_ends_at: quote.starts_at })
  expect(view.rows).toEqual([
    { label: "Current end date", value: "November 21, 2026" },
    { label: "New end date", value: "December 21, 2026" },
  ])
})

test("an upgrade says what happens to the remaining days, messages and photos, and to time without an end", () => {
  const upgrade: Quote = { ...quote, happens: "upgrade", current_level: "standard", current_ends_at: quote.starts_at }
  const unused: Quote["unused"] = [{ level: "standard", hours: 292, becomes_hours: 219, messages: 7, photos: 0 }]
  const view = quoteView({ ...upgrade, unused, messages: 37 })
  expect(view.title).toBe("Upgrade to VIP")
  expect(view.text).toContain("VIP starts when your payment is confirmed.")
  expect(view.text).toContain("Your unused messages and photos are added")
  expect(view.rows).toEqual([
    { label: "12 days 4 hours of Standard", value: "converted to 9 days 3 hours of VIP" },
    { label: "Active until", value: "December 21, 2026" },
    { label: "Messages", value: "37 (7 remaining + 30 from VIP)" },
    { label: "Photos", value: "3" },
  ])
  const unlimited = quoteView({ ...upgrade, level: "vvip", name: "VVIP", unused, messages: null, photos: 5 })
  expect(unlimited.rows.at(-2)!.value).toBe("Unlimited, replacing your remaining 7")
  expect(quoteView({ ...upgrade, current_ends_at: null }).text).toContain("Your Standard is paused")
})

test("a lower level is queued, and one that is covered is not sold", () => {
  const waits = quoteView({ ...quote, happens: "waits", current_level: "vvip", current_ends_at: quote.starts_at })
  expect(waits.text).toContain("Your VVIP stays active")
  expect(waits.rows[0]).toEqual({ label: "Starts", value: "November 21, 2026" })
  expect(quoteView({ ...quote, happens: "covered" }).rows).toEqual([])
  const covered = { ...quote, level: "standard", name: "Standard", happens: "covered" } as const
  expect(quoteView({ ...covered, current_level: "vip", current_ends_at: null }).title).toBe("You already have VIP")
  const asideForAWhile = { ...covered, current_level: "vip", current_ends_at: quote.ends_at } as const
  expect(quoteView(asideForAWhile).title).toBe("You already have Standard")
})

test("durations are written in days and hours", () => {
  expect([0, 1, 24, 25, 719].map(duration)).toEqual([
    "less than an hour",
    "1 hour",
    "1 day",
    "1 day 1 hour",
    "29 days 23 hours",
  ])
})
