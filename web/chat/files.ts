import { mostBytes } from "#contract/messageRules.ts"
import { chatTexts } from "#contract/texts.ts"

/** What the file dialog offers; the server looks at the content. */
export const accepted = "image/*,.pdf,.doc,.docx"

const documents = /\.(pdf|docx?)$/i

export const isPicture = (file: File) => file.type.startsWith("image/")

export function faultInFile(file: File | undefined): string | null {
  if (!file) return chatTexts.noFile
  if (file.size > mostBytes) return chatTexts.tooLarge
  if (file.size === 0) return chatTexts.emptyFile
  return isPicture(file) || documents.test(file.name) ? null : chatTexts.wrongKind
}

/** `1.2 MB` */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
