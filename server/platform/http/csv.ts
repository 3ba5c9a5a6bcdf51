import { Readable } from "node:stream"
import type { FastifyReply, FastifyRequest } from "fastify"
import { type CsvColumn, csvCell } from "#contract/csv.ts"
import type { Batches } from "../db/batches.ts"
import { speaking } from "../languages.ts"
import { withTotal } from "./route.ts"

export type { CsvColumn as Column }

export interface Table<Row> {
  name: string
  columns: CsvColumn<Row>[]
  rows(): Batches<Row>
}

/** Sends the whole table to a request that accepts CSV; otherwise returns the result of `answer`. */
export async function csvOr<Row, Body>(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  table: Table<Row>,
  answer: () => Promise<Body>,
): Promise<Body> {
  return /\btext\/csv\b/i.test(headers.accept ?? "") ? sendCsv(reply, table) : answer()
}

/** Does the same for a page of a list, with the full count in X-Total-Count. */
export function csvOrPage<Row, Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  table: Table<Row>,
  page: () => Promise<{ items: Item[]; total: number }>,
): Promise<Item[]> {
  return csvOr(request, reply, table, async () => withTotal(reply, await page()))
}

/** Streams a table as CSV (RFC 4180), in English, as programs read it too; only one batch of rows is in memory. */
async function sendCsv<Row>(reply: FastifyReply, { name, columns, rows }: Table<Row>): Promise<never> {
  // The first batch is read before anything is sent, so that an error gets its own response.
  const rest = rows()[Symbol.asyncIterator]()
  const next = () => speaking("en", () => rest.next())
  const stream = Readable.from(lines(columns, await next(), next))
  return reply
    .header("content-type", "text/csv; charset=utf-8; header=present")
    .header("content-disposition", `attachment; filename="${name}.csv"`)
    .header("cache-control", "private, no-store")
    .header("vary", "Accept")
    .send(stream) as never
}

const byteOrderMark = "\ufeff"

async function* lines<Row>(
  columns: CsvColumn<Row>[],
  first: IteratorResult<Row[]>,
  next: () => Promise<IteratorResult<Row[]>>,
): AsyncGenerator<string> {
  // Without a byte order mark, spreadsheets do not recognize UTF-8.
  yield byteOrderMark
  yield line(columns.map(({ name }) => name))
  for (let turn = first; !turn.done; turn = await next()) {
    yield turn.value.map((row) => line(columns.map(({ of }) => of(row)))).join("")
  }
}

export function line(values: (string | number | boolean | null | undefined)[]): string {
  return `${values.map(csvCell).join(",")}\r\n`
}
