import { Readable } from "node:stream"
import type { FastifyReply, FastifyRequest } from "fastify"

export interface Column<Row> {
  name: string
  of(row: Row): string | number | boolean | null | undefined
}

/** Rows in batches: each is asked for only when the one before it has left. */
export type Batches<Row> = AsyncIterable<Row[]>

export function wantsCsv(request: FastifyRequest): boolean {
  return /\btext\/csv\b/i.test(request.headers.accept ?? "")
}

/** Streams a table as RFC 4180 has it; whatever its length, a batch of it is in memory. */
export async function sendCsv<Row>(reply: FastifyReply, name: string, columns: Column<Row>[], batches: Batches<Row>) {
  // The first batch is read before anything is sent, so that what cannot be read is refused and not cut off.
  const rest = batches[Symbol.asyncIterator]()
  const first = await rest.next()
  const stream = Readable.from(lines(columns, first, rest))
  return reply
    .header("content-type", "text/csv; charset=utf-8; header=present")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .header("cache-control", "private, no-store")
    .header("vary", "Accept")
    .send(stream) as never
}

async function* lines<Row>(
  columns: Column<Row>[],
  first: IteratorResult<Row[]>,
  rest: AsyncIterator<Row[]>,
): AsyncGenerator<string> {
  yield line(columns.map(({ name }) => name))
  for (let turn = first; !turn.done; turn = await rest.next()) {
    yield turn.value.map((row) => line(columns.map(({ of }) => of(row)))).join("")
  }
}

export function line(values: (string | number | boolean | null | undefined)[]): string {
  return `${values.map(cell).join(",")}\r\n`
}

/** A text that a spreadsheet would take for a formula gets an apostrophe before it: it stays a text. */
function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return ""
  if (typeof value !== "string") return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Reads on from the last row of each batch, by its id or by all of it, until one is not full. */
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
