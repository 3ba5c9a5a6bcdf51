import { open } from "node:fs/promises"
import { inflateRawSync } from "node:zlib"
import { kindOf } from "../media/uploads.ts"

export type FileKind = "picture" | "pdf" | "doc" | "docx"

const pictures = new Set(["jpeg", "png", "gif", "webp", "avif"])

/** What a file is by what it holds, not by what it is called: null for anything that may not be sent. */
export async function fileKindOf(path: string, size: number): Promise<FileKind | null> {
  const kind = await kindOf(path)
  if (kind) return pictures.has(kind) ? "picture" : null
  const file = await open(path)
  try {
    const bytes = await file.readFile()
    if (bytes.length !== size) return null
    if (isPdf(bytes)) return "pdf"
    if (isWord97(bytes)) return "doc"
    return isWord(bytes) ? "docx" : null
  } finally {
    await file.close()
  }
}

function isPdf(bytes: Buffer): boolean {
  return /^%PDF-[12]\.\d/.test(bytes.toString("latin1", 0, 8)) && bytes.subarray(-2048).includes("%%EOF")
}

/** A compound file ([MS-CFB]) whose directory names the stream of a Word document ([MS-DOC]), and none of macros. */
function isWord97(bytes: Buffer): boolean {
  const magic = Buffer.from("d0cf11e0a1b11ae1", "hex")
  if (!bytes.subarray(0, 8).equals(magic)) return false
  return isListed(bytes, "WordDocument") && !isListed(bytes, "_VBA_PROJECT") && !isListed(bytes, "Macros")
}

/** The directory's entries have 128 bytes each, and begin with a name in UTF-16 ([MS-CFB] 2.6.1). */
function isListed(bytes: Buffer, name: string): boolean {
  const entry = Buffer.from(`${name}\0`, "utf16le")
  for (let at = bytes.indexOf(entry, 512); at >= 0; at = bytes.indexOf(entry, at + 1)) if (at % 128 === 0) return true
  return false
}

/** What a document may become when somebody opens it; bytes. */
const mostUnpacked = 100 * 1024 * 1024

/** An archive whose own directory lists what a Word document has, no macros, and nothing that would fill a disk. */
function isWord(bytes: Buffer): boolean {
  if (bytes.toString("latin1", 0, 4) !== "PK\x03\x04") return false
  const entries = entriesIn(bytes)
  const types = entries.find(({ name }) => name === "[Content_Types].xml")
  if (!types || !entries.some(({ name }) => name === "word/document.xml")) return false
  if (entries.some(({ name }) => /vbaProject|\.exe$|\.js$|^[/\\]|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(name))) return false
  const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)
  if (sum(entries.map(({ unpacked }) => unpacked)) > mostUnpacked) return false
  // Entries that share their bytes are a way to make much out of little.
  if (sum(entries.map(({ packed }) => packed)) > bytes.length) return false
  const listed = contentOf(bytes, types)
  return listed !== null && !/macroEnabled|vbaProject/i.test(listed)
}

interface Entry {
  name: string
  method: number
  packed: number
  unpacked: number
  at: number
}

/** The central directory of a zip archive that ends the file (APPNOTE.TXT 4.3.12 and 4.3.16); none when it is not whole. */
function entriesIn(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > bytes.length || end + 22 + bytes.readUInt16LE(end + 20) !== bytes.length) return []
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) return []
    const nameLength = bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString("utf8", at + 46, at + 46 + nameLength),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** An entry by its local header (APPNOTE.TXT 4.3.7), unpacked to at most 1 MB; null when that fails. */
function contentOf(bytes: Buffer, { method, packed, at }: Entry): string | null {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== 0x04034b50) return null
  const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const content = bytes.subarray(from, from + packed)
  if (method === 0) return content.toString("utf8")
  if (method !== 8) return null
  try {
    return inflateRawSync(content, { maxOutputLength: 1024 * 1024 }).toString("utf8")
  } catch {
    return null
  }
}
