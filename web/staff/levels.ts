import type { Level, Role } from "#contract/accounts.ts"

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
