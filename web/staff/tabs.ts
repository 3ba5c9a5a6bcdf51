import type { Role } from "#contract/accounts.ts"

export interface Tab {
  id: string
  label: string
}

/** The parts of the staff dashboard for this role. */
export function staffTabs(role: Role): Tab[] {
  return [
    { id: "overview", label: "Overview" },
    ...(role === "moderator"
      ? [
          { id: "moderation-summary", label: "Moderation Summary" },
          { id: "chat-activity", label: "Chat Activity" },
        ]
      : []),
    { id: "notifications", label: "Notifications" },
    { id: "settings", label: "Settings" },
  ]
}
