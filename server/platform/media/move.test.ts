import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync } from "node:fs"
import { readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { testBucket } from "#test/bucket.ts"
import { environment, runCommand } from "#test/commands.ts"
import { hashesIn } from "#test/storedFiles.ts"
import { createLog } from "../log.ts"
import { readSettings } from "../settings.ts"
import { createDiskStorage } from "./diskStorage.ts"
import { moveFiles } from "./moveFiles.ts"
import { createS3Storage } from "./s3Storage.ts"
import type { Storage } from "./storage.ts"

const log = createLog("silent")
const folder = mkdtempSync(join(tmpdir(), "vitrine-move-"))
const env = testBucket()
const bucket = createS3Storage(readSettings(env).s3!, log)
const [near, far] = ["near", "far"].map((name) => join(folder, name)) as [string, string]
const disk = createDiskStorage(join(near, "media"))
const large = "private/videos/one/film.mp4"

const program = join(import.meta.dirname, "move.ts")
const run = (dataDir: string, direction: string, more: object = env) =>
  runCommand(program, direction, { DATA_DIR: dataDir, ...more })

beforeAll(async () => {
  for (let n = 0; n < 60; n++) await disk.put(`dolls/${n}/a/320.webp`, randomBytes(200_000))
  await disk.put(large, randomBytes(30_000_000))
  await disk.put("chat/empty.pdf", Buffer.alloc(0))
})
afterAll(() => rm(folder, { recursive: true }))

test("files go to the bucket and back, and a run that was killed is taken up by the next one", async () => {
  const killed = spawn(process.execPath, [program, "to-bucket"], {
    env: { ...environment, DATA_DIR: near, ...env },
    stdio: "ignore",
  })
  await vi.waitFor(async () => expect((await Array.fromAsync(bucket.list())).length).toBeGreaterThan(5), 30_000)
  killed.kill("SIGKILL")
  const before = await Array.fromAsync(bucket.list())
  expect(before.length).toBeLessThan(62)

  const there = await run(near, "to-bucket")
  expect([there.code, there.stderr]).toEqual([0, ""])
  const [, copied, same] = /^Copied (\d+) files? \(.* MB\); (\d+) files? \(.*\) were there already\.$/m.exec(
    there.stdout,
  )!
  expect(Number(copied) + Number(same)).toBe(62)
  expect(Number(same)).toBeGreaterThanOrEqual(before.length)
  expect(there.stdout).toContain("100 %: 42.0 MB of 42.0 MB, 62 of 62 files")
  const hashes = await hashesIn(disk)
  expect(await hashesIn(bucket)).toEqual(hashes)

  const back = await run(far, "to-disk")
  expect([back.code, back.stdout]).toEqual([0, expect.stringMatching(/^Copied 62 files \(42\.0 MB\); 0 files/m)])
  expect(await hashesIn(createDiskStorage(join(far, "media")))).toEqual(hashes)
})

test("a file of the same size with another content is copied again, and nothing is deleted", async () => {
  const path = join(far, "media/dolls/7/a/320.webp")
  await writeFile(path, randomBytes(200_000))
  await createDiskStorage(join(far, "media")).put("slides/only/320.webp", Buffer.from("here"))
  const { code, stdout } = await run(far, "to-disk")
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Copied 1 file \(200 kB\); 61 files \(41\.8 MB\) were there already\. 1 file there that/m)
  expect((await readFile(path)).equals(await readFile(join(near, "media/dolls/7/a/320.webp")))).toBe(true)
  expect((await readFile(join(far, "media/slides/only/320.webp"))).toString()).toBe("here")
})

test("a file that arrives with another content is named, removed, and copied by the next run", async () => {
  const target = createS3Storage(readSettings(testBucket()).s3!, log)
  let isBroken = true
  const breaking: Storage = {
    ...target,
    read: async (name, range) => (name === large && isBroken ? disk.read("chat/empty.pdf") : target.read(name, range)),
  }
  const first = await moveFiles(disk, breaking)
  expect(first.failed).toEqual([{ name: large, why: "arrived with another hash" }])
  expect(await target.find(large)).toBeNull()
  isBroken = false
  expect(await moveFiles(disk, breaking)).toMatchObject({ copied: { files: 1 }, same: { files: 61 }, failed: [] })
})

test("a bucket that goes away is not tried for every file", async () => {
  const put = vi.fn().mockRejectedValue(new Error("away"))
  const { failed, copied } = await moveFiles(disk, { ...createDiskStorage(join(folder, "none")), put })
  expect([failed.length < 30, copied.files, put.mock.calls.length]).toEqual([true, 0, failed.length])
})

test("what is wrong is said in a line, with an exit code", async () => {
  const strange = { ...env, S3_SECRET_ACCESS_KEY: "not this one" }
  const [unset, sideways, away, stranger] = await Promise.all([
    run(near, "to-bucket", {}),
    run(near, "sideways"),
    run(near, "to-bucket", { ...env, S3_ENDPOINT: "http://127.0.0.1:1" }),
    run(near, "to-bucket", strange),
  ])
  expect(unset).toMatchObject({ code: 2, stderr: expect.stringMatching(/^S3_BUCKET must .*\n$/) })
  expect(sideways).toMatchObject({ code: 2, stderr: expect.stringContaining("to-bucket, or to-disk") })
  expect(away).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The bucket cannot be used: .*127\.0\.0\.1:1\n$/),
  })
  expect(stranger).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The bucket cannot be used: SignatureDoesNotMatch: .*\n$/),
  })
})
