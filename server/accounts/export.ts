import { and, asc, desc, eq, inArray, isNull, or } from "drizzle-orm"
import type { AccountExport } from "#contract/export.ts"
import { cartItems } from "../cart/tables.ts"
import { dolls } from "../catalog/tables.ts"
import { ownConversations } from "../chat/leaving.ts"
import { contactMessages, newsletterSubscribers } from "../contact/tables.ts"
import type { Tx } from "../db/store.ts"
import { favorites } from "../favorites/tables.ts"
import { allowanceUses, membershipPeriods } from "../membership/tables.ts"
import { ownReports } from "../moderation/leaving.ts"
import { fromCents } from "../money.ts"
import { present as presentNotification } from "../notifications/notifications.ts"
import { notifications } from "../notifications/tables.ts"
import { withItems } from "../orders/present.ts"
import { orderEvents, orders } from "../orders/tables.ts"
import { invoices, payments } from "../payments/tables.ts"
import { reviews } from "../reviews/tables.ts"
import { ownVideos } from "../videos/viewers.ts"
import { type Actor, assertSignedIn } from "./actor.ts"
import { listSessions } from "./ownSessions.ts"
import { ownRow } from "./people.ts"
import { preferencesOf } from "./preferences.ts"
import { presentUser } from "./present.ts"
import { knownAgents } from "./tables.ts"

type Account = Awaited<ReturnType<typeof ownRow>>

/** Everything held about the caller, each field by its name: no hash, token or code, and nothing of anybody else. */
export async function exportAccount(tx: Tx, actor: Actor): Promise<AccountExport> {
  assertSignedIn(actor)
  const account = await ownRow(tx, actor)
  const { id } = account
  return {
    exported_at: tx.now().toISOString(),
    profile: {
      ...presentUser(account, tx.now()),
      terms_version: account.termsVersion,
      terms_accepted_at: time(account.termsAcceptedAt),
      email_verified_at: time(account.emailVerifiedAt),
      updated_at: account.updatedAt.toISOString(),
    },
    preferences: await preferencesOf(tx, account),
    sessions: await listSessions(tx, actor),
    signed_in_with: await agents(tx, id),
    memberships: await ownMemberships(tx, id),
    orders: await ownOrders(tx, id),
    invoices: await ownInvoices(tx, id),
    payments: await ownPayments(tx, id),
    reviews: await ownReviews(tx, id),
    favorites: await ownFavorites(tx, id),
    cart: await ownCart(tx, id),
    newsletter: await newsletterOf(tx, account),
    contact_messages: await contactOf(tx, account),
    conversations: await ownConversations(tx, id),
    videos: await ownVideos(tx, id),
    notifications: await ownNotifications(tx, id),
    reports: await ownReports(tx, id),
  }
}

const time = (moment: Date | null) => moment?.toISOString() ?? null

async function agents(tx: Tx, userId: number) {
  const rows = await tx.db
    .select()
    .from(knownAgents)
    .where(eq(knownAgents.userId, userId))
    .orderBy(asc(knownAgents.firstSeenAt))
  return rows.map((row) => ({ user_agent: row.agent, first_seen_at: row.firstSeenAt.toISOString() }))
}

async function ownMemberships(tx: Tx, userId: number) {
  const rows = await tx.db
    .select()
    .from(membershipPeriods)
    .where(eq(membershipPeriods.userId, userId))
    .orderBy(asc(membershipPeriods.startsAt), asc(membershipPeriods.id))
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const uses = await tx.db.select().from(allowanceUses).where(inArray(allowanceUses.periodId, ids))
  return rows.map((row) => ({
    id: row.id,
    level: row.level,
    kind: row.kind,
    payment_id: row.paymentId,
    price: fromCents(row.priceCents),
    starts_at: row.startsAt.toISOString(),
    ends_at: time(row.endsAt),
    revoked_at: time(row.revokedAt),
    created_at: row.createdAt.toISOString(),
    used: uses.filter((use) => use.periodId === row.id).map(({ kind, used }) => ({ kind, used })),
  }))
}

/** Those that have left the customer's list too: they are held. Notes on events are the shop's own. */
async function ownOrders(tx: Tx, userId: number) {
  const rows = await tx.db.select().from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.id))
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const events = await tx.db
    .select()
    .from(orderEvents)
    .where(inArray(orderEvents.orderId, ids))
    .orderBy(asc(orderEvents.id))
  const byOrder = Map.groupBy(events, (event) => event.orderId)
  return (await withItems(tx, rows)).map((order) => ({
    ...order,
    events: (byOrder.get(order.id) ?? []).map((event) => ({
      from: event.fromStatus,
      to: event.toStatus,
      at: event.createdAt.toISOString(),
    })),
  }))
}

async function ownInvoices(tx: Tx, userId: number) {
  const rows = await tx.db.select().from(invoices).where(eq(invoices.userId, userId)).orderBy(desc(invoices.id))
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    order_id: row.orderId,
    level: row.level,
    amount: fromCents(row.amountCents),
    currency: row.currency,
    state: row.state,
    created_at: row.createdAt.toISOString(),
  }))
}

async function ownPayments(tx: Tx, userId: number) {
  const rows = await tx.db.select().from(payments).where(eq(payments.userId, userId)).orderBy(desc(payments.id))
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    payment_id: row.paymentId,
    invoice_id: row.invoiceId,
    order_id: row.orderId,
    status: row.status,
    price_amount: row.priceAmount,
    price_currency: row.priceCurrency,
    pay_amount: row.payAmount,
    actually_paid: row.actuallyPaid,
    pay_currency: row.payCurrency,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }))
}

async function ownReviews(tx: Tx, userId: number) {
  const rows = await tx.db
    .select({ review: reviews, name: dolls.name })
    .from(reviews)
    .innerJoin(dolls, eq(dolls.id, reviews.dollId))
    .where(eq(reviews.userId, userId))
    .orderBy(desc(reviews.id))
  return rows.map(({ review, name }) => ({
    id: review.id,
    doll_id: review.dollId,
    doll_name: name,
    rating: review.rating,
    comment: review.comment,
    verified_purchase: review.verifiedPurchase,
    created_at: review.createdAt.toISOString(),
    updated_at: review.updatedAt.toISOString(),
  }))
}

async function ownFavorites(tx: Tx, userId: number) {
  const rows = await tx.db
    .select({ dollId: favorites.dollId, name: dolls.name, createdAt: favorites.createdAt })
    .from(favorites)
    .innerJoin(dolls, eq(dolls.id, favorites.dollId))
    .where(eq(favorites.userId, userId))
    .orderBy(desc(favorites.id))
  return rows.map((row) => ({ doll_id: row.dollId, doll_name: row.name, created_at: row.createdAt.toISOString() }))
}

async function ownCart(tx: Tx, userId: number) {
  const rows = await tx.db
    .select({
      dollId: cartItems.dollId,
      name: dolls.name,
      quantity: cartItems.quantity,
      createdAt: cartItems.createdAt,
    })
    .from(cartItems)
    .innerJoin(dolls, eq(dolls.id, cartItems.dollId))
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.id))
  return rows.map((row) => ({
    doll_id: row.dollId,
    doll_name: row.name,
    quantity: row.quantity,
    created_at: row.createdAt.toISOString(),
  }))
}

/** An address that nobody has confirmed may be somebody else's, and what it reads with it. */
async function newsletterOf(tx: Tx, { email, emailVerifiedAt }: Account) {
  if (!emailVerifiedAt) return null
  const [row] = await tx.db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.email, email))
  if (!row) return null
  return {
    state: row.state,
    created_at: row.createdAt.toISOString(),
    confirmed_at: time(row.confirmedAt),
    unsubscribed_at: time(row.unsubscribedAt),
  }
}

async function contactOf(tx: Tx, { id, email, emailVerifiedAt }: Account) {
  const unsigned = and(isNull(contactMessages.userId), eq(contactMessages.email, email))
  const rows = await tx.db
    .select()
    .from(contactMessages)
    .where(or(eq(contactMessages.userId, id), emailVerifiedAt ? unsigned : undefined))
    .orderBy(desc(contactMessages.id))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    created_at: row.createdAt.toISOString(),
  }))
}

async function ownNotifications(tx: Tx, userId: number) {
  const rows = await tx.db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.id))
  return rows.map(presentNotification)
}
