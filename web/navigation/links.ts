import type { Address } from "../router.ts"
export interface NavigationLink {
  to: Address
  label: string
  /** A class of theme.css that shows the link to some visitors only. */
  when?: string
  /** Shows the number of unread messages. */
  counts?: true
}

export const mainLinks: NavigationLink[] = [
  { to: "/", label: "Home" },
  { to: "/models", label: "Models" },
  { to: "/upgrade", label: "Pricing", when: "if-out" },
  { to: "/vip-content", label: "VIP Content", when: "if-member" },
  { to: "/upgrade", label: "Upgrade to VIP", when: "if-upgrade" },
]

export const staffLinks: NavigationLink[] = [
  { to: "/admin", label: "Admin", when: "if-admin" },
  { to: "/moderator", label: "Chats", when: "if-moderator", counts: true },
  { to: "/moderator-assignments", label: "Assignments", when: "if-admin" },
  { to: "/moderator-assignments", label: "My Assignments", when: "if-moderator" },
  { to: "/staff-dashboard", label: "Staff dashboard", when: "if-staff" },
]

/** The login page, returning to `address` afterwards. */
export const loginFor = (address: string): Address => `/login?next=${encodeURIComponent(address)}`

/** Whether a link leads to the current page or one of its parents. */
export function isCurrent(to: string, pathname: string): boolean {
  const here = pathname.toLowerCase()
  return here === to || (to !== "/" && here.startsWith(`${to}/`))
}
