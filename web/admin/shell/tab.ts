import type { ComponentType } from "react"
import type { AdminType, User } from "#contract/accounts.ts"
import type { Icon } from "../../platform/ui/icons.ts"

export interface AdminTab {
  id: string
  /** Tabs of a group are listed together, and the rail separates the groups. */
  group: string
  label: string
  icon: Icon
  /** The shortcut: G, then this letter. */
  letter: string
  /** Types of admins that may open the tab, besides super admins; undefined for all. */
  only?: readonly AdminType[]
  Panel: ComponentType<{ user: User }>
}
