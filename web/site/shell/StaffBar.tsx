import { type ReactNode, useState } from "react"
import { useLocation } from "react-router"
import type { User } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import { roleOf } from "../../backoffice/staff-ui/levels.ts"
import { useWaiting } from "../../backoffice/table/waiting.ts"
import { signOut } from "../../platform/auth/user.ts"
import { type Address, Link } from "../../platform/router.ts"
import { useSession } from "../../platform/session/session.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Dialog } from "../../platform/ui/Dialog.tsx"
import {
  ClipboardList,
  CreditCard,
  Film,
  Flag,
  type Icon,
  LogOut,
  MessageCircle,
  Moon,
  Package,
  Repeat,
  Sun,
  UserRound,
  Users,
} from "../../platform/ui/icons.ts"
import { accountLinks } from "./StaffHeader.tsx"

interface Slot {
  to: Address
  label: string
  icon: Icon
  /** What is counted beside it. */
  counts?: "orders" | "flagged" | "unread"
}

const orders: Slot = { to: "/admin?tab=orders", label: t`Orders`, icon: ClipboardList, counts: "orders" }
const flagged: Slot = { to: "/admin?tab=flagged", label: t`Flagged`, icon: Flag, counts: "flagged" }

/** The pages that each kind of staff opens most. The others are reached through the sections and the account. */
const slots: Record<string, Slot[]> = {
  super_admin: [orders, flagged, { to: "/moderator-assignments", label: t`Assignments`, icon: Users }],
  content_admin: [
    flagged,
    { to: "/admin?tab=models", label: t`Models`, icon: Package },
    { to: "/admin?tab=videos", label: t`Videos`, icon: Film },
  ],
  financial_admin: [
    orders,
    { to: "/admin?tab=payments", label: t`Payments`, icon: CreditCard },
    { to: "/admin?tab=subscriptions", label: t`Subscriptions`, icon: Repeat },
  ],
  moderator: [
    { to: "/moderator", label: t`Chats`, icon: MessageCircle, counts: "unread" },
    { to: "/moderator?queue=flagged", label: t`Flagged`, icon: Flag },
    { to: "/moderator-assignments", label: t`Models`, icon: Package },
  ],
}

/** The tab bar of staff below 768 px. Its places are empty until the account is known. */
export function StaffBar() {
  const { user } = useSession()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <nav
        aria-label={t`Shortcuts`}
        className="sticky-bar fixed inset-x-0 bottom-0 z-20 flex min-h-14 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
      >
        {user ? <Slots user={user} /> : [1, 2, 3].map((place) => <span key={place} className="bar-slot" />)}
        <button type="button" aria-haspopup="dialog" className="bar-slot" onClick={() => setOpen(true)}>
          <UserRound aria-hidden size={20} strokeWidth={1.5} />
          {t`Me`}
          <span aria-hidden className="badge badge-notices" />
        </button>
      </nav>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={user?.full_name || t`Account`} shape="side">
        {user && <Account user={user} close={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

function Slots({ user }: { user: User }) {
  const { pathname, search } = useLocation()
  const mine = slots[user.role === "admin" ? (user.admin_type ?? "") : user.role] ?? []
  const waiting = {
    orders: useWaiting("orders", mine.includes(orders)),
    flagged: useWaiting("flagged", mine.includes(flagged)),
  }
  const current = currentOf(mine, pathname, search)
  return mine.map((slot) => {
    const { to, label, icon: Icon, counts } = slot
    const count = counts && counts !== "unread" ? waiting[counts] : 0
    return (
      <Link
        key={to}
        to={to}
        aria-current={slot === current ? "page" : undefined}
        className={cx("bar-slot", slot === current && "text-accent")}
      >
        <Icon aria-hidden size={20} strokeWidth={1.5} />
        {label}
        {counts === "unread" && <span aria-hidden className="badge badge-unread" />}
        {count > 0 && (
          <span className="badge tabular block!">
            {count > 99 ? "99+" : count}
            <span className="sr-only">{t` open`}</span>
          </span>
        )}
      </Link>
    )
  })
}

/** Of the slots that lead to this page, the most specific one. */
function currentOf(mine: Slot[], pathname: string, search: string): Slot | undefined {
  const given = new URLSearchParams(search)
  const leads = ({ to }: Slot) => {
    const [path, query = ""] = to.split("?", 2)
    return path === pathname && [...new URLSearchParams(query)].every(([name, value]) => given.get(name) === value)
  }
  return mine.filter(leads).sort((a, b) => b.to.length - a.to.length)[0]
}

function Account({ user, close }: { user: User; close(): void }) {
  const home: Address = user.role === "admin" ? "/admin?tab=dashboard" : "/moderator"
  return (
    <>
      <p className="mb-4 text-ink-2 text-ui">
        {roleOf(user)}
        <span className="wrap-anywhere block text-ink-3">{user.email}</span>
      </p>
      <ul className="-mx-5 border-line border-y py-2">
        {[
          { to: home, label: user.role === "admin" ? t`Admin panel` : t`Chats`, isCounted: undefined },
          { to: "/moderator-assignments" as const, label: t`Assignments`, isCounted: undefined },
          ...accountLinks,
        ].map(({ to, label, isCounted }) => (
          <li key={to}>
            <Link to={to} onClick={close} className="menu-item px-5">
              {label}
              {isCounted && <span aria-hidden className="badge badge-notices badge-inline" />}
            </Link>
          </li>
        ))}
      </ul>
      <div className="-mx-5 py-2">
        <button type="button" data-theme-switch className="menu-item px-5">
          <Themed when="if-light" icon={Moon}>{t`Switch to dark theme`}</Themed>
          <Themed when="if-dark" icon={Sun}>{t`Switch to light theme`}</Themed>
        </button>
        <button type="button" className="menu-item px-5" onClick={() => void signOut()}>
          <LogOut aria-hidden size={18} strokeWidth={1.5} />
          {t`Logout`}
        </button>
      </div>
    </>
  )
}

function Themed({ when, icon: Icon, children }: { when: string; icon: Icon; children: ReactNode }) {
  return (
    <span className={cx("flex items-center gap-3", when)}>
      <Icon aria-hidden size={18} strokeWidth={1.5} />
      {children}
    </span>
  )
}
