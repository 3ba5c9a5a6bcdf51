import { lazy, Suspense, useEffect, useState } from "react"
import { keys } from "../../platform/session/keys.ts"
import { keeper, useSession } from "../../platform/session/session.ts"
import { followOtherTabs } from "./accountCart.ts"
import { isStaff, mergeGuestCart, useCart } from "./cart.ts"
import { useDrawer } from "./drawer.ts"

const CartDrawer = lazy(() => import("./CartDrawer.tsx"))

/** Mounted once in the layout: updates the badge, follows other tabs, merges the guest's cart and holds the drawer. */
export function CartHost() {
  const session = useSession()
  const { count, status } = useCart()
  const { open } = useDrawer()
  const isGuest = session.status === "guest"
  const mayMerge = session.status === "in" && !isStaff(session)
  // The cart is not known during hydration.
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  useEffect(() => {
    if (isHere && status === "ready") publishCount(count, isGuest)
  }, [isHere, count, status, isGuest])
  useEffect(() => {
    if (mayMerge) void mergeGuestCart()
  }, [mayMerge])
  useEffect(() => {
    window.addEventListener("storage", followOtherTabs)
    return () => window.removeEventListener("storage", followOtherTabs)
  }, [])
  // The drawer stays mounted, because an unmounted dialog does not restore focus.
  const [isWanted, setWanted] = useState(false)
  if (open && !isWanted) setWanted(true)
  return <Suspense>{isWanted && <CartDrawer />}</Suspense>
}

/** Stores the count for the boot script, which counts a guest's cart by itself. */
function publishCount(count: number, isGuest: boolean): void {
  const html = document.documentElement
  if (!isGuest) keeper().setItem(keys.cartCount, String(count))
  if (count > 0) {
    html.style.setProperty("--cart", `"${count > 99 ? "99+" : count}"`)
    html.dataset.cart = "some"
  } else delete html.dataset.cart
}
