import { inject } from "vitest"
import { openEmbedded, startEmbedded } from "#server/db/embedded.ts"
import { type OpenDatabase, openPostgres } from "#server/db/open.ts"
import { createDatabase } from "./postgres.ts"
import { embeddedTemplate } from "./template.ts"

export const onPostgres = process.env.TEST_DATABASE === "postgres"

/** An empty, migrated database of this test file's own: embedded, or in the private PostgreSQL of its project. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  if (onPostgres)
    return openPostgres(await createDatabase(inject("postgresUrl"), inject("postgresTemplate")), { connections: 20 })
  return openEmbedded(await startEmbedded({ loadDataDir: await embeddedTemplate() }))
}
