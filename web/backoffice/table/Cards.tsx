import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { Skeleton } from "../../platform/ui/states.tsx"
import type { Column } from "./columns.ts"
import { metaOf } from "./definitions.ts"
import { Choice, type ShownProps, Sub } from "./Grid.tsx"

/** Shows the rows as cards, on small screens. */
export function Cards<Row extends object>({ table, rowName, loading, label }: ShownProps<Row>) {
  const columns = table.getHeaderGroups()[0]!.headers.map((header) => metaOf<Row>(header.column.columnDef))
  const titles = columns.filter(({ title }) => title)
  const pictures = columns.filter(({ picture }) => picture)
  const tags = columns.filter(({ tag }) => tag)
  const subs = columns.filter(({ sub }) => sub)
  const notes = columns.filter(({ note }) => note)
  const named = columns.filter(({ title, picture, header, sub, tag, note }) => {
    return header && !title && !picture && !sub && !tag && !note
  })
  const [facts, extras] = [false, true].map((isExtra) => named.filter(({ extra }) => Boolean(extra) === isExtra))
  const actions = columns.filter(({ title, header }) => !title && !header)
  return (
    <ul aria-label={label} className="border-line border-t">
      {Array.from({ length: loading }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton cards are identical
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
            <div className="flex items-start justify-between gap-3">
              <div className="min-w-0 flex-1">
                <div className="flex flex-wrap items-center justify-between gap-x-3">
                  {titles.map((column) => (
                    <div key={column.id} className="flex min-h-9 min-w-0 items-center">
                      {column.cell(row.original)}
                    </div>
                  ))}
                  {tags.some((column) => !column.isEmpty?.(row.original)) && (
                    <div className="flex flex-wrap items-center gap-1">
                      {tags
                        .filter((column) => !column.isEmpty?.(row.original))
                        .map((column) => (
                          <div key={column.id}>{column.cell(row.original)}</div>
                        ))}
                    </div>
                  )}
                </div>
                {subs.map((column) => (
                  <Sub key={column.id}>{column.cell(row.original)}</Sub>
                ))}
              </div>
              <div className="flex min-h-9 shrink-0 items-center gap-3">
                {actions.map((column) => (
                  <div key={column.id}>{column.cell(row.original)}</div>
                ))}
                {row.getCanSelect() && (
                  <Choice
                    label={t`Select ${rowName(row.original)}`}
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                )}
              </div>
            </div>
            <Facts columns={facts} row={row.original} className="gap-x-4 text-ui" />
            <Facts columns={extras} row={row.original} className="gap-x-3 text-ink-2 text-meta" />
            {notes
              .filter((column) => !column.isEmpty?.(row.original))
              .map((column) => (
                <div key={column.id} className="mt-1">
                  {column.cell(row.original)}
                </div>
              ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Facts<Row>({ columns, row, className }: { columns?: Column<Row>[]; row: Row; className: string }) {
  const shown = columns?.filter(({ isEmpty }) => !isEmpty?.(row)) ?? []
  if (shown.length === 0) return null
  return (
    <dl className={cx("mt-1 flex flex-wrap items-baseline", className)}>
      {shown.map(({ id, header, cell }) => (
        <div key={id} className="flex min-w-0 items-baseline gap-1.5">
          <dt className="text-ink-3 text-meta">{header}</dt>
          <dd className="tabular min-w-0">{cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}
