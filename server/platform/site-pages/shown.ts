import { and, arrayOverlaps, asc, eq, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { Language } from "#contract/languages.ts"
import { languageNames } from "#contract/languages.ts"
import { isLegal, type LegalPage, type LegalVersions, legalPages } from "#contract/legal.ts"
import type { Builtin, PagePlace, PageTexts, RenderedPage } from "#contract/sitePages.ts"
import type { Tx } from "../db/store.ts"
import { render } from "./render.ts"
import { sitePages, sitePageVersions } from "./tables.ts"

/** A published page, as everybody sees it. */
export interface ShownPage extends RenderedPage {
  /** The canonical slug. */
  slug: string
  title: string
  description: string
  /** The language of the text: English where the page has no text in the language of the reader. */
  language: Language
  languages: Language[]
  /** The number of the version, of a legal page. */
  number: number | null
  /** Whether visitors see another version now, or the text that the shop comes with. */
  isFormer: boolean
  publishedAt: string
}

export interface PageLink {
  to: string
  label: string
  place: Exclude<PagePlace, "none">
}

export interface Showing {
  language: Language
  publicFiles: string | null
}

/** Joins a page with the version that visitors see. */
export const isCurrent = and(
  eq(sitePageVersions.pageId, sitePages.id),
  eq(sitePageVersions.number, sitePages.published),
)

const columns = {
  builtin: sitePages.builtin,
  slug: sitePages.slug,
  published: sitePages.published,
  number: sitePageVersions.number,
  texts: sitePageVersions.texts,
  publishedAt: sitePageVersions.publishedAt,
}

/** Returns the owner's text of a page that the shop comes with; null while it has the default one. */
export async function showBuiltin(tx: Tx, builtin: Builtin, showing: Showing): Promise<ShownPage | null> {
  const [row] = await tx.db
    .select(columns)
    .from(sitePages)
    .innerJoin(sitePageVersions, isCurrent)
    .where(eq(sitePages.builtin, builtin))
  return row ? shown(tx, row, showing) : null
}

/** Returns a page of the owner by its slug or one that it had before; null for none that is published. */
export async function showOwn(tx: Tx, slug: string, showing: Showing): Promise<ShownPage | null> {
  const [row] = await tx.db
    .select(columns)
    .from(sitePages)
    .innerJoin(sitePageVersions, isCurrent)
    .where(and(isNull(sitePages.builtin), or(eq(sitePages.slug, slug), arrayOverlaps(sitePages.formerSlugs, [slug]))))
    .orderBy(sql`${sitePages.slug} = ${slug} desc`)
    .limit(1)
  return row ? shown(tx, row, showing) : null
}

/** Returns a version of a legal page, also after others have followed. */
export async function showVersion(
  tx: Tx,
  { name, number }: { name: LegalPage; number: number },
  showing: Showing,
): Promise<ShownPage | null> {
  const [row] = await tx.db
    .select(columns)
    .from(sitePages)
    .innerJoin(sitePageVersions, eq(sitePageVersions.pageId, sitePages.id))
    .where(and(eq(sitePages.builtin, name), eq(sitePageVersions.number, number)))
  return row ? shown(tx, row, showing) : null
}

interface Found {
  builtin: Builtin | null
  slug: string
  published: number | null
  number: number
  texts: PageTexts
  publishedAt: Date
}

async function shown(tx: Tx, row: Found, showing: Showing): Promise<ShownPage> {
  const text = row.texts[showing.language] ?? row.texts.en!
  return {
    slug: row.slug,
    title: text.title,
    description: text.description,
    language: row.texts[showing.language] ? showing.language : "en",
    languages: languageNames.filter((name) => row.texts[name]),
    number: isLegal(row.builtin) ? row.number : null,
    isFormer: row.number !== row.published,
    publishedAt: row.publishedAt.toISOString(),
    ...(await render(tx, text.content, showing)),
  }
}

/** Returns the links of the owner's pages in header and footer, in their order. */
export async function pageLinks(tx: Tx, language: Language): Promise<PageLink[]> {
  const rows = await tx.db
    .select({
      slug: sitePages.slug,
      place: sitePages.place,
      english: sql<string>`${sitePageVersions.texts} #>> '{en,title}'`,
      title: sql<string | null>`${sitePageVersions.texts} #>> array[${language}::text, 'title']`,
    })
    .from(sitePages)
    .innerJoin(sitePageVersions, isCurrent)
    .where(and(isNull(sitePages.builtin), sql`${sitePages.place} <> 'none'`))
    .orderBy(asc(sitePages.position), asc(sitePages.id))
  return rows.map(({ slug, place, english, title }) => ({
    to: `/pages/${slug}`,
    label: title ?? english,
    place: place as PageLink["place"],
  }))
}

/** Returns the addresses of the owner's published pages. */
export async function listPageAddresses(tx: Tx): Promise<{ slug: string; updated_at: string }[]> {
  const rows = await tx.db
    .select({ slug: sitePages.slug, at: sitePageVersions.publishedAt })
    .from(sitePages)
    .innerJoin(sitePageVersions, isCurrent)
    .where(isNull(sitePages.builtin))
    .orderBy(asc(sitePages.position), asc(sitePages.id))
  return rows.map(({ slug, at }) => ({ slug, updated_at: at.toISOString() }))
}

/** Returns the versions of the legal pages that are in force. */
export async function legalVersions(tx: Tx): Promise<LegalVersions> {
  const rows = await tx.db
    .select({ name: sitePages.builtin, number: sitePages.published })
    .from(sitePages)
    .where(and(isNotNull(sitePages.published), or(...legalPages.map((name) => eq(sitePages.builtin, name)))))
  const numberOf = (name: LegalPage) => rows.find((row) => row.name === name)?.number ?? null
  return { terms: numberOf("terms"), privacy: numberOf("privacy") }
}
