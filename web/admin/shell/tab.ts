import type { ComponentType } from "react"
import type { AdminType, User } from "#contract/accounts.ts"
import type { Icon } from "../../platform/ui/icons.ts"

export interface AdminTab {
  id: string
  /** Tabs of one group follow each other; the rail sets the groups apart. */
  group: string
  label: string
  icon: Icon
  /** The shortcut: G, then this letter. */
  letter: string
  /** Admin types that may open it, besides super admins; all if undefined. */
  only?: readonly AdminType[]
  Panel: ComponentType<{ user: User }>
}
