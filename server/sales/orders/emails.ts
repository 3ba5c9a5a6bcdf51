import { and, count, eq, gt, sql } from "drizzle-orm"
import { preferences, users } from "../../platform/auth/tables.ts"
import { after, days } from "../../platform/clock.ts"
import { shopSetting } from "../../platform/db/shopSetting.ts"
import type { Tx } from "../../platform/db/store.ts"
import * as emails from "../../platform/mail/emails.ts"
import { canEmail, type Email, enqueue } from "../../platform/mail/outbox.ts"
import { mailOutbox } from "../../platform/mail/tables.ts"
import { responsibleAdmins } from "../../platform/notifications/adminAlerts.ts"
import { tracking } from "../carriers/carriers.ts"
import { ownMethodName, presentTax, taxOf } from "../totals/totals.ts"
import { type OrderRow, orderItems, orders, paidOrderDigests } from "./tables.ts"

/** Limits for addresses that the account has not confirmed, which may be somebody else's. */
const maxToOthers = { anHour: 3, accountADay: 10 }

/**
 * Sends the first email about a new order. An unconfirmed address receives few of them across all accounts, and an
 * account causes few; beyond that the email goes to the account's own confirmed address, or is not sent.
 */
export async function emailReceived(tx: Tx, order: OrderRow, { home, scale }: { home: string; scale: number }) {
  const owner = await ownerOf(tx, order)
  const own = owner?.address ?? null
  const email = orderEmail(order, home, { zone: owner?.zone, pieces: await piecesOf(tx, order) })!
  const most = (number: number) => Math.ceil(number * scale)
  const isWelcome =
    email.to === own ||
    ((await canEmail(tx, email.to, email.kind, most(maxToOthers.anHour))) &&
      (await elsewhereToday(tx, order, own)) <= most(maxToOthers.accountADay))
  if (isWelcome) await enqueue(tx, email, order.language)
  else if (own) await enqueue(tx, { ...email, to: own }, order.language)
}

/** Emails the status. Until payment, only to the account's own address or one that got the first email. */
export async function emailStatus(tx: Tx, order: OrderRow, home: string): Promise<void> {
  const parcel = (await tracking(tx, [order]))(order)
  const email = orderEmail(order, home, { parcel, pieces: await piecesOf(tx, order) })
  if (!email) return
  const to = order.status === "cancelled" ? await unpaidRecipient(tx, order, home) : email.to
  if (to) await enqueue(tx, { ...email, to }, order.language)
}

/** Returns who gets emails about an unpaid order: its address if it is the account's own, or the first email's. */
async function unpaidRecipient(tx: Tx, order: OrderRow, home: string): Promise<string | null> {
  const { email } = order.shipping
  if (email === (await ownerOf(tx, order))?.address) return email
  const [first] = await tx.db
    .select({ to: mailOutbox.toAddress })
    .from(mailOutbox)
    .where(eq(mailOutbox.dedupeKey, emails.orderReceived(aboutOrder(order, home)).dedupeKey!))
  return first?.to ?? null
}

/** Reminds the customer to pay before the hold ends, like `emailStatus`. */
export async function emailUnpaid(tx: Tx, order: OrderRow, home: string): Promise<void> {
  const zone = (await ownerOf(tx, order))?.zone
  const email = emails.orderUnpaid({ ...aboutOrder(order, home, zone), pieces: await piecesOf(tx, order) })
  const to = await unpaidRecipient(tx, order, home)
  if (to) await enqueue(tx, { ...email, to }, order.language)
}

/** Emails the customer that staff corrected the address of the parcel. */
export async function emailAddressChanged(tx: Tx, order: OrderRow, home: string): Promise<void> {
  const email = emails.orderAddressChanged({ ...aboutOrder(order, home), version: order.version })
  const to = order.paidAt ? email.to : await unpaidRecipient(tx, order, home)
  if (to) await enqueue(tx, { ...email, to }, order.language)
}

/** Emails a paid order to the admins of orders who want that, or keeps it for their daily email. */
export async function emailSale(tx: Tx, { id, orderNumber, revenueCents }: OrderRow, url: string): Promise<void> {
  const people = await tx.db
    .select({ id: users.id, to: users.email, hour: preferences.digestPaidOrders })
    .from(users)
    .innerJoin(preferences, eq(preferences.userId, users.id))
    .where(and(responsibleAdmins("paid"), preferences.mailPaidOrders))
    .orderBy(users.id)
  for (const { id: userId, to, hour } of people) {
    if (hour !== null) {
      const kept = { userId, orderId: id, createdAt: tx.now() }
      await tx.db.insert(paidOrderDigests).values(kept).onConflictDoNothing()
    } else await enqueue(tx, emails.staffNewOrder({ to, orderId: id, orderNumber, paidCents: revenueCents ?? 0, url }))
  }
}

interface Parcel {
  carrier: string | null
  trackingUrl: string | null
}

/** Returns the account's confirmed address, if it has one, and its time zone. */
async function ownerOf(tx: Tx, { userId }: OrderRow): Promise<{ address: string | null; zone: string | null } | null> {
  if (userId === null) return null
  const [user] = await tx.db
    .select({ email: users.email, verifiedAt: users.emailVerifiedAt, zone: users.timeZone })
    .from(users)
    .where(eq(users.id, userId))
  return user ? { address: user.verifiedAt ? user.email : null, zone: user.zone } : null
}

/** Counts the account's orders within a day that used another address, including this one. */
async function elsewhereToday(tx: Tx, { userId }: OrderRow, own: string | null): Promise<number> {
  const [row] = await tx.db
    .select({ made: count() })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId!),
        gt(orders.createdAt, after(tx.now(), -days(1))),
        sql`${orders.shipping} ->> 'email' is distinct from ${own}::text`,
      ),
    )
  return row!.made
}

/** Returns what an email about the order may say of its content: nothing, unless the owner has chosen it. */
export async function piecesOf(tx: Tx, { id }: Pick<OrderRow, "id">): Promise<emails.AboutOrder["pieces"]> {
  if (!(await shopSetting(tx, "emails_name_pieces"))) return undefined
  return tx.db
    .select({ name: orderItems.name, quantity: orderItems.quantity })
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(orderItems.id)
}

interface Told {
  zone?: string | null
  parcel?: Parcel
  pieces?: emails.AboutOrder["pieces"]
}

/** Returns the email for the order's current status, or null. It names a model only if `pieces` does. */
export function orderEmail(order: OrderRow, home: string, told: Told = {}): Email | null {
  const { zone = null, parcel = { carrier: null, trackingUrl: null }, pieces } = told
  const about = { ...aboutOrder(order, home, zone), pieces }
  switch (order.status) {
    case "unpaid":
      return emails.orderReceived(about)
    case "to_be_shipped":
      return emails.orderPaid(about)
    case "shipped":
      return emails.orderShipped({ ...about, ...parcel, trackingNumber: order.trackingNumber ?? "" })
    case "cancelled":
      return emails.orderCancelled(about)
    case "needs_review":
      return emails.paymentBeingChecked(about)
    default:
      return null
  }
}

export function aboutOrder(order: OrderRow, home: string, zone: string | null = null): emails.AboutOrder {
  return {
    to: order.shipping.email,
    orderNumber: order.orderNumber,
    productsCents: order.productsCents,
    discountCents: order.discountCents,
    shippingCents: order.shippingCents,
    shippingMethod: ownMethodName(order.shippingMethod),
    tax: presentTax(taxOf(order)),
    totalCents: order.totalCents,
    paidCents: order.revenueCents ?? order.totalCents,
    url: `${home}/order/${order.id}`,
    cancelReason: order.cancelReason,
    payBy: order.status === "unpaid" ? order.holdExpiresAt : null,
    zone,
  }
}
