import { and, eq, isNull } from "drizzle-orm"
import { Email } from "#contract/accounts.ts"
import { passwordFault, passwordTexts } from "#contract/passwords.ts"
import type { Store } from "../db/store.ts"
import { type Settings, SettingsError } from "../settings.ts"
import { hashPassword, isCommon } from "./passwords.ts"
import { users } from "./tables.ts"
import { uuidv7 } from "./uuid.ts"

/**
 * Creates the first super_admin from ADMIN_EMAIL and ADMIN_PASSWORD, in a database without admins other than those of
 * the demo.
 */
export async function makeFirstAdmin(store: Store, { firstAdmin }: Settings): Promise<void> {
  if (!firstAdmin) return
  const email = Email.safeParse(firstAdmin.email)
  if (!email.success) throw new SettingsError("ADMIN_EMAIL must be an email address")
  const fault = passwordFault(firstAdmin.password)
  if (fault) throw new SettingsError(`ADMIN_PASSWORD is too weak: ${fault}`)
  if (await hasAdmin(store)) return
  // Checked only when the password is needed: a shop that already has an admin still starts.
  if (isCommon(firstAdmin.password)) throw new SettingsError(`ADMIN_PASSWORD is too weak: ${passwordTexts.common}`)

  const now = store.now()
  const [made] = await store.db
    .insert(users)
    .values({
      uuid: uuidv7(),
      email: email.data,
      fullName: "Administrator",
      region: "global",
      role: "admin",
      adminType: "super_admin",
      membershipLevel: "standard",
      passwordHash: await hashPassword(firstAdmin.password),
      emailVerifiedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: users.id })
  // If two nodes start together, the unique address makes one of them fail: the other has created the account.
  if (!made && !(await hasAdmin(store))) {
    throw new SettingsError("ADMIN_EMAIL belongs to an account that is not an admin; choose a different address")
  }
}

async function hasAdmin(store: Store): Promise<boolean> {
  const isAdmin = and(eq(users.role, "admin"), eq(users.isDemo, false), isNull(users.deletedAt))
  const [row] = await store.db.select({ id: users.id }).from(users).where(isAdmin).limit(1)
  return row !== undefined
}
