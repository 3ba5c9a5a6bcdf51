import { readdir, readFile } from "node:fs/promises"
import { sql } from "drizzle-orm"
import type { OpenDatabase } from "./open.ts"

const directory = new URL("migrations/", import.meta.url)
/** Any fixed number: two nodes that start together take turns on it. */
const advisoryLock = 7_318_204

/**
 * Applies the migrations that are not applied yet, in the order of their names, each in its own transaction.
 * Throws when an applied file has been changed or is missing: migrations are immutable.
 */
export async function migrate(database: OpenDatabase): Promise<string[]> {
  const files = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort()
  await database.script(
    "create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
  )
  const done: string[] = []
  for (const name of files) {
    const text = await readFile(new URL(name, directory), "utf8")
    const checksum = await sha256(text)
    await database.unhurried.transaction(async (db) => {
      await db.execute(sql`select pg_advisory_xact_lock(${advisoryLock})`)
      const found = await db.execute(sql`select checksum from migrations where name = ${name}`)
      const row = (found as unknown as { rows: { checksum: string }[] }).rows[0]
      if (row) {
        if (row.checksum !== checksum) throw new Error(`The migration ${name} was changed after it had been applied`)
        return
      }
      for (const statement of statements(text)) await db.execute(sql.raw(statement))
      await db.execute(sql`insert into migrations (name, checksum) values (${name}, ${checksum})`)
      done.push(name)
    })
  }
  return done
}

/** Statements end with a semicolon at the end of a line; our migrations hold no function bodies. */
function statements(text: string): string[] {
  return text
    .split(/;\s*(?:\n|$)/)
    .map((part) => part.trim())
    .filter(Boolean)
}

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(text))).toString("hex")
}
