import type { ReactNode } from "react"

export interface Column<Row> {
  id: string
  header: string
  cell(row: Row): ReactNode
  /** What a file of chosen rows says; nothing when left out. */
  text?(row: Row): string | number | null | undefined
  /** The server's words for either direction. */
  sort?: { asc: string; desc: string }
  /** Numbers stand at the right. */
  end?: boolean
  /** Says nothing of this row: left out of its card. */
  isEmpty?(row: Row): boolean
  /** The name of the row: it heads the card of a small screen, and nothing of it is hidden there. */
  title?: boolean
  /** A small picture: it stands beside the name in the card of a small screen. */
  picture?: boolean
}

export interface Page<Row> {
  rows: Row[]
  total: number
}

/** Asks for one page; `query` begins with `?`. */
export type Read<Row> = (query: string, signal: AbortSignal) => Promise<Page<Row>>

export interface Filter {
  name: string
  label: string
  /** Value and label; the first one is "all" and stands for an empty address. */
  options: readonly (readonly [value: string, label: string])[]
}

export interface View {
  label: string
  /** Of the address: `status=completed`. */
  query: string
}

export interface BulkAction<Row> {
  label: string
  danger?: boolean
  run(rows: Row[]): void
}
