import { Outlet } from "react-router"
import { CartHost } from "../shop/cart/CartHost.tsx"
import { Footer } from "./Footer.tsx"
import { Header } from "./Header.tsx"
import { MobileBar } from "./MobileBar.tsx"
import { useArrival } from "./useArrival.ts"

export default function ShopLayout() {
  useArrival()
  return (
    <>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <MobileBar />
      <CartHost />
    </>
  )
}
