import { lazy, Suspense } from "react"
import { Outlet } from "react-router"
import { useSession } from "../session/session.ts"
import { CartHost } from "../shop/cart/CartHost.tsx"
import { Announcement } from "./Announcement.tsx"
import { Footer } from "./Footer.tsx"
import { Header } from "./Header.tsx"
import { LinkHost } from "./LinkHost.tsx"
import { MobileBar } from "./MobileBar.tsx"
import { useArrival } from "./useArrival.ts"

const NoticeHost = lazy(() => import("../account/notices/NoticeHost.tsx"))

export default function ShopLayout() {
  useArrival()
  const { user } = useSession()
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
      <Suspense>{user && <NoticeHost user={user} />}</Suspense>
    </>
  )
}
