import { and, eq, exists, inArray, isNull, not, sql } from "drizzle-orm"
import { preferences, users } from "../auth/tables.ts"
import type { Tx } from "../db/store.ts"
import { type NewNotification, notify } from "./notifications.ts"
import { notifications } from "./tables.ts"

/** The kinds of alerts, each with the admin type responsible for it besides super admins. */
const responsible = {
  orders: "financial_admin",
  paid: "financial_admin",
  flagged: "content_admin",
  stock: "content_admin",
  critical: "super_admin",
  integrations: "super_admin",
} as const
type Part = keyof typeof responsible
const preferenceOf = {
  orders: preferences.tellOrders,
  paid: preferences.tellPaidOrders,
  flagged: preferences.tellFlagged,
  critical: preferences.tellFlagged,
  stock: preferences.tellStock,
}

export const responsibleAdmins = (part: Part) =>
  and(
    eq(users.role, "admin"),
    inArray(users.adminType, ["super_admin", responsible[part]]),
    eq(users.isActive, true),
    isNull(users.deletedAt),
  )

/** Notifies every responsible admin who has chosen it, unless the same notification is still unread. */
export async function notifyAdmins(tx: Tx, part: Part, input: NewNotification & { link: string }): Promise<void> {
  const wants = part === "integrations" ? undefined : sql`coalesce(${preferenceOf[part]}, true)`
  const unread = tx.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, users.id),
        isNull(notifications.readAt),
        eq(notifications.kind, input.kind),
        eq(notifications.link, input.link),
      ),
    )
  const people = await tx.db
    .select({ id: users.id })
    .from(users)
    .leftJoin(preferences, eq(preferences.userId, users.id))
    .where(and(responsibleAdmins(part), wants, not(exists(unread))))
    .orderBy(users.id)
  for (const { id } of people) await notify(tx, id, input)
}
