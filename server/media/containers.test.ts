import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { videoFile } from "#test/videoFiles.ts"
import { readContainer } from "./containers.ts"

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-films-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(bytes: Uint8Array) {
  const path = join(folder, "film")
  await writeFile(path, bytes)
  return readContainer(path)
}

test.each([
  ["whole.mp4", { kind: "mp4", duration: 2, width: 160, height: 90 }],
  ["fragments.mp4", { kind: "mp4", duration: null, width: 160, height: 90 }],
  ["upright.mp4", { kind: "mp4", duration: 2, width: 90, height: 160 }],
  ["whole.webm", { kind: "webm", duration: 2, width: 160, height: 90 }],
  ["whole.ogv", { kind: "ogv", duration: 2, width: 160, height: 90 }],
])("the duration and size of %s are read", async (name, expected) => {
  expect(await readContainer(videoFile(name))).toEqual(expected)
})

test("a live recording without a duration is as long as its last frame", async () => {
  const found = await readContainer(videoFile("live.webm"))
  expect(found).toMatchObject({ kind: "webm", width: 160 })
  expect(found!.duration).toBeGreaterThan(1.5)
})

test("sound only, a text, a picture and an empty file are not videos", async () => {
  expect(await readContainer(videoFile("sound.mp4"))).toBeNull()
  expect(await read(Buffer.from("This is a text that is called film.mp4 by mistake."))).toBeNull()
  expect(await read(Buffer.from("\x89PNG\r\n\x1a\n and so on", "latin1"))).toBeNull()
  expect(await read(Buffer.alloc(0))).toBeNull()
})

test("a video that ends before its frames is not accepted", async () => {
  const whole = await readFile(videoFile("whole.mp4"))
  for (const end of [8, 40, whole.indexOf("moov") - 8]) expect(await read(whole.subarray(0, end))).toBeNull()
})

test.each(["whole.mp4", "whole.webm", "live.webm", "whole.ogv"])(
  "whatever is changed or cut off in %s, it is read or refused, and quickly",
  async (name) => {
    const whole = await readFile(videoFile(name))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(Math.min(whole.length - 1, 3000)), fc.nat(255)), { maxLength: 8 }),
        fc.integer({ min: 1, max: whole.length }),
        async (changes, length) => {
          const broken = Buffer.from(whole.subarray(0, length))
          for (const [at, byte] of changes) broken[at % length] = byte
          const found = await read(broken)
          if (found) expect(found.width).toBeGreaterThan(0)
        },
      ),
      { numRuns: 150 },
    )
  },
)
