import { randomUUID } from "node:crypto"
import { createReadStream } from "node:fs"
import { eq, lte } from "drizzle-orm"
import { mostBytes } from "#contract/messageRules.ts"
import { chatTexts } from "#contract/texts.ts"
import type { Actor } from "../accounts/actor.ts"
import { after, hours } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { reencode } from "../media/pictures.ts"
import { isName, type Storage } from "../media/storage.ts"
import type { Upload } from "../media/uploads.ts"
import { invalid, notFound, Refusal } from "../refusal.ts"
import { auditReading } from "./audit.ts"
import { type FileKind, fileKindOf } from "./documents.ts"
import { enter } from "./policy.ts"
import { chatFileEnds, chatMessages } from "./tables.ts"

/** A file in storage that a message may hold. */
export interface StoredFile {
  key: string
  name: string
  type: string
  size: number
  width: number | null
  height: number | null
}

/** As which a file is sent back. */
export const fileTypes: Record<FileKind, string> = {
  picture: "image/webp",
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}

/** Throws INVALID for no file or an empty one, TOO_LARGE, and UNSUPPORTED_MEDIA. */
export async function kindOfUpload(upload: Upload | undefined): Promise<FileKind> {
  if (!upload) throw invalid("file", chatTexts.noFile)
  if (upload.tooLarge) throw new Refusal("TOO_LARGE", chatTexts.tooLarge)
  if (upload.size === 0) throw invalid("file", chatTexts.emptyFile)
  const kind = await fileKindOf(upload.path, upload.size)
  if (!kind) throw new Refusal("UNSUPPORTED_MEDIA", chatTexts.wrongKind)
  return kind
}

/**
 * Puts a file away for a message to come, by the name that `nameOf` gave it: a picture as a rendering of our own, anything else as it
 * is. Until a message holds it, it is one of those that end, so that none stays behind when nothing comes of it.
 */
export async function keepFile(
  { store, storage }: { store: Store; storage: Storage },
  upload: Upload,
  kind: FileKind,
  may: () => Promise<void>,
): Promise<StoredFile> {
  const { name } = upload
  const key = `chat/${randomUUID()}.${kind === "picture" ? "webp" : kind}`
  await store.db.insert(chatFileEnds).values({ fileKey: key, dueAt: after(store.now(), hours(1)) })
  if (kind === "picture") return { key, name, type: fileTypes.picture, ...(await reencode(storage, key, upload, may)) }
  await may()
  await storage.put(key, createReadStream(upload.path))
  return { key, name, type: fileTypes[kind], size: upload.size, width: null, height: null }
}

/** The last part of a name, with the ending of what the file really is. */
export function nameOf(given: string, kind: FileKind): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1)!
  const plain = last
    .replace(/["\p{C}<>:|?*]/gu, "")
    .replace(/\s+/gu, " ")
    .trim()
  const stem = [...plain.replace(/^\.+/, "").replace(/\.[^.]{0,8}$/, "")].slice(0, 100).join("").trim()
  return `${stem || "file"}.${kind === "picture" ? "webp" : kind}`
}

export interface Download {
  name: string
  type: string
  size: number
  content: ReturnType<Storage["read"]>
  headers: Record<string, string>
}

/** For whoever may enter the room it was sent in; throws NOT_FOUND for everybody else, as for a file that is not there. */
export async function readFile(store: Store, storage: Storage, actor: Actor, name: string): Promise<Download> {
  if (actor.kind === "guest") throw new Refusal("UNAUTHENTICATED", chatTexts.authentication)
  const key = `chat/${name}`
  if (!isName(key)) throw notFound("File not found")
  const [message] = await store.db.select().from(chatMessages).where(eq(chatMessages.fileKey, key))
  if (!message) throw notFound("File not found")
  await auditReading(store, await enter(store, actor, message.roomId))
  const found = await storage.find(key)
  if (!found) throw notFound("File not found")
  const shown = message.type === "IMAGE" ? "inline" : "attachment"
  return {
    name: message.fileName!,
    type: message.fileType!,
    size: found.size,
    content: storage.read(key),
    headers: {
      "content-type": message.fileType!,
      "content-length": String(found.size),
      "content-disposition": disposition(shown, message.fileName!),
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "private, no-store",
    },
  }
}

/** RFC 6266: a plain name for old clients, the real one encoded as in RFC 8187. */
function disposition(shown: string, name: string): string {
  const plain = name.replace(/[^\w.() -]/g, "_")
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${shown}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** In the transaction that takes the file from its message: it can be had no more, and the sweep removes it. */
export async function endFiles(tx: Tx, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  const rows = keys.map((fileKey) => ({ fileKey, dueAt: tx.now() }))
  await tx.db.insert(chatFileEnds).values(rows).onConflictDoNothing()
}

/** Removes the files that no message holds. */
export async function sweepFiles(store: Store, storage: Storage): Promise<number> {
  const due = await store.db.select().from(chatFileEnds).where(lte(chatFileEnds.dueAt, store.now())).limit(200)
  const failures: unknown[] = []
  for (const { fileKey } of due) {
    try {
      await storage.remove(fileKey)
      await store.db.delete(chatFileEnds).where(eq(chatFileEnds.fileKey, fileKey))
    } catch (error) {
      failures.push(error)
    }
  }
  // One that cannot be removed keeps no other, and is tried again with the next sweep.
  if (failures.length > 0) throw failures[0]
  return due.length
}

/** Of one upload. */
export const uploadLimits = { maxBytes: mostBytes, maxFiles: 1 }
