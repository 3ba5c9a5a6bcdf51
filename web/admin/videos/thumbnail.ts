import type { Video } from "#contract/videos.ts"
import { videoAdminTexts } from "#contract/videoText.ts"
import { ApiError } from "../../platform/api/client.ts"
import { upload } from "../../platform/api/upload.ts"

const ways = (id: number) =>
  [
    { what: `PUT /images/videos/${id}/thumbnail`, field: "thumbnail" },
    { what: `POST /videos/${id}/thumbnail`, field: "file" },
    { what: `PUT /videos/${id}`, field: "thumbnail_file" },
  ] as const

/** Tries the calls in order until the server knows one. */
export async function sendThumbnail(id: number, picture: Blob, signal?: AbortSignal): Promise<Video> {
  let last: unknown
  for (const { what, field } of ways(id)) {
    const form = new FormData()
    form.append(field, picture, picture instanceof File ? picture.name : "thumbnail.webp")
    try {
      return await upload(what, form, { progress: () => undefined, signal, timeout: 30_000 })
    } catch (error) {
      last = error
      if (!(error instanceof ApiError) || (error.status !== 404 && error.status !== 405)) throw error
    }
  }
  throw last
}

/** The text of an error. The video is kept without a thumbnail. */
export function thumbnailFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return videoAdminTexts.thumbnailFailed
  if (error.status === 0) return videoAdminTexts.thumbnailUnable
  if (error.status === 404 || error.status === 405) return videoAdminTexts.thumbnailMissing
  return error.status === 413 ? videoAdminTexts.thumbnailTooLarge : videoAdminTexts.thumbnailFailed
}

/** Draws a frame from shortly after the start, if the browser can play the video. */
export async function frameOf(file: File): Promise<Blob | null> {
  const address = URL.createObjectURL(file)
  const video = document.createElement("video")
  try {
    video.muted = true
    video.preload = "auto"
    video.src = address
    await happens(video, "loadedmetadata")
    video.currentTime = Math.min(1, (Number.isFinite(video.duration) ? video.duration : 0) / 4)
    await happens(video, "seeked")
    const canvas = document.createElement("canvas")
    const scale = Math.min(1, 1280 / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    canvas.getContext("2d")!.drawImage(video, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/webp", 0.9))
  } catch {
    return null
  } finally {
    video.removeAttribute("src")
    URL.revokeObjectURL(address)
  }
}

function happens(video: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(event)), 10_000)
    video.addEventListener(event, () => resolve(clearTimeout(timeout)), { once: true })
    video.addEventListener("error", () => reject(new Error("error")), { once: true })
  })
}
