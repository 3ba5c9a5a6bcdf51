import type { User } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"

export interface Tab {
  id: string
  label: string
  /** Title of the browser tab, if the label would reveal a membership. */
  title?: string
}

export function tabsFor({ vip }: Pick<User, "vip">): Tab[] {
  return [
    { id: "overview", label: t`Account Overview` },
    { id: "orders", label: t`Orders` },
    ...(vip ? [{ id: "vip", label: t`VIP Content`, title: t`Dashboard` }] : []),
    { id: "favorites", label: t`Favorites` },
    { id: "reviews", label: t`Reviews` },
    { id: "notifications", label: t`Notifications` },
    { id: "settings", label: t`Settings` },
    { id: "logout", label: t`Logout` },
  ]
}
