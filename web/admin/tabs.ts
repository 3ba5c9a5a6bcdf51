import {
  ClipboardList,
  Settings as Cog,
  CreditCard,
  Film,
  Flag,
  Images,
  LayoutDashboard,
  Mail,
  Package,
  Repeat,
  ScrollText,
  ShieldCheck,
  UserCog,
} from "lucide-react"
import type { User } from "#contract/accounts.ts"
import { Audit } from "./audit/Audit.tsx"
import { Contacts } from "./contacts/Contacts.tsx"
import { Dashboard } from "./dashboard/Dashboard.tsx"
import { Flagged } from "./flagged/Flagged.tsx"
import { Models } from "./models/Models.tsx"
import { Orders } from "./orders/Orders.tsx"
import { Payments, Subscriptions } from "./payments/Payments.tsx"
import { Admins } from "./people/Admins.tsx"
import { Moderators } from "./people/Moderators.tsx"
import { Settings } from "./settings/Settings.tsx"
import type { AdminTab } from "./shell/tab.ts"
import { Slideshow } from "./slideshow/Slideshow.tsx"
import { VideosTab } from "./videos/VideosTab.tsx"

const content = ["content_admin"] as const
const finance = ["financial_admin"] as const
const nobodyElse = [] as const

/** The panel's tabs, in the order of the rail. */
const all: readonly AdminTab[] = [
  { id: "dashboard", label: "Dashboard", icon: LayoutDashboard, letter: "d", Panel: Dashboard },
  { id: "models", label: "Models", icon: Package, letter: "m", only: content, Panel: Models },
  { id: "videos", label: "Videos", icon: Film, letter: "v", only: content, Panel: VideosTab },
  { id: "slideshow", label: "Slideshow", icon: Images, letter: "s", only: content, Panel: Slideshow },
  { id: "admins", label: "Admins", icon: ShieldCheck, letter: "a", only: nobodyElse, Panel: Admins },
  { id: "moderators", label: "Moderators", icon: UserCog, letter: "r", only: nobodyElse, Panel: Moderators },
  { id: "orders", label: "Orders", icon: ClipboardList, letter: "o", only: finance, Panel: Orders },
  { id: "subscriptions", label: "Subscriptions", icon: Repeat, letter: "u", only: finance, Panel: Subscriptions },
  { id: "payments", label: "Payments", icon: CreditCard, letter: "p", only: finance, Panel: Payments },
  { id: "flagged", label: "Flagged", icon: Flag, letter: "f", only: content, Panel: Flagged },
  { id: "contacts", label: "Contacts", icon: Mail, letter: "c", Panel: Contacts },
  { id: "audit", label: "Audit log", icon: ScrollText, letter: "l", only: nobodyElse, Panel: Audit },
  { id: "settings", label: "Settings", icon: Cog, letter: "e", only: nobodyElse, Panel: Settings },
]

export const mayUse = (tab: AdminTab, { admin_type }: User) =>
  !tab.only || admin_type === "super_admin" || (admin_type !== null && tab.only.includes(admin_type))

export const tabsOf = (user: User) => all.filter((tab) => mayUse(tab, user))
export const tabCalled = (id: string) => all.find((tab) => tab.id === id)

/** The storage key of the last open tab, fixed by the specification. */
export const tabKey = "admin-tab"
