import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { maxChatFile, megabyte } from "#contract/limits.ts"
import { chatTexts } from "#contract/memberText.ts"
import { t } from "#contract/t.ts"
import type { Actor } from "../../platform/auth/actor.ts"
import type { Store } from "../../platform/db/store.ts"
import { reencode, type Sender } from "../../platform/media/pictures.ts"
import { type Download, downloadOf, expectFile, pictureEnding, pictureType } from "../../platform/media/privateFiles.ts"
import { isName, type Storage } from "../../platform/media/storage.ts"
import type { Upload } from "../../platform/media/uploads.ts"
import { invalid, notFound, Refusal } from "../../platform/refusal.ts"
import { auditReading } from "./audit.ts"
import { type FileKind, fileKindOf } from "./documents.ts"
import { enter } from "./policy.ts"
import { chatMessages } from "./tables.ts"

export interface StoredFile {
  key: string
  name: string
  type: string
  size: number
  width: number | null
  height: number | null
}

export const fileTypes: Record<FileKind, string> = {
  picture: pictureType,
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
 * Stores a file for a message that is not yet written, under the name from `nameOf`. Pictures are re-encoded, other
 * files stay unchanged. Until a message refers to it, the file is listed in `chat_file_ends`, so that the sweep removes
 * it if no message follows.
 */
export async function storeFile(
  { store, storage }: { store: Store; storage: Storage },
  upload: Upload,
  kind: FileKind,
  sender: Sender,
): Promise<StoredFile> {
  const { name } = upload
  const key = `chat/${randomUUID()}.${kind === "picture" ? "webp" : kind}`
  await expectFile(store, key)
  if (kind === "picture")
    return { key, name, type: fileTypes.picture, ...(await reencode(storage, key, upload, sender)) }
  await sender.may()
  await storage.put(key, upload)
  return { key, name, type: fileTypes[kind], size: upload.size, width: null, height: null }
}

/** Returns the last part of the given name. An extension that does not match the file's content is replaced. */
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

/** Returns a file to anybody who may enter its room. Throws NOT_FOUND for everybody else, as for a missing file. */
export async function readFile(store: Store, storage: Storage, actor: Actor, address: string): Promise<Download> {
  if (actor.kind === "guest") throw new Refusal("UNAUTHENTICATED", chatTexts.authentication)
  const key = `chat/${address}`
  if (!isName(key)) throw notFound(t`File not found`)
  const [message] = await store.db.select().from(chatMessages).where(eq(chatMessages.fileKey, key))
  await auditReading(store, await enter(store, actor, message?.roomId, t`File not found`))
  return downloadOf(storage, { key, name: message!.fileName!, type: message!.fileType! })
}

export const uploadLimits = { maxBytes: maxChatFile * megabyte, maxFiles: 1 }
