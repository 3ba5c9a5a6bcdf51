import { randomUUID } from "node:crypto"
import { asc, count, eq } from "drizzle-orm"
import type { EditSlide, Slide } from "#contract/slideshow.ts"
import { t } from "#contract/t.ts"
import { slideshowTexts } from "#contract/texts.ts"
import { type Actor, assertAdmin, type Person } from "../../platform/auth/actor.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import type { Finish } from "../../platform/http/idempotency.ts"
import { assertVersion, type Precondition } from "../../platform/http/preconditions.ts"
import { readContainer } from "../../platform/media/containers.ts"
import { type StoredPicture, storePicture } from "../../platform/media/pictures.ts"
import { removeAfterCommit, type Storage, saveOrRemove } from "../../platform/media/storage.ts"
import { kindOf, type Upload } from "../../platform/media/uploads.ts"
import { assertAdultText } from "../../platform/moderation/adults.ts"
import { type AuditedAction, audit } from "../../platform/records/audit.ts"
import { differing } from "../../platform/records/changes.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import type { Page } from "../catalog/catalog.ts"
import { catalogChanged } from "../catalog/changes.ts"
import { pictureUrl, presentFiles, variantsOf } from "../catalog/rows.ts"
import { slideshowItems } from "./tables.ts"

type Row = typeof slideshowItems.$inferSelect
export interface FoundSlide {
  slide: Slide
  version: number
}

const maxSlides = 50

export async function listSlides(
  tx: Tx,
  _actor: Actor,
  { skip, limit }: { skip: number; limit: number },
): Promise<Page<Slide>> {
  const rows = await ordered(tx).limit(limit).offset(skip)
  const [all] = await tx.db.select({ count: count() }).from(slideshowItems)
  return { items: rows.map(present), total: all!.count }
}

export async function getSlide(tx: Tx, _actor: Actor, id: number): Promise<FoundSlide> {
  const [row] = await tx.db.select().from(slideshowItems).where(eq(slideshowItems.id, id))
  if (!row) throw notFound(absent)
  return { slide: present(row), version: row.version }
}

export function assertMayWrite(actor: Actor): asserts actor is Person & { role: "admin" } {
  assertAdmin(actor, "content_admin")
}

/** Appends a slide. The content of the file decides whether it is a video, whatever the form says. */
export async function addSlide(
  store: Store,
  storage: Storage,
  actor: Actor,
  { upload, caption, finish }: { upload: Upload; caption: string | null; finish: Finish },
): Promise<number> {
  assertMayWrite(actor)
  assertAdultText({ caption })
  if (upload.tooLarge) throw new Refusal("TOO_LARGE", slideshowTexts.tooLarge)
  const key = `slides/${randomUUID()}`
  const media = await storeMedia(storage, key, upload)
  return saveOrRemove(storage, key, () =>
    store.transaction(async (tx) => {
      const others = await ordered(tx).for("update")
      if (others.length >= maxSlides) {
        throw new Refusal("CONFLICT", t`The slideshow can have at most ${maxSlides} items.`)
      }
      const now = tx.now()
      const position = (others.at(-1)?.position ?? -1) + 1
      const [row] = await tx.db
        .insert(slideshowItems)
        .values({ ...media, key, caption, position, createdAt: now, updatedAt: now })
        .returning()
      catalogChanged(tx)
      await note(tx, actor, row!.id, "slide.add", { after: { caption, is_video: row!.isVideo } })
      return finish(tx, 201, row!.id)
    }),
  )
}

async function storeMedia(storage: Storage, key: string, upload: Upload): Promise<Partial<Row> & { isVideo: boolean }> {
  if (await kindOf(upload.path)) return { isVideo: false, ...(await storePicture(storage, key, upload)) }
  const film = await readContainer(upload.path)
  if (!film) throw new Refusal("UNSUPPORTED_MEDIA", slideshowTexts.wrongKind)
  const videoFile = `${key}/film.${film.kind}`
  await storage.put(videoFile, upload)
  return { isVideo: true, videoFile }
}

export async function editSlide(
  tx: Tx,
  actor: Actor,
  { id, fields, seen }: { id: number; fields: EditSlide; seen: Precondition },
): Promise<FoundSlide> {
  assertMayWrite(actor)
  assertAdultText({ caption: fields.caption })
  const order = await ordered(tx).for("update")
  const row = order.find((one) => one.id === id)
  if (!row) throw notFound(absent)
  const before = { caption: row.caption, position: order.indexOf(row) }
  const change = differing(before, {
    caption: fields.caption === "" ? null : fields.caption,
    position: fields.position === undefined ? undefined : Math.min(fields.position, order.length - 1),
  })
  if (Object.keys(change.after).length === 0) return getSlide(tx, actor, id)
  assertVersion(seen, { version: row.version })
  await tx.db
    .update(slideshowItems)
    .set({
      caption: change.after.caption,
      version: row.version + 1,
      updatedAt: tx.now(),
    })
    .where(eq(slideshowItems.id, id))
  if (change.after.position !== undefined) {
    const others = order.filter((one) => one.id !== id).map((one) => one.id)
    others.splice(change.after.position, 0, id)
    for (const [position, one] of others.entries()) {
      await tx.db.update(slideshowItems).set({ position }).where(eq(slideshowItems.id, one))
    }
  }
  catalogChanged(tx)
  await note(tx, actor, id, "slide.edit", change)
  return getSlide(tx, actor, id)
}

export async function deleteSlide(
  tx: Tx,
  actor: Actor,
  { id, seen, storage }: { id: number; seen: Precondition; storage: Storage },
): Promise<void> {
  assertMayWrite(actor)
  const [row] = await tx.db.select().from(slideshowItems).where(eq(slideshowItems.id, id)).for("update")
  if (!row) throw notFound(absent)
  assertVersion(seen, { version: row.version })
  await tx.db.delete(slideshowItems).where(eq(slideshowItems.id, id))
  catalogChanged(tx)
  await note(tx, actor, id, "slide.delete", { before: { caption: row.caption, is_video: row.isVideo } })
  removeAfterCommit(tx, storage, row.key)
  if (row.dark) removeAfterCommit(tx, storage, row.dark.key)
}

interface DarkChange {
  id: number
  storage: Storage
  /** Null removes it. */
  dark: StoredPicture | null
}

/** Sets a picture's version for the dark theme, replacing an earlier one. */
export async function uploadDark(
  store: Store,
  storage: Storage,
  actor: Actor,
  { id, upload }: { id: number; upload: Upload },
): Promise<FoundSlide> {
  assertMayWrite(actor)
  const { slide } = await getSlide(store, actor, id)
  if (slide.is_video) throw new Refusal("CONFLICT", slideshowTexts.videoHasNoDark)
  const key = `slides/${randomUUID()}`
  const picture = await storePicture(storage, key, upload)
  return saveOrRemove(storage, key, () =>
    store.transaction((tx) => setDark(tx, actor, { id, storage, dark: { key, ...picture } })),
  )
}

export async function setDark(tx: Tx, actor: Actor, { id, storage, dark }: DarkChange): Promise<FoundSlide> {
  assertMayWrite(actor)
  const [row] = await tx.db.select().from(slideshowItems).where(eq(slideshowItems.id, id)).for("update")
  if (!row) throw notFound(absent)
  const change = { dark, version: row.version + 1, updatedAt: tx.now() }
  await tx.db.update(slideshowItems).set(change).where(eq(slideshowItems.id, id))
  catalogChanged(tx)
  await note(tx, actor, id, "slide.edit", { before: { dark: row.dark !== null }, after: { dark: dark !== null } })
  if (row.dark) removeAfterCommit(tx, storage, row.dark.key)
  return getSlide(tx, actor, id)
}

function note(tx: Tx, actor: Person, id: number, action: string, change: Pick<AuditedAction, "before" | "after">) {
  return audit(tx, actor, { action, target: { kind: "slide", id }, ...change })
}

const absent = t`Slideshow item not found`
const ordered = (tx: Tx) =>
  tx.db.select().from(slideshowItems).orderBy(asc(slideshowItems.position), asc(slideshowItems.id)).$dynamic()

/** The image of a video is its poster, if it has one. */
function present(row: Row): Slide {
  const hasPicture = row.widths.length > 0
  return {
    id: row.id,
    slideshow_image_url: hasPicture ? pictureUrl(row) : null,
    slideshow_video_url: row.videoFile ? `/media/${row.videoFile}` : null,
    slideshow_caption: row.caption,
    is_video: row.isVideo,
    position: row.position,
    width: row.width,
    height: row.height,
    color: row.color,
    variants: hasPicture ? variantsOf(row) : null,
    dark: row.dark && presentFiles(row.dark),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
