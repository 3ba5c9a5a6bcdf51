import { and, eq, isNull } from "drizzle-orm"
import type { ConfirmReset } from "#contract/accounts.ts"
import { hours } from "../clock.ts"
import type { Store } from "../db/store.ts"
import * as letters from "../mail/letters.ts"
import { enqueue, mayWriteTo } from "../mail/outbox.ts"
import { type Actor, assertSignedIn } from "./actor.ts"
import { assertSpendable, badCode, endCodes, issueCode, spendCode } from "./codes.ts"
import type { House } from "./house.ts"
import { hashPassword } from "./passwords.ts"
import { assertOwnPassword, byEmail, isUsable, wrongPassword } from "./people.ts"
import { endSessions } from "./sessions.ts"
import { users } from "./tables.ts"

/** Sends a link to choose a new password, if there is an account. */
export async function requestReset(store: Store, email: string, house: House): Promise<void> {
  await store.transaction(async (tx) => {
    const row = await byEmail(tx, email)
    if (!row || !isUsable(row, house)) return
    if (!(await mayWriteTo(tx, email, "password_reset", house.lettersAnHour))) return
    const code = await issueCode(tx, { userId: row.id, purpose: "password_reset", email, lifetime: hours(1) })
    await enqueue(tx, letters.passwordReset({ to: email, origin: house.origin, code }))
  })
}

/** Sets a new password by the code of a letter, and ends every session: whoever held one may be the reason. */
export async function confirmReset(store: Store, input: ConfirmReset, house: House): Promise<void> {
  await assertSpendable(store, input.oob_code, "password_reset")
  const passwordHash = await hashPassword(input.new_password)
  await store.transaction(async (tx) => {
    const now = tx.now()
    const { userId, email } = await spendCode(tx, input.oob_code, "password_reset")
    const [row] = await tx.db
      .update(users)
      .set({ passwordHash, emailVerifiedAt: now, updatedAt: now })
      .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.deletedAt)))
      .returning({ id: users.id })
    if (!row) throw badCode()
    await endSessions(tx, userId, null)
    await enqueue(tx, letters.passwordChanged({ to: email, origin: house.origin }))
  })
}

/** Sets a new password for somebody who knows the old one; `field` is where the old one was asked for. */
export async function changePassword(
  store: Store,
  actor: Actor,
  input: { current: string; wanted: string; field: string },
  house: House,
): Promise<void> {
  assertSignedIn(actor)
  const known = await assertOwnPassword(store, actor, input.current, input.field)
  const passwordHash = await hashPassword(input.wanted)
  await store.transaction(async (tx) => {
    // Of two changes at once the second no longer knows the current password.
    const [row] = await tx.db
      .update(users)
      .set({ passwordHash, updatedAt: tx.now() })
      .where(and(eq(users.id, actor.id), eq(users.passwordHash, known)))
      .returning({ email: users.email })
    if (!row) throw wrongPassword()
    await endSessions(tx, actor.id, actor.sessionId)
    await endCodes(tx, actor.id, "password_reset")
    await enqueue(tx, letters.passwordChanged({ to: row.email, origin: house.origin }))
  })
}
