import { createReadStream, createWriteStream } from "node:fs"
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { assertName, type Content, isName, type Storage } from "./storage.ts"

export function createDiskStorage(directory: string): Storage {
  const pathOf = (name: string) => join(directory, name)
  return {
    put: async (name, content) => {
      assertName(name)
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true })
      // The file has another name until it is complete, so that a reader never gets half a file.
      const unfinished = `${path}.${process.pid}.part`
      try {
        await pipeline(streamOf(content), createWriteStream(unfinished))
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
    read: async (name, range) => createReadStream(pathOf(name), range),
    remove: (name) => rm(pathOf(name), { recursive: true, force: true }),
    list: () => walk(directory),
    clearUnfinished: async () => {},
    signedUrl: async () => null,
  }
}

function streamOf(content: Content): Readable {
  if (content instanceof Readable) return content
  return Buffer.isBuffer(content) ? Readable.from([content]) : createReadStream(content.path)
}

/** Iterates over all files, except those that are removed meanwhile. */
async function* walk(directory: string, folder = ""): AsyncGenerator<{ name: string; size: number }> {
  const entries = await unlessMissing(readdir(join(directory, folder), { withFileTypes: true }))
  for (const entry of entries ?? []) {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* walk(directory, name)
    else if (entry.isFile() && isName(name)) {
      const found = await unlessMissing(stat(join(directory, name)))
      if (found) yield { name, size: found.size }
    }
  }
}

function unlessMissing<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null
    throw error
  })
}
