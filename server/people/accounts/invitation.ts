import { eq, sql } from "drizzle-orm"
import type { Invitation } from "#contract/accounts.ts"
import { staffAnswerTexts } from "#contract/adminText.ts"
import { invitationTexts } from "#contract/memberText.ts"
import { badCode, endCodes, issueCode, ownerOfCode, type SpentCode, spendCode } from "../../platform/auth/codes.ts"
import { hashChosen } from "../../platform/auth/passwords.ts"
import { forgetPerson } from "../../platform/auth/sessions.ts"
import { users } from "../../platform/auth/tables.ts"
import { after, hours } from "../../platform/clock.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import type { RequestContext } from "../../platform/http/requestContext.ts"
import * as emails from "../../platform/mail/emails.ts"
import { canEmail, enqueue } from "../../platform/mail/outbox.ts"
import { audit } from "../../platform/records/audit.ts"
import { Refusal } from "../../platform/refusal.ts"

type Row = typeof users.$inferSelect
const lifetime = hours(72)

export interface Inviting {
  context: RequestContext
  /** Whether emails reach anybody. */
  hasMail: boolean
}

/**
 * Sends a member of staff the link to choose a password, and ends earlier ones. Returns its end, and the link
 * where no email can be sent. The caller holds the row's lock, or has just inserted it.
 */
export async function invite(
  tx: Tx,
  { id: userId, email }: Pick<Row, "id" | "email">,
  { context, hasMail }: Inviting,
): Promise<{ invitedUntil: Date; link: string | null }> {
  if (hasMail && !(await canEmail(tx, email, "invitation", context.emailsPerHour)))
    throw new Refusal("RATE_LIMITED", staffAnswerTexts.invitedOften)
  const code = await issueCode(tx, { userId, purpose: "invitation", email, lifetime })
  const invitedUntil = after(tx.now(), lifetime)
  await tx.db.update(users).set({ invitedUntil, updatedAt: tx.now() }).where(eq(users.id, userId))
  const { origin, language } = context
  if (!hasMail) return { invitedUntil, link: `${origin}/invitation?oob_code=${code}` }
  await enqueue(tx, emails.invitation({ to: email, origin, code }), language)
  return { invitedUntil, link: null }
}

/** Shows who is invited, before a password is chosen. */
export async function openInvitation(
  tx: Tx,
  code: string,
  { needsSecondFactor }: { readonly needsSecondFactor: boolean },
): Promise<Invitation> {
  const { row, invitedUntil } = await lockInvited(tx, code)
  return {
    email: row.email,
    full_name: row.fullName,
    expires_at: invitedUntil.toISOString(),
    needs_second_factor: needsSecondFactor,
  }
}

/** Makes the account its person's: by the link they have shown that the address is theirs, and choose a password. */
export async function acceptInvitation(
  store: Store,
  { code, password }: { code: string; password: string },
  context: RequestContext,
): Promise<void> {
  await store.transaction((tx) => lockInvited(tx, code))
  const passwordHash = await hashChosen(password, "new_password", context.address)
  await store.transaction(async (tx) => {
    const { row } = await lockInvited(tx, code)
    await spendCode(tx, code, "invitation")
    const now = tx.now()
    await tx.db
      .update(users)
      .set({
        passwordHash,
        invitedUntil: null,
        emailVerifiedAt: now,
        version: sql`${users.version} + 1`,
        updatedAt: now,
      })
      .where(eq(users.id, row.id))
    await endCodes(tx, row.id, "verify_email", "password_reset")
    forgetPerson(tx, row.id)
    await audit(tx, { id: row.id }, { action: `${row.role}.join`, target: { kind: "user", id: row.id } })
  })
}

/** Returns the account that the link still opens, or says why it does not. Locks it before its code, as its end does. */
async function lockInvited(tx: Tx, code: string): Promise<{ row: Row; invitedUntil: Date }> {
  const owner = await ownerOfCode(tx, code, "invitation")
  if (!owner) throw badCode()
  const [row] = await tx.db.select().from(users).where(eq(users.id, owner.userId)).for("update")
  const known = await ownerOfCode(tx, code, "invitation")
  if (!row || !known) throw badCode()
  const why = whyClosed(row, known, tx.now())
  if (why) throw badCode(why)
  return { row, invitedUntil: row.invitedUntil! }
}

function whyClosed({ invitedUntil, deletedAt, isActive, email }: Row, code: SpentCode, now: Date): string | null {
  if (invitedUntil === null) return invitationTexts.used
  if (deletedAt !== null || !isActive || email !== code.email) return invitationTexts.withdrawn
  if (code.usedAt !== null) return invitationTexts.replaced
  return code.expiresAt > now ? null : invitationTexts.expired
}
