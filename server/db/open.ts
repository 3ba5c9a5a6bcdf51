import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { drizzle } from "drizzle-orm/node-postgres"
import pg from "pg"
import type { Settings } from "../settings.ts"
import { createLane } from "./lane.ts"
import { lockDirectory } from "./lock.ts"
import { takeLane } from "./statement.ts"
import type { Database } from "./store.ts"

export interface OpenDatabase {
  kind: "embedded" | "postgres"
  db: Database
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

export function openPostgres(url: string, connections = 10): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
  })
  // A connection that breaks fails what is on it, and is replaced by the next query. While it is idle, and between two statements of a
  // transaction, nothing is on it: without a listener it would end the process.
  pool.on("error", () => {})
  pool.on("connect", (client) => client.on("error", () => {}))
  const db = drizzle({ client: pool }) as unknown as Database
  const lane = createLane(url)
  takeLane(db, lane)
  return {
    kind: "postgres",
    db,
    script: async (sql) => void (await pool.query(sql)),
    ping: async () => void (await pool.query("select 1")),
    close: async () => {
      await lane.close()
      await pool.end()
    },
  }
}
