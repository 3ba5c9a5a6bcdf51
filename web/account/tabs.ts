import type { User } from "#contract/accounts.ts"

export interface Tab {
  id: string
  label: string
  /** Of the browser tab, where the label would tell of a membership. */
  title?: string
}

/** The dashboard's tabs for this user. */
export function tabsFor({ vip }: Pick<User, "vip">): Tab[] {
  return [
    { id: "overview", label: "Account Overview" },
    { id: "orders", label: "Orders" },
    ...(vip ? [{ id: "vip", label: "VIP Content", title: "Dashboard" }] : []),
    { id: "favorites", label: "Favorites" },
    { id: "reviews", label: "Reviews" },
    { id: "notifications", label: "Notifications" },
    { id: "settings", label: "Settings" },
    { id: "logout", label: "Logout" },
  ]
}
