import {
  ClipboardList,
  Settings as Cog,
  CreditCard,
  Film,
  Flag,
  Images,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Package,
  Repeat,
  ScrollText,
  ShieldCheck,
  UserCog,
} from "lucide-react"
import type { ComponentType } from "react"
import type { AdminType, User } from "#contract/accounts.ts"
import { Models } from "./models/Models.tsx"
import { Admins } from "./people/Admins.tsx"
import { Moderators } from "./people/Moderators.tsx"

export interface AdminTab {
  id: string
  label: string
  icon: LucideIcon
  /** After G, the letter that leads here. */
  letter: string
  /** Who may, beside a super admin; without it every admin. */
  only?: readonly AdminType[]
  Panel: ComponentType<{ user: User }>
}

const content = ["content_admin"] as const
const nobodyElse = [] as const

/** The parts of the panel, in the order of the rail. */
const all: readonly AdminTab[] = [
  { id: "models", label: "Models", icon: Package, letter: "m", only: content, Panel: Models },
  { id: "admins", label: "Admins", icon: ShieldCheck, letter: "a", only: nobodyElse, Panel: Admins },
  { id: "moderators", label: "Moderators", icon: UserCog, letter: "o", only: nobodyElse, Panel: Moderators },
]

export const icons = {
  dashboard: LayoutDashboard,
  models: Package,
  videos: Film,
  slideshow: Images,
  admins: ShieldCheck,
  moderators: UserCog,
  orders: ClipboardList,
  subscriptions: Repeat,
  payments: CreditCard,
  flagged: Flag,
  contacts: Mail,
  audit: ScrollText,
  settings: Cog,
}

export const mayUse = (tab: AdminTab, { admin_type }: User) =>
  !tab.only || admin_type === "super_admin" || (admin_type !== null && tab.only.includes(admin_type))

export const tabsOf = (user: User) => all.filter((tab) => mayUse(tab, user))
export const tabCalled = (id: string) => all.find((tab) => tab.id === id)

/** The specification's key for the part that was open last. */
export const tabKey = "admin-tab"
