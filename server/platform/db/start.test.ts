import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, statSync } from "node:fs"
import { cp, mkdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterEach, expect, test } from "vitest"
import { SettingsError } from "../settings.ts"
import { openDatabase } from "./open.ts"
import { prepareDirectory } from "./start.ts"

const directories: string[] = []
afterEach(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true })
})
function aDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "vitrine-start-"))
  directories.push(directory)
  return directory
}
const open = (dataDir: string) =>
  openDatabase({ databaseUrl: null, databaseReplicaUrl: null, databaseConnections: 10, dataDir })
const failure = (of: Promise<unknown>) =>
  of.then(
    () => null,
    (error: Error) => error,
  )

test("a directory that is not writable is named in one line", async () => {
  const directory = aDirectory()
  await writeFile(join(directory, "file"), "")
  const error = await failure(prepareDirectory(join(directory, "file", "data")))
  expect(error).toBeInstanceOf(SettingsError)
  expect(error!.message).toBe(
    `DATA_DIR ${join(directory, "file", "data")} cannot be written to: a component of its path is a file`,
  )
})

test("a damaged database is named in one line, and opens again once its folder is restored", async () => {
  const directory = aDirectory()
  const database = await open(directory)
  await database.script("create table numbers (n int); insert into numbers values (7)")
  await database.close()
  await cp(join(directory, "db"), join(directory, "copy"), { recursive: true })
  await writeFile(join(directory, "db/global/pg_control"), "garbage")
  const error = await failure(open(directory))
  expect(error).toBeInstanceOf(SettingsError)
  expect(error!.message).toMatch(/^DATA_DIR \S+: the database in its folder db is damaged\. [^\n]*$/)
  await rm(join(directory, "db"), { recursive: true })
  await cp(join(directory, "copy"), join(directory, "db"), { recursive: true })
  const again = await open(directory)
  expect((await again.db.execute("select n from numbers")) as unknown).toMatchObject({ rows: [{ n: 7 }] })
  await again.close()
})

test("a folder that is not empty and no whole database is refused, and nothing is written into it", async () => {
  const whole = aDirectory()
  const database = await open(whole)
  await database.close()
  for (const harm of [
    (folder: string) => rm(join(folder, "PG_VERSION")),
    (folder: string) => writeFile(join(folder, "PG_VERSION"), ""),
    (folder: string) => writeFile(join(folder, "global/pg_control"), ""),
    (folder: string) => rm(join(folder, "base"), { recursive: true }),
    (folder: string) => rm(join(folder, "pg_wal"), { recursive: true }),
    (folder: string) => rm(join(folder, "pg_xact"), { recursive: true }),
    async (folder: string) => {
      await rm(folder, { recursive: true })
      await mkdir(folder)
      await writeFile(join(folder, "notes.txt"), "mine")
    },
    async (folder: string) => {
      await rm(folder, { recursive: true })
      await writeFile(folder, "a file")
    },
  ]) {
    const directory = aDirectory()
    await cp(join(whole, "db"), join(directory, "db"), { recursive: true })
    await harm(join(directory, "db"))
    const before = filesOf(directory)
    const error = await failure(open(directory))
    expect(error, String(harm)).toBeInstanceOf(SettingsError)
    expect(error!.message).toMatch(/^DATA_DIR \S+: the database in its folder db is damaged\. [^\n]*$/)
    expect(filesOf(directory)).toEqual(before)
  }
  // Empty, as a volume that was just mounted.
  const mounted = aDirectory()
  await mkdir(join(mounted, "db"))
  await (await open(mounted)).close()
  // A lock that was copied with the folder belongs to nobody.
  await rm(join(mounted, "lock"), { force: true })
  await writeFile(join(mounted, "lock"), "")
  await (await open(mounted)).close()
}, 120_000)

function filesOf(directory: string): string[] {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).toSorted()
  return names.map((name) => {
    const { size, mtimeMs } = statSync(join(directory, name))
    return `${name} ${size} ${mtimeMs}`
  })
}

test("a start that is killed while it creates its database does not break the next one", async () => {
  const directory = aDirectory()
  const child = spawn(process.execPath, ["server/main.ts"], {
    env: { ...process.env, PORT: "0", DATA_DIR: directory, VITEST: "" },
    stdio: "ignore",
  })
  const ended = once(child, "exit")
  while (!existsSync(join(directory, "db", "PG_VERSION")) && child.exitCode === null) await pause(1)
  child.kill("SIGKILL")
  await ended
  // However far the start had come: without this folder an unfinished database cannot be opened.
  if (existsSync(join(directory, "db.unfinished")))
    await rm(join(directory, "db/global"), { recursive: true, force: true })
  const database = await open(directory)
  await database.ping()
  await database.close()
}, 120_000)

const canMount = process.getuid?.() === 0 && mount(mkdtempSync(join(tmpdir(), "vitrine-mount-")), 1)

test.skipIf(!canMount)("a full disk is named in one line", async () => {
  const directory = aDirectory()
  mount(directory, 20)
  try {
    const error = await failure(open(directory))
    expect(error).toBeInstanceOf(SettingsError)
    expect(error!.message).toBe(`DATA_DIR ${directory} is full: 20 MB are free, 100 MB are needed to start`)
    expect(existsSync(join(directory, "db"))).toBe(false)
  } finally {
    execFileSync("umount", [directory])
  }
})

function mount(directory: string, megabytes: number): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "none", directory], { stdio: "ignore" })
    if (megabytes === 1) execFileSync("umount", [directory])
    return true
  } catch {
    return false
  }
}
