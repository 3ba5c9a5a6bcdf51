import { ChevronDown, Menu as MenuIcon, MessageCircle, ShoppingBag } from "lucide-react"
import { Link, NavLink } from "react-router"
import { signOut, useMe } from "../session/account.ts"
import { cx } from "../ui/cx.ts"
import { Menu, menuItem } from "../ui/Menu.tsx"
import { CartDoor } from "./CartDoor.tsx"
import { mainLinks, type NavigationLink, staffLinks } from "./links.ts"
import { ThemeToggle } from "./ThemeToggle.tsx"
import { Wordmark } from "./Wordmark.tsx"

/**
 * One header for everybody: what is for guests, members or staff is all in the page, and CSS shows what fits what this browser
 * remembers, before first paint and without a shift.
 */
export function Header() {
  const { user } = useMe()
  return (
    <header className="relative z-10 bg-canvas">
      <div className="wrap flex min-h-16 flex-wrap items-center gap-x-1 lg:min-h-20">
        <Wordmark />
        <nav aria-label="Main" className="ml-auto hidden items-center md:flex">
          {[...mainLinks, ...staffLinks].map((link) => (
            <BarLink key={link.to + link.when} link={link} />
          ))}
        </nav>
        <div className="ml-auto flex flex-wrap items-center md:ml-2">
          <ThemeToggle />
          <Link to="/chat" className="if-customer bar-icon max-md:hidden" aria-label="Messages">
            <MessageCircle aria-hidden size={20} strokeWidth={1.5} />
            <span aria-hidden className="badge badge-unread" />
          </Link>
          <CartDoor className="bar-icon if-shopper max-md:hidden">
            <ShoppingBag aria-hidden size={20} strokeWidth={1.5} />
          </CartDoor>
          <Link to="/login" className="if-out ml-1 inline-flex min-h-11 items-center px-3 font-medium text-ui">
            Login
          </Link>
          <div className="if-in max-md:hidden">
            <Menu
              label={user?.full_name || "User"}
              className="relative ml-1 inline-flex min-h-11 items-center gap-1 rounded-card px-2 font-medium text-ui"
              button={
                <>
                  <span aria-hidden className="account-name max-w-28 truncate lg:max-w-60" />
                  <ChevronDown aria-hidden size={16} className="shrink-0" />
                  <span aria-hidden className="badge badge-notices badge-end" />
                </>
              }
            >
              <AccountItems />
            </Menu>
          </div>
          <div className="md:hidden">
            <Menu label="Menu" className="bar-icon" button={<MenuIcon aria-hidden size={22} strokeWidth={1.5} />}>
              {[...mainLinks, ...staffLinks].map((link) => (
                <MenuLink key={link.to + link.when} link={link} />
              ))}
              <div className="if-in contents">
                <AccountItems />
              </div>
              <div className="if-out contents">
                <Link role="menuitem" to="/contact" className={menuItem}>
                  Contact Us
                </Link>
              </div>
            </Menu>
          </div>
        </div>
      </div>
    </header>
  )
}

function BarLink({ link: { to, label, when, counts } }: { link: NavigationLink }) {
  return (
    <NavLink
      to={to}
      end={to === "/"}
      prefetch="intent"
      className={({ isActive }) =>
        cx("inline-flex min-h-11 items-center px-3 text-ui lg:px-4", isActive && "nav-current", when)
      }
    >
      <span className="nav-label">{label}</span>
      {counts && <span aria-hidden className="badge badge-unread badge-inline ml-1.5!" />}
    </NavLink>
  )
}

function MenuLink({ link: { to, label, when, counts } }: { link: NavigationLink }) {
  return (
    <NavLink role="menuitem" to={to} end={to === "/"} className={cx(menuItem, when)}>
      {label}
      {counts && <span aria-hidden className="badge badge-unread badge-inline" />}
    </NavLink>
  )
}

function AccountItems() {
  return (
    <>
      <Link role="menuitem" to="/dashboard" className={menuItem}>
        Dashboard
      </Link>
      <Link role="menuitem" to="/dashboard?tab=notifications" className={cx(menuItem, "if-customer")}>
        Notifications
        <span aria-hidden className="badge badge-notices badge-inline" />
      </Link>
      <Link role="menuitem" to="/contact" className={menuItem}>
        Contact Us
      </Link>
      <Link role="menuitem" to="/upgrade" className={cx(menuItem, "if-upgrade max-md:hidden")}>
        Upgrade to VIP
      </Link>
      <button role="menuitem" type="button" className={menuItem} onClick={() => void signOut()}>
        Logout
      </button>
    </>
  )
}
