import type { TestProject } from "vitest/node"
import { startPostgres } from "./postgres.ts"

/** One PostgreSQL for the whole run: `inject("postgresUrl")`, empty where PostgreSQL is not installed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide("postgresUrl", postgres?.url ?? "")
  return async () => postgres?.stop()
}

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string
  }
}
