import { lazy, Suspense, useEffect } from "react"
import { useLocation } from "react-router"
import { useSession } from "../../platform/session/session.ts"
import { CartHost } from "../../shopfront/cart/CartHost.tsx"
import { LinkHost } from "./LinkHost.tsx"
import { useArrival } from "./useArrival.ts"

const AccountSync = lazy(() => import("./AccountSync.tsx"))

/**
 * Everything that all layouts need. It is mounted once beside them, so that a change of layout keeps the account's
 * socket, the cart and the focus. The page /underage has no layout, and shows nothing of the shop.
 */
export function EveryPage() {
  return /^\/underage\/?$/i.test(useLocation().pathname) ? null : <Shared />
}

function Shared() {
  useArrival()
  const { user } = useSession()
  const isGuest = user === null
  useEffect(() => {
    if (!isGuest) return
    const poll = () => {
      if (document.visibilityState === "visible") void import("./followShop.ts").then(({ askShop }) => askShop())
    }
    const polls = setInterval(poll, 60_000)
    document.addEventListener("visibilitychange", poll)
    return () => {
      clearInterval(polls)
      document.removeEventListener("visibilitychange", poll)
    }
  }, [isGuest])
  return (
    <>
      <CartHost />
      <LinkHost />
      <Suspense>{user && <AccountSync user={user} />}</Suspense>
    </>
  )
}
