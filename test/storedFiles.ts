import { createHash } from "node:crypto"
import { buffer } from "node:stream/consumers"
import type { Storage } from "#server/platform/media/storage.ts"

/** The SHA-256 of every stored file in hex, by name. */
export async function hashesIn(storage: Storage): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for await (const { name } of storage.list())
    hashes[name] = createHash("sha256")
      .update(await buffer(await storage.read(name)))
      .digest("hex")
  return hashes
}
