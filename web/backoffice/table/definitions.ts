import {
  type ColumnDef,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
} from "@tanstack/react-table"
import { useMemo } from "react"
import type { Column } from "./columns.ts"

export const features = tableFeatures({ rowPaginationFeature, rowSelectionFeature, rowSortingFeature })
export type Definition<Row extends object> = ColumnDef<typeof features, Row> & { meta: Column<Row> }

/** The table library's definitions of the columns that are visible. */
export function useDefinitions<Row extends object>(columns: Column<Row>[], hidden: string[]): Definition<Row>[] {
  return useMemo(
    () =>
      columns
        .filter((meta) => !(mayHide(meta) && hidden.includes(meta.id)))
        .map((meta) => ({ id: meta.id, header: meta.header, meta }) as unknown as Definition<Row>),
    [columns, hidden],
  )
}

/** The server's sort order as state of the table library. */
export const sortingOf = <Row>(columns: Column<Row>[], order: string): SortingState =>
  columns.flatMap(({ id, sort }) =>
    sort && (order === sort.asc || order === sort.desc) ? [{ id, desc: order === sort.desc }] : [],
  )

export const metaOf = <Row extends object>(definition: unknown): Column<Row> => (definition as Definition<Row>).meta

/** The name and the actions cannot be hidden. */
export const mayHide = <Row>({ title, header }: Column<Row>) => !title && header !== ""
