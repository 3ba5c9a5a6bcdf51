import type { User } from "#contract/accounts.ts"

export interface Tab {
  id: string
  label: string
}

/** The staff dashboard's tabs for this user. */
export function staffTabs({ role, admin_type }: Pick<User, "role" | "admin_type">): Tab[] {
  return [
    { id: "overview", label: "Overview" },
    ...(role === "moderator"
      ? [
          { id: "moderation-summary", label: "Moderation summary" },
          { id: "chat-activity", label: "Chat activity" },
        ]
      : [
          { id: "admin-summary", label: "Admin summary" },
          ...(admin_type === "super_admin" ? [{ id: "user-management", label: "User management" }] : []),
        ]),
    { id: "notifications", label: "Notifications" },
    { id: "settings", label: "Settings" },
  ]
}
