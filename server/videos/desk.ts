import { eq } from "drizzle-orm"
import type { EditVideo, NewVideo } from "#contract/videos.ts"
import { videoDeskTexts, videoTexts } from "#contract/videoText.ts"
import { type Actor, assertAdmin, type Person } from "../accounts/actor.ts"
import * as catalog from "../catalog/catalog.ts"
import { catalogChanged } from "../catalog/changes.ts"
import type { Store, Tx } from "../db/store.ts"
import { assertVersion, type Precondition } from "../http/preconditions.ts"
import type { Storage } from "../media/storage.ts"
import type { Form, Upload } from "../media/uploads.ts"
import { assertAdultText } from "../moderation/adults.ts"
import { forget } from "../moderation/queue.ts"
import { invalid, notFound, Refusal } from "../refusal.ts"
import { audit } from "../staff/audit.ts"
import { end, hold, keepFilm, keepPoster } from "./files.ts"
import { type VideoRow, videos } from "./tables.ts"

export function assertMayWrite(actor: Actor): asserts actor is Person {
  assertAdmin(actor, "content_admin")
}

/** A record that waits for its film. */
export async function createVideo(tx: Tx, actor: Actor, input: NewVideo): Promise<number> {
  assertMayWrite(actor)
  assertAdultText(textsOf(input))
  await assertModel(tx, actor, input.doll_id)
  return insert(tx, actor, input, {})
}

interface NewFilm {
  fields: NewVideo
  form: Form
  /** Whoever sent it has gone, and does not wait for it any more. */
  isGone(): boolean
}

/** Film and poster first, then the row: a video that is told of is there. */
export async function uploadVideo(
  store: Store,
  storage: Storage,
  actor: Actor,
  { fields, form, isGone }: NewFilm,
): Promise<number> {
  assertMayWrite(actor)
  assertAdultText(textsOf(fields))
  await assertModel(store, actor, fields.doll_id)
  const film = await keepFilm(store, storage, form.files[0], form.directory)
  return holding(store, film, isGone, (tx) => insert(tx, actor, fields, film))
}

/** The film of a record that has none, or another one in its place. */
export async function replaceFilm(
  store: Store,
  storage: Storage,
  actor: Actor,
  { id, form, isGone }: { id: number; form: Form; isGone(): boolean },
): Promise<void> {
  assertMayWrite(actor)
  await store.transaction((tx) => lock(tx, id))
  const film = await keepFilm(store, storage, form.files[0], form.directory)
  await holding(store, film, isGone, async (tx) => {
    const row = await lock(tx, id)
    await change(tx, row, film)
    await end(tx, [row.file, film.posterKey && row.posterKey])
    await note(tx, actor, "video.film", id, { before: filmOf(row), after: filmOf({ ...row, ...film }) })
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
  const poster = await keepPoster(store, storage, upload)
  await holding(
    store,
    poster,
    () => false,
    async (tx) => {
      const row = await lock(tx, id)
      assertVersion(seen, row)
      await change(tx, row, poster)
      await end(tx, [row.posterKey])
      await note(tx, actor, "video.thumbnail", id, {})
    },
  )
}

/** Changes what is sent and nothing else. */
export async function editVideo(
  tx: Tx,
  actor: Actor,
  { id, fields, seen }: { id: number; fields: EditVideo; seen: Precondition },
): Promise<void> {
  assertMayWrite(actor)
  const row = await lock(tx, id)
  assertVersion(seen, row)
  assertAdultText(textsOf(fields))
  if (fields.doll_id !== undefined && fields.doll_id !== row.dollId) await assertModel(tx, actor, fields.doll_id)
  const after = columnsOf(fields)
  await change(tx, row, after)
  const names = Object.entries(after).flatMap(([name, value]) => (value === undefined ? [] : [name as keyof VideoRow]))
  const before = Object.fromEntries(names.map((name) => [name, row[name]]))
  await note(tx, actor, "video.edit", id, { before, after })
}

/** With its views and likes; its files go by the sweep. */
export async function deleteVideo(
  tx: Tx,
  actor: Actor,
  { id, seen }: { id: number; seen: Precondition },
): Promise<void> {
  assertMayWrite(actor)
  const row = await lock(tx, id)
  assertVersion(seen, row)
  await tx.db.delete(videos).where(eq(videos.id, id))
  await end(tx, [row.file, row.posterKey])
  await forget(tx, { kind: "video", subjectId: id })
  catalogChanged(tx)
  const { title, description, dollId } = row
  await note(tx, actor, "video.delete", id, { before: { title, description, dollId, ...filmOf(row) } })
}

/** Nobody finds it any more until an admin publishes it again. */
export async function unpublish(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.db.select().from(videos).where(eq(videos.id, id)).for("update")
  if (row) await change(tx, row, { isPublished: false })
}

async function insert(tx: Tx, actor: Person, fields: NewVideo, film: Partial<VideoRow>): Promise<number> {
  const now = tx.now()
  const said = {
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
    .values({ ...film, ...said, createdBy: actor.id, createdAt: now, updatedAt: now })
    .returning()
  catalogChanged(tx)
  await note(tx, actor, "video.create", row!.id, { after: { ...said, ...filmOf(row!) } })
  return row!.id
}

async function change(tx: Tx, row: VideoRow, columns: Partial<VideoRow>): Promise<void> {
  await tx.db
    .update(videos)
    .set({ ...columns, version: row.version + 1, updatedAt: tx.now() })
    .where(eq(videos.id, row.id))
  catalogChanged(tx)
}

/** Runs the change that takes the files; when it fails, or nobody waits for it, they end. */
async function holding<T>(
  store: Store,
  files: { file?: string | null; posterKey?: string | null },
  isGone: () => boolean,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  const keys = [files.file, files.posterKey]
  try {
    return await store.transaction(async (tx) => {
      if (isGone()) throw new Refusal("MALFORMED", videoDeskTexts.cancelled)
      await hold(tx, keys)
      return run(tx)
    })
  } catch (error) {
    await end(store, keys)
    throw error
  }
}

async function lock(tx: Tx, id: number): Promise<VideoRow> {
  const [row] = await tx.db.select().from(videos).where(eq(videos.id, id)).for("update")
  if (!row) throw notFound(videoTexts.notFound)
  return row
}

async function assertModel(tx: Tx, actor: Actor, id: number): Promise<void> {
  await catalog.getDoll(tx, actor, id).catch((error) => {
    throw error instanceof Refusal && error.code === "NOT_FOUND"
      ? invalid("doll_id", videoDeskTexts.unknownModel)
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

/** Undefined stays undefined, which Drizzle leaves alone. */
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

const filmOf = ({ type, size, duration }: VideoRow) => ({ type, size, duration })

function note(tx: Tx, actor: Person, action: string, id: number, change: { before?: unknown; after?: unknown }) {
  return audit(tx, actor, { action, target: { kind: "video", id }, ...change })
}
