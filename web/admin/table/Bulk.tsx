import { Download, X } from "lucide-react"
import { Button } from "../../ui/Button.tsx"
import type { BulkAction } from "./columns.ts"

interface BulkProps<Row> {
  rows: Row[]
  /** The number of selected rows on other pages. */
  elsewhere: number
  actions: readonly BulkAction<Row>[]
  onExport(): void
  onClear(): void
}

/** Stays in view at the lower edge while rows are selected. */
export function Bulk<Row>({ rows, elsewhere, actions, onExport, onClear }: BulkProps<Row>) {
  return (
    <div
      role="toolbar"
      aria-label="Selected rows"
      data-bulk
      className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 flex w-fit max-w-full flex-wrap items-center gap-x-2 rounded-input border border-line-strong bg-surface px-3 shadow-pop max-md:w-full md:bottom-4 md:gap-x-4"
    >
      <p role="status" className="tabular py-2 font-semibold text-ui">
        {`${rows.length} selected`}
        {elsewhere > 0 && <span className="font-normal text-ink-2">{`, ${elsewhere} on other pages`}</span>}
      </p>
      <div className="flex flex-wrap items-center max-md:ml-auto">
        {actions.map(({ label, danger, run }) => (
          <Button
            key={label}
            variant="quiet"
            className={danger ? "px-3 text-danger" : "px-3"}
            onClick={() => run(rows)}
          >
            {label}
          </Button>
        ))}
        <Button variant="quiet" className="px-3" onClick={onExport}>
          <Download aria-hidden size={16} />
          <span className="max-md:sr-only">Export selected</span>
        </Button>
        <Button variant="quiet" className="px-3" onClick={onClear}>
          <X aria-hidden size={16} />
          <span className="max-md:sr-only">Clear</span>
        </Button>
      </div>
    </div>
  )
}
