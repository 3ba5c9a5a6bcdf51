import { type Address, Link } from "../../router.ts"

export type Columns<Row> = { header: string; of(row: Row): string }[]

interface FiguresProps<Row> {
  label: string
  /** The heading of the names. */
  first: string
  rows: Row[]
  total: Row
  rowId(row: Row): string
  nameOf(row: Row): string
  /** The list that the row sums up. */
  linkOf(row: Row): Address | null
  columns: Columns<Row>
  empty: string
}

const cell = "border-line border-b py-2 pl-6 text-right"

/** The numbers of a report, with their total. */
export function Figures<Row>(props: FiguresProps<Row>) {
  const { label, first, rows, total, rowId, nameOf, linkOf, columns, empty } = props
  if (rows.length === 0) return <p className="text-ink-3 text-ui">{empty}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too
    <section aria-label={label} tabIndex={0} className="-mr-(--gutter) min-w-0 overflow-x-auto pr-(--gutter)">
      <table className="w-full text-ui">
        <thead>
          <tr className="text-ink-3 text-meta">
            <th scope="col" className="sticky left-0 border-line border-b bg-canvas py-2 text-left font-medium">
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
            const link = linkOf(row)
            return (
              <tr key={rowId(row)}>
                <th scope="row" className="sticky left-0 border-line border-b bg-canvas py-2 text-left font-normal">
                  {link ? (
                    <Link to={link} className="link inline-flex min-h-6 items-center">
                      {nameOf(row)}
                    </Link>
                  ) : (
                    nameOf(row)
                  )}
                </th>
                {columns.map(({ header, of }) => (
                  <td key={header} className={`${cell} tabular whitespace-nowrap`}>
                    {of(row)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="sticky left-0 bg-canvas py-2 text-left">
              {nameOf(total)}
            </th>
            {columns.map(({ header, of }) => (
              <td key={header} className="tabular whitespace-nowrap py-2 pl-6 text-right">
                {of(total)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
