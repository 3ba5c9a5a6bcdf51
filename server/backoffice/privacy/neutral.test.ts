import { afterAll, beforeAll, expect, test } from "vitest"
import type { AdminOrder } from "#contract/admin.ts"
import { notificationTexts } from "#contract/buyingText.ts"
import { orderColumns } from "#contract/csv.ts"
import { paidLevels } from "#contract/membership.ts"
import { alertTexts } from "#contract/memberText.ts"
import { tellingWords } from "#test/neutralWords.ts"
import { openPayingShop } from "#test/nowpayments.ts"
import { anOrder } from "#test/orders.ts"
import { days } from "../../platform/clock.ts"
import * as emails from "../../platform/mail/emails.ts"
import { newShop } from "../../platform/mail/letter.ts"
import type { Email } from "../../platform/mail/outbox.ts"

/** Texts that others may see, on a screen or a parcel, never reveal what was bought or that somebody is a member. */

type Given = Record<string, unknown>
type Template = (given: Given) => Email
const templates = Object.entries(emails).filter(([, one]) => typeof one === "function") as unknown as [
  string,
  Template,
][]

const now = new Date("2026-11-21T12:00:00Z")
const later = new Date(now.getTime() + days(30))
/** Values for the parameters of all templates. */
const usual: Given = {
  to: "reader@demo.example",
  origin: "https://shop.example",
  url: "https://shop.example/page",
  code: "code",
  giftCode: "ABCD-EFGH-JKMN",
  agent: "Firefox on Linux",
  change: "passkey_added",
  orderId: 1,
  orderNumber: "ORD-000001",
  productsCents: 32_000,
  discountCents: 2_000,
  shippingCents: 0,
  shippingMethod: null,
  tax: null,
  totalCents: 30_000,
  paidCents: 30_000,
  payBy: now,
  zone: null,
  trackingNumber: "T-1",
  missing: "0.1 BTC",
  paymentId: 1,
  refundId: 1,
  returnId: 1,
  amountCents: 1_000,
  userId: 1,
  itemId: 1,
  happens: "new",
  startsAt: now,
  endsAt: later,
  goesOn: false,
  isOver: true,
  part: "orders",
  paid: [{ orderNumber: "ORD-000001", paidCents: 30_000 }],
  digest: "1:1",
  number: 1,
  name: "Vera Visitor",
  email: "vera@demo.example",
  subject: "A question",
  message: "A text",
  answer: "An answer",
  support: "support@shop.example",
  sentAt: now,
  reason: "A reason",
  cancelReason: "A reason",
  about: "integration",
  version: 1,
  heading: "A heading",
  body: "A text",
  html: "<p>A text</p>",
  isDiscreet: true,
  delivery: 1,
}
/** Other values, of which each is tried with the usual ones. */
const others: Given[] = [
  ...[
    "passkey_removed",
    "app_added",
    "app_removed",
    "off",
    "recovery_codes_renewed",
    "recovery_code_used",
    "reset",
  ].map((change) => ({ change })),
  ...["renewal", "upgrade", "waits"].map((happens) => ({ happens })),
  { payoutId: "tx-1", payoutAmount: "0.1", payoutCurrency: "btc" },
  { about: "admin" },
  { goesOn: true },
  { isOver: false },
  { isOver: false, endsAt: null },
  { payBy: null },
  { part: "flagged" },
  { part: "flagged", number: 2 },
  { number: 2 },
]
/** The word is that of the newsletter, which everybody may read. */
const newsletter = /\bsubscription\b/gi

test("no email tells what was bought, or that somebody is a member", () => {
  const told: string[] = []
  let written = 0
  for (const [name, template] of templates) {
    // Only a membership that was left after a refund may have no end.
    const fitting = others.filter(({ endsAt }) => endsAt !== null || name === "membershipRefunded")
    const given = [usual, ...fitting.map((other) => ({ ...usual, ...other }))]
    const seen = new Set<string>()
    for (const one of given) {
      const { kind, subject, text, html } = template(one)
      seen.add(text)
      for (const part of [subject, text, html]) {
        expect(part, name).not.toMatch(/undefined|\[object|NaN/)
        const judged = kind.startsWith("newsletter_") ? part.replace(newsletter, "") : part
        const found = tellingWords.exec(judged)
        if (found) told.push(`${name}: ${found[0]}`)
      }
    }
    written += seen.size
  }
  expect([...new Set(told)]).toEqual([])
  // Every text of templates with several has been written.
  expect(written).toBeGreaterThan(templates.length + 12)
})

/** The texts between the tags, from the heading on. */
const sentencesOf = (html: string) =>
  html
    .slice(html.indexOf("<h1"))
    .split(/<[^>]*>|\n/)
    .filter((one) => one.trim() !== "")

test("an email says everything in the language of its reader, but what people wrote", () => {
  const values = Object.values(usual).map(String)
  const kept = new Set<string>()
  for (const [, template] of templates) {
    for (const other of [{}, ...others.filter(({ endsAt }) => endsAt !== null)]) {
      const { render } = template({ ...usual, ...other })
      const german = new Set(sentencesOf(render!("de", newShop).html))
      for (const one of sentencesOf(render!("en", newShop).html)) if (german.has(one)) kept.add(one)
    }
  }
  const words = [...kept].filter((one) => !values.includes(one) && !/^https?:|^mailto:|^Code$/.test(one))
  expect(words).toEqual(["tx-1", "Re: A question"])
})

test("no notification tells it, in the account or in the browser", () => {
  const told = [...Object.entries(notificationTexts), ["test", { title: "", body: alertTexts.test }] as const].flatMap(
    ([name, text]) => {
      const body = typeof text.body === "function" ? (text.body as (...words: string[]) => string)("A", "B") : text.body
      const found = tellingWords.exec(`${text.title} ${body}`)
      return found ? [`${name}: ${found[0]}`] : []
    },
  )
  expect(told).toEqual([])
})

test("the columns that a carrier needs have no names of models", () => {
  const order = {
    orderNumber: "ORD-000001",
    shippingAddress: {},
    refund: {},
    items: [{ name: "Isolde", description: "A doll", quantity: 2 }],
  } as unknown as AdminOrder
  const names = orderColumns.map(({ name }) => name)
  const forCarrier = orderColumns.slice(names.indexOf("ship_to"))
  expect(forCarrier.map(({ name }) => name)).toContain("pieces")
  expect(forCarrier.map(({ of }) => String(of(order)))).not.toContainEqual(expect.stringMatching(/isolde|doll/i))
  // The team packs by this column; it comes before those for the carrier.
  expect(names.filter((_, index) => /isolde/i.test(String(orderColumns[index]!.of(order))))).toEqual(["items"])
})

let paying: Awaited<ReturnType<typeof openPayingShop>>
beforeAll(async () => {
  paying = await openPayingShop()
})
afterAll(() => paying.close())

test("the payment provider learns a number and an amount", async () => {
  const { shop, provider } = paying
  const buyer = await shop.aUser()
  const { doll } = await anOrder(shop, buyer)
  for (const level of paidLevels) {
    await shop.call("POST /api/nowpayments/create-subscription-invoice", { as: buyer, body: { level } })
  }
  expect(provider.invoices).toHaveLength(1 + paidLevels.length)
  for (const invoice of provider.invoices) {
    expect(invoice.order_description).toMatch(/^Order (ORD-\d{6}|\d+)$/)
    // The specification fixes the addresses of the result pages, /success-subscription among them.
    const { success_url, cancel_url, ...rest } = invoice
    expect(JSON.stringify(rest)).not.toMatch(tellingWords)
    for (const secret of [doll.name, buyer.email, buyer.fullName]) expect(JSON.stringify(invoice)).not.toContain(secret)
  }
})
