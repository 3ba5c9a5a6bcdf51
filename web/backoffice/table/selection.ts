/** A selected row, with the query of the page it was last seen on. */
export interface Seen<Row> {
  row: Row
  query: string
}

/** Records the rows of a page. */
export function see<Row>(seen: Map<string, Seen<Row>>, query: string, rows: Iterable<[id: string, row: Row]>): void {
  for (const [id, row] of rows) seen.set(id, { row, query })
}

/** Returns the selected rows that have disappeared from their page. */
export function gone<Row>(
  seen: Map<string, Seen<Row>>,
  query: string,
  here: { has(id: string): boolean },
  chosen: string[],
): string[] {
  return chosen.filter((id) => !here.has(id) && seen.get(id)?.query === query)
}

/** Returns the other pages that have selected rows; an action may have removed some of them. */
export function pagesOf<Row>(seen: Map<string, Seen<Row>>, query: string, chosen: string[]): string[] {
  return [...new Set(chosen.flatMap((id) => seen.get(id)?.query ?? []))].filter((one) => one !== query)
}

/** Returns the page that has the same first row after a change of the page size. */
export function pageAfter(page: number, limit: number, next: number): number {
  return Math.floor(((page - 1) * limit) / next) + 1
}
