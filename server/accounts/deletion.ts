import { and, asc, eq, isNull, like, or } from "drizzle-orm"
import type { DeleteAccount } from "#contract/accounts.ts"
import { accountTexts } from "#contract/texts.ts"
import { cartItems } from "../cart/tables.ts"
import { catalogChanged } from "../catalog/changes.ts"
import { emptyRooms } from "../chat/leaving.ts"
import { after, days, minutes } from "../clock.ts"
import { contactMessages, newsletterSubscribers } from "../contact/tables.ts"
import type { Store, Tx } from "../db/store.ts"
import { favorites } from "../favorites/tables.ts"
import { mailOutbox } from "../mail/tables.ts"
import { emptyModeration } from "../moderation/leaving.ts"
import { notifications } from "../notifications/tables.ts"
import { takeTurn } from "../orders/checkout.ts"
import { orderItems, orders } from "../orders/tables.ts"
import { type LockedOrder, lockDolls, lockOrder, move, type OrderRow } from "../orders/transitions.ts"
import { isComing, moneyOn } from "../payments/money.ts"
import { idempotencyKeys, payments } from "../payments/tables.ts"
import { Refusal } from "../refusal.ts"
import { reviews } from "../reviews/tables.ts"
import { forgetViewer } from "../videos/viewers.ts"
import { type Actor, assertUser, type Person } from "./actor.ts"
import { assertOwnPassword, gone, wrongPassword } from "./people.ts"
import { endSessions } from "./sessions.ts"
import { accountEvents, knownAgents, oneTimeCodes, preferences, sessions, users } from "./tables.ts"

type Account = typeof users.$inferSelect

const fresh = minutes(10)

/**
 * The person leaves and the books stay: orders and payments keep what was bought, for how much and to which country. Nothing of
 * it happens while an order or its money is under way; what is merely unpaid is cancelled.
 */
export async function deleteAccount(store: Store, actor: Actor, input: DeleteAccount, home: string): Promise<void> {
  assertUser(actor)
  const known = await confirmPerson(store, actor, input?.password)
  await store.transaction(async (tx) => {
    const ended = await endOrders(tx, actor, home)
    const account = await lockAccount(tx, actor, known)
    await refuseComingMoney(tx, account)
    await emptyOrders(tx, ended)
    await emptyLetters(tx, account, ended)
    await emptyContact(tx, account)
    await emptyRooms(tx, account.id)
    await emptyModeration(tx, account.id)
    await tx.db.update(reviews).set({ userId: null }).where(eq(reviews.userId, account.id))
    await forgetViewer(tx, account.id)
    await deleteOwn(tx, account)
    await emptyAccount(tx, account)
    catalogChanged(tx)
  })
}

/** A password counts whenever it is given; without one the sign-in must be fresh. Returns the hash it matched. */
async function confirmPerson(store: Store, actor: Person, password: string | undefined): Promise<string | null> {
  if (password) return assertOwnPassword(store, actor, password, "password")
  if (after(actor.signedInAt, fresh) > store.now()) return null
  throw new Refusal("WRONG_PASSWORD", accountTexts.passwordToDelete)
}

/** Locks as everywhere: the turn at the checkout, every model of every order, then the orders; the account comes last. */
async function endOrders(tx: Tx, actor: Person, home: string): Promise<OrderRow[]> {
  await takeTurn(tx, actor.id)
  const mine = eq(orders.userId, actor.id)
  const lines = await tx.db
    .selectDistinct({ dollId: orderItems.dollId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(mine)
  await lockDolls(
    tx,
    lines.map((line) => line.dollId),
  )
  const ended: OrderRow[] = []
  for (const { id } of await tx.db.select({ id: orders.id }).from(orders).where(mine).orderBy(asc(orders.id))) {
    const locked = await lockOrder(tx, id)
    if (locked) ended.push(await endOrder(tx, actor, locked, home))
  }
  return ended
}

async function endOrder(tx: Tx, actor: Person, locked: LockedOrder, home: string): Promise<OrderRow> {
  const { order } = locked
  if (isUnderWay(order)) throw new Refusal("WRONG_STATE", accountTexts.orderUnderWay(order.orderNumber))
  if (order.status !== "unpaid") return order
  if ((await moneyOn(tx, order.id)).any) {
    throw new Refusal("WRONG_STATE", accountTexts.orderUnderWay(order.orderNumber))
  }
  return move(tx, locked, "cancelled", { actorId: actor.id, note: "the account was deleted", home, quietly: true })
}

function isUnderWay({ status, review }: OrderRow): boolean {
  return (
    status === "to_be_shipped" ||
    status === "shipped" ||
    status === "needs_review" ||
    status === "refund_due" ||
    review === "open" ||
    review === "refund_due"
  )
}

async function lockAccount(tx: Tx, actor: Person, known: string | null): Promise<Account> {
  const [account] = await tx.db.select().from(users).where(eq(users.id, actor.id)).for("no key update")
  if (!account || account.deletedAt) throw gone()
  if (known !== null && account.passwordHash !== known) throw wrongPassword()
  return account
}

/** Coins on their way for a membership. After eight days nobody waits for them, as with orders. */
async function refuseComingMoney(tx: Tx, { id }: Account): Promise<void> {
  const rows = await tx.db
    .select()
    .from(payments)
    .where(and(eq(payments.userId, id), isNull(payments.orderId)))
  const waits = rows.some((payment) => isComing(payment) && after(payment.updatedAt, days(8)) > tx.now())
  if (waits) throw new Refusal("WRONG_STATE", accountTexts.moneyUnderWay)
}

/** The books need to know which country a parcel went to, and nothing more of the address. */
async function emptyOrders(tx: Tx, rows: OrderRow[]): Promise<void> {
  const empty = { firstName: "", lastName: "", email: "", phone: "", address: "", city: "", state: "", zipCode: "" }
  for (const { id, shipping } of rows) {
    await tx.db
      .update(orders)
      .set({ shipping: { ...empty, country: shipping.country } })
      .where(eq(orders.id, id))
  }
}

/** What has not left will not. What has is already empty, and is counted against floods for a while. */
async function emptyLetters(tx: Tx, { email }: Account, rows: OrderRow[]): Promise<void> {
  const about = rows.map(({ orderNumber }) => like(mailOutbox.dedupeKey, `%:${orderNumber}`))
  await tx.db.delete(mailOutbox).where(and(isNull(mailOutbox.sentAt), or(eq(mailOutbox.toAddress, email), ...about)))
}

/** What was written without signing in is theirs only if the address is known to be. */
async function emptyContact(tx: Tx, { id, email, emailVerifiedAt }: Account): Promise<void> {
  const unsigned = and(isNull(contactMessages.userId), eq(contactMessages.email, email))
  await tx.db
    .update(contactMessages)
    .set({ name: "Former member", email: "", subject: "", message: "", userId: null })
    .where(or(eq(contactMessages.userId, id), emailVerifiedAt ? unsigned : undefined))
  if (emailVerifiedAt) await tx.db.delete(newsletterSubscribers).where(eq(newsletterSubscribers.email, email))
}

async function deleteOwn(tx: Tx, { id }: Account): Promise<void> {
  await endSessions(tx, id, null)
  for (const table of [sessions, oneTimeCodes, favorites, cartItems, preferences, knownAgents, notifications]) {
    await tx.db.delete(table).where(eq(table.userId, id))
  }
  // Kept answers repeat the address that an order was sent to.
  await tx.db.delete(idempotencyKeys).where(like(idempotencyKeys.scope, `% user ${id}`))
}

/** The address is free for a new account at once: the index knows only accounts that are not deleted. */
async function emptyAccount(tx: Tx, { id }: Account): Promise<void> {
  const now = tx.now()
  await tx.db
    .update(users)
    .set({
      email: "",
      fullName: "Former member",
      region: "",
      pendingEmail: null,
      passwordHash: "",
      emailVerifiedAt: null,
      isActive: false,
      updatedAt: now,
      deletedAt: now,
    })
    .where(eq(users.id, id))
  await tx.db.insert(accountEvents).values({ userId: id, event: "deleted", createdAt: now })
}
