import type { Place } from "./Drawer.tsx"
import { useShown } from "./shown.ts"
import { pageParam } from "./state.ts"

interface PlaceOptions<Row> {
  rows: Row[]
  page: number
  lastPage: number
  readPage(page: number): Promise<{ rows: Row[] }>
}

/** The open drawer's place among the rows; `drawer` is its search parameter. Previous and next also turn the page. */
export function usePlace<Row extends { id: number }>(
  drawer: string,
  { rows, page, lastPage, readPage }: PlaceOptions<Row>,
): Place<Row> {
  const { id, swap, close } = useShown(drawer)
  const at = rows.findIndex((row) => row.id === id)
  const to = (row: Row) => () => swap(row.id)
  const turn = (by: 1 | -1) => () => {
    void readPage(page + by).then(({ rows: there }) => {
      const row = there.at(by === 1 ? 0 : -1)
      if (row) swap(row.id, { page: pageParam(page + by) })
    })
  }
  return {
    id,
    row: rows[at],
    previous: at > 0 ? to(rows[at - 1]!) : at === 0 && page > 1 ? turn(-1) : undefined,
    next: at >= 0 && at < rows.length - 1 ? to(rows[at + 1]!) : at >= 0 && page < lastPage ? turn(1) : undefined,
    nearest: (isWanted) => rows.slice(at + 1).find(isWanted) ?? rows.slice(0, Math.max(0, at)).find(isWanted),
    go: (row) => to(row)(),
    close,
  }
}
