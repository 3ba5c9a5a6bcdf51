import { createHash, randomBytes } from "node:crypto"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { describe, expect, test } from "vitest"
import { testBucket } from "#test/bucket.ts"
import { createLog } from "../log.ts"
import { readSettings } from "../settings.ts"
import { createDiskStorage } from "./diskStorage.ts"
import { createS3Storage } from "./s3Storage.ts"
import type { Storage } from "./storage.ts"

const log = createLog("silent")
const directory = mkdtempSync(join(tmpdir(), "vitrine-storage-"))

const onBucket = (env: Record<string, string> = {}) =>
  createS3Storage(readSettings({ ...testBucket(), ...env }).s3!, log)
const namesIn = async (storage: Storage) => (await Array.fromAsync(storage.list())).map(({ name }) => name).sort()
const content = async (storage: Storage, name: string, range?: { start: number; end: number }) =>
  buffer(await storage.read(name, range))

describe.each([
  ["a disk", () => createDiskStorage(mkdtempSync(join(directory, "disk-")))],
  ["a bucket", () => onBucket()],
])("%s", (_, open) => {
  test("keeps bytes, files and streams, and reads them whole and in ranges", async () => {
    const storage = open()
    const large = randomBytes(20 * 1024 * 1024)
    const path = join(directory, "film")
    writeFileSync(path, large)
    await storage.put("slides/one/film.mp4", { path })
    await storage.put("dolls/1/a/320.webp", Buffer.from("picture"))
    await storage.put("chat/file.pdf", Readable.from([large.subarray(0, 9_000_000), large.subarray(9_000_000)]))
    expect((await content(storage, "slides/one/film.mp4")).equals(large)).toBe(true)
    expect((await content(storage, "chat/file.pdf")).equals(large)).toBe(true)
    const middle = { start: 8_388_600, end: 8_388_700 }
    expect((await content(storage, "slides/one/film.mp4", middle)).equals(large.subarray(8_388_600, 8_388_701))).toBe(
      true,
    )
    expect(await storage.find("dolls/1/a/320.webp")).toMatchObject({ size: 7 })
    expect(await storage.find("dolls/1/a/640.webp")).toBeNull()
    expect(await storage.find("../secret.webp")).toBeNull()
    await expect(storage.put("../secret.webp", Buffer.from("x"))).rejects.toThrow("Not a name")
    expect(await Array.fromAsync(storage.list())).toHaveLength(3)
    expect(await namesIn(storage)).toEqual(["chat/file.pdf", "dolls/1/a/320.webp", "slides/one/film.mp4"])
  })

  test("removes a file, and everything under a folder and nothing beside it", async () => {
    const storage = open()
    const names = ["dolls/1/a/320.webp", "dolls/1/a/640.webp", "dolls/1/ab/320.webp", "dolls/1/a.webp"]
    for (const name of names) await storage.put(name, Buffer.from(name))
    await storage.remove("dolls/1/a")
    expect(await namesIn(storage)).toEqual(["dolls/1/a.webp", "dolls/1/ab/320.webp"])
    await storage.remove("dolls/1/a.webp")
    await storage.remove("dolls/1/a.webp")
    expect(await namesIn(storage)).toEqual(["dolls/1/ab/320.webp"])
  })

  test("has nothing of an upload whose source is cut off, before or after its first part", async () => {
    const storage = open()
    for (const parts of [0, 3]) {
      const source = Readable.from(
        (async function* () {
          for (let part = 0; part <= parts; part++) yield Buffer.alloc(8 * 1024 * 1024, part)
          throw new Error("cut off")
        })(),
      )
      await expect(storage.put("slides/one/film.mp4", source)).rejects.toThrow("cut off")
    }
    expect(await storage.find("slides/one/film.mp4")).toBeNull()
    expect(await namesIn(storage)).toEqual([])
  })
})

test("a bucket knows the hash of what was put there by us", async () => {
  const storage = onBucket()
  const path = join(directory, "hashed")
  writeFileSync(path, "film")
  await storage.put("slides/one/film.mp4", { path })
  await storage.put("slides/one/320.webp", Buffer.from("film"))
  const sha256 = createHash("sha256").update("film").digest("hex")
  expect(await storage.find("slides/one/film.mp4")).toMatchObject({ sha256 })
  expect(await storage.find("slides/one/320.webp")).toMatchObject({ sha256 })
})
