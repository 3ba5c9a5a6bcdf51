import { randomUUID } from "node:crypto"
import type { Readable } from "node:stream"
import { eq, lte } from "drizzle-orm"
import { maxChatFile, megabyte } from "#contract/limits.ts"
import { chatTexts } from "#contract/memberText.ts"
import type { Actor } from "../auth/actor.ts"
import { after, hours } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { reencode, type Sender } from "../media/pictures.ts"
import { isName, type Storage } from "../media/storage.ts"
import type { Upload } from "../media/uploads.ts"
import { invalid, notFound, Refusal } from "../refusal.ts"
import { auditReading } from "./audit.ts"
import { type FileKind, fileKindOf } from "./documents.ts"
import { enter } from "./policy.ts"
import { chatFileEnds, chatMessages } from "./tables.ts"

/** A stored file that a message may refer to. */
export interface StoredFile {
  key: string
  name: string
  type: string
  size: number
  width: number | null
  height: number | null
}

/** The media type that a file is served with. */
export const fileTypes: Record<FileKind, string> = {
  picture: "image/webp",
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}

/** Throws INVALID for a missing or empty file, TOO_LARGE, and UNSUPPORTED_MEDIA. */
export async function kindOfUpload(upload: Upload | undefined): Promise<FileKind> {
  if (!upload) throw invalid("file", chatTexts.noFile)
  if (upload.tooLarge) throw new Refusal("TOO_LARGE", chatTexts.tooLarge)
  if (upload.size === 0) throw invalid("file", chatTexts.emptyFile)
  const kind = await fileKindOf(upload.path, upload.size)
  if (!kind) throw new Refusal("UNSUPPORTED_MEDIA", chatTexts.wrongKind)
  return kind
}

/**
 * Stores a file for a message that is not yet written, under the name from `nameOf`: a picture re-encoded, anything
 * else unchanged. Until a message refers to it, it is listed in `chat_file_ends`, so that the sweep removes it if no
 * message follows.
 */
export async function storeFile(
  { store, storage }: { store: Store; storage: Storage },
  upload: Upload,
  kind: FileKind,
  sender: Sender,
): Promise<StoredFile> {
  const { name } = upload
  const key = `chat/${randomUUID()}.${kind === "picture" ? "webp" : kind}`
  await store.db.insert(chatFileEnds).values({ fileKey: key, dueAt: after(store.now(), hours(1)) })
  if (kind === "picture")
    return { key, name, type: fileTypes.picture, ...(await reencode(storage, key, upload, sender)) }
  await sender.may()
  await storage.put(key, upload)
  return { key, name, type: fileTypes[kind], size: upload.size, width: null, height: null }
}

/** Extensions that a picture may have; the stored file is always re-encoded. */
const pictureEnding = /\.(?:jpe?g|png|gif|webp|avif)$/i

/** The last part of the given name. An extension that does not match the file's content is replaced. */
export function nameOf(given: string, kind: FileKind): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1)!
  const plain = last
    .replace(/["\p{C}<>:|?*]/gu, "")
    .replace(/\s+/gu, " ")
    .trim()
  const named = [...plain.replace(/^\.+/, "")].slice(0, 100).join("")
  if (kind === "picture" ? pictureEnding.test(named) : named.toLowerCase().endsWith(`.${kind}`)) return named
  const stem = [...plain.replace(/^\.+/, "").replace(/\.[^.]{0,8}$/, "")].slice(0, 100).join("").trim()
  return `${stem || "file"}.${kind === "picture" ? "webp" : kind}`
}

export interface Download {
  name: string
  type: string
  size: number
  content: Readable
  headers: Record<string, string>
}

/** For those who may enter the file's room; throws NOT_FOUND for everybody else, as for a missing file. */
export async function readFile(store: Store, storage: Storage, actor: Actor, address: string): Promise<Download> {
  if (actor.kind === "guest") throw new Refusal("UNAUTHENTICATED", chatTexts.authentication)
  const key = `chat/${address}`
  if (!isName(key)) throw notFound("File not found")
  const [message] = await store.db.select().from(chatMessages).where(eq(chatMessages.fileKey, key))
  await auditReading(store, await enter(store, actor, message?.roomId, "File not found"))
  return downloadOf(storage, { key, name: message!.fileName!, type: message!.fileType! })
}

/** Pictures are served inline, anything else as an attachment. */
export async function downloadOf(
  storage: Storage,
  { key, name: called, type }: Pick<StoredFile, "key" | "name" | "type">,
): Promise<Download> {
  const found = await storage.find(key)
  if (!found) throw notFound("File not found")
  const isPicture = type === fileTypes.picture
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

/** RFC 6266: an ASCII name for old clients, and the real one encoded as in RFC 8187. */
function disposition(shown: string, name: string): string {
  const plain = name.replace(/[^\w.() -]/g, "_")
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${shown}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/**
 * Call in the transaction that removes the files from their messages. The files are no longer served; the sweep removes
 * them.
 */
export async function scheduleFileDeletion(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  const rows = keys.map((fileKey) => ({ fileKey, dueAt: tx.now() }))
  await tx.db.insert(chatFileEnds).values(rows).onConflictDoNothing()
}

/** Removes the files that no message refers to. */
export async function sweepFiles(store: Store, storage: Storage): Promise<number> {
  const due = await store.db.select().from(chatFileEnds).where(lte(chatFileEnds.dueAt, store.now())).limit(200)
  const failures: unknown[] = []
  for (const { fileKey } of due) {
    try {
      await storage.remove(fileKey)
      await store.db.delete(chatFileEnds).where(eq(chatFileEnds.fileKey, fileKey))
    } catch (error) {
      failures.push(error)
      // The bucket is away, and would be waited for again with each file.
      if (error instanceof Refusal) break
    }
  }
  // Any other failure does not stop the others and is retried by the next sweep.
  if (failures.length > 0) throw failures[0]
  return due.length
}

/** Limits of one upload. */
export const uploadLimits = { maxBytes: maxChatFile * megabyte, maxFiles: 1 }
