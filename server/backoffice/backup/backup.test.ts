import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync } from "node:fs"
import { copyFile, mkdir, readdir, readFile, rm, stat, truncate } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { everything } from "#test/allRows.ts"
import { testBucket } from "#test/bucket.ts"
import { runCommand } from "#test/commands.ts"
import { fillShop } from "#test/fullShop.ts"
import { createDatabase } from "#test/postgres.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { hashesIn } from "#test/storedFiles.ts"
import { fillDataDir } from "#test/template.ts"
import { readMigrations } from "../../platform/db/migrate.ts"
import { openDatabase } from "../../platform/db/open.ts"
import { prepareDirectory } from "../../platform/db/start.ts"
import { createLog } from "../../platform/log.ts"
import { openStorage } from "../../platform/media/openStorage.ts"
import { readSettings } from "../../platform/settings.ts"
import { sweepVideoFiles } from "../../shopfront/videos/files.ts"
import { createArchive } from "./archive.ts"
import { copyTables } from "./createBackup.ts"
import { showProgress } from "./progress.ts"
import { openToRead } from "./session.ts"
import { storedNames } from "./storedNames.ts"

type Env = Record<string, string>

const folder = mkdtempSync(join(tmpdir(), "vitrine-backup-"))
const inFolder = (name: string) => join(folder, name)
const source: Env = { DATA_DIR: inFolder("source") }
let shop: TestShop
let full: Awaited<ReturnType<typeof fillShop>>
const archive = inFolder("shop.tar")

/** Runs `npm run backup` or `npm run restore` with the settings of a place. */
const run = (command: "backup" | "restore", file: string, place: Env) =>
  runCommand(join(import.meta.dirname, `${command}.ts`), file, place)

/** The shop of a place, served by this process. */
async function openPlace(place: Env, env: Env = {}): Promise<TestShop> {
  const settings = readSettings(place)
  await prepareDirectory(settings.dataDir)
  const database = await openDatabase(settings)
  return openShop({ ...place, ...env }, { database })
}

/** Every row of every table and the hash of every file. */
async function contentsOf({ app }: TestShop) {
  const rows = [...(await everything(app.store.db))].flatMap(([table, all]) =>
    all.map((row) => `${table} ${JSON.stringify(row)}`),
  )
  return { rows: rows.sort(), files: await hashesIn(app.storage) }
}

/** Returns the same for a place in which no shop was started since. */
async function contentsIn(place: Env) {
  const settings = readSettings(place)
  const database = await openDatabase(settings)
  const storage = await openStorage(settings, createLog("silent"))
  try {
    return await contentsOf({ app: { store: { db: database.db }, storage } } as unknown as TestShop)
  } finally {
    await database.close()
  }
}

let elsewhere = 0
/** A new place: PostgreSQL, where it is installed, and a bucket. */
async function farPlace(): Promise<Env> {
  const postgresUrl = inject("postgresUrl")
  const database: Env = postgresUrl ? { DATABASE_URL: await createDatabase(postgresUrl) } : {}
  return { DATA_DIR: inFolder(`far-${elsewhere++}`), ...testBucket(), ...database }
}
const nearPlace = (): Env => ({ DATA_DIR: inFolder(`near-${elsewhere++}`) })

beforeAll(async () => {
  await fillDataDir(source.DATA_DIR!)
  shop = await openPlace(source, { DEMO: "1" })
  full = await fillShop(shop)
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

test("every kind of stored file is named by a row, so a backup knows what belongs to its rows", async () => {
  await sweepVideoFiles(shop.app.store, shop.app.storage)
  const stored = (await Array.fromAsync(shop.app.storage.list())).map(({ name }) => name)
  const kinds = new Set(
    stored.map((name) =>
      name
        .split("/")
        .slice(0, name.startsWith("private/") ? 2 : 1)
        .join("/"),
    ),
  )
  expect([...kinds].sort()).toEqual([
    "brand",
    "chat",
    "dolls",
    "posters",
    "private/returns",
    "private/videos",
    "slides",
  ])
  expect([...(await storedNames(shop.app.store.db))].sort()).toEqual(stored.sort())
})

/** Starting the commands, and creating databases, takes long where several tests run. */
const unhurried = 240_000
let before: Awaited<ReturnType<typeof contentsOf>>
let far: Env

test("a running shop is backed up, and restored into another database and a bucket with every row and file", {
  timeout: unhurried,
}, async () => {
  before = await contentsOf(shop)
  expect(before.rows.length).toBeGreaterThan(700)
  const made = await run("backup", archive, source)
  expect([made.code, made.stderr]).toEqual([0, ""])
  const counted = `${Object.keys(before.files).length} files`
  expect(made.stdout).toContain(counted)
  expect((await stat(archive)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(source.DATA_DIR!, "copies"))).toEqual([])
  expect(existsSync(join(source.DATA_DIR!, "backed-up"))).toBe(true)

  far = await farPlace()
  const there = await run("restore", archive, far)
  expect([there.code, there.stderr]).toEqual([0, ""])
  expect(there.stdout).toContain(counted)
  expect(await contentsIn(far)).toEqual(before)
})

test("and from there back into an embedded database and a folder, where the shop goes on", {
  timeout: unhurried,
}, async () => {
  const made = await run("backup", inFolder("far.tar"), far)
  expect([made.code, made.stderr]).toEqual([0, ""])
  const noted = (await contentsIn(far)).rows.filter((row) => row.startsWith("shop_settings"))
  if (far.DATABASE_URL) expect(noted[0]).not.toMatch(/"backed_up_at":null/)
  const near = nearPlace()
  expect((await run("restore", inFolder("far.tar"), near)).code).toBe(0)
  expect(await contentsIn(near)).toEqual(before)

  const restored = await openPlace(near)
  try {
    // Numbers go on where they were, keys refer to each other, and files are served.
    const doll = await restored.aDoll()
    expect(doll.id).toBe((await shop.aDoll()).id)
    const { owner, admin, ids, image, secrets } = full
    const { status, body } = await restored.call(`GET /api/chat/rooms/${ids.room}/messages`, { as: owner })
    expect([status, JSON.stringify(body).includes(secrets[0]!)]).toEqual([200, true])
    const file = `GET /api/chat/files/${ids.file}`
    expect((await restored.call(file, { as: owner })).raw).toEqual((await shop.call(file, { as: owner })).raw)
    expect((await restored.call(`GET ${image.image_url}`)).status).toBe(200)
    const trail = await restored.call("GET /api/admin/audit-log/verify", { as: admin })
    expect(trail.body).toMatchObject({ intact: true })
    await expect(
      restored.app.store.db.execute("insert into favorites (user_id, doll_id, created_at) values (-1, -1, now())"),
    ).rejects.toThrow()
  } finally {
    await restored.app.close()
  }
})

test("what is wrong is said in a line, with an exit code, and leaves what is there as it is", {
  timeout: unhurried,
}, async () => {
  const none = inFolder("nobody")
  const strange = { ...nearPlace(), ...testBucket(), S3_ACCESS_KEY_ID: "nobody" }
  const cut = inFolder("cut.tar")
  await copyFile(archive, cut)
  await truncate(cut, 5000)
  const place = nearPlace()
  const [unnamed, existing, empty, ours, absent, refused, damaged] = await Promise.all([
    run("backup", "", source),
    run("backup", archive, source),
    run("backup", inFolder("none.tar"), { DATA_DIR: none }),
    run("restore", archive, source),
    run("restore", inFolder("absent.tar"), nearPlace()),
    run("restore", archive, strange),
    run("restore", cut, place),
  ])
  expect(unnamed).toMatchObject({ code: 2, stderr: "Name one file: npm run backup -- FILE\n" })
  expect(existing).toMatchObject({ code: 2, stderr: `${archive} exists: choose another name\n` })
  const nothing = `DATA_DIR ${none} has no database, and DATABASE_URL is not set\n`
  expect(empty).toMatchObject({ code: 2, stderr: nothing })
  expect((await readdir(folder)).filter((name) => name.startsWith("none"))).toEqual([])
  expect(ours).toMatchObject({ code: 2, stderr: expect.stringContaining("is in use by another running server") })
  expect(absent).toMatchObject({ code: 1, stderr: expect.stringMatching(/^ENOENT.*absent\.tar.*\n$/) })
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The bucket cannot be used: InvalidAccessKeyId: .*\n$/),
  })
  expect(damaged).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The archive is damaged, or not a backup: .*\n$/),
  })
  expect(existsSync(place.DATA_DIR!)).toBe(false)
})

test("a backup onto a disk that is too small fails, and leaves nothing", { timeout: unhurried }, async ({ skip }) => {
  const small = inFolder("small")
  await mkdir(small)
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "none", small], { stdio: "ignore" })
  } catch {
    skip("needs the right to mount")
  }
  try {
    const full = await run("backup", join(small, "shop.tar"), source)
    expect(full).toMatchObject({ code: 1, stderr: expect.stringMatching(/^ENOSPC.*\n$/) })
    expect(await readdir(small)).toEqual([])
    expect(await readdir(join(source.DATA_DIR!, "copies"))).toEqual([])
  } finally {
    execFileSync("umount", [small])
  }
})

test("an archive of an older version is migrated while it is restored", { timeout: unhurried }, async () => {
  const older = nearPlace()
  const settings = readSettings(older)
  await prepareDirectory(settings.dataDir)
  const database = await openDatabase(settings)
  // The demo shop of commit 59141a4.
  const dump = await readFile(new URL("../../platform/db/fixtures/59141a4.sql.gz", import.meta.url))
  await database.script(gunzipSync(dump).toString())
  const rowsBefore = await everything(database.db)
  await database.close()
  const session = await openToRead(settings)
  const made = await createArchive(inFolder("older.tar"))
  const progress = showProgress()
  const contents = await copyTables(session, made, progress)
  await session.close()
  await made.finish({ takenAt: new Date().toISOString(), ...contents, removed: [], missing: [] })
  progress.end()

  const now = await farPlace()
  expect((await run("restore", inFolder("older.tar"), now)).stderr).toBe("")
  const opened = await openDatabase(readSettings(now))
  const { rows } = (await opened.db.execute("select name from migrations")) as unknown as { rows: unknown[] }
  expect(rows).toHaveLength((await readMigrations()).length)
  const users = (all: typeof rowsBefore) =>
    all
      .get("users")!
      .map(({ id, email }) => `${id} ${email}`)
      .sort()
  expect(users(await everything(opened.db))).toEqual(users(rowsBefore))
  await opened.close()
})
