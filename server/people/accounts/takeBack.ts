import { and, eq, isNull, sql } from "drizzle-orm"
import { assertSpendable, badCode, endCodes, issueCode, spendCode } from "../../platform/auth/codes.ts"
import { eraseFactors } from "../../platform/auth/factors.ts"
import { dummyHash } from "../../platform/auth/passwords.ts"
import { endSessions } from "../../platform/auth/sessions.ts"
import { users } from "../../platform/auth/tables.ts"
import { hours } from "../../platform/clock.ts"
import { type Store, sqlState } from "../../platform/db/store.ts"
import type { RequestContext } from "../../platform/http/requestContext.ts"
import { endIntegrations } from "../../platform/integrations/takeBack.ts"
import * as emails from "../../platform/mail/emails.ts"
import { enqueue } from "../../platform/mail/outbox.ts"
import { audit } from "../../platform/records/audit.ts"
import { addressTaken, noPendingEmail } from "./emailAddress.ts"

/**
 * Handles the link "This wasn't me" of an email about a changed address or a new factor: restores the address that the
 * email went to, removes the factors, API keys and webhooks added since, and signs everybody out. Whoever made the
 * change knew the password, so the password is invalidated too; returns the code to choose another.
 */
export async function takeBack(
  store: Store,
  code: string,
  purpose: "undo_email_change" | "undo_factor",
  context: RequestContext,
): Promise<string> {
  await assertSpendable(store, code, purpose)
  const passwordHash = await dummyHash(context.address)
  return store
    .transaction(async (tx) => {
      const now = tx.now()
      const { userId, email, since, createdAt } = await spendCode(tx, code, purpose)
      const here = and(eq(users.id, userId), isNull(users.deletedAt))
      const [before] = await tx.db.select().from(users).where(here).for("update")
      if (!before) throw badCode()
      await tx.db
        .update(users)
        .set({
          email,
          ...noPendingEmail,
          passwordHash,
          emailVerifiedAt: now,
          version: sql`${users.version} + 1`,
          updatedAt: now,
        })
        .where(here)
      await eraseFactors(tx, userId, since ?? createdAt)
      await endIntegrations(tx, userId, since ?? createdAt)
      await endSessions(tx, userId, null)
      await endCodes(tx, userId, "verify_email", "change_email")
      const target = { kind: "user", id: userId }
      const isMoved = purpose === "undo_email_change" || before.email !== email
      if (before.role !== "user" && isMoved) {
        await audit(tx, null, {
          action: "user.restore_email",
          target,
          before: { email: before.email },
          after: { email },
        })
      }
      if (before.role !== "user" && purpose === "undo_factor") {
        await audit(tx, null, { action: "second_factor.undone", target })
      }
      const reset = await issueCode(tx, { userId, purpose: "password_reset", email, lifetime: hours(1) })
      const restored = isMoved ? emails.emailRestored : emails.secondFactorUndone
      await enqueue(tx, restored({ to: email, origin: context.origin, code: reset }), context.language)
      if (before.email !== email) {
        await enqueue(tx, emails.emailChangeUndone({ to: before.email, origin: context.origin }), context.language)
      }
      return reset
    })
    .catch((error) => {
      throw sqlState(error) === "23505" ? addressTaken() : error
    })
}
