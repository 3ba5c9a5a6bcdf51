import type { RowSelectionState } from "@tanstack/react-table"
import { useEffect, useRef, useState } from "react"
import type { Read } from "./columns.ts"
import { gone, pagesOf, type Seen, see } from "./selection.ts"
import { readRows, type useRows } from "./useRows.ts"

interface SelectionOptions<Row> {
  name: string
  query: string
  read: Read<Row>
  /** Another filter clears the selection; another order or page does not. */
  filter: string
  page: ReturnType<typeof useRows<Row>>
}

/** The selected rows, of this and other pages. Rows that are removed from their page are deselected. */
export function useSelection<Row extends { id: number }>({ name, query, read, filter, page }: SelectionOptions<Row>) {
  const { data, dataUpdatedAt, isPlaceholderData } = page
  const [selection, setSelection] = useState<RowSelectionState>({})
  const seen = useRef(new Map<string, Seen<Row>>())
  const rowsById = (rows: Row[]) => new Map(rows.map((row) => [String(row.id), row]))
  const shownRows = rowsById(data?.rows ?? [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that are filtered out are not selected
  useEffect(() => setSelection({}), [filter])

  /** Deselects rows that have disappeared from a page, and records those that are on it. */
  const update = (query: string, rows: Map<string, Row>, selected: string[]) => {
    const lost = gone(seen.current, query, rows, selected)
    if (lost.length > 0)
      setSelection((now) => Object.fromEntries(Object.entries(now).filter(([id]) => !lost.includes(id))))
    see(seen.current, query, rows)
  }
  const lastRead = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the rows of a page have arrived
  useEffect(() => {
    if (!data || isPlaceholderData) return
    const selected = Object.keys(selection)
    const others = pagesOf(
      seen.current,
      query,
      selected.filter((id) => !shownRows.has(id)),
    )
    update(query, shownRows, selected)
    // The page was refetched after a change, which may have removed rows from other pages too.
    if (lastRead.current === query) {
      for (const other of others) {
        void readRows(name, other, read, 0)
          .then(({ rows }) => update(other, rowsById(rows), selected))
          .catch(() => undefined)
      }
    }
    lastRead.current = query
  }, [dataUpdatedAt, query, isPlaceholderData])

  const ids = Object.keys(selection).filter((id) => selection[id])
  return {
    selection,
    setSelection,
    selected: ids.flatMap((id) => shownRows.get(id) ?? seen.current.get(id)?.row ?? []),
    elsewhere: ids.filter((id) => !shownRows.has(id)).length,
  }
}
