import type { Readable } from "node:stream"
import { eq, lte } from "drizzle-orm"
import { t } from "#contract/t.ts"
import { after, hours } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { notFound, Refusal } from "../refusal.ts"
import type { Storage } from "./storage.ts"
import { fileEnds } from "./tables.ts"

/** The type of a picture of a person, which is always stored re-encoded. */
export const pictureType = "image/webp"

/** The extensions that a picture may have; the stored file is always re-encoded. */
export const pictureEnding = /\.(?:jpe?g|png|gif|webp|avif)$/i

export interface Download {
  name: string
  type: string
  size: number
  content: Readable
  headers: Record<string, string>
}

/** Returns a stored file for a caller who may read it. Pictures are served inline, anything else as an attachment. */
export async function downloadOf(
  storage: Storage,
  { key, name: called, type }: { key: string; name: string; type: string },
): Promise<Download> {
  const found = await storage.find(key)
  if (!found) throw notFound(t`File not found`)
  const isPicture = type === pictureType
  const shown = isPicture ? "inline" : "attachment"
  // A downloaded file has the extension of its real type.
  const name = isPicture ? called.replace(pictureEnding, ".webp") : called
  return {
    name,
    type,
    size: found.size,
    content: await storage.read(key),
    headers: {
      "content-type": type,
      "content-length": String(found.size),
      "content-disposition": disposition(shown, name),
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "private, no-store",
    },
  }
}

/** Writes the header of RFC 6266: an ASCII name for old clients, and the real one encoded as in RFC 8187. */
function disposition(shown: string, name: string): string {
  const plain = name.replace(/[^\w.() -]/g, "_")
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${shown}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Lets the sweep remove a file unless a row claims it within the hour. Call it before the file is stored. */
export async function expectFile(store: Store, key: string): Promise<void> {
  await store.db.insert(fileEnds).values({ fileKey: key, dueAt: after(store.now(), hours(1)) })
}

/** Keeps a file from the sweep, in the transaction that writes its row. Returns false if the sweep has taken it. */
export async function claimFile(tx: Tx, key: string): Promise<boolean> {
  const claimed = await tx.db.delete(fileEnds).where(eq(fileEnds.fileKey, key)).returning({ key: fileEnds.fileKey })
  return claimed.length > 0
}

/** Lets the sweep remove files, in the transaction that removes them from their rows. They are no longer served. */
export async function scheduleFileDeletion(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  const rows = keys.map((fileKey) => ({ fileKey, dueAt: tx.now() }))
  await tx.db.insert(fileEnds).values(rows).onConflictDoNothing()
}

/** Removes the files that no row refers to. */
export async function sweepFiles(store: Store, storage: Storage): Promise<number> {
  const due = await store.db.select().from(fileEnds).where(lte(fileEnds.dueAt, store.now())).limit(200)
  const failures: unknown[] = []
  for (const { fileKey } of due) {
    try {
      await storage.remove(fileKey)
      await store.db.delete(fileEnds).where(eq(fileEnds.fileKey, fileKey))
    } catch (error) {
      failures.push(error)
      // The bucket is unavailable, and every other file would have to wait for it again.
      if (error instanceof Refusal) break
    }
  }
  // Any other failure does not affect the other files, and is retried by the next sweep.
  if (failures.length > 0) throw failures[0]
  return due.length
}
