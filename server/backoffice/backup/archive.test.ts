import { createHash } from "node:crypto"
import { createReadStream, createWriteStream, mkdtempSync } from "node:fs"
import { copyFile, open, readdir, rm, stat, truncate, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { extract, type Header, pack } from "tar-stream"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createArchive, DamagedArchive, Refused, verifyArchive } from "./archive.ts"

const folder = mkdtempSync(join(tmpdir(), "vitrine-archive-"))
const whole = join(folder, "whole.tar")
const contents = {
  migrations: [],
  tables: { users: { columns: ["id"], rows: 3 } },
  sequences: {},
  removed: [],
  missing: [],
}
const taken = { takenAt: "2026-11-23T10:00:00.000Z" }

async function write(path: string): Promise<void> {
  const archive = await createArchive(path)
  const add = (name: string, bytes: Buffer) => archive.add(name, bytes.length, oneOf(bytes))
  await add("files/chat/note.pdf", Buffer.alloc(700, "note"))
  await add("files/chat/empty.pdf", Buffer.alloc(0))
  await add("tables/users/000001.copy", Buffer.from("1\n2\n3\n"))
  await archive.finish({ ...taken, ...contents })
}
async function* oneOf(bytes: Buffer) {
  yield bytes
}

beforeAll(() => write(whole))
afterAll(() => rm(folder, { recursive: true }))

const fault = (of: Promise<unknown>) =>
  of.then(
    () => null,
    (error: unknown) => error,
  )
let copies = 0
async function changed(change: (path: string) => Promise<unknown>): Promise<string> {
  const path = join(folder, `changed-${copies++}.tar`)
  await copyFile(whole, path)
  await change(path)
  return path
}

test("an archive is readable by its owner only, and what was written is what is read", async () => {
  expect((await stat(whole)).mode & 0o777).toBe(0o600)
  const manifest = await verifyArchive(whole)
  expect(manifest).toMatchObject({ ...taken, ...contents })
  expect(manifest.entries["files/chat/note.pdf"]).toEqual({
    size: 700,
    sha256: createHash("sha256").update(Buffer.alloc(700, "note")).digest("hex"),
  })
})

test("an archive that was cut off anywhere is refused", async () => {
  const { size } = await stat(whole)
  // The last 1024 bytes are the mark of the end, which holds nothing.
  for (let length = 0; length < size - 1024; length += 256) {
    const path = await changed((copy) => truncate(copy, length))
    expect(await fault(verifyArchive(path)), `${length} of ${size}`).toBeInstanceOf(DamagedArchive)
  }
})

test("with any bit flipped an archive is refused, or has the same content", async () => {
  const { size } = await stat(whole)
  const before = await verifyArchive(whole)
  let refused = 0
  const path = join(folder, "flipped.tar")
  await copyFile(whole, path)
  const file = await open(path, "r+")
  for (let at = 0; at < size; at += 7) {
    const bit = 1 << (at % 8)
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at)
    await file.write(Buffer.from([buffer[0]! ^ bit]), 0, 1, at)
    const found = await verifyArchive(path).catch((error: unknown) => error)
    if (found instanceof DamagedArchive) refused++
    else expect(found, `byte ${at}`).toEqual(before)
    await file.write(buffer, 0, 1, at)
  }
  await file.close()
  expect(refused).toBeGreaterThan(size / 7 / 2)
})

/** The archive with another header for one of its entries. */
async function renamed(change: (header: Header) => Header): Promise<string> {
  const path = join(folder, `renamed-${copies++}.tar`)
  const [reader, writer] = [extract(), pack()]
  const written = pipeline(writer, createWriteStream(path))
  const read = pipeline(createReadStream(whole), reader)
  for await (const entry of reader) {
    const header = change(entry.header)
    if (header.type === "file") await pipeline(entry, writer.entry({ ...header, pax: null }))
    else {
      writer.entry({ ...header, size: 0, pax: null })
      entry.resume()
    }
  }
  writer.finalize()
  await Promise.all([written, read])
  return path
}
const note = "files/chat/note.pdf"

test.each([
  ["../../etc/cron.d/evil.sh"],
  ["/etc/passwd.txt"],
  ["files/../../evil.pdf"],
  ["files/chat/../../evil.pdf"],
  ["files/chat/%2e%2e/evil.pdf"],
  ["files/chat\\evil.pdf"],
  ["files//evil.pdf"],
  ["files/chat/note.pdf/"],
  ["tables/users; drop table users/000001.copy"],
  ["something.txt"],
])("an archive with an entry named %j is refused", async (name) => {
  const path = await renamed((header) => (header.name === note ? { ...header, name } : header))
  expect(await fault(verifyArchive(path))).toBeInstanceOf(DamagedArchive)
})

test.each(["symlink", "link", "directory", "character-device", "fifo"] as const)(
  "an archive with a %s is refused",
  async (type) => {
    const path = await renamed((header) =>
      header.name === note ? { ...header, type, linkname: "/etc/passwd" } : header,
    )
    expect(await fault(verifyArchive(path))).toBeInstanceOf(DamagedArchive)
  },
)

test("an archive that has an entry twice, or one that it does not name, is refused", async () => {
  const twice = await renamed((header) => (header.name === "files/chat/empty.pdf" ? { ...header, name: note } : header))
  expect(String(await fault(verifyArchive(twice)))).toContain("twice")
  const other = await renamed((header) => (header.name === note ? { ...header, name: "files/chat/other.pdf" } : header))
  expect(String(await fault(verifyArchive(other)))).toContain("note.pdf is missing")
})

test("what is no archive at all is refused", async () => {
  const path = join(folder, "text.tar")
  for (const bytes of [Buffer.alloc(0), Buffer.from("hello"), Buffer.alloc(4096), Buffer.alloc(4096, "x")]) {
    await writeFile(path, bytes)
    expect(await fault(verifyArchive(path))).toBeInstanceOf(DamagedArchive)
  }
})

test("a file that exists is never written to, and two backups never write to one file", async () => {
  expect(await fault(write(whole))).toBeInstanceOf(Refused)
  const path = join(folder, "two.tar")
  const first = await createArchive(path)
  const second = await fault(createArchive(path))
  expect(String(second)).toContain("two.tar.part exists: another backup is writing it")
  await first.discard()
  expect((await readdir(folder)).filter((name) => name.startsWith("two"))).toEqual([])
  await write(path)
  await verifyArchive(path)
})

test("content that fails, or is not as long as announced, fails the archive, which then leaves nothing", async () => {
  const path = join(folder, "failed.tar")
  for (const [size, content] of [
    [10, oneOf(Buffer.alloc(9))],
    [10, oneOf(Buffer.alloc(11))],
    [10, failing()],
  ] as const) {
    const archive = await createArchive(path)
    expect(await fault(archive.add(note, size, content))).toBeInstanceOf(Error)
    expect(await fault(archive.finish({ ...taken, ...contents }))).toBeInstanceOf(Error)
    await archive.discard()
    expect((await readdir(folder)).filter((name) => name.startsWith("failed"))).toEqual([])
  }
  async function* failing() {
    yield Buffer.alloc(3)
    throw new Error("the disk is broken")
  }
})
