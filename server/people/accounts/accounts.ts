import { and, eq, isNull, sql } from "drizzle-orm"
import type {
  EditProfile,
  Login,
  Register,
  SecondStep,
  SignedIn,
  SignInAnswer,
  SignInMethod,
  User,
} from "#contract/accounts.ts"
import type { Language } from "#contract/languages.ts"
import { loginTexts } from "#contract/memberText.ts"
import type { SeenLegal } from "#contract/sitePages.ts"
import { type Actor, assertNotSuspended, assertSignedIn, assertSteppedUp } from "../../platform/auth/actor.ts"
import { isReservedForAnother } from "../../platform/auth/codes.ts"
import { hashChosen, isPassword } from "../../platform/auth/passwords.ts"
import { accountGone, assertOwnPassword, byEmail, isUsable, ownRow, wrongPassword } from "../../platform/auth/people.ts"
import { presentUser } from "../../platform/auth/present.ts"
import { endSession, forgetPerson, openSession } from "../../platform/auth/sessions.ts"
import { users } from "../../platform/auth/tables.ts"
import { uuidv7 } from "../../platform/auth/uuid.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import type { RequestContext } from "../../platform/http/requestContext.ts"
import * as emails from "../../platform/mail/emails.ts"
import { canEmail, enqueue } from "../../platform/mail/outbox.ts"
import { assertName } from "../../platform/moderation/names.ts"
import { recordActivity } from "../../platform/records/activity.ts"
import { invalid, Refusal } from "../../platform/refusal.ts"
import { legalVersions } from "../../platform/site-pages/shown.ts"
import { recordAgent } from "./agents.ts"
import { endAddressChange, requestAddressChange, sendVerification } from "./emailAddress.ts"

/**
 * Creates an account, or emails the owner of the existing one. Both cases do the same work and give the same answer, so
 * that the caller cannot tell them apart. The unique index on the address lets one of two concurrent requests insert;
 * the other takes the path for an existing account.
 */
export async function register(store: Store, input: Register, context: RequestContext): Promise<void> {
  assertName(input.full_name)
  const passwordHash = await hashChosen(input.password, "password", context.address)
  await store.transaction(async (tx) => {
    const now = tx.now()
    const accepted = await acceptedBy(tx, input)
    const [made] = await tx.db
      .insert(users)
      .values({
        uuid: uuidv7(),
        email: input.email,
        fullName: input.full_name,
        region: input.region,
        passwordHash,
        language: context.language === "en" ? null : context.language,
        ...accepted,
        termsAcceptedAt: input.terms_version ? now : null,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning()
    if (made && (await isReservedForAnother(tx, input.email, made.id))) {
      // The previous holder of the address can still undo a change of address and take it back.
      await tx.db.delete(users).where(eq(users.id, made.id))
      if (await canEmail(tx, input.email, "email_taken", context.emailsPerHour)) {
        await enqueue(tx, emails.emailKept({ to: input.email, origin: context.origin }), context.language)
      }
      return
    }
    if (made) {
      await recordActivity(tx, "user_registration", { userId: made.id, subjectId: made.id })
      return sendVerification(tx, made, context, emails.welcome)
    }
    if (await canEmail(tx, input.email, "existing_account", context.emailsPerHour)) {
      await enqueue(tx, emails.existingAccount({ to: input.email, origin: context.origin }), context.language)
    }
  })
}

/** Returns the versions in force; the form names that of the texts which the shop comes with. */
async function acceptedBy(tx: Tx, { terms_version: byDefault }: Register) {
  if (!byDefault) return {}
  const { terms, privacy } = await legalVersions(tx)
  return {
    termsVersion: String(terms ?? byDefault),
    privacyVersion: String(privacy ?? byDefault),
    termsSeen: terms ?? 0,
    privacySeen: privacy ?? 0,
  }
}

export interface SigningIn {
  context: RequestContext
  userAgent: string | null
  askSecondStep(tx: Tx, userId: number, remember: boolean): Promise<SecondStep["second_step"]>
}

/**
 * Opens a session, or asks for the second step of accounts that have one. A wrong password and an unknown address give the same error after the same time; an inactive account
 * is reported only to a caller who knows its password.
 */
export async function signIn(
  store: Store,
  input: Login,
  { context, userAgent, askSecondStep }: SigningIn,
): Promise<SignInAnswer> {
  const row = await byEmail(store, input.email)
  if (!(await isPassword(input.password, row?.passwordHash ?? null, context.address)) || !row) {
    throw new Refusal("BAD_CREDENTIALS", loginTexts.wrong)
  }
  if (!isUsable(row, context)) throw new Refusal("INACTIVE", loginTexts.inactive)
  const remember = input.remember_me
  return store.transaction(async (tx) => {
    // A concurrent password change has ended every session: this one must not outlive it.
    const unchanged = and(eq(users.id, row.id), eq(users.passwordHash, row.passwordHash))
    const [still] = await tx.db.select().from(users).where(unchanged).for("share")
    if (!still) throw new Refusal("BAD_CREDENTIALS", loginTexts.wrong)
    if (still.secondFactorSince) return { second_step: await askSecondStep(tx, row.id, remember) }
    return completeSignIn(tx, still, { remember, userAgent, method: "password", context })
  })
}

interface Completed {
  remember: boolean
  userAgent: string | null
  method: SignInMethod
  context: RequestContext
}

/** Opens the session of somebody who has proved who they are. */
export async function completeSignIn(
  tx: Tx,
  row: typeof users.$inferSelect,
  { remember, userAgent, method, context }: Completed,
): Promise<SignedIn> {
  await recordAgent(tx, row, userAgent, context)
  const { token, expiresAt } = await openSession(tx, row.id, remember, userAgent, method)
  return {
    access_token: token,
    token_type: "bearer",
    expires_at: expiresAt.toISOString(),
    user: presentUser(row, tx.now()),
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

/** Stores the time zone that the browser reports. */
export async function keepTimeZone(tx: Tx, actor: Actor, timeZone: string): Promise<void> {
  assertSignedIn(actor)
  await tx.db.update(users).set({ timeZone }).where(eq(users.id, actor.id))
}

/** Stores the language that was chosen for pages and emails. */
export async function keepLanguage(tx: Tx, actor: Actor, language: Language): Promise<void> {
  assertSignedIn(actor)
  await tx.db.update(users).set({ language }).where(eq(users.id, actor.id))
}

/** Stores which published versions of the legal pages the account has been told of. */
export async function keepSeen(tx: Tx, actor: Actor, { terms, privacy }: SeenLegal): Promise<void> {
  assertSignedIn(actor)
  await tx.db
    .update(users)
    .set({
      termsSeen: sql`greatest(${users.termsSeen}, ${terms}::int)`,
      privacySeen: sql`greatest(${users.privacySeen}, ${privacy}::int)`,
    })
    .where(eq(users.id, actor.id))
}

export async function editProfile(
  store: Store,
  actor: Actor,
  input: EditProfile,
  context: RequestContext,
): Promise<User> {
  assertSignedIn(actor)
  // A suspended account cannot change its identity while the case is open.
  assertNotSuspended(actor)
  if (input.region === "global" && actor.role === "user") throw invalid("region", loginTexts.regionRequired)
  if (input.full_name !== actor.fullName) assertName(input.full_name)
  const changesAddress = input.email !== undefined && input.email !== actor.email
  // Emails to the address can set a new password.
  if (changesAddress) assertSteppedUp(actor, store.now())
  const known = changesAddress
    ? await assertOwnPassword(store, actor, input.current_password, "current_password", context.address)
    : null
  return store.transaction(async (tx) => {
    if (changesAddress) await requestAddressChange(tx, actor, input.email!, context)
    else if (input.email) await endAddressChange(tx, actor.id)
    const [row] = await tx.db
      .update(users)
      .set({
        fullName: input.full_name,
        region: input.region,
        ...(changesAddress && { pendingEmail: input.email, pendingEmailAt: tx.now() }),
        version: sql`${users.version} + 1`,
        updatedAt: tx.now(),
      })
      .where(and(eq(users.id, actor.id), isNull(users.deletedAt), known ? eq(users.passwordHash, known) : undefined))
      .returning()
    // A known password no longer matches after a concurrent change, which would also have ended a change of address.
    if (!row) throw known ? wrongPassword() : accountGone()
    forgetPerson(tx, actor.id)
    return presentUser(row, tx.now())
  })
}
