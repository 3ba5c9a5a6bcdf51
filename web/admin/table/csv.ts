import { ApiError } from "../../api/client.ts"
import { readToken } from "../../session/session.ts"
import type { Column } from "./columns.ts"

/** A file of these rows, as the columns tell them. */
export function csvOf<Row>(columns: Column<Row>[], rows: Row[]): string {
  const told = columns.filter((column) => column.text)
  const lines = [told.map(({ header }) => header), ...rows.map((row) => told.map((column) => column.text!(row) ?? ""))]
  return lines.map((cells) => cells.map(cellOf).join(",")).join("\r\n")
}

/** A spreadsheet would reckon what begins like a formula: an apostrophe makes it text. */
export function cellOf(value: string | number): string {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The server's own file of a whole list, taken in as it streams; `progress` hears of the bytes. */
export async function downloadCsv(path: string, name: string, progress: (bytes: number) => void): Promise<void> {
  const response = await fetch(`/api${path}`, {
    headers: { accept: "text/csv", authorization: `Bearer ${readToken() ?? ""}` },
  }).catch(() => {
    throw new ApiError(0, { detail: "The shop could not be reached. Please check your connection." }, null)
  })
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => null), null)
  const parts: BlobPart[] = []
  let bytes = 0
  for (const reader = response.body!.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    bytes += value.byteLength
    progress(bytes)
  }
  save(new Blob(parts, { type: "text/csv" }), name)
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
