import { createReadStream, createWriteStream } from "node:fs"
import { mkdir, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { mediaFolder } from "../db/demo/manifest.ts"

export interface StoredFile {
  size: number
  modified: number
}

/** Where files are. Names are ours, never a client's: `isName` tells which can exist. */
export interface Storage {
  put(name: string, content: Buffer | Readable): Promise<void>
  find(name: string): Promise<StoredFile | null>
  /** `start` and `end` are inclusive. */
  read(name: string, range?: { start: number; end: number }): Readable
  /** The file, or everything under a folder; nothing happens when it is not there. */
  remove(name: string): Promise<void>
}

const part = "[a-z0-9][a-z0-9_-]{0,80}"
const named = new RegExp(`^(?:${part}/){0,5}${part}\\.[a-z0-9]{2,5}$`)
export const isName = (name: string) => named.test(name)
/** What is under such a name leaves only through a route that knows who is asking. */
export const isPrivate = (name: string) => /^(?:demo\/)?(?:private|chat)\//.test(name)

/** Files in a directory; names under `demo/` come read-only from the pictures that ship with the shop. */
export function createDiskStorage(directory: string, bundled: string = mediaFolder): Storage {
  const pathOf = (name: string) => (name.startsWith("demo/") ? join(bundled, name.slice(5)) : join(directory, name))
  return {
    put: async (name, content) => {
      if (!isName(name) || name.startsWith("demo/")) throw new Error(`Not a name to write to: ${name}`)
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true })
      // Under another name until it is whole, so that a reader never gets half a file.
      const unfinished = `${path}.${process.pid}.part`
      try {
        await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, createWriteStream(unfinished))
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    find: async (name) => {
      if (!isName(name)) return null
      const found = await stat(pathOf(name)).catch(() => null)
      return found?.isFile() ? { size: found.size, modified: Math.floor(found.mtimeMs) } : null
    },
    read: (name, range) => createReadStream(pathOf(name), range),
    remove: async (name) => {
      if (name === "" || name.startsWith("demo/")) return
      await rm(pathOf(name), { recursive: true, force: true })
    },
  }
}
