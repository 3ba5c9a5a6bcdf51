import type { Role } from "#contract/accounts.ts"
import { t } from "#contract/t.ts"
import { type Address, asAddress } from "../router.ts"

export interface NavigationLink {
  to: Address
  label: string
  /** A class of theme.css by which only some visitors see the link. */
  when?: string
  /** Shows the number of unread messages. */
  counts?: true
}

export const mainLinks: NavigationLink[] = [
  { to: "/", label: t`Home` },
  { to: "/models", label: t`Models` },
  { to: "/upgrade", label: t`Pricing`, when: "if-out" },
  { to: "/vip-content", label: t`VIP Content`, when: "if-member" },
  { to: "/upgrade", label: t`Upgrade to VIP`, when: "if-upgrade" },
]

export const staffLinks: NavigationLink[] = [
  { to: "/admin", label: t`Admin`, when: "if-admin" },
  { to: "/moderator", label: t`Chats`, when: "if-moderator", counts: true },
  { to: "/moderator-assignments", label: t`Assignments`, when: "if-admin" },
  { to: "/moderator-assignments", label: t`My Assignments`, when: "if-moderator" },
  { to: "/staff-dashboard", label: t`Staff dashboard`, when: "if-staff" },
]

/** The page that a person of this role comes to after signing in. */
export function homeOf(role: Role) {
  return ({ admin: "/admin", moderator: "/moderator", user: "/dashboard" } as const)[role]
}

/** A link to a page of the owner. */
export const ownLink = ({ to, label }: { to: string; label: string }): NavigationLink => ({ to: asAddress(to), label })

/** The address of the login page, which returns to `address` afterwards. */
export const loginFor = (address: string): Address => `/login?next=${encodeURIComponent(address)}`

/** Whether a link leads to the current page or one of its parents. */
export function isCurrent(to: string, pathname: string): boolean {
  const here = pathname.toLowerCase()
  return here === to || (to !== "/" && here.startsWith(`${to}/`))
}
