import { useLocation } from "react-router"
import { t } from "#contract/t.ts"
import { shopName } from "../../platform/meta/shop.ts"
import { isCurrent, staffLinks } from "../../platform/navigation/links.ts"
import type { Address } from "../../platform/router.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Store } from "../../platform/ui/icons.ts"
import { menuItem } from "../../platform/ui/Menu.tsx"
import { AccountMenu, LogoutItem } from "./AccountMenu.tsx"
import { ThemeToggle } from "./ThemeToggle.tsx"
import { Wordmark } from "./Wordmark.tsx"

/** The header has one line at every width. On phones, the tab bar has the pages and the account. */
export function StaffHeader() {
  const { pathname } = useLocation()
  return (
    <header data-staff className="relative z-10 border-line border-b bg-canvas">
      <div className="wrap flex min-h-14 items-center gap-x-1">
        <Wordmark to="/models" label={t`${shopName()}, view shop`} />
        <nav aria-label={t`Main`} className="ms-auto hidden items-center md:flex">
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
                {counts && <span aria-hidden className="badge badge-unread badge-inline ms-1.5!" />}
              </a>
            )
          })}
        </nav>
        <div className="ms-auto flex items-center md:ms-2">
          <a
            data-go
            href={"/models" satisfies Address}
            className="bar-icon"
            aria-label={t`View shop`}
            title={t`View shop`}
          >
            <Store aria-hidden size={20} strokeWidth={1.5} />
          </a>
          <span className="max-md:hidden">
            <ThemeToggle />
          </span>
          <AccountMenu>
            {accountLinks.map(({ to, label, isCounted }) => (
              <a key={to} data-go role="menuitem" href={to} className={menuItem}>
                {label}
                {isCounted && <span aria-hidden className="badge badge-notices badge-inline" />}
              </a>
            ))}
            <LogoutItem />
          </AccountMenu>
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

export const accountLinks: AccountLink[] = [
  { to: "/staff-dashboard", label: t`Staff dashboard` },
  { to: "/staff-dashboard?tab=notifications", label: t`Notifications`, isCounted: true },
  { to: "/staff-dashboard?tab=settings", label: t`Account settings` },
]
