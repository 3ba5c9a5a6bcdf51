import { rm } from "node:fs/promises"
import { join } from "node:path"
import { readSettings, SettingsError } from "../settings.ts"
import { lockDirectory } from "./lock.ts"
import { openPostgres } from "./open.ts"

// npm run db:reset: deletes the database, uploads and emails of this DATA_DIR. The next start creates them again.
const settings = readSettings(process.env)
if (settings.databaseUrl && !process.argv.includes("--yes")) {
  console.error(
    "DATABASE_URL is set: this would drop everything in that database. Confirm with: npm run db:reset -- --yes",
  )
  process.exit(2)
}

try {
  const unlock = await lockDirectory(settings.dataDir)
  if (settings.databaseUrl) await dropSchema(settings.databaseUrl)
  for (const part of ["db", "media", "outbox"]) await rm(join(settings.dataDir, part), { recursive: true, force: true })
  await unlock()
  if (settings.s3) console.log(`The files in the bucket ${settings.s3.bucket} stay`)
  console.log(`Emptied ${settings.databaseUrl ? "the PostgreSQL database and " : ""}${settings.dataDir}`)
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exit(2)
}

async function dropSchema(url: string): Promise<void> {
  const database = openPostgres(url, { connections: 1 })
  await database.script("drop schema public cascade; create schema public")
  await database.close()
}
