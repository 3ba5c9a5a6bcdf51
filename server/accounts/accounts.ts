import { and, eq, isNull, sql } from "drizzle-orm"
import type { EditProfile, Login, Register, SignedIn, User } from "#contract/accounts.ts"
import { loginTexts } from "#contract/texts.ts"
import type { Store, Tx } from "../db/store.ts"
import * as letters from "../mail/letters.ts"
import { enqueue, mayWriteTo } from "../mail/outbox.ts"
import { invalid, Refusal } from "../refusal.ts"
import { happened } from "../staff/activity.ts"
import { type Actor, assertSignedIn } from "./actor.ts"
import { meetAgent } from "./agents.ts"
import { requestAddressChange, sendVerification } from "./emailAddress.ts"
import type { House } from "./house.ts"
import { hashPassword, isPassword } from "./passwords.ts"
import { assertOwnPassword, byEmail, gone, isUsable, ownRow } from "./people.ts"
import { presentUser } from "./present.ts"
import { endSession, forgetPerson, openSession } from "./sessions.ts"
import { users } from "./tables.ts"
import { uuidv7 } from "./uuid.ts"

/**
 * Makes an account, or writes to the owner of the one there is. The caller cannot tell which: the work is the same, and so
 * is the answer. Of two requests at once the unique address lets one through; the other takes the second way.
 */
export async function register(store: Store, input: Register, house: House): Promise<void> {
  const passwordHash = await hashPassword(input.password)
  await store.transaction(async (tx) => {
    const now = tx.now()
    const [made] = await tx.db
      .insert(users)
      .values({
        uuid: uuidv7(),
        email: input.email,
        fullName: input.full_name,
        region: input.region,
        passwordHash,
        termsVersion: input.terms_version ?? null,
        termsAcceptedAt: input.terms_version ? now : null,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning()
    if (made) {
      await happened(tx, "user_registration", { userId: made.id, subjectId: made.id })
      return sendVerification(tx, made, house, letters.welcome)
    }
    if (await mayWriteTo(tx, input.email, "existing_account", house.lettersAnHour)) {
      await enqueue(tx, letters.existingAccount({ to: input.email, origin: house.origin }))
    }
  })
}

/** Opens a session. A wrong password and an unknown address look and last the same; an inactive account shows only to its owner. */
export async function signIn(store: Store, input: Login, house: House, userAgent: string | null): Promise<SignedIn> {
  const row = await byEmail(store, input.email)
  if (!(await isPassword(input.password, row?.passwordHash ?? null)) || !row) {
    throw new Refusal("BAD_CREDENTIALS", loginTexts.wrong)
  }
  if (!isUsable(row, house)) throw new Refusal("INACTIVE", loginTexts.inactive)
  const { token, expiresAt } = await store.transaction(async (tx) => {
    // The password may have been changed since it was read, and then every session was ended; this one must not outlive that.
    const unchanged = and(eq(users.id, row.id), eq(users.passwordHash, row.passwordHash))
    const [still] = await tx.db.select({ id: users.id }).from(users).where(unchanged).for("share")
    if (!still) throw new Refusal("BAD_CREDENTIALS", loginTexts.wrong)
    await meetAgent(tx, row, userAgent, house)
    return openSession(tx, row.id, input.remember_me, userAgent)
  })
  return {
    access_token: token,
    token_type: "bearer",
    expires_at: expiresAt.toISOString(),
    user: presentUser(row, store.now()),
  }
}

export async function signOut(tx: Tx, actor: Actor): Promise<void> {
  assertSignedIn(actor)
  await endSession(tx, actor.sessionId)
}

export async function me(tx: Tx, actor: Actor): Promise<User> {
  assertSignedIn(actor)
  return presentUser(await ownRow(tx, actor), tx.now())
}

export async function editProfile(store: Store, actor: Actor, input: EditProfile, house: House): Promise<User> {
  assertSignedIn(actor)
  if (input.region === "global" && actor.role === "user") throw invalid("region", loginTexts.regionRequired)
  const changesAddress = input.email !== undefined && input.email !== actor.email
  if (changesAddress) await assertOwnPassword(store, actor, input.current_password, "current_password")
  return store.transaction(async (tx) => {
    if (changesAddress) await requestAddressChange(tx, actor, input.email!, house)
    const [row] = await tx.db
      .update(users)
      .set({
        fullName: input.full_name,
        region: input.region,
        pendingEmail: input.email && (changesAddress ? input.email : null),
        version: sql`${users.version} + 1`,
        updatedAt: tx.now(),
      })
      .where(and(eq(users.id, actor.id), isNull(users.deletedAt)))
      .returning()
    if (!row) throw gone()
    forgetPerson(tx, actor.id)
    return presentUser(row, tx.now())
  })
}
