import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { FullConfig } from "@playwright/test"
import { createDatabase, startPostgres } from "#test/postgres.ts"
import { openSite, type RunningSite, type Template } from "./site.ts"

/** The shop to copy, a running copy for each worker, and the file that lists what axe has examined. */
export type Prepared = { template: Template; sites: RunningSite[]; examined: string }

/**
 * Starts a shop once before all journeys, on a private PostgreSQL if it is installed, and a copy of it for each worker.
 * Copying takes a third of the time.
 */
export default async function openTemplate({ workers }: FullConfig): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const databaseUrl = postgres && (await createDatabase(postgres.url))
  const { dataDir, close } = await openSite({ keep: true, settings: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
  await close()
  const template = { dataDir, databaseUrl }
  const sites = await Promise.all(Array.from({ length: workers }, () => openSite({ template })))
  const examined = mkdtempSync(join(tmpdir(), "vitrine-examined-"))
  const prepared: Prepared = { template, sites, examined }
  process.env.PREPARED_SHOPS = JSON.stringify(prepared)
  return async () => {
    await Promise.all(sites.map((site) => site.close()))
    await postgres?.stop()
    for (const folder of [dataDir, examined]) rmSync(folder, { recursive: true, force: true })
  }
}
