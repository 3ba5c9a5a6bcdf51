import { Outlet } from "react-router"

export default function ShopLayout() {
  return (
    <>
      <a href="#content" className="sr-only focus:not-sr-only">
        Skip to content
      </a>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}
