import { open } from "node:fs/promises"
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

/** A compound file whose directory names the stream of a Word document. */
function isWord97(bytes: Buffer): boolean {
  const magic = Buffer.from("d0cf11e0a1b11ae1", "hex")
  return bytes.subarray(0, 8).equals(magic) && bytes.includes(Buffer.from("WordDocument", "utf16le"))
}

/** An archive whose own directory lists what a Word document has, and no macros. */
function isWord(bytes: Buffer): boolean {
  if (bytes.toString("latin1", 0, 4) !== "PK\x03\x04") return false
  const names = namesIn(bytes)
  return (
    names.includes("[Content_Types].xml") &&
    names.includes("word/document.xml") &&
    !names.some((name) => /vbaProject|\.exe$|\.js$/i.test(name))
  )
}

/** The names in the central directory of a zip archive; none when it is not whole. */
function namesIn(bytes: Buffer): string[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > bytes.length) return []
  const names: string[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) return []
    const nameLength = bytes.readUInt16LE(at + 28)
    names.push(bytes.toString("utf8", at + 46, at + 46 + nameLength))
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return names
}
