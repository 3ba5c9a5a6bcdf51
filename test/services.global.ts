import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { migrate } from "#server/platform/db/migrate.ts"
import { openPostgres } from "#server/platform/db/open.ts"
import { createDatabase, startPostgres } from "./postgres.ts"
import { startS3 } from "./s3.ts"
import { embeddedTemplate } from "./template.ts"

/**
 * Starts one PostgreSQL for the whole run, `inject("postgresUrl")`, with a migrated database to copy; both are empty if
 * PostgreSQL is not installed. Also starts one S3-compatible server, for `testBucket`. The embedded template is made
 * here too, so that two test files do not make it at once.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, s3] = await Promise.all([startPostgres({ maxConnections: 300 }), startS3(), embeddedTemplate()])
  project.provide("s3Url", s3.url)
  project.provide("s3Directory", s3.directory)
  project.provide("postgresUrl", postgres?.url ?? "")
  project.provide("postgresTemplate", postgres ? await migrated(postgres.url) : "")
  const statements = mkdtempSync(join(tmpdir(), "vitrine-statements-"))
  project.provide("statements", statements)
  return async () => {
    await Promise.all([postgres?.stop(), s3.stop()])
    rmSync(statements, { recursive: true, force: true })
  }
}

/** Creates the migrated template database. Returns its name. */
async function migrated(postgresUrl: string): Promise<string> {
  const url = await createDatabase(postgresUrl)
  const database = openPostgres(url)
  await migrate(database)
  await database.close()
  return new URL(url).pathname.slice(1)
}

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string
    postgresTemplate: string
    /** The folder of the statements that tests have run on PostgreSQL. */
    statements: string
    s3Url: string
    s3Directory: string
  }
}
