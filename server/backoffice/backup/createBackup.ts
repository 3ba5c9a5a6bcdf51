import { once } from "node:events"
import type { Readable } from "node:stream"
import type { Storage } from "../../platform/media/storage.ts"
import { Refusal } from "../../platform/refusal.ts"
import type { Settings } from "../../platform/settings.ts"
import { type Archive, createArchive, fileEntry, type Manifest, tableEntry } from "./archive.ts"
import type { Progress } from "./progress.ts"
import { readSequences, readTables, type Table } from "./schema.ts"
import { countLines, openToRead, quoted, type Session } from "./session.ts"
import { storedNames } from "./storedNames.ts"

interface Source {
  settings: Pick<Settings, "databaseUrl" | "dataDir">
  storage: Storage
}

/** The maximum number of snapshots that are taken because files were removed before they were copied. */
const maxRounds = 5

/**
 * Writes a backup of the database and all files while the shop runs. Throws Refused, or any other error that prevents
 * it; then nothing is left at `path`.
 */
export async function createBackup(source: Source, path: string, progress: Progress): Promise<Manifest> {
  const archive = await createArchive(path)
  progress.phase = "Copying files"
  try {
    const { session, takenAt, missing } = await copyFiles(source, archive, progress)
    try {
      progress.phase = "Copying rows"
      const contents = await copyTables(session, archive, progress)
      const removed = await removedFrom(source.storage, archive, await storedNames(session.db))
      const manifest = { takenAt, ...contents, removed, missing }
      await archive.finish(manifest)
      return { format: 1, ...manifest, entries: Object.fromEntries(archive.entries) }
    } finally {
      await session.close()
    }
  } catch (error) {
    await archive.discard()
    throw error
  }
}

/**
 * Copies all files, then takes a snapshot of the database, and copies the files that were added meanwhile. A file is
 * stored before a row refers to it, and removed after no row does. So a missing file that the snapshot refers to was
 * removed in between, and another snapshot is taken. Each round has to copy only the files that are new since the
 * previous one.
 */
async function copyFiles({ settings, storage }: Source, archive: Archive, progress: Progress) {
  let before = new Set<string>()
  for (let round = 1; ; round++) {
    for await (const { name } of storage.list()) await copyFile(name)
    const session = await openSnapshot(settings)
    const takenAt = new Date().toISOString()
    try {
      const missing: string[] = []
      for (const name of await storedNames(session.db)) if (!(await copyFile(name))) missing.push(name)
      // A file that is missing in two consecutive snapshots is missing in the shop itself.
      if (missing.every((name) => before.has(name))) return { session, takenAt, missing }
      if (round === maxRounds) throw new Error("Files were removed faster than they could be copied. Try again later")
      before = new Set(missing)
    } catch (error) {
      await session.close()
      throw error
    }
    await session.close()
  }

  /** Returns false if there is no such file. */
  async function copyFile(name: string): Promise<boolean> {
    const entry = fileEntry(name)
    if (archive.entries.has(entry)) return true
    const found = await storage.find(name)
    const content = found && (await readFile(storage, name))
    if (!content) return false
    await archive.add(entry, found.size, progress.counted(content))
    progress.files++
    return true
  }
}

/** Opens the content of a file, which stays readable even if the file is removed; null if it is gone already. */
async function readFile(storage: Storage, name: string): Promise<Readable | null> {
  try {
    const content = await storage.read(name)
    await once(content, "readable")
    return content
  } catch (error) {
    const isGone =
      (error as NodeJS.ErrnoException).code === "ENOENT" || (error instanceof Refusal && error.code === "NOT_FOUND")
    if (isGone) return null
    throw error
  }
}

/** Opens a transaction that sees the database as it is now. */
async function openSnapshot(settings: Source["settings"]): Promise<Session> {
  const session = await openToRead(settings)
  try {
    const tables = (await readTables(session)).map(({ name }) => quoted(name))
    if (tables.length === 0) throw new Error("The database is empty: there is nothing to back up")
    await session.query("begin isolation level repeatable read, read only")
    // The lock precedes the first statement that reads, so that no migration changes what this transaction sees.
    await session.query(`lock table ${tables} in access share mode`)
    await session.query("select from migrations")
    return session
  } catch (error) {
    await session.close()
    throw error
  }
}

/** Copies all rows, and returns the data needed to restore them. */
export async function copyTables(session: Session, archive: Archive, progress: Progress) {
  const migrations = await session.query<Manifest["migrations"][number]>(
    "select name, checksum from migrations order by name",
  )
  const tables: Manifest["tables"] = {}
  for (const table of await readTables(session)) {
    tables[table.name] = { columns: table.columns, rows: await copyTable(table) }
  }
  return { migrations, tables, sequences: await readSequences(session) }

  async function copyTable({ name, columns }: Table): Promise<number> {
    let rows = 0
    let number = 0
    for await (const lines of session.copyOut(name, columns)) {
      const content = (async function* () {
        yield lines
      })()
      await archive.add(tableEntry(name, ++number), lines.length, progress.counted(content))
      rows += countLines(lines)
      progress.rows += countLines(lines)
    }
    return rows
  }
}

/** Returns the files of the archive that the shop no longer has and that no row of the snapshot refers to. */
async function removedFrom(storage: Storage, archive: Archive, named: Set<string>): Promise<string[]> {
  const there = new Set<string>()
  for await (const { name } of storage.list()) there.add(fileEntry(name))
  const names = [...archive.entries.keys()].filter((entry) => entry.startsWith("files/") && !there.has(entry))
  return names.map((entry) => entry.slice("files/".length)).filter((name) => !named.has(name))
}
