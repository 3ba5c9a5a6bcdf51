import { useLocation } from "react-router"
import { t } from "#contract/t.ts"
import { usePageLinks } from "../../platform/meta/rootData.ts"
import { isCurrent, mainLinks, type NavigationLink, ownLink, staffLinks } from "../../platform/navigation/links.ts"
import type { Address } from "../../platform/router.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Menu as MenuIcon, MessageCircle, ShoppingBag } from "../../platform/ui/icons.ts"
import { Menu, menuItem } from "../../platform/ui/Menu.tsx"
import { AccountMenu, LogoutItem } from "./AccountMenu.tsx"
import { CartLink } from "./CartLink.tsx"
import { ThemeToggle } from "./ThemeToggle.tsx"
import { Wordmark } from "./Wordmark.tsx"

/**
 * The same header for everybody. It contains the links of all roles, and CSS shows those of the remembered user before
 * the first paint, without layout shift.
 */
export function Header() {
  const { pathname } = useLocation()
  const own = usePageLinks("header").map(ownLink)
  return (
    <header className="relative z-10 bg-canvas">
      <div className="wrap flex min-h-16 flex-wrap items-center gap-x-1 lg:min-h-20">
        <Wordmark />
        <nav aria-label={t`Main`} className="ms-auto hidden items-center md:flex">
          {[...mainLinks, ...own, ...staffLinks].map((link) => (
            <BarLink key={link.to + link.when} link={link} at={pathname} />
          ))}
        </nav>
        <div className="me-[-12px] ms-auto flex flex-wrap items-center md:ms-2">
          <ThemeToggle />
          <a
            data-go
            href={"/chat" satisfies Address}
            className="if-customer bar-icon max-md:hidden"
            aria-label={t`Messages`}
          >
            <MessageCircle aria-hidden size={20} strokeWidth={1.5} />
            <span aria-hidden className="badge badge-unread" />
          </a>
          <CartLink className="bar-icon if-shopper max-md:hidden">
            <ShoppingBag aria-hidden size={20} strokeWidth={1.5} />
          </CartLink>
          {/* `bootScript` adds the address of the page to return to on click. */}
          <a
            data-go
            data-login
            href={"/login" satisfies Address}
            className="if-out ms-1 inline-flex min-h-11 items-center px-3 font-medium text-ui"
          >{t`Login`}</a>
          <AccountMenu>
            <AccountItems />
          </AccountMenu>
          <div className="md:hidden">
            <Menu label={t`Menu`} className="bar-icon" button={<MenuIcon aria-hidden size={22} strokeWidth={1.5} />}>
              {[...mainLinks, ...own, ...staffLinks].map((link) => (
                <MenuLink key={link.to + link.when} link={link} at={pathname} />
              ))}
              <div className="if-in contents">
                <AccountItems />
              </div>
              <div className="if-out contents">
                <a data-go role="menuitem" href={"/contact" satisfies Address} className={menuItem}>{t`Contact Us`}</a>
              </div>
            </Menu>
          </div>
        </div>
      </div>
    </header>
  )
}

interface HeaderLinkProps {
  link: NavigationLink
  /** The path of the current page. */
  at: string
}

function BarLink({ link: { to, label, when, counts }, at }: HeaderLinkProps) {
  const isHere = isCurrent(to, at)
  return (
    <a
      data-go="soon"
      href={to}
      aria-current={isHere ? "page" : undefined}
      className={cx("bar-link", isHere && "nav-current", when)}
    >
      <span className="nav-label">{label}</span>
      {counts && <span aria-hidden className="badge badge-unread badge-inline ms-1.5!" />}
    </a>
  )
}

function MenuLink({ link: { to, label, when, counts }, at }: HeaderLinkProps) {
  return (
    <a
      data-go
      role="menuitem"
      href={to}
      aria-current={isCurrent(to, at) ? "page" : undefined}
      className={cx(menuItem, when)}
    >
      {label}
      {counts && <span aria-hidden className="badge badge-unread badge-inline" />}
    </a>
  )
}

function AccountItems() {
  return (
    <>
      <a data-go role="menuitem" href={"/dashboard" satisfies Address} className={menuItem}>{t`Dashboard`}</a>
      <a
        data-go
        role="menuitem"
        href={"/dashboard?tab=notifications" satisfies Address}
        className={cx(menuItem, "if-customer")}
      >
        {t`Notifications`}
        <span aria-hidden className="badge badge-notices badge-inline" />
      </a>
      <a data-go role="menuitem" href={"/contact" satisfies Address} className={menuItem}>{t`Contact Us`}</a>
      <a
        data-go
        role="menuitem"
        href={"/upgrade" satisfies Address}
        className={cx(menuItem, "if-upgrade max-md:hidden")}
      >{t`Upgrade to VIP`}</a>
      <LogoutItem />
    </>
  )
}
