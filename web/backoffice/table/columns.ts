import type { ReactNode } from "react"

export interface Column<Row> {
  id: string
  /** Empty for actions, which are at the end of the row, and in its card beside the checkbox. */
  header: string
  cell(row: Row): ReactNode
  /** The cell's text in a CSV file; not exported if undefined. */
  text?(row: Row): string | number | null | undefined
  /** The server's sort orders, ascending and descending. */
  sort?: { asc: string; desc: string }
  /** Right-aligned, for numbers. */
  end?: boolean
  /** True if the cell is empty and left out of the card. */
  isEmpty?(row: Row): boolean
  /** The row's name, the heading of its card. */
  title?: boolean
  /** Shown below the name instead of in a column of its own. */
  sub?: boolean
  /** A state: in its card, beside the name. */
  tag?: boolean
  /** A small picture, beside the name in its card. */
  picture?: boolean
  /** A sentence: below 1280 px it has a line of its own under the row. */
  note?: boolean
  /** Less important: below 1024 px, and in a card, it is in a line under the rest. */
  extra?: boolean
}

export interface Page<Row> {
  rows: Row[]
  total: number
}

/** Fetches a page; `query` begins with `?`. */
export type Read<Row> = (query: string, signal: AbortSignal) => Promise<Page<Row>>

export interface Filter {
  name: string
  label: string
  /** Value and label; the first is "all", the default. */
  options: readonly (readonly [value: string, label: string])[]
  /** The values in the address that are used, where the options are still loading or not all of them. */
  accepts?: RegExp
  /** A field to type into, in place of options. */
  typed?: {
    as: "date" | "amount" | "text"
    /** What is said of a value that `accepts` does not know. */
    fault?: string
    /** The filter below which the value may not be, and what is said then. */
    least?: readonly [name: string, fault: string]
  }
}

export interface View {
  label: string
  /** The search parameter: `status=completed`. */
  query: string
}

export interface BulkAction<Row> {
  label: string
  danger?: boolean
  run(rows: Row[]): void
}
