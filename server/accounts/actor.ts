import type { AdminType, Level, Role } from "#contract/accounts.ts"
import { generalTexts } from "#contract/texts.ts"
import { Refusal } from "../refusal.ts"

/** Who is asking. Every domain function takes one and checks it on its first line. */
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
  readonly role: Role
  readonly adminType: AdminType | null
  /** The level that counts now, by the clock. */
  readonly level: Level
  readonly sessionId: number
  readonly signedInAt: Date
}

export const guest: Guest = { kind: "guest" }

export function assertSignedIn(actor: Actor): asserts actor is Person {
  if (actor.kind === "guest") throw new Refusal("UNAUTHENTICATED", generalTexts.authenticationRequired)
}

/** A customer: signed in, and not staff. */
export function assertUser(actor: Actor): asserts actor is Person & { role: "user" } {
  assertSignedIn(actor)
  if (actor.role !== "user") throw new Refusal("FORBIDDEN", generalTexts.roleRequired("User"))
}

/** An admin of one of the given kinds; a super_admin always is. */
export function assertAdmin(actor: Actor, ...types: AdminType[]): asserts actor is Person & { role: "admin" } {
  assertSignedIn(actor)
  if (actor.role !== "admin") throw new Refusal("FORBIDDEN", generalTexts.adminRequired)
  if (actor.adminType !== "super_admin" && types.length > 0 && !types.includes(actor.adminType!)) {
    throw new Refusal("FORBIDDEN", generalTexts.insufficient)
  }
}
