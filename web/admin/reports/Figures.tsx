import type { ReactNode } from "react"
import { type Address, Link } from "../../platform/router.ts"
import { cx } from "../../platform/ui/cx.ts"
import { useNarrow } from "../../platform/ui/useNarrow.ts"

export interface Column<Row> {
  header: string
  of(row: Row): number | null
  format?(value: number | null): string
  /** Shown beside the name where there is no room for columns; without one, the first column is. */
  isMain?: boolean
}

interface FiguresProps<Row> {
  label: string
  /** The heading of the column of names. */
  first: string
  rows: Row[]
  total: Row
  rowId(row: Row): string
  nameOf(row: Row): string
  /** The address of the list that the row sums up, if there is one. */
  linkOf(row: Row): Address | null
  columns: Column<Row>[]
}

/** Whether there is nothing to report in this period and the one before. */
export const isBlank = <Row,>(columns: Column<Row>[], total: Row) => columns.every((column) => !column.of(total))

const shown = <Row,>({ of, format = String }: Column<Row>, row: Row) => format(of(row))

const cell = "border-line border-b py-2 ps-4 text-end lg:ps-6"

export function Figures<Row>(props: FiguresProps<Row>) {
  const isNarrow = useNarrow()
  const { label, first, rows, total, rowId, nameOf, linkOf, columns } = props
  if (isNarrow) return <List {...props} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by the keyboard
    <section aria-label={label} tabIndex={0} className="-me-(--gutter) min-w-0 overflow-x-auto pe-(--gutter)">
      <table className="w-full text-ui">
        <thead>
          <tr className="text-ink-3 text-meta">
            <th scope="col" className="sticky inset-s-0 border-line border-b bg-canvas py-2 font-medium">
              {first}
            </th>
            {columns.map(({ header }) => (
              <th key={header} scope="col" className={`${cell} font-medium`}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            return (
              <tr key={rowId(row)}>
                <th scope="row" className="sticky inset-s-0 border-line border-b bg-canvas py-2 font-normal">
                  <Name link={linkOf(row)}>{nameOf(row)}</Name>
                </th>
                {columns.map((column) => (
                  <td
                    key={column.header}
                    className={cx(cell, "tabular whitespace-nowrap", !column.of(row) && "text-ink-3")}
                  >
                    {shown(column, row)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="sticky inset-s-0 bg-canvas py-2">
              {nameOf(total)}
            </th>
            {columns.map((column) => (
              <td key={column.header} className="tabular whitespace-nowrap py-2 ps-4 text-end lg:ps-6">
                {shown(column, total)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** The rows for small screens. Zero values are left out. */
function List<Row>({ label, rows, total, rowId, nameOf, linkOf, columns }: FiguresProps<Row>) {
  return (
    <ul aria-label={label} className="mt-2 border-line border-t text-ui">
      {rows.map((row) => (
        <Item key={rowId(row)} name={<Name link={linkOf(row)}>{nameOf(row)}</Name>} row={row} columns={columns} />
      ))}
      <Item name={nameOf(total)} row={total} columns={columns} isTotal />
    </ul>
  )
}

interface ItemProps<Row> {
  name: ReactNode
  row: Row
  columns: Column<Row>[]
  isTotal?: boolean
}

function Item<Row>({ name, row, columns, isTotal = false }: ItemProps<Row>) {
  const main = columns.find(({ isMain }) => isMain) ?? columns[0]!
  const rest = columns.filter((column) => column !== main && column.of(row))
  return (
    <li className="border-line border-b py-2.5 last:border-b-0">
      <div className={cx("flex items-baseline justify-between gap-4", isTotal && "font-semibold")}>
        <span className="min-w-0">{name}</span>
        <span className={cx("tabular shrink-0", !main.of(row) && "text-ink-3")}>
          <span className="sr-only">{main.header} </span>
          {shown(main, row)}
        </span>
      </div>
      {rest.length > 0 && (
        <dl className="mt-0.5 flex flex-wrap gap-x-4 text-meta">
          {rest.map((column) => (
            <div key={column.header} className="flex gap-1.5">
              <dt className="text-ink-3">{column.header}</dt>
              <dd className="tabular text-ink-2">{shown(column, row)}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

function Name({ link, children }: { link: Address | null; children: string }) {
  if (!link) return children
  return (
    <Link to={link} className="link inline-flex min-h-6 items-center">
      {children}
    </Link>
  )
}
