import { Download, X } from "lucide-react"
import { Button } from "../../ui/Button.tsx"
import type { BulkAction } from "./columns.ts"

interface BulkProps<Row> {
  rows: Row[]
  actions: readonly BulkAction<Row>[]
  onExport(): void
  onClear(): void
}

/** Stands in the toolbar's place while rows are chosen. */
export function Bulk<Row>({ rows, actions, onExport, onClear }: BulkProps<Row>) {
  return (
    <div
      role="toolbar"
      aria-label="Chosen rows"
      className="flex flex-wrap items-center gap-2 rounded-input bg-plum-soft px-3"
    >
      <p role="status" className="tabular py-2 font-semibold text-ui">{`${rows.length} selected`}</p>
      <div className="ml-auto flex flex-wrap items-center">
        {actions.map(({ label, danger, run }) => (
          <Button key={label} look="quiet" className={danger ? "px-3 text-danger" : "px-3"} onClick={() => run(rows)}>
            {label}
          </Button>
        ))}
        <Button look="quiet" className="px-3" onClick={onExport}>
          <Download aria-hidden size={16} />
          Export chosen
        </Button>
        <Button look="quiet" className="px-3" onClick={onClear}>
          <X aria-hidden size={16} />
          Clear
        </Button>
      </div>
    </div>
  )
}
