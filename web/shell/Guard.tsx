import { type ReactNode, useEffect } from "react"
import { useLocation, useNavigate } from "react-router"
import type { Role } from "#contract/accounts.ts"
import { generalTexts } from "#contract/texts.ts"
import { isSigningOut, useMe } from "../session/account.ts"
import { snapshot } from "../session/session.ts"
import { ErrorState, PageSpinner } from "../ui/states.tsx"
import { toast } from "../ui/toast.tsx"

interface GuardProps {
  roles: readonly Role[]
  /** Where somebody who is not signed in goes; `/login?next=` and back unless said. */
  guestTo?: string
  /** Where the wrong role goes; the home of that role unless said. */
  wrongTo?: string
  children: ReactNode
}

/** Shows its children to the right people and leads everybody else on. It decides what is seen; what may be done is the server's word. */
export function Guard({ roles, guestTo, wrongTo, children }: GuardProps) {
  const me = useMe()
  const go = useNavigate()
  const { pathname, search } = useLocation()
  const role = me.status === "in" ? me.user.role : null
  const isRight = role !== null && roles.includes(role)
  const needed = roles.join(" ")

  useEffect(() => {
    // The first paint shows a guest to everybody; who is really here is what the store says now.
    if (me.status === "guest" && snapshot().status === "guest" && !isSigningOut()) {
      go(guestTo ?? `/login?next=${encodeURIComponent(pathname + search)}`, { replace: true })
    }
    if (role && !isRight) {
      if (!wrongTo) toast(generalTexts.roleRequired(titled(needed)), { kind: "error" })
      go(wrongTo ?? homeOf(role), { replace: true })
    }
  }, [me.status, role, isRight, needed, guestTo, wrongTo, pathname, search, go])

  // Who was here last is shown their frame while the server is asked; its word, once it comes, decides.
  const isRemembered = me.status === "loading" && me.user !== null && roles.includes(me.user.role)
  if (isRight || isRemembered) return children
  if (me.status === "failed") return <ErrorState retry={me.retry} />
  return <PageSpinner />
}

/** Where each role is at home. */
export function homeOf(role: Role): string {
  return { admin: "/admin", moderator: "/moderator", user: "/dashboard" }[role]
}

function titled(roles: string): string {
  return roles
    .split(" ")
    .map((role) => role[0]!.toUpperCase() + role.slice(1))
    .join(" or ")
}
