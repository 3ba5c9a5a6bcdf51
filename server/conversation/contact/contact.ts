import { and, eq, isNull, lt, or, sql } from "drizzle-orm"
import type { ContactForm } from "#contract/contact.ts"
import type { Language } from "#contract/languages.ts"
import { contactTexts } from "#contract/texts.ts"
import type { Actor } from "../../platform/auth/actor.ts"
import { after, days } from "../../platform/clock.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import type { Finish } from "../../platform/http/idempotency.ts"
import { contactMessage } from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { orders } from "../../sales/orders/tables.ts"
import { contactMessages } from "./tables.ts"

/**
 * Stores the message and emails it to support with the sender as Reply-To. Submissions that filled the honeypot field
 * are dropped.
 */
export function send(store: Store, actor: Actor, input: ContactForm, { supportEmail, language, finish }: Sending) {
  const { website, name, email, subject, message } = input
  return store.transaction(async (tx) => {
    if (!website) {
      const userId = actor.kind === "person" ? actor.id : null
      const createdAt = tx.now()
      const order = await orderOf(tx, userId, input)
      const from = { userId, orderId: order?.id, language, createdAt }
      await tx.db.insert(contactMessages).values({ name, email, subject, message, ...from })
      const orderNumber = order?.orderNumber ?? null
      await enqueue(tx, contactMessage({ to: supportEmail, name, email, subject, message, orderNumber }))
    }
    return finish(tx, 202, { message: contactTexts.sent })
  })
}

/**
 * Returns the order that the message names, if the sender may see it: one of their account, or one placed with their
 * address. Any other number stays only in the text, and the response is the same.
 */
async function orderOf(tx: Tx, userId: number | null, { order_number, email }: ContactForm) {
  if (!order_number) return undefined
  const byEmail = sql`${orders.shipping} ->> 'email' = ${email}::text`
  const isTheirs = userId === null ? byEmail : or(eq(orders.userId, userId), byEmail)
  const [order] = await tx.db
    .select({ id: orders.id, orderNumber: orders.orderNumber })
    .from(orders)
    .where(and(eq(orders.orderNumber, order_number), isTheirs, isNull(orders.hiddenAt)))
  return order
}

interface Sending {
  supportEmail: string
  language: Language
  finish: Finish
}

export async function forgetOldMessages(tx: Tx): Promise<void> {
  await tx.db.delete(contactMessages).where(lt(contactMessages.createdAt, after(tx.now(), -days(365))))
}
