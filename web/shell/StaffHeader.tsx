import { ChevronDown, Store } from "lucide-react"
import { useLocation } from "react-router"
import { signOut, useMe } from "../auth/user.ts"
import { shopName } from "../meta/shop.ts"
import { isCurrent, staffLinks } from "../navigation/links.ts"
import type { Address } from "../router.ts"
import { cx } from "../ui/cx.ts"
import { Menu, menuItem } from "../ui/Menu.tsx"
import { ThemeToggle } from "./ThemeToggle.tsx"
import { Wordmark } from "./Wordmark.tsx"

/** One line at every width. On phones the pages and the account are in the tab bar. */
export function StaffHeader() {
  const { user } = useMe()
  const { pathname } = useLocation()
  return (
    <header data-staff className="relative z-10 border-line border-b bg-canvas">
      <div className="wrap flex min-h-14 items-center gap-x-1">
        <Wordmark to="/models" label={`${shopName()}, view shop`} />
        <nav aria-label="Main" className="ml-auto hidden items-center md:flex">
          {staffLinks.map(({ to, label, when, counts }) => {
            const isHere = isCurrent(to, pathname)
            return (
              <a
                key={to + when}
                data-go="soon"
                href={to}
                aria-current={isHere ? "page" : undefined}
                className={cx("bar-link whitespace-nowrap", isHere && "nav-current", when)}
              >
                <span className="nav-label">{label}</span>
                {counts && <span aria-hidden className="badge badge-unread badge-inline ml-1.5!" />}
              </a>
            )
          })}
        </nav>
        <div className="ml-auto flex items-center md:ml-2">
          <a data-go href={"/models" satisfies Address} className="bar-icon" aria-label="View shop" title="View shop">
            <Store aria-hidden size={20} strokeWidth={1.5} />
          </a>
          <span className="max-md:hidden">
            <ThemeToggle />
          </span>
          <div className="if-in max-md:hidden">
            <Menu
              label={user?.full_name || "User"}
              className="relative ml-1 inline-flex min-h-11 items-center gap-1 rounded-card pr-6 pl-2 font-medium text-ui"
              button={
                <>
                  <span aria-hidden className="account-name max-w-28 truncate lg:max-w-60" />
                  <ChevronDown aria-hidden size={16} className="shrink-0" />
                  <span aria-hidden className="badge badge-notices inset-y-auto! right-0! left-auto!" />
                </>
              }
            >
              {accountLinks.map(({ to, label, isCounted }) => (
                <a key={to} data-go role="menuitem" href={to} className={menuItem}>
                  {label}
                  {isCounted && <span aria-hidden className="badge badge-notices badge-inline" />}
                </a>
              ))}
              <button role="menuitem" type="button" className={menuItem} onClick={() => void signOut()}>
                Logout
              </button>
            </Menu>
          </div>
        </div>
      </div>
    </header>
  )
}

interface AccountLink {
  to: Address
  label: string
  isCounted?: true
}

/** A staff member's own pages. */
export const accountLinks: AccountLink[] = [
  { to: "/staff-dashboard", label: "Staff dashboard" },
  { to: "/staff-dashboard?tab=notifications", label: "Notifications", isCounted: true },
  { to: "/staff-dashboard?tab=settings", label: "Account settings" },
]
