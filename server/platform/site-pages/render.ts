import { inArray } from "drizzle-orm"
import type { Language } from "#contract/languages.ts"
import type { RenderedPage } from "#contract/sitePages.ts"
import type { Tx } from "../db/store.ts"
import { sitePagePictures } from "./tables.ts"

/** Renders Markdown with the pictures that it names. The libraries are loaded with the first page that needs them. */
export async function render(
  tx: Tx,
  content: string,
  { language, publicFiles }: { language: Language; publicFiles: string | null },
): Promise<RenderedPage> {
  const keys = [...content.matchAll(/\/media\/(pages\/[0-9a-f-]{36})\//g)].map(([, key]) => key!)
  const rows =
    keys.length > 0 ? await tx.db.select().from(sitePagePictures).where(inArray(sitePagePictures.key, keys)) : []
  const { renderMarkdown } = await import("./markdown.ts")
  return renderMarkdown(content, { language, pictures: new Map(rows.map((row) => [row.key, row])), publicFiles })
}
