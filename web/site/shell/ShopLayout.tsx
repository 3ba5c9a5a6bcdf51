import { Announcement } from "./Announcement.tsx"
import { Content, SkipLink } from "./Content.tsx"
import { Footer } from "./Footer.tsx"
import { Header } from "./Header.tsx"
import { MobileBar } from "./MobileBar.tsx"

/** The layout of the storefront and the account. Other layouts of `web/routes.ts` leave out what they do not need. */
export default function ShopLayout() {
  return (
    <>
      <SkipLink />
      {import.meta.env.SSR && <Announcement />}
      <Header />
      <Content />
      <Footer />
      <MobileBar />
    </>
  )
}
