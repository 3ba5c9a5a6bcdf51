import type { ReactNode } from "react"
import { t } from "#contract/t.ts"
import type { Address } from "../../platform/router.ts"
import { cx } from "../../platform/ui/cx.ts"
import { ChevronLeft, ChevronRight } from "../../platform/ui/icons.ts"
import { pagesShown } from "./pagination.ts"

interface PaginationProps {
  page: number
  pages: number
  addressOf(page: number): Address
}

export function Pagination({ page, pages, addressOf }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label={t`Pages`}>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          <Step to={page > 1 ? addressOf(page - 1) : null} label={t`Previous page`}>
            <ChevronLeft aria-hidden size={18} />
          </Step>
        </li>
        {pagesShown(page, pages).map((shownPage, index) =>
          shownPage === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: an ellipsis has no key but its position
            <li key={`gap-${index}`} aria-hidden className="px-1 text-ink-3">
              …
            </li>
          ) : (
            <li key={shownPage}>
              <a
                data-go
                href={addressOf(shownPage)}
                aria-label={t`Page ${shownPage}`}
                aria-current={shownPage === page ? "page" : undefined}
                className={cx(
                  "inline-flex size-11 items-center justify-center rounded-card border font-semibold text-ui tabular",
                  shownPage === page ? "border-ink bg-ink text-canvas" : "edgeless hover:border-line-strong",
                )}
              >
                {shownPage}
              </a>
            </li>
          ),
        )}
        <li>
          <Step to={page < pages ? addressOf(page + 1) : null} label={t`Next page`}>
            <ChevronRight aria-hidden size={18} />
          </Step>
        </li>
      </ul>
    </nav>
  )
}

function Step({ to, label, children }: { to: Address | null; label: string; children: ReactNode }) {
  const classes = "inline-flex size-11 items-center justify-center rounded-card"
  if (to === null) {
    return (
      <button type="button" disabled aria-label={label} className={cx(classes, "text-ink-3 opacity-50")}>
        {children}
      </button>
    )
  }
  return (
    <a data-go="soon" href={to} aria-label={label} className={cx(classes, "hover:bg-sunken")}>
      {children}
    </a>
  )
}
