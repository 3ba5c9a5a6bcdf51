import { rmSync } from "node:fs"
import { createDatabase, startPostgres } from "#test/postgres.ts"
import { openSite, type Template } from "./site.ts"

/**
 * Opens a shop once before all journeys, on a private PostgreSQL where that is installed: each worker's begins as a copy
 * of it, which takes a third of the time.
 */
export default async function openTemplate(): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const databaseUrl = postgres && (await createDatabase(postgres.url))
  const { dataDir, close } = await openSite({ keep: true, settings: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
  await close()
  const template: Template = { dataDir, databaseUrl }
  process.env.SHOP_TEMPLATE = JSON.stringify(template)
  return async () => {
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
