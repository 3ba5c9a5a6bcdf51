import type { ReactNode } from "react"
import { footerCopy } from "#contract/copy/footer.ts"
import { t } from "#contract/t.ts"
import { usePageLinks, useSeller } from "../../platform/meta/rootData.ts"
import { shopName, supportHours } from "../../platform/meta/shop.ts"
import { wordsOf } from "../../platform/meta/words.ts"
import { Languages } from "../../platform/navigation/Languages.tsx"
import type { NavigationLink } from "../../platform/navigation/links.ts"
import { mainLinks, ownLink } from "../../platform/navigation/links.ts"
import { LegalLinks } from "./LegalLinks.tsx"
import { Newsletter } from "./Newsletter.tsx"
import { Wordmark } from "./Wordmark.tsx"

const support: NavigationLink[] = [
  { to: "/contact#help", label: t`Help Center` },
  { to: "/contact", label: t`Contact Us` },
  { to: "/contact#faq", label: t`FAQ` },
  { to: "/orders/lookup", label: t`Track an Order` },
]

const words = wordsOf(footerCopy)

export function Footer() {
  const own = usePageLinks("footer").map(ownLink)
  const seller = useSeller()
  return (
    <footer className="mt-24 border-line border-t bg-sunken pb-20 md:pb-0">
      <div className="wrap grid gap-x-10 gap-y-2 py-10 md:gap-y-10 md:py-12 [&>*]:min-w-0 md:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1fr_1.6fr]">
        <div>
          <Wordmark />
          <p className="mt-3 mb-4 max-w-64 text-ink-2 text-ui">{words("footer_line")}</p>
        </div>
        <LinkList title={t`Quick links`} links={[...mainLinks, ...own]} />
        <LinkList title={t`Support`} links={support}>
          <p className="mt-3 text-ink-3 text-meta">{supportHours()}</p>
        </LinkList>
        <Newsletter />
      </div>
      <div className="border-line border-t">
        <div className="wrap flex flex-wrap items-center gap-x-6 gap-y-1 py-4 text-ink-2 text-meta">
          {/* The year may change between the server and the browser. */}
          <p suppressHydrationWarning>
            © {new Date().getFullYear()} {shopName()}
          </p>
          {seller && <p className="max-w-full truncate">{t`Sold by ${seller.legal_name}`}</p>}
          <LegalLinks />
          <nav aria-label={t`Language`}>
            <Languages className="flex flex-wrap gap-x-5" />
          </nav>
          <p className="sm:ms-auto">{words("footer_adults")}</p>
        </div>
      </div>
    </footer>
  )
}

function LinkList({ title, links, children }: { title: string; links: NavigationLink[]; children?: ReactNode }) {
  return (
    <nav aria-label={title} className="max-md:border-line max-md:border-t">
      <h2 className="font-semibold text-ui max-md:hidden">{title}</h2>
      {/* This is folded on a phone. */}
      <details className="fold footer-fold md:hidden">
        <summary className="flex min-h-12 items-center justify-between font-semibold text-ui">{title}</summary>
      </details>
      <div className="folded max-md:pb-3">
        <ul className="mt-1">
          {links.map((link) => (
            <li key={link.to + link.label} className={link.when}>
              <a
                data-go
                href={link.to}
                className="inline-flex min-h-11 items-center text-ink-2 text-ui hover:text-ink hover:underline md:min-h-9"
              >
                {link.label}
              </a>
            </li>
          ))}
        </ul>
        {children}
      </div>
    </nav>
  )
}
