import type { ReactNode } from "react"
import { cx } from "../../platform/ui/cx.ts"
import type { Column } from "./columns.ts"
import { shortDate } from "./dates.ts"
import { type RowAction, RowMenu } from "./RowMenu.tsx"

/** The day on which a row was added. */
export const createdColumn = <Row extends { created_at: string }>(id: string, header: string): Column<Row> => ({
  id,
  header,
  extra: true,
  sort: { asc: "oldest", desc: "newest" },
  cell: ({ created_at }) => shortDate(created_at),
  text: ({ created_at }) => created_at,
})

/** The menu of a row; none if nothing can be done with it. */
export const actionsColumn = <Row,>(of: (row: Row) => string, actionsOf: (row: Row) => RowAction[]): Column<Row> => ({
  id: "actions",
  header: "",
  end: true,
  cell: (row) => {
    const actions = actionsOf(row)
    return actions.length > 0 && <RowMenu of={of(row)} actions={actions} />
  },
})

/** The name of a row, which opens it. */
export function Opener({ open, className, children }: { open(): void; className?: string; children: ReactNode }) {
  return (
    <button
      type="button"
      className={cx(className, "inline-flex min-h-9 items-center text-start font-semibold hover:underline")}
      onClick={open}
    >
      {children}
    </button>
  )
}
