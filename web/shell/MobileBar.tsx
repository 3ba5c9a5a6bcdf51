import { Amphora, Heart, MessageCircle, ShoppingBag, UserRound } from "lucide-react"
import type { ComponentType, ReactNode } from "react"
import { useLocation } from "react-router"
import { cx } from "../ui/cx.ts"
import { CartDoor } from "./CartDoor.tsx"
import { leadsHere } from "./links.ts"

const slot = "bar-slot"

/** Below 768 px: five ways that are always at hand. */
export function MobileBar() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Shortcuts"
      className="sticky-bar fixed inset-x-0 bottom-0 z-20 flex min-h-14 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <Slot at={pathname} to="/models" icon={Amphora} label="Doll" />
      <Slot at={pathname} to="/chat" icon={MessageCircle} label="Messages" when="if-not-staff">
        <span aria-hidden className="badge badge-unread" />
      </Slot>
      <Slot at={pathname} to="/moderator" icon={MessageCircle} label="Messages" when="if-moderator">
        <span aria-hidden className="badge badge-unread" />
      </Slot>
      <CartDoor className={cx(slot, "if-not-staff")} labelled>
        <ShoppingBag aria-hidden size={20} strokeWidth={1.5} />
      </CartDoor>
      {/* Never lit: both lead to a page that is Me's. */}
      <a data-go href="/login" className={cx(slot, "if-out")}>
        <Heart aria-hidden size={20} strokeWidth={1.5} />
        Favorites
      </a>
      <a data-go href="/dashboard?tab=favorites" className={cx(slot, "if-customer")}>
        <Heart aria-hidden size={20} strokeWidth={1.5} />
        Favorites
      </a>
      <Slot at={pathname} to="/login" icon={UserRound} label="Me" when="if-out" />
      <Slot at={pathname} to="/dashboard" icon={UserRound} label="Me" when="if-in">
        <span aria-hidden className="badge badge-notices" />
      </Slot>
    </nav>
  )
}

interface SlotProps {
  at: string
  to: string
  icon: ComponentType<{ size: number; strokeWidth: number; "aria-hidden": true }>
  label: string
  when?: string
  children?: ReactNode
}

function Slot({ at, to, icon: Icon, label, when, children }: SlotProps) {
  const isHere = leadsHere(to, at)
  return (
    <a data-go href={to} aria-current={isHere ? "page" : undefined} className={cx(slot, isHere && "text-accent", when)}>
      <Icon aria-hidden size={20} strokeWidth={1.5} />
      {label}
      {children}
    </a>
  )
}
