import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { Order } from "#contract/orders.ts"

const { TZ } = process.env
beforeEach(() => void vi.resetModules())
afterEach(() => {
  vi.unstubAllGlobals()
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

/** Loads the modules in that time zone and with these languages of the browser. */
async function inZone(zone: string, languages = ["en-US"]) {
  process.env.TZ = zone
  vi.stubGlobal("document", {})
  vi.stubGlobal("navigator", { languages })
  const [{ dateOf, dateTimeOf }, { shortDate }, { expectedDelivery }] = await Promise.all([
    import("./format.ts"),
    import("../../backoffice/table/dates.ts"),
    import("../../shopfront/orders/deliveryDays.ts"),
  ])
  return { dateOf, dateTimeOf, shortDate, expectedDelivery }
}

const moment = "2026-11-22T23:30:00.000Z"

test.each([
  ["Pacific/Kiritimati", "November 23, 2026", "1:30 PM", "2026-12-02"],
  ["America/Los_Angeles", "November 22, 2026", "3:30 PM", "2026-12-01"],
  ["UTC", "November 22, 2026", "11:30 PM", "2026-12-01"],
])("one moment has one date everywhere in %s, and a calendar date never changes", async (zone, day, time, first) => {
  const { dateOf, dateTimeOf, shortDate, expectedDelivery } = await inZone(zone)
  expect(dateOf(moment)).toBe(day)
  expect(dateTimeOf(moment)).toBe(`${day} at ${time}`)
  expect(shortDate(moment)).toBe(day.replace("ember", "").replaceAll(" ", "\u00a0"))
  expect(dateOf("2026-11-22")).toBe("November 22, 2026")
  const order = { status: "shipped", shippedAt: moment, paymentTime: moment, shippingAddress: { country: "US" } }
  expect(expectedDelivery(order as Order, new Date(moment))?.from).toBe(first)
})

test.each([
  [["en-GB", "en"], "22 November 2026", "22 November 2026 at 23:30"],
  [["de-DE", "en-AU"], "22 November 2026", "22 November 2026 at 11:30 pm"],
  [["en"], "November 22, 2026", "November 22, 2026 at 11:30 PM"],
  [["de-DE", "fr"], "November 22, 2026", "November 22, 2026 at 11:30 PM"],
  [["en-US@posix"], "November 22, 2026", "November 22, 2026 at 11:30 PM"],
])("dates for %s are in the viewer's English, in American English without one", async (languages, day, dayAndTime) => {
  const { dateOf, dateTimeOf } = await inZone("UTC", languages)
  expect(dateOf(moment)).toBe(day)
  expect(dateTimeOf(moment).replace("\u202f", " ")).toBe(dayAndTime)
})

test("a preview has whole sentences, and words only where not even one fits", async () => {
  const { sentences } = await import("./format.ts")
  const text = "A form in white porcelain. The seam runs from shoulder to hip. Signed."
  expect(sentences(text, 100)).toBe(text)
  expect(sentences(text, 62)).toBe("A form in white porcelain. The seam runs from shoulder to hip.")
  expect(sentences(text, 61)).toBe("A form in white porcelain.")
  expect(sentences(text, 20)).toBe("A form in white…")
  expect(sentences("It weighs 1.5 kg and stands 1.8 m tall", 20)).toBe("It weighs 1.5 kg…")
})

test("the server, which has no viewer, writes dates in UTC everywhere", async () => {
  process.env.TZ = "Pacific/Kiritimati"
  const { dateOf } = await import("./format.ts")
  expect(dateOf(moment)).toBe("November 22, 2026")
})
