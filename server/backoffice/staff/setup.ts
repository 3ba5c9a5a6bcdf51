import { and, eq, isNull } from "drizzle-orm"
import type { Setup } from "#contract/admin.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import { users } from "../../platform/auth/tables.ts"
import type { Tx } from "../../platform/db/store.ts"
import type { Settings } from "../../platform/settings.ts"
import { dolls, isVisible } from "../../shopfront/catalog/tables.ts"

/** The steps that are needed before the shop can open. */
export async function setupOf(tx: Tx, actor: Actor, settings: Settings): Promise<Setup> {
  assertAdmin(actor, "super_admin")
  if (settings.demo) return { steps: [] }
  const model = await tx.db.select({ id: dolls.id }).from(dolls).where(isVisible).limit(1)
  const moderator = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "moderator"), eq(users.isActive, true), isNull(users.deletedAt)))
    .limit(1)
  return {
    steps: [
      ...(settings.isPublic ? [{ id: "database" as const, done: settings.databaseUrl !== null }] : []),
      { id: "mail", done: settings.smtpUrl !== null },
      { id: "payments", done: settings.nowpayments !== null },
      { id: "model", done: model.length > 0 },
      { id: "moderator", done: moderator.length > 0 },
    ],
  }
}
