import type { User } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import {
  Boxes,
  ChartColumn,
  ClipboardList,
  Settings as Cog,
  CornerDownRight,
  CreditCard,
  Crown,
  FileText,
  Film,
  Flag,
  Images,
  LayoutDashboard,
  Mail,
  Newspaper,
  Package,
  Palette,
  PenLine,
  Percent,
  Repeat,
  ScrollText,
  ShieldCheck,
  Truck,
  Undo2,
  UserCog,
  Users,
  Webhook,
} from "../../platform/ui/icons.ts"
import { Audit } from "../audit/Audit.tsx"
import { BrandTab } from "../brand/BrandTab.tsx"
import { Contacts } from "../contacts/Contacts.tsx"
import { Copy } from "../copy/Copy.tsx"
import { Customers } from "../customer/Customers.tsx"
import { Dashboard } from "../dashboard/Dashboard.tsx"
import { Discounts } from "../discounts/Discounts.tsx"
import { Flagged } from "../flagged/Flagged.tsx"
import { Integrations } from "../integrations/Integrations.tsx"
import { Models } from "../models/Models.tsx"
import { Newsletters } from "../newsletter/Newsletters.tsx"
import { Orders } from "../orders/Orders.tsx"
import { Payments, Subscriptions } from "../payments/Payments.tsx"
import { Admins } from "../people/Admins.tsx"
import { Moderators } from "../people/Moderators.tsx"
import { Plans } from "../plans/Plans.tsx"
import { Redirects } from "../redirects/Redirects.tsx"
import { Reports } from "../reports/Reports.tsx"
import { Returns } from "../returns/Returns.tsx"
import { Settings } from "../settings/Settings.tsx"
import type { AdminTab } from "../shell/tab.ts"
import { Shipping } from "../shipping/Shipping.tsx"
import { SitePages } from "../site-pages/SitePages.tsx"
import { Slideshow } from "../slideshow/Slideshow.tsx"
import { Stock } from "../stock/Stock.tsx"
import { VideosTab } from "../videos/VideosTab.tsx"

const content = ["content_admin"] as const
const finance = ["financial_admin"] as const
const both = ["content_admin", "financial_admin"] as const
const nobodyElse = [] as const

/** The tabs of the panel, in the order of the rail. */
const all: readonly AdminTab[] = [
  { id: "dashboard", group: "overview", label: t`Dashboard`, icon: LayoutDashboard, letter: "d", Panel: Dashboard },
  { id: "models", group: "shop", label: t`Models`, icon: Package, letter: "m", only: content, Panel: Models },
  { id: "stock", group: "shop", label: t`Stock`, icon: Boxes, letter: "k", only: both, Panel: Stock },
  { id: "videos", group: "shop", label: t`Videos`, icon: Film, letter: "v", only: content, Panel: VideosTab },
  { id: "slideshow", group: "shop", label: t`Slideshow`, icon: Images, letter: "s", only: content, Panel: Slideshow },
  {
    id: "redirects",
    group: "shop",
    label: t`Redirects`,
    icon: CornerDownRight,
    letter: "h",
    only: content,
    Panel: Redirects,
  },
  { id: "orders", group: "sales", label: t`Orders`, icon: ClipboardList, letter: "o", only: finance, Panel: Orders },
  { id: "customers", group: "sales", label: t`Customers`, icon: Users, letter: "y", Panel: Customers },
  { id: "returns", group: "sales", label: t`Returns`, icon: Undo2, letter: "b", only: finance, Panel: Returns },
  {
    id: "subscriptions",
    group: "sales",
    label: t`Subscriptions`,
    icon: Repeat,
    letter: "u",
    only: finance,
    Panel: Subscriptions,
  },
  { id: "payments", group: "sales", label: t`Payments`, icon: CreditCard, letter: "p", only: finance, Panel: Payments },
  {
    id: "reports",
    group: "sales",
    label: t({ context: "figures of the shop", message: "Reports" }),
    icon: ChartColumn,
    letter: "t",
    only: both,
    Panel: Reports,
  },
  { id: "discounts", group: "sales", label: t`Discounts`, icon: Percent, letter: "i", only: finance, Panel: Discounts },
  { id: "plans", group: "sales", label: t`Plans`, icon: Crown, letter: "j", only: finance, Panel: Plans },
  { id: "flagged", group: "inbox", label: t`Flagged`, icon: Flag, letter: "f", only: content, Panel: Flagged },
  { id: "contacts", group: "inbox", label: t`Contacts`, icon: Mail, letter: "c", Panel: Contacts },
  {
    id: "newsletter",
    group: "inbox",
    label: t`Newsletter`,
    icon: Newspaper,
    letter: "z",
    only: content,
    Panel: Newsletters,
  },
  {
    id: "moderators",
    group: "staff",
    label: t`Moderators`,
    icon: UserCog,
    letter: "r",
    only: nobodyElse,
    Panel: Moderators,
  },
  { id: "admins", group: "staff", label: t`Admins`, icon: ShieldCheck, letter: "a", only: nobodyElse, Panel: Admins },
  { id: "audit", group: "system", label: t`Audit log`, icon: ScrollText, letter: "l", only: nobodyElse, Panel: Audit },
  { id: "pages", group: "system", label: t`Pages`, icon: FileText, letter: "n", only: content, Panel: SitePages },
  {
    id: "integrations",
    group: "system",
    label: t`Integrations`,
    icon: Webhook,
    letter: "w",
    only: nobodyElse,
    Panel: Integrations,
  },
  {
    id: "copy",
    group: "system",
    label: t({ context: "texts of the shop", message: "Copy" }),
    icon: PenLine,
    letter: "x",
    only: content,
    Panel: Copy,
  },
  {
    id: "shipping",
    group: "system",
    label: t`Shipping and taxes`,
    icon: Truck,
    letter: "g",
    only: finance,
    Panel: Shipping,
  },
  { id: "brand", group: "system", label: t`Brand`, icon: Palette, letter: "q", only: nobodyElse, Panel: BrandTab },
  { id: "settings", group: "system", label: t`Settings`, icon: Cog, letter: "e", only: nobodyElse, Panel: Settings },
]

export const mayUse = (tab: AdminTab, { admin_type }: User) =>
  !tab.only || admin_type === "super_admin" || (admin_type !== null && tab.only.includes(admin_type))

export const tabsOf = (user: User) => all.filter((tab) => mayUse(tab, user))
export const tabCalled = (id: string) => all.find((tab) => tab.id === id)

/** The storage key of the tab opened last. The specification fixes it. */
export const tabKey = "admin-tab"
