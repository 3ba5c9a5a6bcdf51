import { readdir, readFile } from "node:fs/promises"
import { sql } from "drizzle-orm"
import { advisoryLocks } from "./advisoryLocks.ts"
import type { OpenDatabase } from "./database.ts"
import { type Database, isLocked } from "./store.ts"

const directory = new URL("migrations/", import.meta.url)

export interface Migration {
  name: string
  checksum: string
  statements: string[]
}

/** Returns all migrations of this version, in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, directory), "utf8")
      return { name, checksum: await sha256(text), statements: statements(text) }
    }),
  )
}

export async function createMigrationsTable(db: Database): Promise<void> {
  await db.execute(sql`create table if not exists migrations
    (name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
}

export async function applyMigration(db: Database, { name, checksum, statements }: Migration): Promise<void> {
  for (const statement of statements) await db.execute(sql.raw(statement))
  await db.execute(sql`insert into migrations (name, checksum) values (${name}, ${checksum})`)
}

/**
 * Applies the pending migrations in the order of their names, each in its own transaction. Throws when an applied file
 * has been changed or is missing: migrations are immutable.
 */
export async function migrate(database: OpenDatabase): Promise<string[]> {
  const migrations = await readMigrations()
  // Even `create table if not exists` fails when two sessions run it at once.
  await inTurn(database, createMigrationsTable)
  const done: string[] = []
  for (const migration of migrations) {
    const { name, checksum } = migration
    const isDone = await inTurn(database, async (db) => {
      const found = await db.execute(sql`select checksum from migrations where name = ${name}`)
      const row = (found as unknown as { rows: { checksum: string }[] }).rows[0]
      if (row) {
        if (row.checksum !== checksum) throw new Error(`The migration ${name} was changed after it had been applied`)
        return false
      }
      await db.execute(sql.raw(`set local lock_timeout = ${lockTimeout}`))
      await applyMigration(db, migration)
      return true
    })
    if (isDone) done.push(name)
  }
  return done
}

/**
 * How long a migration waits for a table that an older node uses, in milliseconds: new readers of the table queue
 * behind it.
 */
const lockTimeout = 2000
const maxAttempts = 60

/** Runs on one node after the other, when several start together. */
async function inTurn<T>({ longRunning }: OpenDatabase, run: (db: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await longRunning.transaction(async (db) => {
        await db.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.migrate})`)
        return run(db)
      })
    } catch (error) {
      if (!isLocked(error) || attempt === maxAttempts) throw error
      await new Promise((done) => setTimeout(done, 500))
    }
  }
}

/** Splits at semicolons that end a line; our migrations contain no function bodies. */
function statements(text: string): string[] {
  return text
    .split(/;\s*(?:\n|$)/)
    .map((part) => part.trim())
    .filter(Boolean)
}

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(text))).toString("hex")
}
