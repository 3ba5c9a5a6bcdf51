import type { ReactNode } from "react"

export interface Column<Row> {
  id: string
  /** Empty for the actions, which are at the end of the row, and beside the checkbox of its card. */
  header: string
  cell(row: Row): ReactNode
  /** The cell's text in a CSV file. Columns without it are not exported. */
  text?(row: Row): string | number | null | undefined
  /** The server's sort orders, ascending and descending. */
  sort?: { asc: string; desc: string }
  /** Aligns numbers to the right. */
  end?: boolean
  /** Returns true for an empty cell, which the card leaves out. */
  isEmpty?(row: Row): boolean
  /** Marks the name of the row, which is the heading of its card. */
  title?: boolean
  /** Shows the value below the name instead of in its own column. */
  sub?: boolean
  /** Marks a state, which the card shows beside the name. */
  tag?: boolean
  /** Marks a small picture, which the card shows beside the name. */
  picture?: boolean
  /** Marks a sentence, which has its own line under the row below 1280 px. */
  note?: boolean
  /** Marks a less important value. Below 1024 px, and in cards, it is on a line under the others. */
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
  /** Pairs of value and label. The first is "all", the default. */
  options: readonly (readonly [value: string, label: string])[]
  /** Matches values of the address that count even if `options` does not contain them, or not yet. */
  accepts?: RegExp
  /** Makes the filter a field to type into, without options. */
  typed?: {
    as: "date" | "amount" | "text"
    /** The error for a value that `accepts` does not match. */
    fault?: string
    /** The filter whose value is the minimum of this one, and the error for a smaller value. */
    least?: readonly [name: string, fault: string]
  }
}

export interface View {
  label: string
  /** The search parameters, such as `status=completed`. */
  query: string
}

export interface BulkAction<Row> {
  label: string
  danger?: boolean
  run(rows: Row[]): void
}
