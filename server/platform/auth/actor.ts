import type { AdminType, Level, Role } from "#contract/accounts.ts"
import type { Scope } from "#contract/integrations.ts"
import { accountTexts, secondFactorTexts } from "#contract/memberText.ts"
import { apiKeyTexts, generalTexts } from "#contract/texts.ts"
import { after, minutes } from "../clock.ts"
import { said } from "../languages.ts"
import { Refusal } from "../refusal.ts"

/** The caller. Every domain function takes one and checks it on its first line. */
export type Actor = Guest | Person
export interface Guest {
  readonly kind: "guest"
}
export interface Person {
  readonly kind: "person"
  readonly id: number
  readonly uuid: string
  readonly email: string
  readonly fullName: string
  /** The region of the world that the owner of the account has chosen. */
  readonly region: string
  readonly role: Role
  readonly adminType: AdminType | null
  /** The level in force now. */
  readonly level: Level
  readonly isSuspended: boolean
  readonly sessionId: number
  /** When the person last proved their identity: at the sign-in, or since. */
  readonly confirmedAt: Date
  readonly hasSecondFactor: boolean
  /** True if the shop requires a second factor of its staff and this account has none: it can only add one. */
  readonly needsSecondFactor: boolean
  /** The API key by which a program acts for the person, with its permissions. */
  readonly apiKey?: { readonly id: number; readonly name: string; readonly scopes: readonly Scope[] }
}

/** The beginning of every API key. */
export const apiKeyMark = "vk_"

export const guest: Guest = { kind: "guest" }

export function assertSignedIn(actor: Actor): asserts actor is Person {
  if (actor.kind === "guest") throw new Refusal("UNAUTHENTICATED", generalTexts.authenticationRequired)
}

/** Requires a signed-in customer, not staff. */
export function assertUser(actor: Actor): asserts actor is Person & { role: "user" } {
  assertSignedIn(actor)
  if (actor.role !== "user") throw new Refusal("FORBIDDEN", generalTexts.roleRequired(said("User")))
}

/** Requires a moderator or an admin. */
export function assertStaff(actor: Actor): asserts actor is Person {
  assertSignedIn(actor)
  if (actor.role === "user") throw new Refusal("FORBIDDEN", generalTexts.moderatorRequired)
}

/** Requires an admin of one of the given types; a super_admin always passes. */
export function assertAdmin(actor: Actor, ...types: AdminType[]): asserts actor is Person & { role: "admin" } {
  assertSignedIn(actor)
  if (actor.role !== "admin") throw new Refusal("FORBIDDEN", generalTexts.adminRequired)
  if (actor.adminType !== "super_admin" && types.length > 0 && !types.includes(actor.adminType!)) {
    throw new Refusal("FORBIDDEN", generalTexts.insufficient)
  }
}

/** Checked where a token is resolved, for sockets and for all calls but those about the own account. */
export function assertHasSecondFactor({ needsSecondFactor }: Person): void {
  if (needsSecondFactor) throw new Refusal("SECOND_FACTOR_REQUIRED", secondFactorTexts.required)
}

/** Checked where a key is resolved: it can call only routes that name one of its scopes. */
export function assertScope({ apiKey }: Person, scope: Scope | undefined): void {
  if (!apiKey) return
  if (scope === undefined) throw byKey()
  if (!apiKey.scopes.includes(scope)) throw new Refusal("FORBIDDEN", apiKeyTexts.missingScope(scope))
}

const byKey = () => new Refusal("FORBIDDEN", apiKeyTexts.notAllowed)

const confirmationHolds = minutes(10)

/** Requires a proof of identity within the last ten minutes: at the sign-in, or since. */
export function assertConfirmed(actor: Person, now: Date): void {
  if (actor.apiKey) throw byKey()
  if (after(actor.confirmedAt, confirmationHolds) > now) return
  throw new Refusal("CONFIRMATION_REQUIRED", secondFactorTexts.confirm)
}

/** Requires a recent proof of those who have a second factor, for changes that are costly or cannot be undone. */
export function assertSteppedUp(actor: Person, now: Date): void {
  if (actor.hasSecondFactor || actor.apiKey) assertConfirmed(actor, now)
}

/** Throws for a suspended account, which may read, but must not delete anything or write anything that others see. */
export function assertNotSuspended(actor: Actor): void {
  if (actor.kind === "person" && actor.isSuspended) throw suspended()
}

export const suspended = () => new Refusal("SUSPENDED", accountTexts.suspended)

/**
 * A guard for a route: refuses the caller before anything of the request is read or validated. The domain function
 * checks again on its first line: it has other callers, and the actor may have changed while a slow body arrived.
 */
export const only = (guard: (actor: Actor) => void) => async (request: { actor: Actor }) => guard(request.actor)
export const onlyAdmins = (...types: AdminType[]) => only((actor) => assertAdmin(actor, ...types))
