import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { drizzle } from "drizzle-orm/node-postgres"
import pg from "pg"
import type { Settings } from "../settings.ts"
import { createLane, type Patience, reaching, streamOf } from "./lane.ts"
import { lockDirectory } from "./lock.ts"
import { takeLane } from "./statement.ts"
import type { Database } from "./store.ts"

export interface OpenDatabase {
  kind: "embedded" | "postgres"
  db: Database
  /** The same one, without limits to how long a statement takes: for what no request waits for. */
  unhurried: Database
  /** Several statements at once, without parameters: for migrations. */
  script(sql: string): Promise<void>
  ping(): Promise<void>
  close(): Promise<void>
}

/** PostgreSQL when DATABASE_URL is set, else the embedded database in DATA_DIR/db, which only one process may hold. */
export async function openDatabase(settings: Pick<Settings, "databaseUrl" | "dataDir">): Promise<OpenDatabase> {
  if (settings.databaseUrl) return openPostgres(settings.databaseUrl)
  await mkdir(settings.dataDir, { recursive: true })
  const unlock = await lockDirectory(settings.dataDir)
  // Loaded only where it is used: a shop on PostgreSQL does not carry it.
  const { openEmbedded, startEmbedded } = await import("./embedded.ts")
  const opened = openEmbedded(await startEmbedded({ dataDir: join(settings.dataDir, "db") }))
  return { ...opened, close: () => opened.close().finally(unlock) }
}

/** For requests. What takes the lane takes a millisecond, and keeps others waiting: it gets half of it. */
const patienceOfRequests: Patience = { statement: 10_000, silence: 15_000 }

export function openPostgres(url: string, connections = 10, patience = patienceOfRequests): OpenDatabase {
  const pool = openPool({
    connectionString: url,
    max: connections,
    statement_timeout: patience.statement,
    // What a connection that was given up had locked, the database lets go.
    idle_in_transaction_session_timeout: patience.silence,
  })
  endWhenSilent(pool, patience.silence)
  const unhurried = openPool({ connectionString: url, max: 3 })
  const db = drizzle({ client: pool }) as unknown as Database
  const lane = createLane(url, { statement: patience.statement / 2, silence: patience.silence / 2 })
  takeLane(db, lane)
  return {
    kind: "postgres",
    db,
    unhurried: drizzle({ client: unhurried }) as unknown as Database,
    script: async (sql) => void (await unhurried.query(sql)),
    ping: async () => void (await pool.query({ text: "select 1", query_timeout: 3000 } as pg.QueryConfig)),
    close: async () => {
      await lane.close()
      await Promise.all([pool.end(), unhurried.end()])
    },
  }
}

function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, ...reaching, idleTimeoutMillis: 30_000 })
  // A connection that breaks fails what is on it, and is replaced by the next query. While it is idle, and between two statements of a
  // transaction, nothing is on it: without a listener it would end the process.
  pool.on("error", () => {})
  pool.on("connect", (client) => client.on("error", () => {}))
  return pool
}

/** pg's own `query_timeout` would put the connection back into the pool after a transaction, where it answers nobody. */
function endWhenSilent(pool: pg.Pool, milliseconds: number): void {
  const inUse = new WeakSet<pg.PoolClient>()
  pool.on("acquire", (client) => void inUse.add(client))
  pool.on("release", (_, client) => void inUse.delete(client))
  pool.on("connect", (client) => {
    const stream = streamOf(client)
    stream.setTimeout(milliseconds)
    stream.on("timeout", () => {
      if (inUse.has(client)) stream.destroy(new Error("Connection terminated: the database says nothing"))
    })
  })
}
