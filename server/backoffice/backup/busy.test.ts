import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest"
import { testBucket } from "#test/bucket.ts"
import { aForm } from "#test/forms.ts"
import { addToCart, checkOut } from "#test/orders.ts"
import { createDatabase, query } from "#test/postgres.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { readVideoFile } from "#test/videoFiles.ts"
import type { OpenDatabase } from "../../platform/db/database.ts"
import { openDatabase } from "../../platform/db/open.ts"
import { prepareDirectory } from "../../platform/db/start.ts"
import { createLog } from "../../platform/log.ts"
import { openStorage } from "../../platform/media/openStorage.ts"
import type { Storage } from "../../platform/media/storage.ts"
import { readSettings, type Settings } from "../../platform/settings.ts"
import { type Manifest, Refused } from "./archive.ts"
import { createBackup } from "./createBackup.ts"
import type { Progress } from "./progress.ts"
import { restoreBackup } from "./restoreBackup.ts"
import { storedNames } from "./storedNames.ts"

// PostgreSQL, where it is installed: everything at the same time. Without it the shop is on the embedded database.
const folder = mkdtempSync(join(tmpdir(), "vitrine-busy-"))
const postgresUrl = inject("postgresUrl")
const log = createLog("silent")
let settings: Settings
let shop: TestShop
let admin: TestPerson
let storage: Storage
let film: Buffer
const unhurried = 240_000

const progress = (): Progress => ({
  phase: "",
  files: 0,
  rows: 0,
  bytes: 0,
  pass: () => {},
  counted: async function* (content) {
    yield* content
  },
})
let count = 0
async function aPlace(env: Record<string, string> = {}): Promise<Record<string, string>> {
  const database: Record<string, string> = postgresUrl ? { DATABASE_URL: await createDatabase(postgresUrl) } : {}
  return { DATA_DIR: join(folder, `place-${count++}`), ...database, ...env }
}
const back = (path: string, from: Storage = storage) => createBackup({ settings, storage: from }, path, progress())
const anArchive = () => join(folder, `archive-${count++}.tar`)

interface Opened {
  database: OpenDatabase
  storage: Storage
}
async function restoreAndOpen(path: string): Promise<Opened> {
  const place = readSettings(await aPlace())
  const target = await openStorage(place, log)
  await restoreBackup({ settings: place, storage: target }, path, progress())
  return { database: await openDatabase(place), storage: target }
}
async function missingIn({ database: { db }, storage: files }: Opened): Promise<string[]> {
  const there = new Set((await Array.fromAsync(files.list())).map(({ name }) => name))
  return [...(await storedNames(db))].filter((name) => !there.has(name))
}
async function rowsOf<Row>({ db }: OpenDatabase, text: string): Promise<Row[]> {
  return ((await db.execute(sql.raw(text))) as unknown as { rows: Row[] }).rows
}

const addSlide = async () =>
  (await shop.call("POST /api/slideshow/upload", { as: admin, ...(await aForm({}, { file: film })) })).body as {
    id: number
    slideshow_video_url: string
  }
const removeSlide = async (id: number) => {
  const { headers } = await shop.call(`GET /api/slideshow/slideshows/${id}`, { as: admin })
  const answer = await shop.call(`DELETE /api/slideshow/slideshows/${id}`, {
    as: admin,
    headers: { "if-match": String(headers.etag) },
  })
  expect(answer.status).toBe(204)
}
const fileOf = ({ slideshow_video_url }: { slideshow_video_url: string }) => slideshow_video_url.slice("/media/".length)
const isGone = (name: string) => vi.waitFor(async () => expect(await storage.find(name)).toBeNull(), 10_000)

beforeAll(async () => {
  const env = await aPlace()
  settings = readSettings(env)
  await prepareDirectory(settings.dataDir)
  shop = await openShop(env, { database: await openDatabase(settings) })
  storage = await openStorage(settings, log)
  admin = await shop.anAdmin()
  film = await readVideoFile()
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

/** The storage, with something that happens once: after all files were listed, or before a file is looked for. */
function withEvents(events: { listed?: () => Promise<void>; finding?: (name: string) => Promise<void> }): Storage {
  let lists = 0
  return {
    ...storage,
    list: async function* () {
      yield* storage.list()
      if (lists++ === 0) await events.listed?.()
    },
    find: async (name) => {
      await events.finding?.(name)
      return storage.find(name)
    },
  }
}

test("a file that is added after the files were copied is in the backup", { timeout: unhurried }, async () => {
  const path = anArchive()
  let added = ""
  await back(
    path,
    withEvents({
      listed: async () => {
        added = fileOf(await addSlide())
      },
    }),
  )
  const restored = await restoreAndOpen(path)
  expect(await missingIn(restored)).toEqual([])
  expect(await restored.storage.find(added)).toMatchObject({ size: film.length })
  await restored.database.close()
})

test("a file that is added and removed while it is copied is not named by a row of the backup", {
  timeout: unhurried,
}, async () => {
  const path = anArchive()
  let slide: Awaited<ReturnType<typeof addSlide>> | null = null
  let removed = ""
  const { missing } = await back(
    path,
    withEvents({
      listed: async () => {
        slide = await addSlide()
      },
      // The picture was taken, and names the file.
      finding: async (name) => {
        if (!slide || name !== fileOf(slide)) return
        removed = name
        await removeSlide(slide.id)
        slide = null
        await isGone(name)
      },
    }),
  )
  expect(removed).not.toBe("")
  expect(missing).toEqual([])
  const restored = await restoreAndOpen(path)
  expect(await missingIn(restored)).toEqual([])
  expect((await storedNames(restored.database.db)).has(removed)).toBe(false)
  await restored.database.close()
})

test("a file that is removed after it was copied is not restored", { timeout: unhurried }, async () => {
  const slide = await addSlide()
  const path = anArchive()
  const { removed } = await back(
    path,
    withEvents({
      listed: async () => {
        await removeSlide(slide.id)
        await isGone(fileOf(slide))
      },
    }),
  )
  expect(removed).toEqual([fileOf(slide)])
  const restored = await restoreAndOpen(path)
  expect(await restored.storage.find(fileOf(slide))).toBeNull()
  expect(await missingIn(restored)).toEqual([])
  await restored.database.close()
})

test("a file that the shop itself has lost is named, and everything else is in the backup", {
  timeout: unhurried,
}, async () => {
  const slide = await addSlide()
  await storage.remove(fileOf(slide))
  const path = anArchive()
  expect((await back(path)).missing).toEqual([fileOf(slide)])
  const restored = await restoreAndOpen(path)
  expect(await missingIn(restored)).toEqual([fileOf(slide)])
  await restored.database.close()
  await removeSlide(slide.id)
})

test("two backups of a shop that sells, and gets and loses files, each hold one moment of it", {
  timeout: unhurried,
}, async () => {
  const doll = await shop.aDoll({ stock: 1000 })
  let isOver = false
  let sold = 0
  const until = async (work: () => Promise<unknown>) => {
    while (!isOver) await work()
  }
  const work = [
    ...Array.from({ length: 3 }, () =>
      until(async () => {
        const buyer = await shop.aUser()
        await addToCart(shop, buyer, doll.id, 2)
        const { status } = await checkOut(shop, buyer, { "idempotency-key": `busy-${buyer.id}` })
        if (status === 201) sold++
      }),
    ),
    ...Array.from({ length: 2 }, () =>
      until(async () => {
        await removeSlide((await addSlide()).id)
      }),
    ),
  ]
  const paths = [anArchive(), anArchive()]
  try {
    await vi.waitFor(() => expect(sold).toBeGreaterThan(3), 60_000)
    await Promise.all(paths.map((path) => back(path)))
  } finally {
    isOver = true
    await Promise.all(work)
  }
  for (const path of paths) {
    const restored = await restoreAndOpen(path)
    expect(await missingIn(restored)).toEqual([])
    const [books] = await rowsOf<Record<string, number>>(
      restored.database,
      `select (select stock from dolls where id = ${doll.id}) as stock, sum(quantity)::int as ordered,
        sum(quantity * price_cents)::int as worth,
        (select sum(total_cents)::int from orders where id in (select order_id from order_items where doll_id = ${doll.id})) as billed
        from order_items where doll_id = ${doll.id}`,
    )
    expect(books!.ordered).toBeGreaterThan(6)
    expect(books!.ordered).toBeLessThanOrEqual(sold * 2)
    expect(books!.stock! + books!.ordered!).toBe(1000)
    expect(books!.billed).toBe(books!.worth)
    await restored.database.close()
  }
})

test("of two restores into one place, one is refused, and changes nothing", { timeout: unhurried }, async () => {
  const path = anArchive()
  const manifest = await back(path)
  const place = readSettings(await aPlace(testBucket()))
  const files = await openStorage(place, log)
  const both = await Promise.allSettled(
    [1, 2].map(() => restoreBackup({ settings: place, storage: files }, path, progress())),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  for (const one of both) if (one.status === "rejected") expect(one.reason.message).toMatch(/is running|in use/)
  const opened = { database: await openDatabase(place), storage: files }
  expect(await missingIn(opened)).toEqual([])
  const [users] = await rowsOf<{ count: number }>(opened.database, "select count(*)::int from users")
  expect(users!.count).toBe(manifest.tables.users!.rows)
  await opened.database.close()

  await expect(restoreBackup({ settings: place, storage: files }, path, progress())).rejects.toThrow("not empty")
  await expect(restoreBackup({ settings, storage }, path, progress())).rejects.toThrow(/not empty|in use/)
})

test("a storage that has anything else, and an archive of a newer version, are refused", {
  timeout: unhurried,
}, async () => {
  const path = anArchive()
  await back(path)
  const place = readSettings(await aPlace())
  const files = await openStorage(place, log)
  await files.put("chat/here.pdf", Buffer.from("ours"))
  const refused = restoreBackup({ settings: place, storage: files }, path, progress())
  await expect(refused).rejects.toThrow("it has chat/here.pdf, which is not of this backup")
  await expect(refused).rejects.toBeInstanceOf(Refused)
  expect((await Array.fromAsync(files.list())).map(({ name }) => name)).toEqual(["chat/here.pdf"])
  await files.remove("chat/here.pdf")

  await shop.app.store.db.execute("insert into migrations (name, checksum) values ('9999_later.sql', 'x')")
  const newer = anArchive()
  await back(newer)
  await shop.app.store.db.execute("delete from migrations where name = '9999_later.sql'")
  await expect(restoreBackup({ settings: place, storage: files }, newer, progress())).rejects.toThrow(
    "The backup is of a newer version, with migrations that this one does not have: 9999_later.sql",
  )
  expect(await Array.fromAsync(files.list())).toEqual([])
})

test("a restore that fails leaves nothing, and one that was killed is continued by the next", {
  timeout: unhurried,
}, async () => {
  for (let n = 0; n < 20; n++) await storage.put(`private/videos/${n}/film.mp4`, Buffer.alloc(500_000, n))
  const path = anArchive()
  const manifest: Manifest = await back(path)
  const env = await aPlace(testBucket())
  const place = readSettings(env)
  const files = await openStorage(place, log)
  const names = async () => (await Array.fromAsync(files.list())).map(({ name }) => name)

  let puts = 0
  const failing: Storage = {
    ...files,
    put: async (...given) => {
      if (++puts > 10) throw new Error("the bucket is full")
      await files.put(...given)
    },
  }
  await expect(restoreBackup({ settings: place, storage: failing }, path, progress())).rejects.toThrow("bucket is full")
  expect(await names()).toEqual([])

  const program = join(import.meta.dirname, "restore.ts")
  const killed = spawn(process.execPath, [program, path], { env: { PATH: process.env.PATH, ...env }, stdio: "ignore" })
  await vi.waitFor(async () => expect((await names()).length).toBeGreaterThan(3), { timeout: 60_000, interval: 20 })
  killed.kill("SIGKILL")
  await once(killed, "exit")
  if (place.databaseUrl)
    expect(await query(place.databaseUrl, "select from pg_tables where schemaname = 'public'")).toEqual([])
  await restoreBackup({ settings: place, storage: files }, path, progress())
  const opened = { database: await openDatabase(place), storage: files }
  expect(await missingIn(opened)).toEqual([])
  expect((await names()).length).toBe(Object.keys(manifest.entries).filter((name) => name.startsWith("files/")).length)
  await opened.database.close()
})

test("a backup that is stopped leaves nothing, and no copy of the database", { timeout: unhurried }, async () => {
  const path = anArchive()
  const stopping: Progress = {
    ...progress(),
    counted: async function* (content) {
      for await (const bytes of content) {
        if (this.phase === "Copying rows") throw new Error("Stopped by SIGINT")
        yield bytes
      }
    },
  }
  await expect(createBackup({ settings, storage }, path, stopping)).rejects.toThrow("Stopped by SIGINT")
  expect((await readdir(folder)).filter((name) => path.endsWith(name) || name.endsWith(".part"))).toEqual([])
  expect(await readdir(join(settings.dataDir, "copies")).catch(() => [])).toEqual([])
})
