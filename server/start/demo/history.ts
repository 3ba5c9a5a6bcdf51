import { randomBytes } from "node:crypto"
import { eq } from "drizzle-orm"
import * as z from "zod"
import type { PaidLevel } from "#contract/membership.ts"
import { AddressParts } from "#contract/orders.ts"
import { termsOf } from "../../people/membership/plans.ts"
import { membershipPeriods } from "../../people/membership/tables.ts"
import { after, days, hours } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { carriers } from "../../sales/carriers/tables.ts"
import { discounts } from "../../sales/discounts/tables.ts"
import { businessDetails } from "../../sales/invoicing/tables.ts"
import { orderEvents, orderItems, orders } from "../../sales/orders/tables.ts"
import { summarizePayments } from "../../sales/payments/summary.ts"
import type { dolls } from "../../shopfront/catalog/tables.ts"
import { readContent, Text } from "./content.ts"
import { orderNumberAt } from "./orders.ts"
import { seedPayment } from "./payments.ts"
import { demoReviewers, demoReviews } from "./reviews.ts"

type Piece = typeof dolls.$inferSelect

const { business, places } = readContent(
  "content/history.json",
  z.strictObject({
    /** What is printed on invoices, and on labels of parcels. */
    business: z.strictObject({
      legalName: Text,
      address: Text,
      taxNumber: Text,
      invoiceFooter: Text,
      senderName: Text,
      senderAddress: Text,
    }),
    places: z.array(AddressParts.pick({ city: true, state: true, zipCode: true, country: true })).min(1),
  }),
)

/** How many days ago each order of the last months was paid: more each month. The latest are still on their way. */
const ordersAgo = [
  180, 173, 171, 164, 158, 151, 149, 143, 137, 134, 129, 124, 121, 117, 113, 109, 106, 102, 99, 95, 92, 88, 86, 83, 80,
  78, 73, 70, 68, 65, 62, 58, 56, 53, 51, 46, 43, 41, 38, 35, 33, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 9, 7, 5, 4, 2,
  1,
]

/** A few months of sales by demo customers, so that reports have something to add up. */
export async function seedHistory(tx: Tx, people: Map<string, number>, pieces: Map<string, Piece>): Promise<void> {
  await tx.db.update(businessDetails).set(business)
  const [discount] = await tx.db.select().from(discounts).where(eq(discounts.code, "DEMO50"))
  const known = await tx.db.select().from(carriers)
  const carrierId = known.find(({ name }) => name === "UPS")?.id ?? null
  const sold = [...pieces.values()].filter(({ stock }) => stock !== 0)
  for (const [index, ago] of ordersAgo.entries()) {
    const buyer = buyerOf(people, demoReviewers[(index * 4 + Math.floor(index / 15)) % demoReviewers.length]!.key)
    const piece = sold[(index * 7) % sold.length]!
    const isDiscounted = discount !== undefined && index % 6 === 5 && piece.priceCents >= discount.minimumCents
    await seedSale(tx, { index, ago, buyer, piece, carrierId, discount: isDiscounted ? discount : undefined })
  }
  await seedReviewed(tx, people, pieces, carrierId)
  await seedMemberships(tx, people)
}

/** What each reviewer bought, so that every review of the demo is that of a purchase: complete when it is written. */
async function seedReviewed(
  tx: Tx,
  people: Map<string, number>,
  pieces: Map<string, Piece>,
  carrierId: number | null,
): Promise<void> {
  const oldestFirst = demoReviews.toSorted((a, b) => a.created.localeCompare(b.created))
  for (const [index, { reviewer, model, created }] of oldestFirst.entries()) {
    const ago = Math.max(18, Math.ceil((tx.now().getTime() - Date.parse(created)) / days(1)) + 18)
    const sale = {
      index: ordersAgo.length + index,
      ago,
      buyer: buyerOf(people, reviewer),
      piece: pieces.get(model)!,
      carrierId,
    }
    await seedSale(tx, { ...sale, number: `ORD-0${90_000 + index}` })
  }
}

function buyerOf(people: Map<string, number>, key: string): HistoricSale["buyer"] {
  const { name } = demoReviewers.find((reviewer) => reviewer.key === key)!
  const email = `${key}@demo.example`
  return { id: people.get(email)!, name, email }
}

interface HistoricSale {
  index: number
  ago: number
  buyer: { id: number; name: string; email: string }
  piece: Piece
  carrierId: number | null
  discount?: typeof discounts.$inferSelect | undefined
  /** Of one that stays; by default a number by its date, and some are refunded. */
  number?: string
}

async function seedSale(tx: Tx, sale: HistoricSale): Promise<void> {
  const { index, ago, buyer, piece, carrierId, discount, number } = sale
  const at = after(tx.now(), -days(ago) - hours(index % 9))
  const [firstName = "", lastName = "Demo"] = buyer.name.split(" ")
  // Packed after three days, and complete two weeks later.
  const [isShipped, isCompleted] = [ago >= 4, ago >= 17]
  const isRefunded = isCompleted && !number && index % 16 === 9
  const discountCents = discount?.amountCents ?? 0
  const totalCents = piece.priceCents - discountCents
  const shippedAt = after(at, days(3))
  const [order] = await tx.db
    .insert(orders)
    .values({
      userId: buyer.id,
      reference: randomBytes(16).toString("base64url"),
      orderNumber: number ?? orderNumberAt(ago + (index % 9) / 24),
      status: isRefunded ? "refunded" : isCompleted ? "completed" : isShipped ? "shipped" : "to_be_shipped",
      shipping: {
        firstName,
        lastName,
        email: buyer.email,
        phone: "+1 555 0100",
        address: `${1 + index} Sample Street`,
        ...places[index % places.length]!,
      },
      productsCents: piece.priceCents,
      discountCents,
      ...(discount && { discountId: discount.id, discountTitle: discount.title, discountCode: discount.code }),
      totalCents,
      cartFingerprint: `demo history ${number ?? index}`,
      holdsStock: false,
      paidAt: at,
      revenueCents: totalCents,
      ...(isRefunded
        ? { refundedAt: after(at, days(2)) }
        : isShipped && {
            carrierId,
            trackingNumber: `1ZDEMO${String(100_000_000_000 + index)}`,
            shippedAt,
            completedAt: isCompleted ? after(shippedAt, days(14)) : null,
          }),
      createdAt: at,
      updatedAt: at,
    })
    .returning()
  const orderId = order!.id
  const { id: dollId, name, description, priceCents, slug } = piece
  const imageUrl = `/media/demo/${slug}-three-quarter/640.webp`
  await tx.db
    .insert(orderItems)
    .values({ orderId, dollId, name, description, priceCents, discountCents, quantity: 1, imageUrl })
  await tx.db.insert(orderEvents).values({ orderId, toStatus: order!.status, note: "Sample order", createdAt: at })
  const status = isRefunded ? "refunded" : "completed"
  await seedPayment(tx, { userId: buyer.id, orderId, cents: totalCents, status, at })
  await summarizePayments(tx, { id: orderId, totalCents })
}

/** Whose membership began how many days ago, and whether it was renewed when it ended. All are over. */
const memberships: { member: number; level: PaidLevel; ago: number; renewed: number }[] = [
  { member: 1, level: "standard", ago: 176, renewed: 2 },
  { member: 2, level: "vip", ago: 160, renewed: 3 },
  { member: 4, level: "standard", ago: 131, renewed: 1 },
  { member: 5, level: "vvip", ago: 118, renewed: 1 },
  { member: 7, level: "vip", ago: 97, renewed: 1 },
  { member: 8, level: "standard", ago: 74, renewed: 0 },
  { member: 10, level: "vip", ago: 66, renewed: 0 },
]

async function seedMemberships(tx: Tx, people: Map<string, number>): Promise<void> {
  const now = tx.now()
  for (const { member, level, ago, renewed } of memberships) {
    const userId = people.get(`${demoReviewers[member % demoReviewers.length]!.key}@demo.example`)!
    const { priceCents } = await termsOf(tx, level)
    for (let turn = 0; turn <= renewed; turn++) {
      const startsAt = after(now, -days(ago - 30 * turn))
      const paid = { userId, orderId: null, level, cents: priceCents, status: "completed", at: startsAt } as const
      const paymentId = await seedPayment(tx, paid)
      const endsAt = after(startsAt, days(30))
      const period = { kind: "bought", paymentId, priceCents, startsAt, endsAt, createdAt: startsAt } as const
      await tx.db.insert(membershipPeriods).values({ userId, level, ...period })
    }
  }
}
