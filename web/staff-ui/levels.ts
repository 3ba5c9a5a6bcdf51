import type { AdminType, Level, Role, User } from "#contract/accounts.ts"
import { levelName } from "#contract/membership.ts"

/** Names of levels and roles. */
export const nameOf: Record<Level | Role, string> = {
  free: levelName("free"),
  standard: levelName("standard"),
  vip: levelName("vip"),
  vvip: levelName("vvip"),
  user: "User",
  moderator: "Moderator",
  admin: "Admin",
}

/** Names of the admin types. */
export const adminNames: Record<AdminType, string> = {
  super_admin: "Super admin",
  content_admin: "Content admin",
  financial_admin: "Financial admin",
}

/** The role, with the admin type. */
export function roleOf({ role, admin_type }: Pick<User, "role" | "admin_type">): string {
  return role === "admin" && admin_type ? adminNames[admin_type] : nameOf[role]
}
