import { type ReactNode, useEffect, useLayoutEffect } from "react"
import { useLocation } from "react-router"
import type { Role } from "#contract/accounts.ts"
import { generalTexts } from "#contract/texts.ts"
import { isSigningOut, useMe } from "../auth/user.ts"
import { type Address, useNavigate } from "../router.ts"
import { snapshot } from "../session/session.ts"
import { ErrorState, PageSpinner } from "../ui/states.tsx"
import { toast } from "../ui/toast.tsx"
import { homeOf, loginFor } from "./links.ts"

interface GuardProps {
  roles: readonly Role[]
  /** Address for other roles; the default is their home page. */
  wrongTo?: Address
  /** Shown until the user is known; the default is a spinner. */
  waiting?: ReactNode
  children: ReactNode
}

/** Guests log in and return; other roles are redirected. Display only: the server authorizes every call. */
export function Guard({ roles, wrongTo, waiting = <PageSpinner />, children }: GuardProps) {
  const me = useMe()
  const go = useNavigate()
  const { pathname, search, hash } = useLocation()
  const role = me.status === "in" ? me.user.role : null
  const isRight = role !== null && roles.includes(role)
  const needed = roles.join(" ")

  useEffect(() => {
    let isHere = true
    const leadOn = () => {
      // The first render is always a guest's; the store has the actual session.
      if (!isHere || snapshot().status !== "guest" || isSigningOut()) return
      go(loginFor(pathname + search + hash), { replace: true, state: { needed: true } })
    }
    if (me.status === "guest") void Promise.resolve(window.handover).then(leadOn)
    if (role && !isRight) {
      if (!wrongTo) toast(generalTexts.roleRequired(titled(needed)), { kind: "error" })
      go(wrongTo ?? homeOf(role), { replace: true })
    }
    return () => {
      isHere = false
    }
  }, [me.status, role, isRight, needed, wrongTo, pathname, search, hash, go])

  // A remembered user sees the page while the server confirms them.
  const isRemembered = me.status === "loading" && me.user !== null && roles.includes(me.user.role)
  const isShown = isRight || isRemembered
  // A conversation that is shown has replaced the mark of boot.ts by now; otherwise the mark is removed.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (dataset.room !== "expected") return
    if (isShown || me.status === "failed" || snapshot().status !== "checking") delete dataset.room
  })
  if (isShown) return children
  if (me.status === "failed") return <ErrorState retry={me.retry} />
  return waiting
}

function titled(roles: string): string {
  return roles
    .split(" ")
    .map((role) => role[0]!.toUpperCase() + role.slice(1))
    .join(" or ")
}
