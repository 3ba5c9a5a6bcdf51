import type { ReactTable } from "@tanstack/react-table"
import { Fragment, type KeyboardEvent, type ReactNode } from "react"
import { t } from "#contract/t.ts"
import { cx } from "../../platform/ui/cx.ts"
import { ArrowDown, ArrowUp, ArrowUpDown } from "../../platform/ui/icons.ts"
import { Skeleton } from "../../platform/ui/states.tsx"
import { useMedium, useTablet } from "../../platform/ui/useNarrow.ts"
import type { Column } from "./columns.ts"
import { type features, metaOf } from "./definitions.ts"
import type { TableState } from "./state.ts"
import { useDensity } from "./Toolbar.tsx"

export interface ShownProps<Row extends object> {
  table: ReactTable<typeof features, Row>
  rowName(row: Row): string
  /** The number of skeleton rows. */
  loading: number
  label: string
  state: TableState
  sortBy(column: Column<Row>): void
}

/** The rows as a table. The up and down keys move within a column. */
export function Grid<Row extends object>({ table, rowName, loading, label, state, sortBy }: ShownProps<Row>) {
  const [density] = useDensity()
  const cell =
    density === "compact" ? "h-9 px-1.5 py-0.5 lg:px-2 min-[90rem]:px-3" : "h-12 px-1.5 py-1.5 lg:px-2 min-[90rem]:px-3"
  const [isTablet, isMedium] = [useTablet(), useMedium()]
  const all = table.getHeaderGroups()[0]!.headers.map((header) => metaOf<Row>(header.column.columnDef))
  const subs = all.filter(({ sub }) => sub)
  const isBelow = ({ note, extra }: Column<Row>) => (note && isMedium) || (extra && isTablet)
  const columns = all.filter((column) => !isBelow(column) && !column.sub)
  const below = all.filter(isBelow)
  const canSelect = table.options.enableRowSelection !== false
  return (
    // `relative` keeps visually hidden text from widening the page.
    <div className="relative overflow-x-auto border-line border-y">
      <table className="w-full text-ui" onKeyDown={moveBetweenRows}>
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-line border-b text-ink-2 text-meta">
            {canSelect && (
              <th scope="col" className="w-11 px-1.5 lg:px-2 min-[90rem]:px-3">
                <Choice
                  label={t`Select all rows on this page`}
                  checked={table.getIsAllPageRowsSelected()}
                  mixed={table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected()}
                  onChange={table.getToggleAllPageRowsSelectedHandler()}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.id} column={column} sort={state.sort} sortBy={sortBy} />
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: loading }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are identical
            <tr key={at} className="border-line border-b last:border-b-0">
              <td colSpan={columns.length + Number(canSelect)} className={cell}>
                <Skeleton className="h-5 w-full" />
              </td>
            </tr>
          ))}
          {table.getRowModel().rows.map((row) => {
            const ground = row.getIsSelected() ? "bg-plum-soft" : "bg-canvas print:bg-transparent"
            const under = below.filter(({ isEmpty }) => !isEmpty?.(row.original))
            return (
              <Fragment key={row.id}>
                <tr
                  data-row={row.id}
                  aria-selected={row.getIsSelected()}
                  className={cx(
                    ground,
                    !row.getIsSelected() && "hover:bg-surface",
                    under.length === 0 && "border-line border-b last:border-b-0",
                  )}
                >
                  {canSelect && (
                    <td className={cx(cell, "w-11")}>
                      <Choice
                        label={t`Select ${rowName(row.original)}`}
                        checked={row.getIsSelected()}
                        onChange={row.getToggleSelectedHandler()}
                      />
                    </td>
                  )}
                  {columns.map((column) => (
                    <td
                      key={column.id}
                      className={cx(
                        cell,
                        column.end && "tabular text-end",
                        column.title && "wrap-anywhere min-w-28 xl:min-w-40",
                        !column.header && "no-print sticky inset-e-0 bg-inherit",
                      )}
                    >
                      {column.cell(row.original)}
                      {column.title && subs.map((one) => <Sub key={one.id}>{one.cell(row.original)}</Sub>)}
                    </td>
                  ))}
                </tr>
                {under.length > 0 && (
                  <tr className={cx("border-line border-b last:border-b-0", ground)}>
                    {canSelect && <td />}
                    <td colSpan={columns.length} className="px-1.5 pb-3 text-meta lg:px-2">
                      <Under columns={under} row={row.original} />
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Text below the name. */
export function Sub({ children }: { children: ReactNode }) {
  return <div className="wrap-anywhere font-normal text-ink-3 text-meta">{children}</div>
}

/** The values for which the row has no room. */
function Under<Row>({ columns, row }: { columns: Column<Row>[]; row: Row }) {
  const facts = columns.filter(({ note }) => !note)
  const notes = columns.filter(({ note }) => note)
  return (
    <>
      {facts.length > 0 && (
        <dl className="flex flex-wrap gap-x-5 gap-y-1">
          {facts.map(({ id, header, cell }) => (
            <div key={id} className="flex gap-1.5">
              <dt className="text-ink-3">{header}</dt>
              <dd className="tabular">{cell(row)}</dd>
            </div>
          ))}
        </dl>
      )}
      {notes.map(({ id, cell }) => (
        <div key={id}>{cell(row)}</div>
      ))}
    </>
  )
}

function Head<Row>({ column, sort, sortBy }: { column: Column<Row>; sort: string; sortBy(column: Column<Row>): void }) {
  const direction = column.sort?.asc === sort ? "ascending" : column.sort?.desc === sort ? "descending" : undefined
  const Arrow = direction === "ascending" ? ArrowUp : direction === "descending" ? ArrowDown : ArrowUpDown
  return (
    <th
      scope="col"
      aria-sort={column.sort && sort ? (direction ?? "none") : undefined}
      className={cx(
        "whitespace-nowrap px-1.5 font-medium lg:px-2 min-[90rem]:px-3",
        column.end && "text-end",
        !column.header && "no-print sticky inset-e-0 bg-canvas",
      )}
    >
      {column.sort ? (
        <button
          type="button"
          onClick={() => sortBy(column)}
          className={cx("inline-flex min-h-11 items-center gap-1", direction && "font-semibold text-ink")}
        >
          {column.header}
          <Arrow aria-hidden size={14} className={direction ? "" : "text-ink-3"} />
        </button>
      ) : (
        <span className={column.header ? "inline-flex min-h-11 items-center" : "sr-only"}>
          {column.header || t`Actions`}
        </span>
      )}
    </th>
  )
}

export function Choice({
  label,
  checked,
  mixed = false,
  onChange,
}: {
  label: string
  checked: boolean
  mixed?: boolean
  onChange(event: unknown): void
}) {
  return (
    <label className="-m-2.5 inline-flex size-10 align-middle shrink-0 cursor-pointer items-center justify-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed
        }}
        onChange={onChange}
      />
    </label>
  )
}

/** Moves focus to the same cell of the next or previous row. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const from = event.target as HTMLElement
  if (!step || from.matches("select, textarea, input:not([type=checkbox])")) return
  const row = from.closest("tr")
  // Notes are skipped, because they belong to the row above them.
  const rows = [...event.currentTarget.rows].filter((row) => row.dataset.row || row.parentElement?.tagName === "THEAD")
  const next = rows[rows.indexOf(row!) + step]
  const cell = from.closest<HTMLTableCellElement>("td, th")
  if (!next || !cell) return
  const focusable = "a[href], button:not(:disabled), input:not(:disabled)"
  const target =
    next.cells[cell.cellIndex]?.querySelector<HTMLElement>(focusable) ?? next.querySelector<HTMLElement>(focusable)
  if (!target) return
  event.preventDefault()
  target.focus()
}
