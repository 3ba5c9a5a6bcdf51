import type { LucideIcon } from "lucide-react"
import type { ComponentType } from "react"
import type { AdminType, User } from "#contract/accounts.ts"

export interface AdminTab {
  id: string
  /** Tabs of one group follow each other; the rail sets the groups apart. */
  group: string
  label: string
  icon: LucideIcon
  /** The shortcut: G, then this letter. */
  letter: string
  /** Admin types that may open it, besides super admins; all if undefined. */
  only?: readonly AdminType[]
  Panel: ComponentType<{ user: User }>
}
