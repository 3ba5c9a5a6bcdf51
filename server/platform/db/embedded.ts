import { PGlite, type PGliteOptions } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { drizzle } from "drizzle-orm/pglite"
import type { OpenDatabase } from "./database.ts"
import type { Database } from "./store.ts"

/** Starts PostgreSQL as a library, with a quarter of its buffers: files are small, and the system caches them too. */
export function startEmbedded(options: Pick<PGliteOptions, "dataDir" | "loadDataDir"> = {}): Promise<PGlite> {
  const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"]
  return PGlite.create({ ...options, startParams, extensions: { pg_trgm } })
}

export function openEmbedded(client: PGlite): OpenDatabase {
  const db = drizzle({ client }) as unknown as Database
  return {
    kind: "embedded",
    node: null,
    db,
    reads: db,
    wrote: () => {},
    longRunning: db,
    patient: db,
    writing: db,
    script: async (sql) => void (await client.exec(sql)),
    ping: async () => void (await client.query("select 1")),
    fit: async () => null,
    pools: () => [],
    standbyLag: () => null,
    close: () => client.close(),
  }
}
