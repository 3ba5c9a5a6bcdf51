import { readFileSync } from "node:fs"
import { join } from "node:path"

/** In the order in which a piece's pictures are shown. */
export const views = ["three-quarter", "front", "detail", "room", "profile", "base"] as const
export type View = (typeof views)[number]

export function imageKey(slug: string, view: View) {
  return `demo/${slug}-${view}`
}

/** The same picture taken in the night room, for dark pages. */
export const nightKey = (key: string) => `${key}-night`

/** Files of a picture are `{mediaFolder}/{key without "demo/"}/{width}.{format}`. */
export type ManifestImage = {
  kind: "image"
  /**
   * `demo/<slug>-<view>`, `demo/<slug>-three-quarter-night`, `demo/hero-<slug>`, `demo/hero-<slug>-night`,
   * `demo/slideshow-turntable-poster`, `demo/film-<slug>`, `demo/empty-plinth`, `demo/empty-plinth-night`,
   * `demo/empty-room`, `demo/empty-room-night`
   */
  key: string
  width: number
  height: number
  /** Dominant colour, `#rrggbb`. */
  color: string
  widths: number[]
  formats: ("avif" | "webp")[]
  /** Of the renderer that drew it; a picture of an older one is drawn again. */
  recipe?: number
}

/**
 * Films are `{mediaFolder}/{key without "demo/"}/film.{format}`; the poster is the picture with the key `poster`. Those of the film
 * room are under `demo/private/`, which the shop shows to members only.
 */
export type ManifestVideo = {
  kind: "film"
  key: string
  width: number
  height: number
  /** seconds */
  duration: number
  formats: ("mp4" | "webm")[]
  poster: string
}

export type Manifest = { images: ManifestImage[]; films: ManifestVideo[] }

export const mediaFolder = join(import.meta.dirname, "media")
export const manifestPath = join(mediaFolder, "manifest.json")
export const folderOf = (key: string) => join(mediaFolder, key.replace(/^demo\//, ""))

export function readManifest(): Manifest {
  return JSON.parse(readFileSync(manifestPath, "utf8")) as Manifest
}

/** A model's rendered pictures in the order they are shown; the first one is the primary. */
export function picturesOf({ images }: Manifest, slug: string) {
  return views.flatMap((view) => {
    const image = images.find(({ key }) => key === imageKey(slug, view))
    return image ? [{ view, image }] : []
  })
}
