import { and, eq, inArray, isNull } from "drizzle-orm"
import { accountTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import { generalTexts } from "#contract/texts.ts"
import type { Tx } from "../db/store.ts"
import { invalid, Refusal } from "../refusal.ts"
import type { Person } from "./actor.ts"
import { suspended } from "./actor.ts"
import { isPassword } from "./passwords.ts"
import { users } from "./tables.ts"

export async function byEmail(tx: Tx, email: string) {
  const [row] = await tx.db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  return row
}

export async function ownRow(tx: Tx, actor: Pick<Person, "id">) {
  const [row] = await tx.db.select().from(users).where(eq(users.id, actor.id))
  return row!
}

/** Returns whether an account is active, not only invited, and not a demo account in a shop that is not a demo. */
export function isUsable(
  row: { isActive: boolean; isDemo: boolean; invitedUntil: Date | null },
  { demo }: { demo: boolean },
): boolean {
  return row.isActive && row.invitedUntil === null && (!row.isDemo || demo)
}

/** Verifies a signed-in person's password again; errors are about `field`. Returns the hash that it matched. */
export async function assertOwnPassword(
  tx: Tx,
  actor: Person,
  password: string | undefined,
  field: string,
  address: string,
): Promise<string> {
  if (!password) throw invalid(field, t`Please enter your password.`)
  const { passwordHash } = await ownRow(tx, actor)
  if (!(await isPassword(password, passwordHash, address))) throw wrongPassword()
  return passwordHash
}

/** Returns the full names of these accounts, by id. */
export async function namesOf(tx: Tx, ids: (number | null)[]): Promise<Map<number, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))]
  if (known.length === 0) return new Map()
  const rows = await tx.db.select({ id: users.id, name: users.fullName }).from(users).where(inArray(users.id, known))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the name of an account; null for none. */
export async function nameOf(tx: Tx, id: number | null): Promise<string | null> {
  return id === null ? null : ((await namesOf(tx, [id])).get(id) ?? null)
}

/** Throws for an account deleted or suspended during the request. Call it under a lock that its deletion takes too. */
export async function assertNotDeleted(tx: Tx, actor: Person): Promise<void> {
  const isHere = and(eq(users.id, actor.id), isNull(users.deletedAt))
  const [row] = await tx.db.select({ suspendedAt: users.suspendedAt }).from(users).where(isHere)
  if (!row) throw accountGone()
  if (row.suspendedAt) throw suspended()
}

export function accountGone(): Refusal {
  return new Refusal("UNAUTHENTICATED", generalTexts.authenticationFailed)
}

export function wrongPassword(): Refusal {
  return new Refusal("WRONG_PASSWORD", accountTexts.wrongPassword)
}
