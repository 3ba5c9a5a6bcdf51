import { randomUUID } from "node:crypto"
import { readdir, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { inArray, lte } from "drizzle-orm"
import { videoAdminTexts } from "#contract/videoText.ts"
import { after, hours } from "../../platform/clock.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import { type Container, readContainer } from "../../platform/media/containers.ts"
import { storePicture } from "../../platform/media/pictures.ts"
import { drawPoster } from "../../platform/media/posters.ts"
import type { Storage } from "../../platform/media/storage.ts"
import type { Upload } from "../../platform/media/uploads.ts"
import { invalid, Refusal } from "../../platform/refusal.ts"
import { type VideoRow, type VideoType, videoFileEnds } from "./tables.ts"

type VideoFileColumns = Pick<VideoRow, "type" | "size" | "duration" | "width" | "height"> & { file: string }
type PosterColumns = Pick<
  VideoRow,
  "posterKey" | "posterWidth" | "posterHeight" | "posterColor" | "posterWidths" | "posterFormats"
>

const types: Record<Container["kind"], VideoType> = { mp4: "video/mp4", webm: "video/webm" }

/**
 * Stores a file for a video that is not yet written, with a poster if this machine can render one. Until `claimFiles` is
 * called, the files are listed in `video_file_ends`, so that the sweep removes them if anything fails in between.
 */
export async function storeVideoFile(
  store: Store,
  storage: Storage,
  upload: Upload | undefined,
  directory: string,
): Promise<VideoFileColumns & Partial<PosterColumns>> {
  if (!upload) throw invalid("file", videoAdminTexts.notAVideo)
  if (upload.tooLarge) throw tooLarge()
  const container = await readContainer(upload.path)
  if (!container) throw new Refusal("UNSUPPORTED_MEDIA", videoAdminTexts.notAVideo)
  const { kind, duration, width, height } = container
  const file = `private/videos/${randomUUID()}/film.${kind}`
  const drawn = await drawPoster(upload.path, container, { into: directory })
  await deleteUnlessClaimed(store, file)
  await storage.put(file, upload)
  const poster = drawn
    ? await storePoster(store, storage, { ...upload, path: drawn, tooLarge: false }).catch(() => ({}))
    : {}
  return { file, type: types[kind], size: upload.size, duration, width, height, ...poster }
}

/** Stores the renderings of a thumbnail in the same way. */
export async function storePoster(store: Store, storage: Storage, upload: Upload | undefined): Promise<PosterColumns> {
  if (!upload) throw invalid("file", videoAdminTexts.notAnImage)
  if (upload.tooLarge) throw new Refusal("TOO_LARGE", videoAdminTexts.thumbnailTooLarge)
  const key = `posters/${randomUUID()}`
  await deleteUnlessClaimed(store, key)
  const picture = await storePicture(storage, key, upload).catch((error) => {
    if (error instanceof Refusal && error.code === "UNSUPPORTED_MEDIA") {
      throw new Refusal("UNSUPPORTED_MEDIA", videoAdminTexts.notAnImage)
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
  return new Refusal("TOO_LARGE", videoAdminTexts.tooLarge)
}

/** The time in which 300 MB can be uploaded to a slow store. */
const claimTimeout = hours(6)

async function deleteUnlessClaimed(store: Store, key: string): Promise<void> {
  await store.db.insert(videoFileEnds).values({ key, dueAt: after(store.now(), claimTimeout) })
}

/** Keeps files from the sweep. Call it in the transaction that adds them to a video. */
export async function claimFiles(tx: Tx, keys: (string | null | undefined)[]): Promise<void> {
  const held = keys.filter((key) => key !== null && key !== undefined)
  if (held.length > 0) await tx.db.delete(videoFileEnds).where(inArray(videoFileEnds.key, held))
}

/** Lets the sweep delete files. Call it in the transaction that removes them, or when an upload fails. */
export async function scheduleFileDeletion(tx: Tx, keys: (string | null | undefined)[]): Promise<void> {
  const ended = keys.filter((key) => key !== null && key !== undefined)
  if (ended.length === 0) return
  await tx.db
    .insert(videoFileEnds)
    .values(ended.map((key) => ({ key, dueAt: tx.now() })))
    .onConflictDoUpdate({ target: videoFileEnds.key, set: { dueAt: tx.now() } })
}

/** Deletes files that no video refers to, including partly written ones; a video file is deleted with its folder. */
export async function sweepVideoFiles(store: Store, storage: Storage): Promise<number> {
  const due = await store.db.select().from(videoFileEnds).where(lte(videoFileEnds.dueAt, store.now())).limit(200)
  for (const { key } of due) {
    await storage.remove(key.replace(/\/film\.\w+$/, ""))
    await store.db.delete(videoFileEnds).where(inArray(videoFileEnds.key, [key]))
  }
  return due.length
}

/**
 * Removes the leftovers of killed processes: uploaded forms on disk and files without a video. A server that is the
 * only one to use its directory can remove all of them at its start; otherwise only old ones are removed.
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
  await storage.clearUnfinished(after(store.now(), alone ? 0 : -claimTimeout))
}
