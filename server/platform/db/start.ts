import { access, mkdir, mkdtemp, readdir, rm, stat, statfs, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { PGlite } from "@electric-sql/pglite"
import { sql } from "drizzle-orm"
import type { FastifyBaseLogger } from "fastify"
import { seconds } from "../clock.ts"
import { type Settings, SettingsError } from "../settings.ts"
import type { OpenDatabase } from "./database.ts"
import { isAway, sqlState } from "./store.ts"

const megabyte = 1024 * 1024
/** The required space: a new embedded database with the demo shop takes 60 MB, others need room for a journal. */
const roomFor = { anew: 100 * megabyte, more: 24 * megabyte }

/**
 * Returns the directory to write to: DATA_DIR, or a temporary one if that is read-only and nothing has to be kept
 * there, because the database and the uploaded files are elsewhere. Otherwise throws a SettingsError if it is not
 * writable.
 */
export async function chooseDirectory(
  { dataDir, databaseUrl, s3 }: Pick<Settings, "dataDir" | "databaseUrl" | "s3">,
  log: Pick<FastifyBaseLogger, "warn">,
): Promise<string> {
  try {
    await prepareDirectory(dataDir)
    return dataDir
  } catch (error) {
    if (!databaseUrl || !s3) throw error
    const instead = await mkdtemp(join(tmpdir(), "vitrine-"))
    log.warn(
      `${(error as SettingsError).message}: ${instead} is used for uploads in progress, and emails without SMTP_URL`,
    )
    return instead
  }
}

/** Throws a SettingsError if the directory is not writable. */
export async function prepareDirectory(directory: string): Promise<void> {
  const probe = join(directory, `.probe.${process.pid}`)
  try {
    await mkdir(directory, { recursive: true })
    await writeFile(probe, "here")
  } catch (error) {
    throw new SettingsError(`DATA_DIR ${directory} cannot be written to: ${wordsFor(error)}`)
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}

/**
 * Opens the embedded database of a directory that this process has locked. A marker file lies beside a new database
 * until it is complete. If a process was killed before that, nothing was ever written to the database, and it is
 * created again.
 */
export async function openFolder(directory: string, open: (folder: string) => Promise<PGlite>): Promise<PGlite> {
  const folder = join(directory, "db")
  const mark = join(directory, "db.unfinished")
  const isNew = (await isEmpty(folder)) || (await isThere(mark))
  // Opening an incomplete database would create a new one over the rest of it.
  if (!isNew && !(await isWhole(folder))) throw damaged(directory)
  const { bavail, bsize } = await statfs(directory)
  const free = bavail * bsize
  const wanted = isNew ? roomFor.anew : roomFor.more
  if (free < wanted) {
    const said = (bytes: number) => `${Math.floor(bytes / megabyte)} MB`
    throw new SettingsError(
      `DATA_DIR ${directory} is full: ${said(free)} are free, ${said(wanted)} are needed to start`,
    )
  }
  if (isNew) {
    await rm(folder, { recursive: true, force: true })
    await writeFile(mark, "")
  }
  try {
    const opened = await open(folder)
    await rm(mark, { force: true })
    return opened
  } catch (error) {
    if (isNew) throw new SettingsError(`DATA_DIR ${directory}: could not create a new database: ${wordsFor(error)}`)
    throw damaged(directory)
  }
}

/** The parts of every database; the files are never empty. */
const parts = { files: ["PG_VERSION", "global/pg_control"], folders: ["base/1", "pg_wal", "pg_xact"] }

async function isWhole(folder: string): Promise<boolean> {
  const sizes = await Promise.all(parts.files.map((name) => sizeOf(join(folder, name))))
  const empty = await Promise.all(parts.folders.map((name) => isEmpty(join(folder, name))))
  return sizes.every((size) => size > 0) && !empty.includes(true)
}

const sizeOf = (file: string) =>
  stat(file).then(
    (found) => (found.isFile() ? found.size : 0),
    () => 0,
  )

/** Returns whether a folder is empty or missing. */
const isEmpty = (folder: string) =>
  readdir(folder).then(
    (names) => names.length === 0,
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  )

const damaged = (directory: string) =>
  new SettingsError(
    `DATA_DIR ${directory}: the database in its folder db is damaged. ` +
      `Restore the folder from a backup, or move it away to start with an empty database`,
  )

/** Turns an error that prevents the start into one line about a setting; returns any other error unchanged. */
export function startFault(error: unknown, kind: OpenDatabase["kind"], dataDir: string): unknown {
  const state = sqlState(error)
  if (state === "53100") return new SettingsError(`DATA_DIR ${dataDir} is full: the database could not be written`)
  if (kind === "embedded" && (/^(XX|58)/.test(state ?? "") || isAborted(error))) return damaged(dataDir)
  return error
}

/** Recognizes the error that PGlite throws after PostgreSQL has aborted. */
function isAborted(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof WebAssembly.RuntimeError) return true
  return false
}

/** Waits for a PostgreSQL that is starting or has no free connection; fails at once if it refuses us. */
export async function awaitDatabase(
  { ping }: Pick<OpenDatabase, "ping">,
  log: FastifyBaseLogger,
  { timeout = seconds(60), pause = seconds(0.5) } = {},
): Promise<void> {
  let told = false
  for (const until = performance.now() + timeout; ; ) {
    try {
      return await ping()
    } catch (error) {
      const why = wordsFor(error)
      if (!isAway(error)) throw new SettingsError(`DATABASE_URL does not open a database: ${why}`)
      if (performance.now() > until)
        throw new SettingsError(`DATABASE_URL must be the address of a PostgreSQL that answers: ${why}`)
      if (!told) log.warn(`waiting for PostgreSQL, which does not respond yet: ${why}`)
      told = true
      await new Promise((done) => setTimeout(done, pause))
    }
  }
}

/**
 * Throws if the database's `lower()` knows ASCII only, as with the locale C: searches compare in lower case, and
 * "ÉLODIE" would not be found by "élodie".
 */
export async function assertLowers({ db }: Pick<OpenDatabase, "db">): Promise<void> {
  const { rows } = (await db.execute(
    sql`select lower('É') = 'é' as lowers, datctype as locale, current_setting('server_encoding') as encoding
      from pg_database where datname = current_database()`,
  )) as unknown as { rows: { lowers: boolean; locale: string; encoding: string }[] }
  const { lowers, locale, encoding } = rows[0]!
  if (lowers && encoding === "UTF8") return
  throw new SettingsError(
    `DATABASE_URL must be a database in UTF8 whose locale knows letters beyond ASCII, such as C.UTF-8 or en_US.UTF-8: ` +
      `this one is in ${encoding} with the locale ${locale}`,
  )
}

const words: Record<string, string> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "it is read-only",
  ENOTDIR: "a component of its path is a file",
  EEXIST: "a file of that name exists",
  ENOENT: "a directory of its path does not exist",
  ENOSPC: "no space is left",
  EDQUOT: "no space is left",
}

function wordsFor(error: unknown): string {
  const { code, message = "" } = error as Partial<NodeJS.ErrnoException>
  return words[code ?? ""] ?? (message.split("\n", 1)[0] || code || "no answer")
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
