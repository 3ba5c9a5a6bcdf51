import type { MouseEvent, ReactNode } from "react"
import { t } from "#contract/t.ts"
import type { Address } from "../../platform/router.ts"
import { snapshot } from "../../platform/session/session.ts"
import { openCartDrawer } from "../../shopfront/cart/cart.ts"

interface CartLinkProps {
  className?: string
  /** Shows the name to everybody, not only to screen readers. */
  labelled?: boolean
  children: ReactNode
}

/** A link to the cart with its count, which CSS shows even before hydration. For guests it opens the drawer. */
export function CartLink({ className, labelled = false, children }: CartLinkProps) {
  const open = (event: MouseEvent) => {
    if (snapshot().status !== "guest" || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openCartDrawer()
  }
  return (
    <a data-go href={"/cart" satisfies Address} onClick={open} className={className}>
      {children}
      <span className={labelled ? undefined : "sr-only"}>{t`Cart`}</span>
      <span className="badge badge-cart" />
    </a>
  )
}
