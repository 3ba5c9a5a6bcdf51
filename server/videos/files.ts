import { randomUUID } from "node:crypto"
import { createReadStream } from "node:fs"
import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { inArray, lte } from "drizzle-orm"
import { videoDeskTexts } from "#contract/videoText.ts"
import { after, hours } from "../clock.ts"
import type { Store, Tx } from "../db/store.ts"
import { readContainer } from "../media/containers.ts"
import { storePicture } from "../media/pictures.ts"
import { drawPoster } from "../media/posters.ts"
import type { Storage } from "../media/storage.ts"
import type { Upload } from "../media/uploads.ts"
import { invalid, Refusal } from "../refusal.ts"
import { type VideoRow, type VideoType, videoFileEnds } from "./tables.ts"

type FilmColumns = Pick<VideoRow, "type" | "size" | "duration" | "width" | "height"> & { file: string }
type PosterColumns = Pick<
  VideoRow,
  "posterKey" | "posterWidth" | "posterHeight" | "posterColor" | "posterWidths" | "posterFormats"
>

const types: Record<"mp4" | "webm" | "ogv", VideoType> = { mp4: "video/mp4", webm: "video/webm", ogv: "video/ogg" }

/**
 * Puts a film away for a video to come, with a poster where this machine can draw one. Until `hold` says that a video has them, they
 * are among what ends, so that nothing stays behind, whatever happens in between.
 */
export async function keepFilm(
  store: Store,
  storage: Storage,
  upload: Upload | undefined,
  directory: string,
): Promise<FilmColumns & Partial<PosterColumns>> {
  if (!upload) throw invalid("file", videoDeskTexts.notAVideo)
  if (upload.tooLarge) throw tooLarge()
  const container = await readContainer(upload.path)
  if (!container) throw new Refusal("UNSUPPORTED_MEDIA", videoDeskTexts.notAVideo)
  const { kind, duration, width, height } = container
  const file = `private/videos/${randomUUID()}/film.${kind}`
  const drawn = await drawPoster(upload.path, container, { into: directory })
  await awaitHolder(store, file)
  await storage.put(file, createReadStream(upload.path))
  const poster = drawn
    ? await keepPoster(store, storage, { ...upload, path: drawn, tooLarge: false }).catch(() => ({}))
    : {}
  return { file, type: types[kind], size: upload.size, duration, width, height, ...poster }
}

/** Our own renderings of a thumbnail, in the same way. */
export async function keepPoster(store: Store, storage: Storage, upload: Upload | undefined): Promise<PosterColumns> {
  if (!upload) throw invalid("file", videoDeskTexts.notAnImage)
  if (upload.tooLarge) throw new Refusal("TOO_LARGE", videoDeskTexts.thumbnailTooLarge)
  const key = `posters/${randomUUID()}`
  await awaitHolder(store, key)
  const picture = await storePicture(storage, key, upload).catch((error) => {
    if (error instanceof Refusal && error.code === "UNSUPPORTED_MEDIA") {
      throw new Refusal("UNSUPPORTED_MEDIA", videoDeskTexts.notAnImage)
    }
    throw error
  })
  return {
    posterKey: key,
    posterWidth: picture.width,
    posterHeight: picture.height,
    posterColor: picture.color,
    posterWidths: picture.widths,
    posterFormats: picture.formats,
  }
}

export function tooLarge(): Refusal {
  return new Refusal("TOO_LARGE", videoDeskTexts.tooLarge)
}

/** Long enough for 300 MB to reach a slow store. */
const awaited = hours(6)

async function awaitHolder(store: Store, key: string): Promise<void> {
  await store.db.insert(videoFileEnds).values({ key, dueAt: after(store.now(), awaited) })
}

/** In the transaction that gives them to a video. */
export async function hold(tx: Tx, keys: (string | null | undefined)[]): Promise<void> {
  const held = keys.filter((key) => key !== null && key !== undefined)
  if (held.length > 0) await tx.db.delete(videoFileEnds).where(inArray(videoFileEnds.key, held))
}

/** In the transaction that takes them from their video, or when nothing came of an upload: the sweep removes them. */
export async function end(tx: Tx, keys: (string | null | undefined)[]): Promise<void> {
  const ended = keys.filter((key) => key !== null && key !== undefined)
  if (ended.length === 0) return
  await tx.db
    .insert(videoFileEnds)
    .values(ended.map((key) => ({ key, dueAt: tx.now() })))
    .onConflictDoUpdate({ target: videoFileEnds.key, set: { dueAt: tx.now() } })
}

/** Removes what no video holds; a film goes with its folder, and so does what was written of it so far. */
export async function sweepVideoFiles(store: Store, storage: Storage): Promise<number> {
  const due = await store.db.select().from(videoFileEnds).where(lte(videoFileEnds.dueAt, store.now())).limit(200)
  for (const { key } of due) {
    await storage.remove(key.replace(/\/film\.\w+$/, ""))
    await store.db.delete(videoFileEnds).where(inArray(videoFileEnds.key, [key]))
  }
  return due.length
}

/**
 * What a process that was killed has left: forms that waited on disk, and films that no video holds. Alone with its directory a
 * server knows that all of it is old; beside other nodes only age tells.
 */
export async function clearBrokenUploads(
  store: Store,
  storage: Storage,
  dataDir: string,
  alone: boolean,
): Promise<void> {
  const incoming = join(dataDir, "incoming")
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name)
    const found = await stat(path).catch(() => null)
    if (found && (alone || Date.now() - found.mtimeMs > hours(2))) await rm(path, { recursive: true, force: true })
  }
  if (alone) await store.db.update(videoFileEnds).set({ dueAt: store.now() })
  await sweepVideoFiles(store, storage)
}
