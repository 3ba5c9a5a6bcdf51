import { eq } from "drizzle-orm"
import type { EditVideo, NewVideo } from "#contract/videos.ts"
import { videoAdminTexts, videoTexts } from "#contract/videoText.ts"
import { type Actor, assertAdmin, assertSteppedUp, type Person } from "../../platform/auth/actor.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import type { Finish } from "../../platform/http/idempotency.ts"
import { assertVersion, type Precondition } from "../../platform/http/preconditions.ts"
import type { Storage } from "../../platform/media/storage.ts"
import type { Form, Upload } from "../../platform/media/uploads.ts"
import { assertAdultText } from "../../platform/moderation/adults.ts"
import { judgeLater } from "../../platform/moderation/judgeLater.ts"
import { keepEvidence, keepFile, keepOriginal } from "../../platform/moderation/queue.ts"
import { audit } from "../../platform/records/audit.ts"
import { differing } from "../../platform/records/changes.ts"
import { invalid, notFound, Refusal } from "../../platform/refusal.ts"
import * as catalog from "../catalog/catalog.ts"
import { catalogChanged } from "../catalog/changes.ts"
import { claimFiles, scheduleFileDeletion, storePoster, storeVideoFile } from "./files.ts"
import { type VideoRow, videos } from "./tables.ts"

export function assertMayWrite(actor: Actor): asserts actor is Person {
  assertAdmin(actor, "content_admin")
}

/** Creates a record without a file. */
export async function createVideo(tx: Tx, actor: Actor, input: NewVideo): Promise<number> {
  assertMayWrite(actor)
  assertAdultText(textsOf(input))
  await assertModel(tx, actor, input.doll_id)
  return insert(tx, actor, input, {})
}

interface VideoUpload {
  fields: NewVideo
  form: Form
  /** Whether the client has disconnected. */
  isGone(): boolean
  finish: Finish
}

/** Stores the file and poster before the row, so that every listed video exists. */
export async function uploadVideo(
  store: Store,
  storage: Storage,
  actor: Actor,
  { fields, form, isGone, finish }: VideoUpload,
): Promise<number> {
  assertMayWrite(actor)
  assertAdultText(textsOf(fields))
  await assertModel(store, actor, fields.doll_id)
  const stored = await storeVideoFile(store, storage, form.files[0], form.directory)
  return withClaimedFiles(store, stored, isGone, async (tx) => finish(tx, 201, await insert(tx, actor, fields, stored)))
}

/** Adds the file of a record, or replaces it. */
export async function replaceVideoFile(
  store: Store,
  storage: Storage,
  actor: Actor,
  { id, form, isGone }: { id: number; form: Form; isGone(): boolean },
): Promise<void> {
  assertMayWrite(actor)
  await store.transaction((tx) => lock(tx, id))
  const stored = await storeVideoFile(store, storage, form.files[0], form.directory)
  await withClaimedFiles(store, stored, isGone, async (tx) => {
    const row = await lock(tx, id)
    await change(tx, row, { ...stored, ...addToChangedBy(actor, row) })
    const isKept = await keepFile(tx, { kind: "video", subjectId: id }, evidenceFileOf(row))
    await scheduleFileDeletion(tx, [isKept ? null : row.file, stored.posterKey && row.posterKey])
    await note(tx, actor, "video.film", id, { before: fileDetailsOf(row), after: fileDetailsOf({ ...row, ...stored }) })
  })
}

export async function setThumbnail(
  store: Store,
  storage: Storage,
  actor: Actor,
  { id, upload, seen }: { id: number; upload: Upload | undefined; seen?: Precondition },
): Promise<void> {
  assertMayWrite(actor)
  await store.transaction(async (tx) => assertVersion(seen, await lock(tx, id)))
  const poster = await storePoster(store, storage, upload)
  await withClaimedFiles(
    store,
    poster,
    () => false,
    async (tx) => {
      const row = await lock(tx, id)
      assertVersion(seen, row)
      await change(tx, row, { ...poster, ...addToChangedBy(actor, row) })
      await scheduleFileDeletion(tx, [row.posterKey])
      await note(tx, actor, "video.thumbnail", id, {})
    },
  )
}

/** Changes only the fields sent. */
export async function editVideo(
  tx: Tx,
  actor: Actor,
  { id, fields, seen }: { id: number; fields: EditVideo; seen: Precondition },
): Promise<void> {
  assertMayWrite(actor)
  const row = await lock(tx, id)
  const after = columnsOf(fields)
  const changed = differing(row, after)
  // A call whose answer was lost has saved this before: nothing is stale.
  if (Object.keys(changed.after).length === 0) return
  assertVersion(seen, row)
  assertAdultText(textsOf(fields))
  if (fields.doll_id !== undefined && fields.doll_id !== row.dollId) await assertModel(tx, actor, fields.doll_id)
  const { isPublished: _, isFeatured: __, releaseDate: ___, ...seenOfIt } = after
  const isSeen = Object.values(seenOfIt).some((value) => value !== undefined)
  if (textOf({ title: after.title ?? row.title, description: after.description ?? row.description }) !== textOf(row)) {
    await keepOriginal(tx, { kind: "video", subjectId: id }, textOf(row))
    await judgeLater(tx, "video", id, actor.id)
  }
  await change(tx, row, { ...after, ...(isSeen ? addToChangedBy(actor, row) : {}) })
  await note(tx, actor, "video.edit", id, changed)
}

/** Deletes the video with its views and likes; the sweep removes its files. */
export async function deleteVideo(tx: Tx, actor: Actor, { id, seen }: SeenVideo): Promise<void> {
  assertMayWrite(actor)
  assertSteppedUp(actor, tx.now())
  const row = await lockVersion(tx, { id, seen })
  const isKept = await keepEvidence(
    tx,
    { kind: "video", subjectId: id },
    { text: textOf(row), file: evidenceFileOf(row) },
  )
  await tx.db.delete(videos).where(eq(videos.id, id))
  await scheduleFileDeletion(tx, [isKept ? null : row.file, row.posterKey])
  catalogChanged(tx)
  const { title, description, dollId } = row
  await note(tx, actor, "video.delete", id, { before: { title, description, dollId, ...fileDetailsOf(row) } })
}

/** Hides the video until an admin who neither created nor changed it approves it, and it is published again. */
export async function unpublish(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.db.select().from(videos).where(eq(videos.id, id)).for("update")
  if (!row) return
  const changedBy = row.createdBy === null ? row.changedBy : [...row.changedBy, row.createdBy]
  await change(tx, row, { isPublished: false, needsApproval: true, approvedBy: null, changedBy })
}

/** The approver must be neither the creator nor somebody who changed the video since its last approval. */
export async function approveVideo(tx: Tx, actor: Actor, { id, seen }: SeenVideo): Promise<void> {
  assertMayWrite(actor)
  const row = await lock(tx, id)
  // The request was repeated after a lost answer.
  if (!row.needsApproval && row.approvedBy === actor.id) return
  assertVersion(seen, row)
  if (!row.needsApproval) throw new Refusal("WRONG_STATE", videoAdminTexts.notWaiting)
  if (row.changedBy.includes(actor.id)) throw new Refusal("FORBIDDEN", videoAdminTexts.approvedByAnother)
  await change(tx, row, { needsApproval: false, approvedBy: actor.id, changedBy: [] })
  await note(tx, actor, "video.approve", id, {})
}

/** Whoever changes a video cannot approve it; recorded even while it is visible, in case it is removed later. */
const addToChangedBy = (actor: Person, { changedBy }: VideoRow): Partial<VideoRow> => ({
  changedBy: [...new Set([...changedBy, actor.id])],
})

const textOf = ({ title, description }: Pick<VideoRow, "title" | "description">) => `${title}: ${description}`
const evidenceFileOf = ({ title, file, type, size }: VideoRow) =>
  file === null ? null : { key: file, name: `${title}.${file.split(".").at(-1)}`, type: type!, size: size! }

async function insert(tx: Tx, actor: Person, fields: NewVideo, file: Partial<VideoRow>): Promise<number> {
  const now = tx.now()
  const columns = {
    title: fields.title,
    description: fields.description,
    dollId: fields.doll_id,
    category: fields.category,
    tags: fields.tags,
    isFeatured: fields.is_featured,
    releaseDate: fields.release_date,
  }
  const [row] = await tx.db
    .insert(videos)
    .values({ ...file, ...columns, createdBy: actor.id, createdAt: now, updatedAt: now })
    .returning()
  catalogChanged(tx)
  await judgeLater(tx, "video", row!.id, actor.id)
  await note(tx, actor, "video.create", row!.id, { after: { ...columns, ...fileDetailsOf(row!) } })
  return row!.id
}

async function change(tx: Tx, row: VideoRow, columns: Partial<VideoRow>): Promise<void> {
  await tx.db
    .update(videos)
    .set({ ...columns, version: row.version + 1, updatedAt: tx.now() })
    .where(eq(videos.id, row.id))
  catalogChanged(tx)
}

/** Runs the change that takes over the files; if it fails, or the client has disconnected, the files are released. */
async function withClaimedFiles<T>(
  store: Store,
  files: { file?: string | null; posterKey?: string | null },
  isGone: () => boolean,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  const keys = [files.file, files.posterKey]
  try {
    return await store.transaction(async (tx) => {
      if (isGone()) throw new Refusal("MALFORMED", videoAdminTexts.cancelled)
      await claimFiles(tx, keys)
      return run(tx)
    })
  } catch (error) {
    await scheduleFileDeletion(store, keys)
    throw error
  }
}

async function lock(tx: Tx, id: number): Promise<VideoRow> {
  const [row] = await tx.db.select().from(videos).where(eq(videos.id, id)).for("update")
  if (!row) throw notFound(videoTexts.notFound)
  return row
}

interface SeenVideo {
  id: number
  seen: Precondition
}

/** Locks the video, and refuses a version that the editor has not seen. */
async function lockVersion(tx: Tx, { id, seen }: SeenVideo): Promise<VideoRow> {
  const row = await lock(tx, id)
  assertVersion(seen, row)
  return row
}

async function assertModel(tx: Tx, actor: Actor, id: number): Promise<void> {
  await catalog.getDoll(tx, actor, id).catch((error) => {
    throw error instanceof Refusal && error.code === "NOT_FOUND"
      ? invalid("doll_id", videoAdminTexts.unknownModel)
      : error
  })
}

function textsOf({
  title,
  description,
  category,
  tags,
  captions,
}: EditVideo): Record<string, string | null | undefined> {
  return { title, description, category, tags: tags?.join("\n"), captions }
}

/** Undefined fields stay undefined, and Drizzle ignores them. */
function columnsOf(fields: EditVideo) {
  return {
    title: fields.title,
    description: fields.description,
    dollId: fields.doll_id,
    category: fields.category,
    tags: fields.tags,
    isFeatured: fields.is_featured,
    isPublished: fields.is_published,
    captions: fields.captions === "" ? null : fields.captions,
    releaseDate: fields.release_date,
  }
}

const fileDetailsOf = ({ type, size, duration }: VideoRow) => ({ type, size, duration })

function note(tx: Tx, actor: Person, action: string, id: number, change: { before?: unknown; after?: unknown }) {
  return audit(tx, actor, { action, target: { kind: "video", id }, ...change })
}
