import type { ReactNode } from "react"
import { Link } from "react-router"

/** The way to the cart, with the number of pieces in it: CSS shows the number before React knows it. */
export function CartDoor({
  className,
  labelled = false,
  children,
}: {
  className?: string
  labelled?: boolean
  children: ReactNode
}) {
  return (
    <Link to="/cart" className={className}>
      {children}
      <span className={labelled ? undefined : "sr-only"}>Cart</span>
      <span className="badge badge-cart" />
    </Link>
  )
}
