import { inject } from "vitest"
import type { OpenDatabase } from "#server/platform/db/database.ts"
import { openEmbedded, startEmbedded } from "#server/platform/db/embedded.ts"
import { openPostgres } from "#server/platform/db/open.ts"
import { createDatabase } from "./postgres.ts"
import { recordStatements } from "./statements.ts"
import { embeddedTemplate } from "./template.ts"
import { refuseSecondHandles } from "./transactions.ts"

export const onPostgres = process.env.TEST_DATABASE === "postgres"
if (onPostgres) recordStatements(inject("statements"))

/** Opens an empty, migrated database for one test file: in the private PostgreSQL of the run, or embedded. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  return onPostgres ? openTestPostgres() : openTestEmbedded()
}

export async function openTestPostgres(): Promise<OpenDatabase> {
  const url = await createDatabase(inject("postgresUrl"), inject("postgresTemplate"))
  return refuseSecondHandles(openPostgres(url, { connections: 20 }))
}

export async function openTestEmbedded(): Promise<OpenDatabase> {
  return openEmbedded(await startEmbedded({ loadDataDir: await embeddedTemplate() }))
}
