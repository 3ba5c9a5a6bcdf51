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

/** Replaces the toolbar while rows are selected. */
export function Bulk<Row>({ rows, elsewhere, actions, onExport, onClear }: BulkProps<Row>) {
  return (
    <div
      role="toolbar"
      aria-label="Selected rows"
      className="flex flex-wrap items-center gap-2 rounded-input bg-plum-soft px-3"
    >
      <p role="status" className="tabular py-2 font-semibold text-ui">
        {`${rows.length} selected`}
        {elsewhere > 0 && <span className="font-normal text-ink-2">{`, ${elsewhere} on other pages`}</span>}
      </p>
      <div className="ml-auto flex flex-wrap items-center">
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
          Export selected
        </Button>
        <Button variant="quiet" className="px-3" onClick={onClear}>
          <X aria-hidden size={16} />
          Clear
        </Button>
      </div>
    </div>
  )
}
