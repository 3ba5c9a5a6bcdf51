import { access, rm } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { advisoryLocks } from "../../platform/db/advisoryLocks.ts"
import { startEmbedded } from "../../platform/db/embedded.ts"
import { lockDirectory } from "../../platform/db/lock.ts"
import { applyMigration, createMigrationsTable, type Migration, readMigrations } from "../../platform/db/migrate.ts"
import { openFolder, prepareDirectory } from "../../platform/db/start.ts"
import type { Storage } from "../../platform/media/storage.ts"
import { hashOf, putVerified } from "../../platform/media/verified.ts"
import type { Settings } from "../../platform/settings.ts"
import { checked, fileEntry, fileOf, type Manifest, Refused, readEntries, tableOf, verifyArchive } from "./archive.ts"
import type { Progress } from "./progress.ts"
import { dropForeignKeys, isEmpty, readTables, setSequences } from "./schema.ts"
import { openPostgresSession, quoted, type Session, sessionOf } from "./session.ts"

export interface Target {
  settings: Pick<Settings, "databaseUrl" | "dataDir">
  storage: Storage
}

/**
 * Restores a backup into an empty database and an empty storage, of any kind, and migrates it to this version. The
 * whole archive is verified before anything is written, files are written before rows, and all rows in one transaction,
 * so that a database is either empty or complete. If it fails, the written files are removed. If it is killed, the
 * database is still empty, and the next run accepts the files that exist. Throws Refused and DamagedArchive.
 */
export async function restoreBackup(
  { settings, storage }: Target,
  path: string,
  progress: Progress,
): Promise<Manifest> {
  progress.phase = "Verifying"
  const manifest = await verifyArchive(path, (bytes) => progress.pass(bytes))
  const { before, after } = splitMigrations(await readMigrations(), manifest)
  const { session, discard } = await openTarget(settings)
  const written: string[] = []
  try {
    const there = await assertEmpty(session, storage, manifest)
    Object.assign(progress, { phase: "Restoring", bytes: 0 })
    const removed = new Set(manifest.removed)
    let fill: Filling | null = null
    for await (const entry of readEntries(path)) {
      const expected = manifest.entries[entry.name]
      if (!expected) continue // the manifest
      const content = progress.counted(checked(entry, expected))
      const [file, table] = [fileOf(entry.name), tableOf(entry.name)]
      if (file !== null && !removed.has(file) && !there.has(file)) {
        written.push(file)
        await putVerified(storage, file, Readable.from(content, { objectMode: false }), expected)
        progress.files++
      } else if (table !== null) {
        fill ??= await startFilling(session, manifest, before)
        await fill.add(table, await buffer(content))
        progress.rows = fill.rows()
      }
    }
    fill ??= await startFilling(session, manifest, before)
    await fill.finish(after)
    await session.close()
    return manifest
  } catch (error) {
    await discard()
    // Files that cannot be removed are accepted by the next run.
    for (const name of written) await storage.remove(name).catch(() => {})
    throw error
  }
}

/** Splits the migrations into those that the archive has and those that follow. */
function splitMigrations(ours: Migration[], { migrations }: Manifest): { before: Migration[]; after: Migration[] } {
  const known = new Map(ours.map((migration) => [migration.name, migration.checksum]))
  const unknown = migrations.filter(({ name, checksum }) => known.get(name) !== checksum)
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => name).join(", ")
    throw new Refused(`The backup is of a newer version, with migrations that this one does not have: ${names}`)
  }
  const applied = new Set(migrations.map(({ name }) => name))
  return { before: ours.filter(({ name }) => applied.has(name)), after: ours.filter(({ name }) => !applied.has(name)) }
}

interface OpenTarget {
  session: Session
  /** Rolls back and closes. */
  discard(): Promise<void>
}

/** Locks out other restores, and with the embedded database also servers. */
async function openTarget({ databaseUrl, dataDir }: Target["settings"]): Promise<OpenTarget> {
  await prepareDirectory(dataDir)
  if (databaseUrl) {
    const session = await openPostgresSession(databaseUrl)
    const [lock] = await session.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      advisoryLocks.restore,
    ])
    if (lock!.isOurs) return { session, discard: () => session.close().catch(() => {}) }
    await session.close()
    throw new Refused("Another restore into this database is running")
  }
  const unlock = await lockDirectory(dataDir)
  const folder = join(dataDir, "db")
  const wasThere = await access(folder).then(
    () => true,
    () => false,
  )
  try {
    const session = sessionOf(await openFolder(dataDir, (directory) => startEmbedded({ dataDir: directory })))
    return {
      session: { ...session, close: () => session.close().finally(unlock) },
      discard: async () => {
        await session.close().catch(() => {})
        if (!wasThere) await rm(folder, { recursive: true, force: true })
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Returns the files that an earlier run has already written. Throws Refused. */
async function assertEmpty(session: Session, storage: Storage, { entries }: Manifest): Promise<Set<string>> {
  if (!(await isEmpty(session))) throw new Refused("The database is not empty: restore into a new one")
  const there = new Set<string>()
  for await (const { name, size } of storage.list()) {
    const entry = entries[fileEntry(name)]
    if (entry?.size !== size || ((await storage.find(name))?.sha256 ?? (await hashOf(storage, name))) !== entry.sha256)
      throw new Refused(`The storage is not empty: it has ${name}, which is not of this backup`)
    there.add(name)
  }
  return there
}

interface Filling {
  add(table: string, lines: Buffer): Promise<void>
  rows(): number
  /** Verifies the numbers of rows, migrates and commits. */
  finish(after: Migration[]): Promise<void>
}

/** Begins the transaction, with empty tables of the backup's version. */
async function startFilling(session: Session, manifest: Manifest, before: Migration[]): Promise<Filling> {
  const { db, query } = session
  await query("begin")
  // A server that starts meanwhile waits, and then finds the database migrated.
  await query("select pg_advisory_xact_lock($1)", [advisoryLocks.migrate])
  if (!(await isEmpty(session))) throw new Refused("A server was started on this database during the restore")
  await createMigrationsTable(db)
  for (const migration of before) await applyMigration(db, migration)
  const tables = new Map((await readTables(session)).map(({ name, columns }) => [name, columns]))
  for (const [name, { columns }] of Object.entries(manifest.tables)) {
    if (tables.get(name)?.join() !== columns.join())
      throw new Error(`The backup has another table ${name} than its migrations make`)
  }
  await query(`truncate ${[...tables.keys()].map(quoted)}`)
  const createForeignKeys = await dropForeignKeys(session)
  let rows = 0
  return {
    add: async (table, lines) => {
      const columns = tables.get(table)
      if (!columns) throw new Error(`The backup has rows of a table ${table} that its migrations do not make`)
      rows += await session.copyIn(table, columns, lines)
    },
    rows: () => rows,
    finish: async (after) => {
      await createForeignKeys()
      await setSequences(session, manifest.sequences)
      for (const [name, { rows: expected }] of Object.entries(manifest.tables)) {
        const [count] = await query<{ rows: number }>(`select count(*)::int as rows from ${quoted(name)}`)
        if (count!.rows !== expected) throw new Error(`${name} has ${count!.rows} rows instead of ${expected}`)
      }
      for (const migration of after) await applyMigration(db, migration)
      await query("analyze")
      await query("commit")
    },
  }
}
