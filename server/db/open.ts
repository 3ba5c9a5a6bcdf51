import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { drizzle as drizzleNode } from "drizzle-orm/node-postgres"
import { drizzle as drizzlePglite } from "drizzle-orm/pglite"
import pg from "pg"
import type { Settings } from "../settings.ts"
import { lockDirectory } from "./lock.ts"
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
  const opened = openEmbedded(await PGlite.create({ dataDir: join(settings.dataDir, "db"), extensions: { pg_trgm } }))
  return { ...opened, close: () => opened.close().finally(unlock) }
}

export function openEmbedded(client: PGlite): OpenDatabase {
  return {
    kind: "embedded",
    db: drizzlePglite({ client }) as unknown as Database,
    script: async (sql) => void (await client.exec(sql)),
    ping: async () => void (await client.query("select 1")),
    close: () => client.close(),
  }
}

export function openPostgres(url: string, connections = 10): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
  })
  // A connection that breaks while idle is replaced by the next query; without a listener it would end the process.
  pool.on("error", () => {})
  return {
    kind: "postgres",
    db: drizzleNode({ client: pool }) as unknown as Database,
    script: async (sql) => void (await pool.query(sql)),
    ping: async () => void (await pool.query("select 1")),
    close: () => pool.end(),
  }
}
