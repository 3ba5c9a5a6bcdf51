import { randomUUID } from "node:crypto"
import { and, arrayOverlaps, asc, count, desc, eq, inArray, max, ne, sql } from "drizzle-orm"
import { type Language, languageNames } from "#contract/languages.ts"
import { isLegal } from "#contract/legal.ts"
import {
  type EditPage,
  type ListedPage,
  type NewPage,
  type PageText,
  type PageTexts,
  type PreviewPage,
  pageLimits,
  type RenderedPage,
  type SitePage,
  sitePageTexts,
} from "#contract/sitePages.ts"
import { type Actor, assertAdmin, type Person } from "../auth/actor.ts"
import { namesOf } from "../auth/people.ts"
import type { Store, Tx } from "../db/store.ts"
import { assertVersion, type Precondition } from "../http/preconditions.ts"
import { storePicture } from "../media/pictures.ts"
import { removeAfterCommit, type Storage, saveOrRemove } from "../media/storage.ts"
import type { Upload } from "../media/uploads.ts"
import { assertAdultText } from "../moderation/adults.ts"
import { audit } from "../records/audit.ts"
import { differing } from "../records/changes.ts"
import { invalid, notFound, Refusal } from "../refusal.ts"
import { render } from "./render.ts"
import { isCurrent } from "./shown.ts"
import { sitePagePictures, sitePages, sitePageVersions } from "./tables.ts"

type Row = typeof sitePages.$inferSelect

/** Published after the commit when visitors see another text, address or link. */
export const sitePagesTopic = "site-pages"

export async function listPages(tx: Tx, actor: Actor): Promise<ListedPage[]> {
  assertAdmin(actor, "content_admin")
  const rows = await tx.db
    .select()
    .from(sitePages)
    .orderBy(asc(sitePages.builtin), asc(sitePages.position), asc(sitePages.id))
  const published = await publishedTexts(tx, rows)
  const names = await namesOf(
    tx,
    rows.map((row) => row.updatedBy),
  )
  return rows.map((row) => presentListed(row, { published: published.get(row.id) ?? null, names, actor }))
}

export async function getPage(tx: Tx, actor: Actor, id: number): Promise<SitePage> {
  assertAdmin(actor, "content_admin")
  return present(tx, actor, await find(tx, actor, id))
}

export async function addPage(tx: Tx, actor: Actor, { slug }: NewPage): Promise<SitePage> {
  assertAdmin(actor, "content_admin")
  const [all] = await tx.db.select({ count: count(), last: max(sitePages.position) }).from(sitePages)
  if (all!.count >= pageLimits.pages) throw new Refusal("CONFLICT", sitePageTexts.tooMany)
  const now = tx.now()
  const position = Math.min((all!.last ?? 0) + 1, 999)
  const [row] = await tx.db
    .insert(sitePages)
    .values({ slug, position, updatedBy: actor.id, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning()
  if (!row) throw invalid("slug", sitePageTexts.slugTaken)
  await note(tx, actor, row, "page.create", { after: { slug } })
  return present(tx, actor, row)
}

export async function editPage(
  tx: Tx,
  actor: Actor,
  { id, fields, seen }: { id: number; fields: EditPage; seen: Precondition },
): Promise<SitePage> {
  assertAdmin(actor, "content_admin")
  const row = await lock(tx, actor, id)
  const texts = Object.fromEntries(Object.entries(fields.texts).filter(([, one]) => one !== undefined)) as PageTexts
  const { slug, place, position } = fields
  if (row.builtin !== null && slug !== row.slug) throw invalid("slug", sitePageTexts.notOwn)
  if (!isLegal(row.builtin)) assertAdults(texts)
  const isOther = slug !== row.slug || place !== row.place || position !== row.position
  const changed = languageNames.filter((name) => !isSame(texts[name], row.draft[name]))
  if (!isOther && changed.length === 0) return present(tx, actor, row)
  assertVersion(seen, row)
  if (slug !== row.slug) await assertFree(tx, row, slug)
  const formerSlugs = [...new Set([...row.formerSlugs, row.slug])].filter((one) => one !== slug)
  const edited = await update(tx, actor, row, { slug, place, position, draft: texts, formerSlugs })
  if (isOther && row.published !== null) tx.publish(sitePagesTopic, null)
  const change = differing({ slug: row.slug, place: row.place, position: row.position }, { slug, place, position })
  await note(tx, actor, row, "page.edit", {
    before: { slug: row.slug, ...change.before, ...wordsOf(row.draft, changed) },
    after: { slug, ...change.after, ...wordsOf(texts, changed) },
  })
  return present(tx, actor, edited)
}

/** Shows the draft to visitors, as a version with the next number. */
export async function publishPage(
  tx: Tx,
  actor: Actor,
  { id, seen }: { id: number; seen: Precondition },
): Promise<SitePage> {
  assertAdmin(actor, "content_admin")
  const row = await lock(tx, actor, id)
  assertVersion(seen, row)
  if (!row.draft.en) throw invalid("texts.en.content", sitePageTexts.noEnglish)
  const now = (await publishedTexts(tx, [row])).get(row.id)
  if (now && isSame(now, row.draft)) throw new Refusal("CONFLICT", sitePageTexts.nothingNew)
  const [last] = await tx.db
    .select({ number: max(sitePageVersions.number) })
    .from(sitePageVersions)
    .where(eq(sitePageVersions.pageId, id))
  const number = (last!.number ?? 0) + 1
  await tx.db
    .insert(sitePageVersions)
    .values({ pageId: id, number, texts: row.draft, publishedBy: actor.id, publishedAt: tx.now() })
  return show(tx, actor, row, { action: "page.publish", published: number })
}

/** Gives a page its default text back; a page of the owner is not shown any more. Its draft and its versions stay. */
export async function withdrawPage(
  tx: Tx,
  actor: Actor,
  { id, seen }: { id: number; seen: Precondition },
): Promise<SitePage> {
  assertAdmin(actor, "content_admin")
  const row = await lock(tx, actor, id)
  if (row.published === null) throw new Refusal("WRONG_STATE", sitePageTexts.notPublished)
  assertVersion(seen, row)
  return show(tx, actor, row, { action: "page.withdraw", published: null })
}

/** Lets visitors see this version from now on, or none. */
async function show(
  tx: Tx,
  actor: Person,
  row: Row,
  { action, published }: { action: string; published: number | null },
): Promise<SitePage> {
  const edited = await update(tx, actor, row, { published })
  tx.publish(sitePagesTopic, null)
  const { slug } = row
  await note(tx, actor, row, action, { before: { slug, published: row.published }, after: { slug, published } })
  return present(tx, actor, edited)
}

/** Returns the texts of a version, from which an admin can go on. */
export async function getVersion(tx: Tx, actor: Actor, { id, number }: { id: number; number: number }) {
  assertAdmin(actor, "content_admin")
  const [row] = await tx.db
    .select({ builtin: sitePages.builtin, texts: sitePageVersions.texts })
    .from(sitePageVersions)
    .innerJoin(sitePages, eq(sitePages.id, sitePageVersions.pageId))
    .where(and(eq(sitePageVersions.pageId, id), eq(sitePageVersions.number, number)))
  if (!row) throw notFound(sitePageTexts.missing)
  assertMayEdit(actor, row)
  return { texts: row.texts }
}

export async function deletePage(
  tx: Tx,
  actor: Actor,
  { id, seen, storage }: { id: number; seen: Precondition; storage: Storage },
): Promise<void> {
  assertAdmin(actor, "content_admin")
  const row = await lock(tx, actor, id)
  if (row.builtin !== null) throw new Refusal("WRONG_STATE", sitePageTexts.notOwn)
  assertVersion(seen, row)
  const pictures = await tx.db
    .delete(sitePagePictures)
    .where(eq(sitePagePictures.pageId, id))
    .returning({ key: sitePagePictures.key })
  await tx.db.delete(sitePages).where(eq(sitePages.id, id))
  for (const { key } of pictures) removeAfterCommit(tx, storage, key)
  tx.publish(sitePagesTopic, null)
  await note(tx, actor, row, "page.delete", { before: { slug: row.slug, ...wordsOf(row.draft, languageNames) } })
}

/** Renders Markdown as visitors would see it. */
export async function previewPage(
  tx: Tx,
  actor: Actor,
  { language, content }: PreviewPage,
  publicFiles: string | null,
): Promise<RenderedPage> {
  assertAdmin(actor, "content_admin")
  return render(tx, content, { language, publicFiles })
}

export async function assertMayAddPicture(tx: Tx, actor: Actor, id: number): Promise<void> {
  assertAdmin(actor, "content_admin")
  await find(tx, actor, id)
}

/** Stores a picture of the page, and returns the address that its Markdown names. */
export async function addPicture(
  store: Store,
  storage: Storage,
  actor: Actor,
  { id, upload }: { id: number; upload: Upload },
): Promise<{ url: string }> {
  assertAdmin(actor, "content_admin")
  const key = `pages/${randomUUID()}`
  const { width, height, widths, formats } = await storePicture(storage, key, upload)
  return saveOrRemove(storage, key, () =>
    store.transaction(async (tx) => {
      const row = await lock(tx, actor, id)
      if ((await tx.db.$count(sitePagePictures, eq(sitePagePictures.pageId, id))) >= pageLimits.pictures) {
        throw new Refusal("CONFLICT", sitePageTexts.tooManyPictures)
      }
      await tx.db
        .insert(sitePagePictures)
        .values({ pageId: id, key, width, height, widths, formats, createdAt: tx.now() })
      const url = `/media/${key}/${widths.at(-1)}.webp`
      await note(tx, actor, row, "page.picture", { after: { slug: row.slug, url } })
      return { url }
    }),
  )
}

const find = (tx: Tx, actor: Person, id: number) =>
  editable(actor, tx.db.select().from(sitePages).where(eq(sitePages.id, id)))

const lock = (tx: Tx, actor: Person, id: number) =>
  editable(actor, tx.db.select().from(sitePages).where(eq(sitePages.id, id)).for("update"))

async function editable(actor: Person, found: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await found
  if (!row) throw notFound(sitePageTexts.missing)
  assertMayEdit(actor, row)
  return row
}

/** Only super admins edit legal pages. */
function assertMayEdit(actor: Actor, { builtin }: Pick<Row, "builtin">): void {
  if (isLegal(builtin)) assertAdmin(actor, "super_admin")
}

async function update(tx: Tx, actor: Person, row: Row, fields: Partial<Row>): Promise<Row> {
  const [edited] = await tx.db
    .update(sitePages)
    .set({ ...fields, version: row.version + 1, updatedBy: actor.id, updatedAt: tx.now() })
    .where(eq(sitePages.id, row.id))
    .returning()
  return edited!
}

/** A page takes a slug that another page no longer uses. */
async function assertFree(tx: Tx, row: Row, slug: string): Promise<void> {
  const [taken] = await tx.db
    .select({ id: sitePages.id })
    .from(sitePages)
    .where(and(eq(sitePages.slug, slug), ne(sitePages.id, row.id)))
  if (taken) throw invalid("slug", sitePageTexts.slugTaken)
  await tx.db
    .update(sitePages)
    .set({ formerSlugs: sql`array_remove(${sitePages.formerSlugs}, ${slug})` })
    .where(arrayOverlaps(sitePages.formerSlugs, [slug]))
}

function assertAdults(texts: PageTexts): void {
  const fields = Object.entries(texts).flatMap(([language, text]) =>
    Object.entries(text).map(([name, value]) => [`texts.${language}.${name}`, value]),
  )
  assertAdultText(Object.fromEntries(fields))
}

async function publishedTexts(tx: Tx, rows: Row[]): Promise<Map<number, PageTexts>> {
  const ids = rows.filter((row) => row.published !== null).map((row) => row.id)
  if (ids.length === 0) return new Map()
  const found = await tx.db
    .select({ id: sitePages.id, texts: sitePageVersions.texts })
    .from(sitePages)
    .innerJoin(sitePageVersions, isCurrent)
    .where(inArray(sitePages.id, ids))
  return new Map(found.map((one) => [one.id, one.texts]))
}

interface Listing {
  published: PageTexts | null
  names: Map<number, string>
  actor: Person
}

function presentListed(row: Row, { published, names, actor }: Listing): ListedPage {
  const hasDraft = Object.keys(row.draft).length > 0
  const shown = row.draft.en ?? published?.en
  return {
    id: row.id,
    builtin: row.builtin,
    slug: row.slug,
    title: shown?.title ?? "",
    path: pathOf(row),
    place: row.place,
    position: row.position,
    languages: languageNames.filter((name) => row.draft[name]),
    state: published
      ? isSame(published, row.draft)
        ? "published"
        : "changed"
      : row.builtin !== null && !hasDraft
        ? "default"
        : "draft",
    published: row.published,
    may_edit: !isLegal(row.builtin) || actor.adminType === "super_admin",
    updated_at: row.updatedAt.toISOString(),
    updated_by: (row.updatedBy !== null && names.get(row.updatedBy)) || null,
  }
}

async function present(tx: Tx, actor: Person, row: Row): Promise<SitePage> {
  const versions = await tx.db
    .select({
      number: sitePageVersions.number,
      publishedAt: sitePageVersions.publishedAt,
      publishedBy: sitePageVersions.publishedBy,
    })
    .from(sitePageVersions)
    .where(eq(sitePageVersions.pageId, row.id))
    .orderBy(desc(sitePageVersions.number))
  const names = await namesOf(tx, [row.updatedBy, ...versions.map((one) => one.publishedBy)])
  const published = (await publishedTexts(tx, [row])).get(row.id) ?? null
  return {
    ...presentListed(row, { published, names, actor }),
    texts: row.draft as SitePage["texts"],
    versions: versions.map(({ number, publishedAt, publishedBy }) => ({
      number,
      published_at: publishedAt.toISOString(),
      published_by: (publishedBy !== null && names.get(publishedBy)) || null,
    })),
    version: row.version,
  }
}

/** Returns the address at which visitors find the page. */
export function pathOf({ builtin, slug }: Pick<Row, "builtin" | "slug">): string {
  if (builtin === null) return `/pages/${slug}`
  return builtin === "faq" ? "/contact#faq" : `/${builtin}`
}

const fieldNames = ["title", "description", "content"] as const satisfies (keyof PageText)[]

/** Compares texts, or texts by language, whatever the order of their members. */
function isSame(a: PageText | PageTexts | undefined, b: PageText | PageTexts | undefined): boolean {
  if (!a || !b) return a === b
  const names = [...fieldNames, ...languageNames] as (keyof (PageText & PageTexts))[]
  return names.every((name) => {
    const [one, other] = [(a as PageText & PageTexts)[name], (b as PageText & PageTexts)[name]]
    return typeof one === "object" && typeof other === "object" ? isSame(one, other) : one === other
  })
}

/** Returns the texts of these languages for the audit log. */
const wordsOf = (texts: PageTexts, names: readonly Language[]) =>
  Object.fromEntries(names.flatMap((name) => (texts[name] ? [[name, texts[name]]] : [])))

function note(
  tx: Tx,
  actor: Person,
  row: Pick<Row, "id">,
  action: string,
  change: { before?: object; after?: object },
): Promise<void> {
  return audit(tx, actor, { action, target: { kind: "page", id: row.id }, ...change })
}
