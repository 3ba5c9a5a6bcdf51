import type { User } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"

export interface Tab {
  id: string
  label: string
}

export function staffTabs({ role }: Pick<User, "role">): Tab[] {
  return [
    { id: "overview", label: t`Overview` },
    ...(role === "moderator"
      ? [
          { id: "moderation-summary", label: t`Moderation summary` },
          { id: "chat-activity", label: t`Chat activity` },
        ]
      : [
          { id: "admin-summary", label: t`Admin summary` },
          { id: "user-management", label: t`User management` },
        ]),
    { id: "notifications", label: t`Notifications` },
    { id: "settings", label: t`Settings` },
  ]
}
