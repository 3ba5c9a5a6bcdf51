export interface NavigationLink {
  to: string
  label: string
  /** A class of theme.css that hides the link from those whom it does not concern. */
  when?: string
  /** Shows how many messages wait. */
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

/** Whether a link leads to the page one is on, or to one above it. */
export function leadsHere(to: string, pathname: string): boolean {
  const here = pathname.toLowerCase()
  return here === to || (to !== "/" && here.startsWith(`${to}/`))
}
