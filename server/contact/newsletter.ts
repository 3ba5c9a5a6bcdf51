import { randomBytes } from "node:crypto"
import { and, eq, gt, ne } from "drizzle-orm"
import type { Subscribe } from "#contract/contact.ts"
import { badCode } from "../accounts/codes.ts"
import type { House } from "../accounts/house.ts"
import { hashToken } from "../accounts/sessions.ts"
import { after, days } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { confirmNewsletter, newsletterConfirmed } from "../mail/letters.ts"
import { enqueue, mayWriteTo } from "../mail/outbox.ts"
import { newsletterSubscribers as subscribers } from "./tables.ts"

/** Double opt-in: nothing is sent to an address but one letter that asks. The answer is the same for an address we have. */
export async function subscribe(store: Store, input: Subscribe, house: House): Promise<void> {
  if (input.website) return
  await store.transaction(async (tx) => {
    if (!(await mayWriteTo(tx, input.email, "newsletter_confirm", house.lettersAnHour))) return
    const code = randomBytes(32).toString("base64url")
    const asked = { confirmHash: hashToken(code), confirmExpiresAt: after(tx.now(), days(7)) }
    const [known] = await tx.db.select().from(subscribers).where(eq(subscribers.email, input.email)).for("update")
    if (known?.state === "confirmed") return
    if (known) await tx.db.update(subscribers).set(asked).where(eq(subscribers.id, known.id))
    else await tx.db.insert(subscribers).values({ email: input.email, createdAt: tx.now(), ...asked })
    await enqueue(tx, confirmNewsletter({ to: input.email, origin: house.origin, code }))
  })
}

/** Spends the code of the letter, and sends one that says how to leave again. */
export async function confirm(store: Store, code: string, house: House): Promise<void> {
  await store.transaction(async (tx) => {
    const leaving = randomBytes(32).toString("base64url")
    const now = tx.now()
    const [row] = await tx.db
      .update(subscribers)
      .set({
        state: "confirmed",
        confirmHash: null,
        confirmedAt: now,
        unsubscribedAt: null,
        unsubscribeHash: hashToken(leaving),
      })
      .where(and(eq(subscribers.confirmHash, hashToken(code)), gt(subscribers.confirmExpiresAt, now)))
      .returning({ email: subscribers.email })
    if (!row) throw badCode()
    await enqueue(tx, newsletterConfirmed({ to: row.email, origin: house.origin, code: leaving }))
  })
}

/** One step, any number of times: the link of an old letter still works. */
export async function unsubscribe(tx: Tx, code: string): Promise<void> {
  const [row] = await tx.db
    .update(subscribers)
    .set({ state: "unsubscribed", unsubscribedAt: tx.now() })
    .where(eq(subscribers.unsubscribeHash, hashToken(code)))
    .returning({ id: subscribers.id })
  if (!row) throw badCode()
}

export async function isReader(tx: Tx, email: string): Promise<boolean> {
  const [row] = await tx.db.select({ state: subscribers.state }).from(subscribers).where(eq(subscribers.email, email))
  return row?.state === "confirmed"
}

/** For somebody who is known to own the address: no letter has to ask. */
export async function join(tx: Tx, email: string, house: House): Promise<void> {
  const now = tx.now()
  await tx.db.insert(subscribers).values({ email, createdAt: now }).onConflictDoNothing()
  const leaving = randomBytes(32).toString("base64url")
  const [row] = await tx.db
    .update(subscribers)
    .set({
      state: "confirmed",
      confirmHash: null,
      confirmedAt: now,
      unsubscribedAt: null,
      unsubscribeHash: hashToken(leaving),
    })
    .where(and(eq(subscribers.email, email), ne(subscribers.state, "confirmed")))
    .returning({ id: subscribers.id })
  if (row && (await mayWriteTo(tx, email, "newsletter_confirmed", house.lettersAnHour))) {
    await enqueue(tx, newsletterConfirmed({ to: email, origin: house.origin, code: leaving }))
  }
}

export async function leave(tx: Tx, email: string): Promise<void> {
  await tx.db
    .update(subscribers)
    .set({ state: "unsubscribed", confirmHash: null, unsubscribedAt: tx.now() })
    .where(and(eq(subscribers.email, email), ne(subscribers.state, "unsubscribed")))
}
