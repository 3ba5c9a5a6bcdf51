import { documentKinds, maxChatFile, megabyte } from "#contract/limits.ts"
import { chatTexts } from "#contract/memberText.ts"
import { decimal } from "../../platform/ui/format.ts"

/** The types that the file dialog offers. The server checks the content. */
export const accepted = ["image/*", ...documentKinds.map((kind) => `.${kind}`)].join()

const isDocument = ({ name }: File) => documentKinds.some((kind) => name.toLowerCase().endsWith(`.${kind}`))

export const isPicture = (file: File) => file.type.startsWith("image/")

export function faultInFile(file: File | undefined): string | null {
  if (!file) return chatTexts.noFile
  if (file.size > maxChatFile * megabyte) return chatTexts.tooLarge
  if (file.size === 0) return chatTexts.emptyFile
  return isPicture(file) || isDocument(file) ? null : chatTexts.wrongKind
}

/** `1.2 MB` */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`
  return `${decimal(bytes / 1024 / 1024)} MB`
}
