import { lazy, Suspense, useEffect } from "react"
import { Outlet } from "react-router"
import { CartHost } from "../cart/CartHost.tsx"
import { useSession } from "../session/session.ts"
import { Announcement } from "./Announcement.tsx"
import { Footer } from "./Footer.tsx"
import { Header } from "./Header.tsx"
import { LinkHost } from "./LinkHost.tsx"
import { MobileBar } from "./MobileBar.tsx"
import { useArrival } from "./useArrival.ts"

const AccountSync = lazy(() => import("./AccountSync.tsx"))

export default function ShopLayout() {
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
      <nav aria-label="Skip">
        <a href="#content" className="skip-link">
          Skip to content
        </a>
      </nav>
      {import.meta.env.SSR && <Announcement />}
      <Header />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <MobileBar />
      <CartHost />
      <LinkHost />
      <Suspense>{user && <AccountSync user={user} />}</Suspense>
    </>
  )
}
