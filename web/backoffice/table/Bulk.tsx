import { t } from "#contract/t.ts"
import { Button } from "../../platform/ui/Button.tsx"
import { cx } from "../../platform/ui/cx.ts"
import { Download, X } from "../../platform/ui/icons.ts"
import type { BulkAction } from "./columns.ts"

interface BulkProps<Row> {
  rows: Row[]
  /** The number of selected rows on other pages. */
  elsewhere: number
  actions: readonly BulkAction<Row>[]
  /** Null if the user may not export the rows. */
  onExport: (() => void) | null
  onClear(): void
}

/** Sticks to the bottom of the screen while rows are selected. */
export function Bulk<Row>({ rows, elsewhere, actions, onExport, onClear }: BulkProps<Row>) {
  return (
    <div
      role="toolbar"
      aria-label={t`Selected rows`}
      data-bulk
      className="sticky bottom-4 z-10 flex w-fit max-w-full flex-wrap items-center gap-x-4 rounded-card border border-line-strong bg-surface px-3 shadow-pop max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:-mx-(--gutter) max-md:w-auto max-md:max-w-none max-md:rounded-none max-md:border-x-0 max-md:border-b-0 max-md:px-(--gutter)"
    >
      <p role="status" className="tabular py-2 font-semibold text-ui">
        {t`${rows.length} selected`}
        {elsewhere > 0 && <span className="font-normal text-ink-2">{t`, ${elsewhere} on other pages`}</span>}
      </p>
      {actions.length > 0 && (
        <div className={cx("flex items-center", actions.length > 1 && several)}>
          {actions.map(({ label, danger, run }) => (
            <Button
              key={label}
              variant="quiet"
              className={cx("whitespace-nowrap px-3!", danger && "text-danger")}
              onClick={() => run(rows)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <div className="-me-3 ms-auto flex items-center">
        {onExport && (
          <Button variant="quiet" className="px-3!" onClick={onExport}>
            <Download aria-hidden size={16} />
            <span className="max-md:sr-only">{t`Export selected`}</span>
          </Button>
        )}
        <Button variant="quiet" className="px-3!" onClick={onClear}>
          <X aria-hidden size={16} />
          <span className="max-md:sr-only">{t`Clear`}</span>
        </Button>
      </div>
    </div>
  )
}

/** On phones, each of these has its own line. */
const several = "max-md:order-last max-md:-mx-3 max-md:w-[calc(100%+1.5rem)] max-md:flex-wrap"
