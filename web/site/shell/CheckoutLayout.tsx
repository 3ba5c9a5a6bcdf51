import { useLocation } from "react-router"
import { t } from "#contract/t.ts"
import { useSeller } from "../../platform/meta/rootData.ts"
import { shopName } from "../../platform/meta/shop.ts"
import type { Address } from "../../platform/router.ts"
import { BackArrow, backClass } from "../../platform/ui/Back.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { Announcement } from "./Announcement.tsx"
import { Content, SkipLink } from "./Content.tsx"
import { LegalLinks } from "./LegalLinks.tsx"
import { Wordmark } from "./Wordmark.tsx"

/** From the address to the result of a payment, the only link away is the way back. theme.css hides announcements. */
export default function CheckoutLayout() {
  const seller = useSeller()
  const { to, label } = backFrom(useLocation().pathname.toLowerCase())
  return (
    <>
      <SkipLink />
      {import.meta.env.SSR && <Announcement />}
      <header data-slim className="border-line border-b bg-canvas">
        <div className="wrap flex min-h-16 flex-wrap items-center gap-x-6">
          <Wordmark to={to} label={`${shopName()}, ${label}`} />
          {to === "/cart" && (
            <a data-go href={to} className={cx(backClass, "ms-auto")}>
              <BackArrow />
              {t`Back to cart`}
            </a>
          )}
        </div>
      </header>
      <Content />
      <footer className="mt-16 border-line border-t">
        <div className="wrap flex flex-wrap items-center gap-x-6 py-2 text-ink-2 text-meta">
          {/* The year may change between the server and the browser. */}
          <p suppressHydrationWarning>
            © {new Date().getFullYear()} {shopName()}
          </p>
          {seller && <p className="max-w-full truncate">{t`Sold by ${seller.legal_name}`}</p>}
          <LegalLinks />
        </div>
      </footer>
    </>
  )
}

function backFrom(pathname: string): { to: Address; label: string } {
  if (pathname.startsWith("/checkout")) return { to: "/cart", label: t`back to cart` }
  if (pathname.startsWith("/subscription-checkout")) return { to: "/upgrade", label: t`back to memberships` }
  return { to: "/", label: t`home` }
}
