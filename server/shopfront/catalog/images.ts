import { randomUUID } from "node:crypto"
import { and, asc, eq } from "drizzle-orm"
import type { BulkUpload, EditImage, Image } from "#contract/catalog.ts"
import { t } from "#contract/t.ts"
import { type Actor, assertAdmin, type Person } from "../../platform/auth/actor.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { type Picture, type StoredPicture, storePicture } from "../../platform/media/pictures.ts"
import { removeAfterCommit, type Storage, saveOrRemove } from "../../platform/media/storage.ts"
import type { Upload } from "../../platform/media/uploads.ts"
import { assertAdultText } from "../../platform/moderation/adults.ts"
import { type AuditedAction, audit } from "../../platform/records/audit.ts"
import { differing } from "../../platform/records/changes.ts"
import { notFound, Refusal } from "../../platform/refusal.ts"
import * as catalog from "./catalog.ts"
import { catalogChanged } from "./changes.ts"
import { presentImage } from "./rows.ts"
import { images } from "./tables.ts"

const maxImages = 40

export interface NewImage {
  dollId: number
  upload: Upload
  caption: string | null
  isPrimary: boolean
}

/** Stores the answer of an idempotent call together with the image. */
type Keep = (tx: Tx, image: Image) => Promise<Image>

export function assertMayUpload(actor: Actor): asserts actor is Person & { role: "admin" } {
  assertAdmin(actor, "content_admin")
}

export async function listImages(tx: Tx, actor: Actor, dollId: number): Promise<Image[]> {
  return (await catalog.getDoll(tx, actor, dollId)).doll.images
}

/**
 * Writes the files before the row, so that every listed image exists. A model's first image becomes its primary one.
 */
export async function addImage(
  store: Store,
  storage: Storage,
  actor: Actor,
  input: NewImage,
  keep: Keep = async (_, image) => image,
): Promise<Image> {
  assertMayUpload(actor)
  assertAdultText({ caption: input.caption })
  await catalog.assertChangeable(store, actor, input.dollId)
  const key = `dolls/${input.dollId}/${randomUUID()}`
  const picture = await storePicture(storage, key, input.upload)
  return saveOrRemove(storage, key, () =>
    store.transaction(async (tx) => keep(tx, await insertImage(tx, actor, { key, picture, input }))),
  )
}

interface NewImages {
  dollId: number
  uploads: Upload[]
  isPrimary: boolean
  /** Adds a file's image once, however often the whole call is repeated. */
  eachOnce(upload: Upload, at: number, add: (keep: Keep) => Promise<Image>): Promise<Image>
}

/** Handles each file on its own: returns the stored images and the reasons for the rejected files. */
export async function addImages(
  store: Store,
  storage: Storage,
  actor: Actor,
  { dollId, uploads, isPrimary, eachOnce }: NewImages,
): Promise<BulkUpload> {
  assertMayUpload(actor)
  const result: BulkUpload = { images: [], failed: [] }
  for (const [at, upload] of uploads.entries()) {
    const input = { dollId, upload, caption: null, isPrimary: isPrimary && result.images.length === 0 }
    try {
      result.images.push(await eachOnce(upload, at, (keep) => addImage(store, storage, actor, input, keep)))
    } catch (error) {
      // Another call is adding the image at this moment: the whole request must be repeated later.
      if (!(error instanceof Refusal) || error.code === "IDEMPOTENCY_IN_FLIGHT") throw error
      result.failed.push({ file_name: upload.name, detail: said(error.message) })
    }
  }
  return result
}

interface Stored {
  key: string
  picture: Picture
  input: NewImage
}

async function insertImage(tx: Tx, actor: Actor, { key, picture, input }: Stored): Promise<Image> {
  assertMayUpload(actor)
  await catalog.requireApproval(tx, actor, await catalog.lockToChange(tx, input.dollId))
  const others = await ordered(tx, input.dollId)
  if (others.length >= maxImages) throw new Refusal("CONFLICT", t`A model can have at most ${maxImages} images.`)
  const isPrimary = input.isPrimary || others.length === 0
  if (isPrimary) await unsetPrimary(tx, input.dollId)
  const [row] = await tx.db
    .insert(images)
    .values({
      dollId: input.dollId,
      key,
      caption: input.caption,
      isPrimary,
      position: (others.at(-1)?.position ?? -1) + 1,
      ...picture,
      createdAt: tx.now(),
    })
    .returning()
  catalogChanged(tx)
  await note(tx, actor, input.dollId, "image.add", { after: { image_id: row!.id, is_primary: isPrimary } })
  return present(row!)
}

export async function editImage(
  tx: Tx,
  actor: Actor,
  { id, fields }: { id: number; fields: EditImage },
): Promise<Image> {
  assertMayUpload(actor)
  assertAdultText({ caption: fields.caption, alt: fields.alt })
  const { image, doll } = await lockImage(tx, id)
  const { dollId, ...before } = image
  const isNew = (["caption", "alt"] as const).some((name) => fields[name] && fields[name] !== image[name])
  if (isNew) await catalog.requireApproval(tx, actor, doll)
  if (fields.is_primary) {
    await unsetPrimary(tx, dollId)
    await tx.db.update(images).set({ isPrimary: true }).where(eq(images.id, id))
  }
  const { caption, alt } = fields
  if (caption !== undefined || alt !== undefined) {
    const texts = { caption: caption === "" ? null : caption, alt: alt === "" ? null : alt }
    await tx.db.update(images).set(texts).where(eq(images.id, id))
  }
  if (fields.position !== undefined) await move(tx, dollId, id, fields.position)
  catalogChanged(tx)
  const [row] = await tx.db.select().from(images).where(eq(images.id, id))
  const change = differing(before, {
    caption: row!.caption,
    alt: row!.alt,
    isPrimary: row!.isPrimary,
    position: row!.position,
  })
  await note(tx, actor, dollId, "image.edit", {
    before: { image_id: id, ...change.before },
    after: { image_id: id, ...change.after },
  })
  return present(row!)
}

interface NewDark {
  id: number
  upload: Upload
}

/** Sets an image's version for the dark theme, replacing an earlier one. */
export async function setDark(store: Store, storage: Storage, actor: Actor, { id, upload }: NewDark): Promise<Image> {
  assertMayUpload(actor)
  const dollId = await modelOf(store, id)
  await catalog.assertChangeable(store, actor, dollId)
  const key = `dolls/${dollId}/${randomUUID()}`
  const picture = await storePicture(storage, key, upload)
  return saveOrRemove(storage, key, () =>
    store.transaction((tx) => writeDark(tx, actor, { id, storage, dark: { key, ...picture } })),
  )
}

export function removeDark(tx: Tx, actor: Actor, { id, storage }: { id: number; storage: Storage }): Promise<Image> {
  return writeDark(tx, actor, { id, storage, dark: null })
}

interface DarkChange {
  id: number
  storage: Storage
  dark: StoredPicture | null
}

async function writeDark(tx: Tx, actor: Actor, { id, storage, dark }: DarkChange): Promise<Image> {
  assertMayUpload(actor)
  const { image, doll } = await lockImage(tx, id)
  if (dark) await catalog.requireApproval(tx, actor, doll)
  const [row] = await tx.db.update(images).set({ dark }).where(eq(images.id, id)).returning()
  catalogChanged(tx)
  await note(tx, actor, image.dollId, "image.edit", {
    before: { image_id: id, dark: image.dark !== null },
    after: { image_id: id, dark: dark !== null },
  })
  if (image.dark) removeAfterCommit(tx, storage, image.dark.key)
  return present(row!)
}

/** Removes the files after the commit. If the image was primary, the next one becomes primary. */
export async function deleteImage(tx: Tx, actor: Actor, { id, storage }: { id: number; storage: Storage }) {
  assertMayUpload(actor)
  const { image } = await lockImage(tx, id)
  await tx.db.delete(images).where(eq(images.id, id))
  const [next] = await ordered(tx, image.dollId)
  if (image.isPrimary && next) await tx.db.update(images).set({ isPrimary: true }).where(eq(images.id, next.id))
  catalogChanged(tx)
  await note(tx, actor, image.dollId, "image.delete", { before: { image_id: id, caption: image.caption } })
  removeAfterCommit(tx, storage, image.key)
  if (image.dark) removeAfterCommit(tx, storage, image.dark.key)
}

function note(tx: Tx, actor: Person, dollId: number, action: string, change: Pick<AuditedAction, "before" | "after">) {
  return audit(tx, actor, { action, target: { kind: "doll", id: dollId }, ...change })
}

/** Every change to a model's images takes the model's lock, so that exactly one is primary. */
async function lockImage(tx: Tx, id: number) {
  const doll = await catalog.lockToChange(tx, await modelOf(tx, id))
  const [image] = await tx.db.select().from(images).where(eq(images.id, id))
  if (!image) throw notFound(t`Image not found`)
  return { image, doll }
}

async function modelOf(tx: Tx, id: number): Promise<number> {
  const [found] = await tx.db.select({ dollId: images.dollId }).from(images).where(eq(images.id, id))
  if (!found) throw notFound(t`Image not found`)
  return found.dollId
}

const ordered = (tx: Tx, dollId: number) =>
  tx.db.select().from(images).where(eq(images.dollId, dollId)).orderBy(asc(images.position), asc(images.id))

const unsetPrimary = (tx: Tx, dollId: number) =>
  tx.db
    .update(images)
    .set({ isPrimary: false })
    .where(and(eq(images.dollId, dollId), eq(images.isPrimary, true)))

async function move(tx: Tx, dollId: number, id: number, position: number): Promise<void> {
  const order = (await ordered(tx, dollId)).map((image) => image.id).filter((other) => other !== id)
  order.splice(Math.min(position, order.length), 0, id)
  for (const [place, one] of order.entries()) {
    await tx.db.update(images).set({ position: place }).where(eq(images.id, one))
  }
}

function present(row: typeof images.$inferSelect): Image {
  return presentImage({ ...row, is_primary: row.isPrimary })
}
