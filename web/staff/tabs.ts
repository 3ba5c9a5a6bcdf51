import type { User } from "#contract/accounts.ts"

export interface Tab {
  id: string
  label: string
}

/** The staff dashboard's tabs for this user. */
export function staffTabs({ role }: Pick<User, "role">): Tab[] {
  return [
    { id: "overview", label: "Overview" },
    ...(role === "moderator"
      ? [
          { id: "moderation-summary", label: "Moderation summary" },
          { id: "chat-activity", label: "Chat activity" },
        ]
      : [
          { id: "admin-summary", label: "Admin summary" },
          { id: "user-management", label: "User management" },
        ]),
    { id: "notifications", label: "Notifications" },
    { id: "settings", label: "Settings" },
  ]
}
