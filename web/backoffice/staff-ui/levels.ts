import type { AdminType, Level, Role, User } from "#contract/accounts.ts"
import { levelName } from "#contract/membership.ts"
import { t } from "#contract/t.ts"

export const nameOf: Record<Level | Role, string> = {
  free: levelName("free"),
  standard: levelName("standard"),
  vip: levelName("vip"),
  vvip: levelName("vvip"),
  user: t`User`,
  moderator: t`Moderator`,
  admin: t`Admin`,
}

export const adminNames: Record<AdminType, string> = {
  super_admin: t`Super admin`,
  content_admin: t`Content admin`,
  financial_admin: t`Financial admin`,
}

/** The name of the role or of the admin type. */
export function roleOf({ role, admin_type }: Pick<User, "role" | "admin_type">): string {
  return role === "admin" && admin_type ? adminNames[admin_type] : nameOf[role]
}
