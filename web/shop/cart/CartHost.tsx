import { lazy, Suspense, useEffect, useState } from "react"
import { keys } from "../../session/keys.ts"
import { useSession } from "../../session/session.ts"
import { followOtherTabs } from "./accountCart.ts"
import { isStaff, mergeGuestCart, useCart } from "./cart.ts"
import { useDrawer } from "./drawer.ts"

const CartDrawer = lazy(() => import("./CartDrawer.tsx"))

/** Stands once in the shop's layout: keeps the badge, follows other tabs, takes over a guest's cart, and holds the drawer. */
export function CartHost() {
  const session = useSession()
  const { count, status } = useCart()
  const { open } = useDrawer()
  const mayMerge = session.status === "in" && !isStaff(session)
  // The first render is everybody's: what it counts is nobody's cart.
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  useEffect(() => {
    if (isHere && status === "ready") publishCount(count)
  }, [isHere, count, status])
  useEffect(() => {
    if (mayMerge) void mergeGuestCart()
  }, [mayMerge])
  useEffect(() => {
    window.addEventListener("storage", followOtherTabs)
    return () => window.removeEventListener("storage", followOtherTabs)
  }, [])
  // Once there it stays: a dialog that is taken away instead of closed does not give focus back.
  const [isWanted, setWanted] = useState(false)
  if (open && !isWanted) setWanted(true)
  return <Suspense>{isWanted && <CartDrawer />}</Suspense>
}

/** What the boot script shows on the next page before React is there. */
function publishCount(count: number): void {
  const html = document.documentElement
  if (count > 0) {
    localStorage.setItem(keys.cartCount, String(count))
    html.style.setProperty("--cart", `"${count > 99 ? "99+" : count}"`)
    html.dataset.cart = "some"
  } else {
    localStorage.removeItem(keys.cartCount)
    delete html.dataset.cart
  }
}
