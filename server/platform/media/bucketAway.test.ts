import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest"
import { generalTexts } from "#contract/texts.ts"
import { clearBrokenUploads } from "#server/shopfront/videos/files.ts"
import { testBucket } from "#test/bucket.ts"
import { aForm } from "#test/forms.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { type Wire, wireTo } from "#test/tcpProxy.ts"
import { readVideoFile } from "#test/videoFiles.ts"
import { createLog } from "../log.ts"
import { readSettings } from "../settings.ts"
import { createS3Storage } from "./s3Storage.ts"
import { removeAfterCommit, type Storage } from "./storage.ts"

let wire: Wire
let env: Record<string, string>
let storage: Storage
const storageWith = (answerTimeout: number) =>
  createS3Storage(readSettings(env).s3!, createLog("silent"), answerTimeout)
beforeEach(async () => {
  wire = await wireTo(inject("s3Url"))
  env = { ...testBucket(), S3_ENDPOINT: wire.url }
  storage = storageWith(5000)
})
afterEach(() => wire.close())

const name = "slides/one/film.mp4"
const unavailable = { code: "UNREADY", status: 503, message: generalTexts.filesUnavailable }
/** Uploads in parts that were begun and neither completed nor aborted. */
const unfinished = () =>
  readdir(join(inject("s3Directory"), env.S3_BUCKET!, "._S3rver_uploads")).catch(() => [] as string[])

async function* parts(count: number, atEach: (part: number) => void = () => {}) {
  for (let part = 0; part < count; part++) {
    atEach(part)
    yield randomBytes(1024 * 1024)
  }
}

test("without the bucket, pages go on, uploads are refused in one sentence, and succeed later", async () => {
  const shop: TestShop = await openShop(env)
  const admin = await shop.anAdmin()
  const doll = await shop.aDoll()
  const fields = { title: "One turn", description: "It turns.", doll_id: doll.id }
  const form = await aForm(fields, { file: await readVideoFile() })
  const upload = () =>
    shop.call("POST /api/videos/upload", {
      as: admin,
      ...form,
      headers: { ...form.headers, "idempotency-key": "0123456789abcdef" },
    })
  await shop.app.storage.put(name, Buffer.from("film"))
  wire.cut()
  const refused = await upload()
  expect([refused.status, refused.headers["retry-after"], refused.body]).toEqual([
    503,
    "5",
    expect.objectContaining({ code: "UNREADY", detail: generalTexts.filesUnavailable }),
  ])
  expect((await shop.call(`GET /media/${name}`)).status).toBe(503)
  expect((await shop.call("GET /readyz")).status).toBe(200)
  expect((await shop.call("GET /api/dolls")).body).toHaveLength(1)
  expect((await shop.call("GET /api/videos?all=1", { as: admin })).body).toEqual([])
  wire.mend()
  expect((await upload()).status).toBe(201)
  expect((await shop.call(`GET /media/${name}`)).raw.toString()).toBe("film")
  await shop.close()
})

test("a bucket that does not answer is waited for twice, and no longer", async () => {
  await storage.put(name, Buffer.from("film"))
  const impatient = storageWith(500)
  wire.freeze()
  const started = performance.now()
  const calls = [
    impatient.find(name),
    impatient.read(name),
    impatient.remove(name),
    impatient.put(name, Buffer.from("film")),
    impatient.put(name, Readable.from(parts(20))),
    Array.fromAsync(impatient.list()),
    impatient.clearUnfinished(new Date()),
  ]
  await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(unavailable)))
  expect(performance.now() - started).toBeLessThan(4 * 500 + 5000)
})

test("an upload that loses its bucket leaves no file, and what is left of it is cleared", async () => {
  const cut = Readable.from(parts(40, (part) => part === 30 && wire.cut()))
  await expect(storage.put(name, cut)).rejects.toMatchObject(unavailable)
  wire.mend()
  expect(await storage.find(name)).toBeNull()
  expect(await unfinished()).toHaveLength(1)
  await storage.clearUnfinished(new Date(Date.now() - 60_000))
  expect(await unfinished()).toHaveLength(1)
  await storage.clearUnfinished(new Date(Date.now() + 60_000))
  expect(await unfinished()).toEqual([])
  await storage.put(name, Readable.from(parts(20)))
  expect(await storage.find(name)).toMatchObject({ size: 20 * 1024 * 1024 })
  expect(await unfinished()).toEqual([])
})

test("a file whose content stops on its way fails, and a reader who pauses does not", async () => {
  const film = randomBytes(30 * 1024 * 1024)
  await storage.put(name, film)
  const impatient = storageWith(1000)
  const paused = await impatient.read(name)
  const [first] = (await once(paused, "data")) as [Buffer]
  paused.pause()
  await new Promise((done) => setTimeout(done, 2000))
  expect(Buffer.concat([first, await buffer(paused)]).equals(film)).toBe(true)
  const stopped = await impatient.read(name)
  await once(stopped, "data")
  wire.freeze()
  await expect(buffer(stopped)).rejects.toThrow("stopped sending")
})

test("many readers who pause keep nobody else waiting", async () => {
  // The bucket's server answers 80 requests at once; on a slow machine not within five seconds.
  const patient = storageWith(30_000)
  await patient.put(name, randomBytes(8 * 1024 * 1024))
  const readers = await Promise.all(Array.from({ length: 80 }, () => patient.read(name)))
  expect(await patient.find(name)).toMatchObject({ size: 8 * 1024 * 1024 })
  for (const reader of readers) reader.destroy()
})

test("what a killed server left is cleared by the next start, and files deleted without the bucket go when it is back", async () => {
  const shop = await openShop(env)
  const { app } = shop
  const cut = Readable.from(parts(40, (part) => part === 30 && wire.cut()))
  await expect(app.storage.put(name, cut)).rejects.toMatchObject(unavailable)
  wire.mend()
  const clear = (alone: boolean) => clearBrokenUploads(app.store, app.storage, app.settings.dataDir, alone)
  await clear(false)
  expect(await unfinished()).toHaveLength(1)
  await clear(true)
  expect(await unfinished()).toEqual([])

  await app.storage.put("dolls/1/a/320.webp", Buffer.from("picture"))
  wire.cut()
  await app.store.transaction(async (tx) => removeAfterCommit(tx, app.storage, "dolls/1/a"))
  await new Promise((done) => setTimeout(done, 500))
  wire.mend()
  await expect.poll(() => shop.filesIn("dolls"), { timeout: 20_000 }).toEqual([])
  await shop.close()
})

test("a bucket that refuses us is unavailable too, and the log says why once", async () => {
  const error = vi.fn()
  const wrong = createS3Storage(readSettings({ ...env, S3_SECRET_ACCESS_KEY: "wrong" }).s3!, { error } as never)
  for (let time = 0; time < 2; time++) await expect(wrong.find(name)).rejects.toMatchObject(unavailable)
  expect(error).toHaveBeenCalledTimes(1)
})
