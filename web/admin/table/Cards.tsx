import { Skeleton } from "../../ui/states.tsx"
import { Choice, metaOf, type ShownProps } from "./Grid.tsx"

/** The same rows for a small screen: a card each, its facts with their names. */
export function Cards<Row extends object>({ table, rowName, loading, label }: ShownProps<Row>) {
  const columns = table.getHeaderGroups()[0]!.headers.map((header) => metaOf<Row>(header.column.columnDef))
  const facts = columns.filter((column) => !column.title)
  return (
    <ul aria-label={label} className="border-line border-t">
      {Array.from({ length: loading }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey cards are all the same
        <li key={at} className="border-line border-b py-4">
          <Skeleton className="h-16 w-full" />
        </li>
      ))}
      {table.getRowModel().rows.map((row) => (
        <li key={row.id} className="border-line border-b py-3">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0 font-semibold">
              {columns
                .filter((column) => column.title)
                .map((column) => (
                  <div key={column.id}>{column.cell(row.original)}</div>
                ))}
            </div>
            <Choice
              label={`Choose ${rowName(row.original)}`}
              checked={row.getIsSelected()}
              onChange={row.getToggleSelectedHandler()}
            />
          </div>
          <dl className="mt-1 grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] items-center gap-x-4 gap-y-1 text-ui">
            {facts
              .filter((column) => !column.isEmpty?.(row.original))
              .map((column) => (
                <div key={column.id} className="contents">
                  <dt className="text-ink-3 text-meta">{column.header || "Actions"}</dt>
                  <dd className="tabular min-w-0">{column.cell(row.original)}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
