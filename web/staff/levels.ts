import type { AdminType, Level, Role, User } from "#contract/accounts.ts"

/** Levels and roles as staff read them. */
export const nameOf: Record<Level | Role, string> = {
  free: "Free",
  standard: "Standard",
  vip: "VIP",
  vvip: "VVIP",
  user: "User",
  moderator: "Moderator",
  admin: "Admin",
}

/** What an admin of each type is called. */
export const adminNames: Record<AdminType, string> = {
  super_admin: "Super admin",
  content_admin: "Content admin",
  financial_admin: "Financial admin",
}

/** The role of a member of staff, as precisely as it matters to what they may do. */
export function roleOf({ role, admin_type }: Pick<User, "role" | "admin_type">): string {
  return role === "admin" && admin_type ? adminNames[admin_type] : nameOf[role]
}
