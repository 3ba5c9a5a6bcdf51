import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { videoAdminTexts } from "#contract/videoText.ts"
import { videoFile } from "#test/videoFiles.ts"
import { Refusal } from "../refusal.ts"
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
  ["quicktime.mov", { kind: "mp4", duration: 2, width: 160, height: 90 }],
  ["whole.webm", { kind: "webm", duration: 2, width: 160, height: 90 }],
])("the duration and size of %s are read", async (name, expected) => {
  expect(await readContainer(videoFile(name))).toEqual(expected)
})

const replaced = async (name: string, found: string, other: string) => {
  const bytes = await readFile(videoFile(name))
  const at = bytes.indexOf(found, 0, "latin1")
  expect(at).toBeGreaterThan(0)
  bytes.write(other, at, "latin1")
  return bytes
}
const matroska = Buffer.from("\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska\x18\x53\x80\x67\xff", "latin1")

test.each([
  ["HEVC from an iPhone", () => readFile(videoFile("hevc.mov")), videoAdminTexts.hevc],
  ["HEVC with its settings among the frames", () => replaced("hevc.mov", "hvc1", "hev1"), videoAdminTexts.hevc],
  ["MPEG-4 Part 2", () => readFile(videoFile("part2.mp4")), videoAdminTexts.unplayable("MPEG-4 Part 2")],
  ["ProRes", () => replaced("whole.mp4", "avc1\0", "apcn\0"), videoAdminTexts.unplayable("ProRes")],
  [
    "H.264 with 10 bits",
    () => replaced("whole.mp4", "avcC\x01", "avcC\x01\x6e"),
    videoAdminTexts.unplayable("H.264 profile 110"),
  ],
  ["uncompressed sound", () => replaced("quicktime.mov", "mp4a", "sowt"), videoAdminTexts.unplayable("PCM")],
  ["another codec in WebM", () => replaced("whole.webm", "V_VP", "V_X/"), videoAdminTexts.unplayable("V_X/8")],
  ["a name that is not text", () => replaced("part2.mp4", "mp4v", "\x01<a>"), videoAdminTexts.unplayable("??a?")],
  ["Theora", () => readFile(videoFile("whole.ogv")), videoAdminTexts.unplayable("Ogg")],
  ["Matroska", async () => matroska, videoAdminTexts.unplayable("Matroska")],
])("%s is refused with what to convert it to", async (_, film, text) => {
  const refused = await read(await film()).catch((error) => error)
  expect([refused.code, refused.message]).toEqual(["UNSUPPORTED_MEDIA", text])
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

test.each(["whole.mp4", "quicktime.mov", "hevc.mov", "fragments.mp4", "whole.webm", "live.webm", "whole.ogv"])(
  "whatever is changed or cut off in %s, it is read or refused, and quickly",
  async (name) => {
    const whole = await readFile(videoFile(name))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }),
        fc.integer({ min: 1, max: whole.length }),
        async (changes, length) => {
          const broken = Buffer.from(whole.subarray(0, length))
          for (const [at, byte] of changes) broken[at % length] = byte
          const found = await read(broken).catch((error) => {
            expect(error).toBeInstanceOf(Refusal)
          })
          if (found) expect(found.width).toBeGreaterThan(0)
        },
      ),
      { numRuns: 150 },
    )
  },
)

test("a box that claims to be larger than the file, boxes within boxes and millions of tiny ones end the reading soon", async () => {
  const start = Buffer.from("00000014667479707174202000000000717420200000000000", "hex").subarray(0, 20)
  const box = (name: string, body: Uint8Array, size = body.length + 8) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(size)
    head.write(name, 4, "latin1")
    return Buffer.concat([head, body])
  }
  const huge = Buffer.from("000000016d6f6f76ffffffffffffffff", "hex")
  let nested: Uint8Array = Buffer.alloc(0)
  for (let depth = 0; depth < 500; depth++) nested = box("stbl", nested)
  const inTrack = (body: Uint8Array) => box("moov", box("trak", box("mdia", box("minf", body))))
  const tiny = Buffer.concat(Array.from({ length: 50_000 }, () => box("trak", Buffer.alloc(0))))
  for (const bytes of [
    huge,
    box("moov", Buffer.alloc(4), 0xffffffff),
    inTrack(nested),
    box("moov", tiny),
    inTrack(tiny),
  ])
    expect(await read(Buffer.concat([start, bytes]))).toBeNull()
})
