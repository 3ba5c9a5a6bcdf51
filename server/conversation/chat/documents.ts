import { open } from "node:fs/promises"
import { text } from "node:stream/consumers"
import { fromBufferPromise } from "yauzl"
import { type DocumentKind, documentKinds } from "#contract/limits.ts"
import { kindOf } from "../../platform/media/uploads.ts"

export type FileKind = "picture" | DocumentKind

const isKind: Record<DocumentKind, (bytes: Buffer) => boolean | Promise<boolean>> = {
  pdf: isPdf,
  doc: isWord97,
  docx: isWord,
}

/** Returns the kind of a file, by its content and not its name; null for types that may not be sent. */
export async function fileKindOf(path: string, size: number): Promise<FileKind | null> {
  if (await kindOf(path)) return "picture"
  const file = await open(path)
  try {
    const bytes = await file.readFile()
    if (bytes.length !== size) return null
    for (const kind of documentKinds) if (await isKind[kind](bytes)) return kind
    return null
  } finally {
    await file.close()
  }
}

function isPdf(bytes: Buffer): boolean {
  return /^%PDF-[12]\.\d/.test(bytes.toString("latin1", 0, 8)) && bytes.subarray(-2048).includes("%%EOF")
}

/** Recognizes a compound file ([MS-CFB]) with the stream of a Word document ([MS-DOC]) and none of macros. */
function isWord97(bytes: Buffer): boolean {
  const magic = Buffer.from("d0cf11e0a1b11ae1", "hex")
  if (!bytes.subarray(0, 8).equals(magic)) return false
  return isListed(bytes, "WordDocument") && !isListed(bytes, "_VBA_PROJECT") && !isListed(bytes, "Macros")
}

/** Directory entries are 128 bytes each and begin with a name in UTF-16 ([MS-CFB] 2.6.1). */
function isListed(bytes: Buffer, name: string): boolean {
  const entry = Buffer.from(`${name}\0`, "utf16le")
  for (let at = bytes.indexOf(entry, 512); at >= 0; at = bytes.indexOf(entry, at + 1)) if (at % 128 === 0) return true
  return false
}

/** The maximum unpacked size of a document, in bytes. */
const maxUnpacked = 100 * 1024 * 1024

/** The maximum number of entries; real documents have fewer. */
const maxEntries = 10_000
/** The maximum size of `[Content_Types].xml`, in bytes. */
const maxTypes = 1024 * 1024

/** Recognizes a complete ZIP archive with the parts of a Word document, no macros, and an acceptable unpacked size. */
async function isWord(bytes: Buffer): Promise<boolean> {
  if (bytes.toString("latin1", 0, 4) !== "PK\x03\x04") return false
  try {
    return await isCleanWord(bytes)
  } catch {
    // The archive is truncated, has names that leave it, or has inconsistent sizes.
    return false
  }
}

async function isCleanWord(bytes: Buffer): Promise<boolean> {
  const archive = await fromBufferPromise(bytes)
  if (archive.entryCount > maxEntries) return false
  let hasText = false
  let hasTypes = false
  let packed = 0
  let unpacked = 0
  for await (const entry of archive.eachEntry()) {
    const { fileName } = entry
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    // Entries that share their bytes are a zip bomb.
    if (packed > bytes.length || unpacked > maxUnpacked) return false
    if (/vbaProject|\.exe$|\.js$/i.test(fileName)) return false
    if (fileName === "word/document.xml") hasText = true
    if (fileName !== "[Content_Types].xml") continue
    if (entry.uncompressedSize > maxTypes) return false
    if (/macroEnabled|vbaProject/i.test(await text(await archive.openReadStreamPromise(entry)))) return false
    hasTypes = true
  }
  return hasText && hasTypes
}
