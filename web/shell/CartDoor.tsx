import type { MouseEvent, ReactNode } from "react"
import { snapshot } from "../session/session.ts"
import { openCartDrawer } from "../shop/cart/cart.ts"

interface CartDoorProps {
  className?: string
  /** Its name is read by everybody, not only by screen readers. */
  labelled?: boolean
  children: ReactNode
}

/** The way to the cart, with the number of pieces in it: CSS shows the number before React knows it. A guest's cart is the drawer. */
export function CartDoor({ className, labelled = false, children }: CartDoorProps) {
  const open = (event: MouseEvent) => {
    if (snapshot().status !== "guest" || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openCartDrawer()
  }
  return (
    <a data-go href="/cart" onClick={open} className={className}>
      {children}
      <span className={labelled ? undefined : "sr-only"}>Cart</span>
      <span className="badge badge-cart" />
    </a>
  )
}
