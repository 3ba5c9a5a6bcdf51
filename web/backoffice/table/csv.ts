import { type CsvColumn, csvCell } from "#contract/csv.ts"
import { t } from "#contract/t.ts"
import { ApiError, confirming } from "../../platform/api/client.ts"
import { readToken } from "../../platform/session/session.ts"
import { save } from "../../platform/ui/save.ts"
import type { Column } from "./columns.ts"

/** Formats rows as CSV, with the columns that have a text. */
export function csvOf<Row>(columns: Column<Row>[], rows: Row[]): string {
  return fileOf(
    columns.flatMap(({ header, text }) => (text ? [{ name: header, of: text }] : [])),
    rows,
  )
}

export function fileOf<Row>(columns: CsvColumn<Row>[], rows: Row[]): string {
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ of }) => of(row)))]
  // Spreadsheets detect UTF-8 by a byte-order mark.
  return `\ufeff${lines.map((cells) => cells.map(csvCell).join(",")).join("\r\n")}`
}

/** Downloads the server's CSV. `progress` is called with the number of bytes received. */
export async function downloadCsv(path: string, name: string, progress: (bytes: number) => void): Promise<void> {
  const response = await confirming(() => ask(path))
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

async function ask(path: string): Promise<Response> {
  const response = await fetch(`/api${path}`, {
    headers: { accept: "text/csv", authorization: `Bearer ${readToken() ?? ""}` },
  }).catch(() => {
    throw new ApiError(0, { detail: t`We couldn't reach the shop. Please check your connection.` }, null)
  })
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => null), null)
  return response
}
