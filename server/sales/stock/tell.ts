import { randomBytes } from "node:crypto"
import { and, count, eq, gt, isNull } from "drizzle-orm"
import { notificationTexts } from "#contract/buyingText.ts"
import { stockHoldHours } from "#contract/limits.ts"
import { hashToken } from "../../platform/auth/sessions.ts"
import { users } from "../../platform/auth/tables.ts"
import { after, hours } from "../../platform/clock.ts"
import { shopSetting } from "../../platform/db/shopSetting.ts"
import { statement } from "../../platform/db/statement.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { backInStock } from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { notify } from "../../platform/notifications/notifications.ts"
import { live } from "../../shopfront/catalog/rows.ts"
import { dolls, isVisible } from "../../shopfront/catalog/tables.ts"
import { stockRequests as requests } from "./tables.ts"

const atOnce = 100

/**
 * Notifies those who wait for a model that it is back, in the order of their requests and as many as there are pieces.
 * Each notified person counts for one piece during the next `stockHoldHours`; pieces left after that are for the next
 * ones. A person is marked as notified in the transaction that writes the email, so that each is notified once, by any
 * node.
 */
export async function tellBackInStock(store: Store, home: string): Promise<void> {
  if (!(await shopSetting(store, "automatic_emails")).includes("back_in_stock")) return
  const due = await statement<{ id: number }>(
    store,
    "",
    `select d.id from dolls d where ${live} and d.stock is distinct from 0
      and d.id in (select doll_id from stock_requests where state = 'waiting') order by d.id`,
    [],
  )
  for (const { id } of due) {
    while ((await store.transaction((tx) => tellNext(tx, id, home))) === atOnce);
  }
}

async function tellNext(tx: Tx, dollId: number, home: string): Promise<number> {
  const [doll] = await tx.db
    .select({ stock: dolls.stock })
    .from(dolls)
    .where(and(eq(dolls.id, dollId), isVisible))
    .for("no key update")
  if (!doll) return 0
  const number = doll.stock === null ? atOnce : Math.min(atOnce, doll.stock - (await toldLately(tx, dollId)))
  if (number <= 0) return 0
  const next = await tx.db
    .select({ request: requests, email: users.email, emailVerifiedAt: users.emailVerifiedAt })
    .from(requests)
    .leftJoin(users, eq(users.id, requests.userId))
    .where(and(eq(requests.dollId, dollId), eq(requests.state, "waiting"), isNull(users.suspendedAt)))
    .orderBy(requests.id)
    .limit(number)
    .for("update", { of: requests })
  for (const { request, email, emailVerifiedAt } of next) {
    const to = request.email ?? (emailVerifiedAt ? email : null)
    const code = randomBytes(32).toString("base64url")
    await tx.db
      .update(requests)
      .set({ state: "told", closedAt: tx.now(), codeHash: hashToken(code) })
      .where(eq(requests.id, request.id))
    const link = `/model/${dollId}`
    if (to) {
      const told = backInStock({ to, itemId: request.id, origin: home, url: `${home}${link}`, code })
      await enqueue(tx, told, request.language)
    }
    await notify(tx, request.userId, { kind: "back_in_stock", ...notificationTexts.backInStock, link })
  }
  return next.length
}

async function toldLately(tx: Tx, dollId: number): Promise<number> {
  const since = after(tx.now(), -hours(stockHoldHours))
  const [row] = await tx.db
    .select({ number: count() })
    .from(requests)
    .where(and(eq(requests.dollId, dollId), eq(requests.state, "told"), gt(requests.closedAt, since)))
  return row!.number
}
