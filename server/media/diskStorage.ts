import { createReadStream, createWriteStream } from "node:fs"
import { mkdir, opendir, rename, rm, stat } from "node:fs/promises"
import { dirname, join, relative, sep } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { assertName, type Content, isName, type Storage } from "./storage.ts"

/** Files in a directory. */
export function createDiskStorage(directory: string): Storage {
  const pathOf = (name: string) => join(directory, name)
  return {
    put: async (name, content) => {
      assertName(name)
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true })
      // Written under another name until complete, so that a reader never gets half a file.
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

async function* walk(directory: string): AsyncGenerator<{ name: string; size: number }> {
  const entries = await opendir(directory, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []
    throw error
  })
  for await (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(directory, path).split(sep).join("/")
    if (entry.isFile() && isName(name)) yield { name, size: (await stat(path)).size }
  }
}
