import { randomBytes } from "node:crypto"
import { and, asc, count, eq, inArray, lt, ne, notExists, or } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { maxStockRequests } from "#contract/limits.ts"
import { restockTexts } from "#contract/restockText.ts"
import type { AskForStock, StockRequest } from "#contract/stock.ts"
import { modelTexts, newsletterTexts } from "#contract/texts.ts"
import { type Actor, assertUser } from "../../platform/auth/actor.ts"
import { badCode } from "../../platform/auth/codes.ts"
import { ownRow } from "../../platform/auth/people.ts"
import { hashToken } from "../../platform/auth/sessions.ts"
import type { users } from "../../platform/auth/tables.ts"
import { after, days } from "../../platform/clock.ts"
import { shopSetting } from "../../platform/db/shopSetting.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import type { RequestContext } from "../../platform/http/requestContext.ts"
import { confirmStockRequest } from "../../platform/mail/emails.ts"
import { canEmail, enqueue } from "../../platform/mail/outbox.ts"
import { invalid, notFound, Refusal } from "../../platform/refusal.ts"
import { dolls, isVisible } from "../../shopfront/catalog/tables.ts"
import { stockRequests as requests } from "./tables.ts"

type Account = Pick<typeof users.$inferSelect, "id" | "email" | "emailVerifiedAt">

/** Allows guests and customers. */
export function assertMayAsk(actor: Actor): void {
  if (actor.kind === "person") assertUser(actor)
}

/**
 * Records that somebody wants an email when a model is back in stock. A customer waits from now on; a guest once the
 * address is confirmed, and the response is the same whatever is known of the address. Returns the message for the
 * person.
 */
export async function askForStock(
  store: Store,
  actor: Actor,
  input: AskForStock,
  context: RequestContext,
): Promise<string> {
  assertMayAsk(actor)
  if (!(await shopSetting(store, "automatic_emails")).includes("back_in_stock")) {
    throw new Refusal("WRONG_STATE", restockTexts.off)
  }
  await assertSoldOut(store, input.doll_id)
  if (actor.kind === "person") {
    const account = await ownRow(store, actor)
    await store.transaction((tx) => askAsCustomer(tx, account, input.doll_id))
    return account.emailVerifiedAt ? restockTexts.waiting : restockTexts.waitingUnconfirmed
  }
  const { email } = input
  if (!email) throw invalid("email", newsletterTexts.invalid)
  if (!input.website) await store.transaction((tx) => askAsGuest(tx, email, input.doll_id, context))
  return restockTexts.sent
}

async function assertSoldOut(tx: Tx, dollId: number): Promise<void> {
  const [doll] = await tx.db
    .select({ stock: dolls.stock })
    .from(dolls)
    .where(and(eq(dolls.id, dollId), isVisible))
  if (!doll) throw notFound(modelTexts.notFound)
  if (doll.stock !== 0) throw new Refusal("WRONG_STATE", restockTexts.inStock)
}

async function askAsCustomer(tx: Tx, account: Account, dollId: number): Promise<void> {
  const mine = and(eq(requests.userId, account.id), eq(requests.state, "waiting"))
  const [known] = await tx.db.select({ number: count() }).from(requests).where(mine)
  if (known!.number >= maxStockRequests) throw new Refusal("CONFLICT", restockTexts.tooMany(maxStockRequests))
  // The person asked before signing in, and keeps the place in the line.
  if (account.emailVerifiedAt) {
    const [taken] = await tx.db
      .update(requests)
      .set({ userId: account.id, email: null, state: "waiting", codeHash: null, confirmExpiresAt: null })
      .where(and(isOpen, eq(requests.email, account.email), eq(requests.dollId, dollId), hasNone(tx, account, dollId)))
      .returning({ id: requests.id })
    if (taken) return
  }
  await tx.db
    .insert(requests)
    .values({ dollId, userId: account.id, state: "waiting", createdAt: tx.now() })
    .onConflictDoNothing()
}

const other = alias(requests, "other")
const isOpen = inArray(requests.state, ["pending", "waiting"])
const hasNone = (tx: Tx, { id }: Pick<Account, "id">, dollId: number) =>
  notExists(
    tx.db
      .select({ id: other.id })
      .from(other)
      .where(and(eq(other.userId, id), eq(other.dollId, dollId), eq(other.state, "waiting"))),
  )

async function askAsGuest(tx: Tx, email: string, dollId: number, context: RequestContext): Promise<void> {
  if (!(await canEmail(tx, email, "stock_confirm", context.emailsPerHour))) return
  const code = randomBytes(32).toString("base64url")
  const { language } = context
  const asked = { codeHash: hashToken(code), confirmExpiresAt: after(tx.now(), days(7)), language }
  const [known] = await tx.db
    .select()
    .from(requests)
    .where(and(isOpen, eq(requests.email, email), eq(requests.dollId, dollId)))
    .for("update")
  if (known?.state === "waiting") return
  if (known) await tx.db.update(requests).set(asked).where(eq(requests.id, known.id))
  else await tx.db.insert(requests).values({ dollId, email, state: "pending", createdAt: tx.now(), ...asked })
  await enqueue(tx, confirmStockRequest({ to: email, origin: context.origin, code }), language)
}

/** Confirms a request. Idempotent: the link can be opened again. */
export async function confirmRequest(tx: Tx, code: string): Promise<void> {
  const [row] = await tx.db
    .select()
    .from(requests)
    .where(eq(requests.codeHash, hashToken(code)))
    .for("update")
  if (!row || row.state === "left") throw badCode()
  if (row.state !== "pending") return
  if (row.confirmExpiresAt! <= tx.now()) throw badCode()
  await tx.db.update(requests).set({ state: "waiting", confirmExpiresAt: null }).where(eq(requests.id, row.id))
}

/** Ends all requests of the email's recipient. Idempotent. */
export async function leaveByCode(tx: Tx, code: string): Promise<void> {
  const [row] = await tx.db
    .select()
    .from(requests)
    .where(eq(requests.codeHash, hashToken(code)))
  if (!row) throw badCode()
  const same = row.userId === null ? eq(requests.email, row.email!) : eq(requests.userId, row.userId)
  await tx.db.update(requests).set({ state: "left", closedAt: tx.now() }).where(and(isOpen, same))
}

/** Lists the customer's requests, latest first. */
export async function listRequests(tx: Tx, actor: Actor): Promise<StockRequest[]> {
  assertUser(actor)
  const rows = await tx.db
    .select({ id: requests.id, dollId: dolls.id, name: dolls.name, createdAt: requests.createdAt })
    .from(requests)
    .innerJoin(dolls, eq(dolls.id, requests.dollId))
    .where(and(eq(requests.userId, actor.id), eq(requests.state, "waiting")))
    .orderBy(asc(requests.id))
  return rows
    .map(({ id, dollId, name, createdAt }) => ({ id, doll_id: dollId, name, created_at: createdAt.toISOString() }))
    .reverse()
}

export async function leave(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertUser(actor)
  const left = await tx.db
    .update(requests)
    .set({ state: "left", closedAt: tx.now() })
    .where(and(eq(requests.id, id), eq(requests.userId, actor.id), ne(requests.state, "told")))
    .returning({ id: requests.id })
  if (left.length === 0) throw notFound()
}

/** Ends requests after a year. Answered, left and unconfirmed ones are deleted after 30 days. */
export async function deleteOldRequests(tx: Tx): Promise<void> {
  const before = (number: number) => after(tx.now(), -days(number))
  await tx.db
    .delete(requests)
    .where(
      or(
        and(eq(requests.state, "pending"), lt(requests.createdAt, before(30))),
        and(eq(requests.state, "waiting"), lt(requests.createdAt, before(365))),
        and(inArray(requests.state, ["told", "left"]), lt(requests.closedAt, before(30))),
      ),
    )
}

/** The address counts only if it is confirmed: otherwise it may belong to somebody else. */
const isOf = ({ id, email, emailVerifiedAt }: Account) =>
  or(eq(requests.userId, id), emailVerifiedAt ? eq(requests.email, email) : undefined)

export async function eraseStockRequests(tx: Tx, account: Account): Promise<void> {
  await tx.db.delete(requests).where(isOf(account))
}

export async function exportStockRequests(tx: Tx, account: Account) {
  const rows = await tx.db.select().from(requests).where(isOf(account)).orderBy(asc(requests.id))
  return rows.map(({ dollId, email, state, createdAt, closedAt }) => ({
    doll_id: dollId,
    email,
    state,
    created_at: createdAt.toISOString(),
    closed_at: closedAt?.toISOString() ?? null,
  }))
}
