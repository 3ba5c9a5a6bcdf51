import { Skeleton } from "../ui/states.tsx"
import type { Column } from "./columns.ts"
import { metaOf } from "./definitions.ts"
import { Choice, type ShownProps, Sub } from "./Grid.tsx"

/** The rows as cards, for small screens. */
export function Cards<Row extends object>({ table, rowName, loading, label }: ShownProps<Row>) {
  const columns = table.getHeaderGroups()[0]!.headers.map((header) => metaOf<Row>(header.column.columnDef))
  const titles = columns.filter(({ title }) => title)
  const pictures = columns.filter(({ picture }) => picture)
  const subs = columns.filter(({ sub }) => sub)
  const facts = columns.filter(({ title, picture, header, sub }) => !title && !picture && !sub && header)
  const [corner, acts] = [true, false].map((isIcon) =>
    columns.filter(({ title, header, corner }) => !title && !header && Boolean(corner) === isIcon),
  ) as [Column<Row>[], Column<Row>[]]
  return (
    <ul aria-label={label} className="border-line border-t">
      {Array.from({ length: loading }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey cards are all the same
        <li key={at} className="border-line border-b py-4">
          <Skeleton className="h-16 w-full" />
        </li>
      ))}
      {table.getRowModel().rows.map((row) => (
        <li key={row.id} data-row={row.id} className="flex gap-3 border-line border-b py-3">
          {pictures.map((column) => (
            <div key={column.id} className="shrink-0 pt-1">
              {column.cell(row.original)}
            </div>
          ))}
          <div className="min-w-0 flex-1">
            <div className="flex items-center justify-between gap-3">
              <div className="min-w-0 font-semibold">
                {titles.map((column) => (
                  <div key={column.id}>{column.cell(row.original)}</div>
                ))}
                {subs.map((column) => (
                  <Sub key={column.id}>{column.cell(row.original)}</Sub>
                ))}
              </div>
              <div className="flex shrink-0 items-center gap-3">
                {corner.map((column) => (
                  <div key={column.id}>{column.cell(row.original)}</div>
                ))}
                <Choice
                  label={`Select ${rowName(row.original)}`}
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              </div>
            </div>
            <dl className="mt-1 grid grid-cols-[min(6.5rem,35%)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 text-ui">
              {facts
                .filter((column) => !column.isEmpty?.(row.original))
                .map((column) => (
                  <div key={column.id} className="contents">
                    <dt className="text-ink-3 text-meta">{column.header}</dt>
                    <dd className="tabular min-w-0">{column.cell(row.original)}</dd>
                  </div>
                ))}
            </dl>
            {acts
              .filter((column) => !column.isEmpty?.(row.original))
              .map((column) => (
                <div key={column.id} className="-ml-2 mt-1 text-ui">
                  {column.cell(row.original)}
                </div>
              ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
