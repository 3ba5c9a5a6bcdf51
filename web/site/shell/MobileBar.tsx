import type { ComponentType, ReactNode } from "react"
import { useLocation } from "react-router"
import { t } from "#contract/t.ts"
import { isCurrent, loginFor } from "../../platform/navigation/links.ts"
import type { Address } from "../../platform/router.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Amphora, Heart, MessageCircle, ShoppingBag, UserRound } from "../../platform/ui/icons.ts"
import { CartLink } from "./CartLink.tsx"

const slot = "bar-slot"

/** The tab bar below 768 px. */
export function MobileBar() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label={t`Shortcuts`}
      className="sticky-bar fixed inset-x-0 bottom-0 z-20 flex min-h-14 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <Slot at={pathname} to="/models" icon={Amphora} label={t`Models`} />
      <Slot at={pathname} to="/chat" icon={MessageCircle} label={t`Messages`} when="if-not-staff">
        <span aria-hidden className="badge badge-unread" />
      </Slot>
      <Slot at={pathname} to="/moderator" icon={MessageCircle} label={t`Messages`} when="if-moderator">
        <span aria-hidden className="badge badge-unread" />
      </Slot>
      <CartLink className={cx(slot, "if-not-staff")} labelled>
        <ShoppingBag aria-hidden size={20} strokeWidth={1.5} />
      </CartLink>
      {/* These are never current, because both lead to a page of the account tab. */}
      <a data-go href={loginFor("/dashboard?tab=favorites")} className={cx(slot, "if-out")}>
        <Heart aria-hidden size={20} strokeWidth={1.5} />
        {t`Favorites`}
      </a>
      <a data-go href={"/dashboard?tab=favorites" satisfies Address} className={cx(slot, "if-customer")}>
        <Heart aria-hidden size={20} strokeWidth={1.5} />
        {t`Favorites`}
      </a>
      <Slot at={pathname} to="/login" next="/dashboard" icon={UserRound} label={t`Me`} when="if-out" />
      <Slot at={pathname} to="/dashboard" icon={UserRound} label={t`Me`} when="if-in">
        <span aria-hidden className="badge badge-notices" />
      </Slot>
    </nav>
  )
}

interface SlotProps {
  at: string
  to: Address
  /** The page after a sign-in. */
  next?: Address
  icon: ComponentType<{ size: number; strokeWidth: number; "aria-hidden": true }>
  label: string
  when?: string
  children?: ReactNode
}

function Slot({ at, to, next, icon: Icon, label, when, children }: SlotProps) {
  const isHere = isCurrent(to, at)
  return (
    <a
      data-go
      href={next ? loginFor(next) : to}
      aria-current={isHere ? "page" : undefined}
      className={cx(slot, isHere && "text-accent", when)}
    >
      <Icon aria-hidden size={20} strokeWidth={1.5} />
      {label}
      {children}
    </a>
  )
}
