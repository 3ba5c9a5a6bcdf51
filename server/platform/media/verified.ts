import { createHash } from "node:crypto"
import { type Readable, Transform } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { Storage } from "./storage.ts"

/** Returns the hash in hex. Throws NOT_FOUND. */
export async function hashOf(storage: Storage, name: string): Promise<string> {
  const hash = createHash("sha256")
  await pipeline(await storage.read(name), hash)
  return hash.digest("hex")
}

interface Expected {
  size: number
  sha256: string
  onBytes?(bytes: number): void
}

/** Stores a file with a known hash, and reads it again. Throws, and leaves no file, if either hash differs. */
export async function putVerified(
  storage: Storage,
  name: string,
  content: Readable,
  { size, sha256, onBytes = () => {} }: Expected,
): Promise<void> {
  const hash = createHash("sha256")
  let sent = 0
  const checked = new Transform({
    transform: (bytes: Buffer, _, done) => {
      hash.update(bytes)
      sent += bytes.length
      onBytes(bytes.length)
      done(null, bytes)
    },
    // The check comes before the last byte, so that the storage never has a file with the hash of another.
    flush: (done) =>
      done(sent === size && hash.digest("hex") === sha256 ? null : new Error("changed while it was read")),
  })
  const put = storage.put(name, checked, sha256).finally(() => checked.destroy())
  const ends = await Promise.allSettled([put, pipeline(content, checked)])
  for (const end of ends) if (end.status === "rejected") throw end.reason
  if ((await hashOf(storage, name)) === sha256) return
  await storage.remove(name)
  throw new Error("arrived with another hash")
}
