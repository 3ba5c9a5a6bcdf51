import { rm } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { PGlite } from "@electric-sql/pglite"
import { drizzle } from "drizzle-orm/node-postgres"
import { drizzle as drizzleEmbedded } from "drizzle-orm/pglite"
import { from, to } from "pg-copy-streams"
import { copyDatabase } from "../../platform/db/copies.ts"
import { startEmbedded } from "../../platform/db/embedded.ts"
import { targetOf } from "../../platform/db/primary.ts"
import type { Database } from "../../platform/db/store.ts"
import type { Settings } from "../../platform/settings.ts"

/** One connection of either database, with COPY in PostgreSQL's text format: lines of rows. */
export interface Session {
  kind: "embedded" | "postgres"
  db: Database
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** Reads the rows of a table, in chunks of complete lines. */
  copyOut(table: string, columns: string[]): AsyncIterable<Buffer>
  /** Returns the number of rows. */
  copyIn(table: string, columns: string[], lines: Buffer): Promise<number>
  close(): Promise<void>
}

/** Opens a session for reading. It reads a copy of the embedded database, which is removed at the end. */
export async function openToRead(settings: Pick<Settings, "databaseUrl" | "dataDir">): Promise<Session> {
  if (settings.databaseUrl) return openPostgresSession(settings.databaseUrl)
  const folder = await copyDatabase(settings.dataDir)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const session = sessionOf(await startEmbedded({ dataDir: join(folder, "db") }))
    return { ...session, close: () => session.close().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

export async function openPostgresSession(url: string): Promise<Session> {
  const { Client, connectionString } = targetOf(url)
  const client = new Client({ connectionString, keepAlive: true, application_name: "vitrine-backup" })
  // A connection that is lost while it is idle fails the next statement.
  client.on("error", () => {})
  await client.connect()
  await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0")
  return {
    kind: "postgres",
    db: drizzle({ client }) as unknown as Database,
    query: async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[],
    copyOut: (table, columns) => inPieces(client.query(to(`copy ${target(table, columns)} to stdout`))),
    copyIn: async (table, columns, lines) => {
      const sink = client.query(from(`copy ${target(table, columns)} from stdin`))
      await pipeline(Readable.from([lines]), sink)
      return sink.rowCount
    },
    close: () => client.end(),
  }
}

/** The size of a chunk of rows, in bytes. */
const pieceSize = 4 * 1024 * 1024
/** The number of the embedded database's pages, of 8 kB each, in a chunk. */
const pagesAtOnce = pieceSize / 8192

export function sessionOf(client: PGlite): Session {
  return {
    kind: "embedded",
    db: drizzleEmbedded({ client }) as unknown as Database,
    query: async <Row>(text: string, values?: unknown[]) => (await client.query<Row>(text, values)).rows,
    copyOut: async function* (table, columns) {
      const size = await client.query<{ pages: number }>(
        "select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages",
        [quoted(table)],
      )
      for (let page = 0; page < size.rows[0]!.pages; page += pagesAtOnce) {
        const range = `ctid >= '(${page},0)' and ctid < '(${page + pagesAtOnce},0)'`
        const rows = `select ${columns.map(quoted)} from ${quoted(table)} where ${range}`
        const { blob } = await client.query(`copy (${rows}) to '/dev/blob'`)
        if (blob && blob.size > 0) yield Buffer.from(await blob.arrayBuffer())
      }
    },
    copyIn: async (table, columns, lines) => {
      const blob = new Blob([new Uint8Array(lines)])
      const { affectedRows } = await client.query(`copy ${target(table, columns)} from '/dev/blob'`, [], { blob })
      return affectedRows ?? 0
    },
    close: () => client.close(),
  }
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const target = (table: string, columns: string[]) => `${quoted(table)} (${columns.map(quoted)})`

/** COPY escapes line breaks in values, so every one ends a row. */
const lineBreak = 10

async function* inPieces(source: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const bytes of source as AsyncIterable<Buffer>) {
    held.push(bytes)
    size += bytes.length
    const end = size < pieceSize ? -1 : bytes.lastIndexOf(lineBreak)
    if (end === -1) continue
    const all = Buffer.concat(held)
    const cut = all.length - bytes.length + end + 1
    yield all.subarray(0, cut)
    held = [all.subarray(cut)]
    size = all.length - cut
  }
  if (size > 0) yield Buffer.concat(held)
}

export function countLines(lines: Buffer): number {
  let count = 0
  for (let at = lines.indexOf(lineBreak); at !== -1; at = lines.indexOf(lineBreak, at + 1)) count++
  return count
}
