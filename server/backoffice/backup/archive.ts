import { createHash } from "node:crypto"
import { once } from "node:events"
import { createReadStream, createWriteStream } from "node:fs"
import { open, rename, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { extract, pack } from "tar-stream"
import * as z from "zod"
import { isName } from "../../platform/media/storage.ts"

// A tar archive: `files/<name>`, `tables/<table>/<number>.copy` (rows in PostgreSQL's COPY format), then the manifest
// with the hash of every entry, and the hash of the manifest.

const Entry = z.object({ size: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })
export type Entry = z.output<typeof Entry>

const Manifest = z.object({
  format: z.literal(1),
  /** When the snapshot of the database was taken. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.record(z.string(), z.object({ columns: z.array(z.string()), rows: z.number().int() })),
  sequences: z.record(z.string(), z.object({ last: z.string().regex(/^-?\d+$/), isCalled: z.boolean() })),
  entries: z.record(z.string(), Entry),
  /** Files of the archive that were removed from the shop before the snapshot was taken: they are not restored. */
  removed: z.array(z.string()),
  /** Files that rows refer to but that the shop did not have. */
  missing: z.array(z.string()),
})
export type Manifest = z.output<typeof Manifest>

/** Thrown before anything was changed; the message is the reason. */
export class Refused extends Error {}
/** Thrown when the archive is not one of ours, or has changed since it was written. */
export class DamagedArchive extends Error {
  constructor(why: string) {
    super(`The archive is damaged, or not a backup: ${why}`)
  }
}

export const fileEntry = (name: string) => `files/${name}`
export const fileOf = (entry: string) => (entry.startsWith("files/") ? entry.slice("files/".length) : null)
export const tableEntry = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, "0")}.copy`
export const tableOf = (entry: string) => /^tables\/([a-z_][a-z0-9_]*)\/\d{6,}\.copy$/.exec(entry)?.[1] ?? null
const manifestName = "manifest.json"
const sealName = "manifest.sha256"

const isEntryName = (name: string) =>
  name === manifestName || name === sealName || tableOf(name) !== null || isName(fileOf(name) ?? "")

export interface Archive {
  /** The entries written so far. */
  entries: Map<string, Entry>
  add(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void>
  /** Writes the manifest, and renames the file to its final name. */
  finish(manifest: Omit<Manifest, "format" | "entries">): Promise<void>
  discard(): Promise<void>
}

/** Writes to `path`.part, readable by its owner only, until everything is on the disk. Throws Refused. */
export async function createArchive(path: string): Promise<Archive> {
  const unfinished = `${path}.part`
  if (await stat(path).catch(() => null)) throw new Refused(`${path} exists: choose another name`)
  // With `flush`, the data is on the disk before the file is closed.
  const output = createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true, highWaterMark: 1024 * 1024 })
  await once(output, "open").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error
    throw new Refused(
      `${unfinished} exists: another backup is writing it, or was killed. If none is running, delete it`,
    )
  })
  const closed = new Promise<void>((done) => output.once("close", done))
  const packer = pack()
  const written = pipeline(packer, output)
  // The call of `add` that failed throws the error.
  written.catch(() => {})
  const entries = new Map<string, Entry>()

  return {
    entries,
    add,
    finish: async (manifest) => {
      const text = Buffer.from(JSON.stringify({ format: 1, ...manifest, entries: Object.fromEntries(entries) }))
      await add(manifestName, text.length, Readable.from([text]))
      const seal = Buffer.from(entries.get(manifestName)!.sha256)
      await add(sealName, seal.length, Readable.from([seal]))
      packer.finalize()
      await written
      await closed
      await rename(unfinished, path)
      await syncFolder(path)
    },
    discard: async () => {
      output.destroy()
      await closed
      await rm(unfinished, { force: true })
    },
  }

  async function add(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void> {
    const hash = createHash("sha256")
    const hashed = async function* () {
      for await (const bytes of content) {
        hash.update(bytes)
        yield bytes
      }
    }
    try {
      await pipeline(hashed, packer.entry({ name, size, mode: 0o600 }))
    } catch (error) {
      // Each stream destroys the other; the first error is the cause.
      throw await written.then(
        () => error,
        (cause) => cause,
      )
    }
    entries.set(name, { size, sha256: hash.digest("hex") })
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path))
  await folder.sync().finally(() => folder.close())
}

export interface ReadEntry {
  name: string
  size: number
  content: AsyncIterable<Buffer>
}

/** Reads the entries of an archive in order. Throws DamagedArchive for anything but a file with a name of ours. */
export async function* readEntries(path: string): AsyncGenerator<ReadEntry> {
  const extraction = extract()
  const reading = pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), extraction)
  reading.catch(() => {})
  try {
    for await (const entry of extraction) {
      const { name, type, size = 0 } = entry.header
      if (type !== "file" || !isEntryName(name)) throw new DamagedArchive(`it has an entry of another kind (${name})`)
      yield { name, size, content: contentOf(entry as AsyncIterable<Buffer>) }
      entry.resume()
    }
    await reading
  } catch (error) {
    throw asDamage(error)
  } finally {
    extraction.destroy()
  }
}

async function* contentOf(entry: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* entry
  } catch (error) {
    throw asDamage(error)
  }
}

/** Converts an error of tar-stream about the archive; an error of the disk is returned unchanged. */
function asDamage(error: unknown): unknown {
  if (error instanceof DamagedArchive || (error as NodeJS.ErrnoException).syscall) return error
  return new DamagedArchive(error instanceof Error ? error.message : String(error))
}

/** Reads the content of an entry. Throws DamagedArchive at its end if it is not the expected one. */
export async function* checked({ name, content }: ReadEntry, expected: Entry): AsyncGenerator<Buffer> {
  const hash = createHash("sha256")
  for await (const bytes of content) {
    hash.update(bytes)
    yield bytes
  }
  if (hash.digest("hex") !== expected.sha256)
    throw new DamagedArchive(`${name} has another content than it was written with`)
}

/** Reads the whole archive, and compares every entry with the manifest. Throws DamagedArchive. */
export async function verifyArchive(path: string, onBytes: (bytes: number) => void = () => {}): Promise<Manifest> {
  const found = new Map<string, Entry>()
  const texts = new Map<string, string>()
  for await (const { name, content } of readEntries(path)) {
    const hash = createHash("sha256")
    const kept: Buffer[] = []
    let size = 0
    for await (const bytes of content) {
      hash.update(bytes)
      size += bytes.length
      onBytes(bytes.length)
      if (name === manifestName || name === sealName) kept.push(bytes)
    }
    if (found.has(name)) throw new DamagedArchive(`it has ${name} twice`)
    found.set(name, { size, sha256: hash.digest("hex") })
    if (kept.length > 0) texts.set(name, Buffer.concat(kept).toString())
  }
  const [text, seal] = [texts.get(manifestName), texts.get(sealName)]
  if (text === undefined || seal === undefined) throw new DamagedArchive("it has no manifest")
  if (found.get(manifestName)!.sha256 !== seal) throw new DamagedArchive("its manifest is not as it was written")
  const { success, data: manifest } = Manifest.safeParse(JSON.parse(text))
  if (!success) throw new DamagedArchive("its manifest has another format")
  found.delete(manifestName)
  found.delete(sealName)
  const expected = Object.entries(manifest.entries)
  for (const [name, { size, sha256 }] of expected) {
    const entry = found.get(name)
    if (!entry) throw new DamagedArchive(`${name} is missing`)
    if (entry.size !== size || entry.sha256 !== sha256)
      throw new DamagedArchive(`${name} has another content than it was written with`)
  }
  if (found.size !== expected.length) throw new DamagedArchive("it has entries that its manifest does not name")
  return manifest
}
