/** Rows in batches: the next one is read only when the one before has been consumed. */
export type Batches<Row> = AsyncIterable<Row[]>

/**
 * Reads batch after batch, each starting at the last row of the one before (by its id or any of its columns), until one
 * is not full.
 */
export async function* inBatches<Row extends { id: number }>(
  read: (before: number | null, limit: number, last: Row | null) => Promise<Row[]>,
  batch = 1000,
): AsyncGenerator<Row[]> {
  for (let last: Row | null = null; ; ) {
    const rows: Row[] = await read(last?.id ?? null, batch, last)
    yield rows
    if (rows.length < batch) return
    last = rows.at(-1)!
  }
}

/** Reads rows all at once, when the first batch is asked for. */
export async function* inOneBatch<Row>(read: () => Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await read()
}

/** Splits rows into parts of the size of one insert. */
export function* inParts<Row>(rows: Row[], size = 500): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
