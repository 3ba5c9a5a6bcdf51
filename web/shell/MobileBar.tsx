import { Amphora, Heart, MessageCircle, ShoppingBag, UserRound } from "lucide-react"
import type { ComponentType, ReactNode } from "react"
import { Link, NavLink } from "react-router"
import { cx } from "../ui/cx.ts"
import { CartDoor } from "./CartDoor.tsx"

const slot =
  "bar-slot min-w-0 flex-1 basis-0 flex-col items-center text-center wrap-anywhere justify-center gap-0.5 py-1.5 text-badge"

/** Below 768 px: five ways that are always at hand. */
export function MobileBar() {
  return (
    <nav
      aria-label="Shortcuts"
      className="sticky-bar fixed inset-x-0 bottom-0 z-20 flex min-h-14 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <Slot to="/models" icon={Amphora} label="Doll" />
      <Slot to="/chat" icon={MessageCircle} label="Messages" when="if-not-staff">
        <span aria-hidden className="badge badge-unread" />
      </Slot>
      <Slot to="/moderator" icon={MessageCircle} label="Messages" when="if-moderator">
        <span aria-hidden className="badge badge-unread" />
      </Slot>
      <CartDoor className={cx(slot, "relative flex if-not-staff")} labelled>
        <ShoppingBag aria-hidden size={20} strokeWidth={1.5} />
      </CartDoor>
      {/* Never lit: both lead to a page that is Me's. */}
      <Link to="/login" className={cx(slot, "relative flex if-out")}>
        <Heart aria-hidden size={20} strokeWidth={1.5} />
        Favorites
      </Link>
      <Link to="/dashboard?tab=favorites" className={cx(slot, "relative flex if-customer")}>
        <Heart aria-hidden size={20} strokeWidth={1.5} />
        Favorites
      </Link>
      <Slot to="/login" icon={UserRound} label="Me" when="if-out" />
      <Slot to="/dashboard" icon={UserRound} label="Me" when="if-in">
        <span aria-hidden className="badge badge-notices" />
      </Slot>
    </nav>
  )
}

interface SlotProps {
  to: string
  icon: ComponentType<{ size: number; strokeWidth: number; "aria-hidden": true }>
  label: string
  when?: string
  children?: ReactNode
}

function Slot({ to, icon: Icon, label, when, children }: SlotProps) {
  return (
    <NavLink to={to} className={({ isActive }) => cx(slot, "relative flex", isActive && "text-accent", when)}>
      <Icon aria-hidden size={20} strokeWidth={1.5} />
      {label}
      {children}
    </NavLink>
  )
}
