import { and, eq, isNull } from "drizzle-orm"
import { accountTexts } from "#contract/texts.ts"
import { hours } from "../clock.ts"
import { type Store, sqlState, type Tx } from "../db/store.ts"
import * as letters from "../mail/letters.ts"
import { enqueue, mayWriteTo } from "../mail/outbox.ts"
import { Refusal } from "../refusal.ts"
import type { Person } from "./actor.ts"
import { badCode, endCodes, issueCode, spendCode } from "./codes.ts"
import type { House } from "./house.ts"
import { byEmail, isUsable } from "./people.ts"
import { forgetPerson } from "./sessions.ts"
import { users } from "./tables.ts"

const lifetime = hours(24)

/** Writes the letter that lets the owner of an address confirm it. */
export async function sendVerification(
  tx: Tx,
  to: { id: number; email: string },
  house: House,
  write: typeof letters.verifyEmail,
): Promise<void> {
  if (!(await mayWriteTo(tx, to.email, "verify_email", house.lettersAnHour))) return
  const code = await issueCode(tx, { userId: to.id, purpose: "verify_email", email: to.email, lifetime })
  await enqueue(tx, write({ to: to.email, origin: house.origin, code }))
}

/**
 * Sends the letter again to an address that waits to be confirmed, by a new account or by one that changes to it; for any other
 * nothing happens, and nobody is told.
 */
export async function requestVerification(store: Store, email: string, house: House): Promise<void> {
  await store.transaction(async (tx) => {
    const row = await byEmail(tx, email)
    if (!row) return sendChangesAgain(tx, email, house)
    if (isUsable(row, house) && !row.emailVerifiedAt) await sendVerification(tx, row, house, letters.verifyEmail)
  })
}

async function sendChangesAgain(tx: Tx, email: string, house: House): Promise<void> {
  const waiting = and(eq(users.pendingEmail, email), isNull(users.deletedAt))
  for (const row of await tx.db.select().from(users).where(waiting)) {
    if (isUsable(row, house)) await sendChange(tx, row.id, email, house)
  }
}

/** A new address gets a link; one that is taken gets a letter to its owner. The caller sees no difference. */
export async function requestAddressChange(tx: Tx, actor: Person, email: string, house: House): Promise<void> {
  if (await byEmail(tx, email)) {
    if (await mayWriteTo(tx, email, "email_taken", house.lettersAnHour)) {
      await enqueue(tx, letters.emailTaken({ to: email, origin: house.origin }))
    }
    return
  }
  await sendChange(tx, actor.id, email, house)
}

async function sendChange(tx: Tx, userId: number, email: string, house: House): Promise<void> {
  if (!(await mayWriteTo(tx, email, "change_email", house.lettersAnHour))) return
  const code = await issueCode(tx, { userId, purpose: "change_email", email, lifetime })
  await enqueue(tx, letters.changeEmail({ to: email, origin: house.origin, code }))
}

/** The link of either letter: the address of a new account, or the one that an account waits to change to. */
export async function confirmAddress(store: Store, code: string, house: House): Promise<void> {
  await store
    .transaction(async (tx) => {
      const spent = await spendCode(tx, code, "verify_email", "change_email")
      if (spent.purpose === "change_email") return changeAddress(tx, spent, house)
      const [row] = await tx.db
        .update(users)
        .set({ emailVerifiedAt: tx.now() })
        .where(and(eq(users.id, spent.userId), eq(users.email, spent.email), isNull(users.deletedAt)))
        .returning({ id: users.id })
      if (!row) throw badCode()
    })
    .catch((error) => {
      if (sqlState(error) !== "23505") throw error
      throw new Refusal("CONFLICT", accountTexts.addressTaken)
    })
}

/** Links to choose a new password that went to the old address end, and its owner is told. */
async function changeAddress(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
  house: House,
): Promise<void> {
  const waiting = and(eq(users.id, userId), eq(users.pendingEmail, email), isNull(users.deletedAt))
  const [before] = await tx.db.select({ email: users.email }).from(users).where(waiting).for("update")
  if (!before) throw badCode()
  await tx.db
    .update(users)
    .set({ email, pendingEmail: null, emailVerifiedAt: tx.now(), updatedAt: tx.now() })
    .where(waiting)
  forgetPerson(tx, userId)
  await endCodes(tx, userId, "password_reset", "verify_email")
  await enqueue(tx, letters.emailChanged({ to: before.email, origin: house.origin }))
}
