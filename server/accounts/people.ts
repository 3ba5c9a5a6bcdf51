import { and, eq, isNull } from "drizzle-orm"
import { accountTexts, generalTexts } from "#contract/texts.ts"
import type { Tx } from "../db/store.ts"
import { invalid, Refusal } from "../refusal.ts"
import type { Person } from "./actor.ts"
import type { House } from "./house.ts"
import { isPassword } from "./passwords.ts"
import { users } from "./tables.ts"

export async function byEmail(tx: Tx, email: string) {
  const [row] = await tx.db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
  return row
}

export async function ownRow(tx: Tx, actor: Person) {
  const [row] = await tx.db.select().from(users).where(eq(users.id, actor.id))
  return row!
}

/** Not switched off, and not of the demo in a shop that is none. */
export function isUsable(row: { isActive: boolean; isDemo: boolean }, { demo }: Pick<House, "demo">): boolean {
  return row.isActive && (!row.isDemo || demo)
}

/** Asks a signed-in person for the password once more; `field` is where its fault is shown. Returns the hash it matched. */
export async function assertOwnPassword(
  tx: Tx,
  actor: Person,
  password: string | undefined,
  field: string,
): Promise<string> {
  if (!password) throw invalid(field, "Please enter your password.")
  const { passwordHash } = await ownRow(tx, actor)
  if (!(await isPassword(password, passwordHash))) throw wrongPassword()
  return passwordHash
}

/** Asked under a lock that a deletion takes too: a request that was under way does nothing for an account that is gone. */
export async function assertStillHere(tx: Tx, actor: Person): Promise<void> {
  const isHere = and(eq(users.id, actor.id), isNull(users.deletedAt))
  const [row] = await tx.db.select({ id: users.id }).from(users).where(isHere)
  if (!row) throw gone()
}

export function gone(): Refusal {
  return new Refusal("UNAUTHENTICATED", generalTexts.authenticationFailed)
}

export function wrongPassword(): Refusal {
  return new Refusal("WRONG_PASSWORD", accountTexts.wrongPassword)
}
