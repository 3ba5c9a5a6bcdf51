import sharp from "sharp"
import { modelDeskTexts } from "#contract/panelText.ts"
import { Refusal } from "../refusal.ts"
import type { Storage } from "./storage.ts"
import { kindOf, type Upload } from "./uploads.ts"

export interface Picture {
  width: number
  height: number
  /** The dominant colour, shown until the picture is there. */
  color: string
  widths: number[]
  formats: ("avif" | "webp")[]
}

const sizes = [320, 480, 640, 960, 1280]
const mostPixels = 50_000_000
const accepted = new Set(["jpeg", "png", "webp", "avif", "gif"])

// One picture at a time on one thread, and nothing remembered: many at once would cost memory, not save time.
sharp.concurrency(1)
sharp.cache(false)
let last: Promise<unknown> = Promise.resolve()

/**
 * Decodes what was sent and writes our own renderings of it under `key`: every width in AVIF and WebP, upright, first frame only,
 * without metadata. Throws a Refusal for what is no picture or too large; then nothing is left under `key`.
 */
export function storePicture(storage: Storage, key: string, upload: Upload): Promise<Picture> {
  const mine = last.then(() => render(storage, key, upload))
  last = mine.catch(() => {})
  return mine
}

/**
 * One rendering of our own, without metadata, under the given name. Throws a Refusal for what is no picture or too large. `may` is asked
 * when it is its turn: what may not be is not to keep the others waiting.
 */
export function reencode(storage: Storage, name: string, upload: Upload, may: () => Promise<void>): Promise<Reencoded> {
  const mine = last.then(async () => {
    await may()
    const { pixels, width, height, channels } = await decode(upload.path)
    const bytes = await sharp(pixels, { raw: { width, height, channels } }).webp({ quality: 82 }).toBuffer()
    await storage.put(name, bytes)
    return { width, height, size: bytes.length }
  })
  last = mine.catch(() => {})
  return mine
}

export interface Reencoded {
  width: number
  height: number
  size: number
}

async function render(storage: Storage, key: string, { path, tooLarge }: Upload): Promise<Picture> {
  if (tooLarge) throw new Refusal("TOO_LARGE", modelDeskTexts.imageTooLarge)
  const kind = await kindOf(path)
  if (!kind || !accepted.has(kind)) throw notAnImage()
  const { pixels, ...base } = await decode(path)
  const widths = sizes.filter((width) => width <= base.width)
  if (widths.length === 0) widths.push(base.width)
  const widest = widths.at(-1)!
  const source = () => sharp(pixels, { raw: { width: base.width, height: base.height, channels: base.channels } })
  try {
    for (const width of widths) {
      const resized = source().resize({ width })
      await storage.put(`${key}/${width}.webp`, await resized.clone().webp({ quality: 80 }).toBuffer())
      await storage.put(`${key}/${width}.avif`, await resized.clone().avif({ quality: 55, effort: 3 }).toBuffer())
    }
  } catch (error) {
    await storage.remove(key)
    throw error
  }
  const { dominant } = await source().resize({ width: 64, withoutEnlargement: true }).flatten().stats()
  const color = `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, "0")).join("")}`
  const height = Math.max(1, Math.round((base.height * widest) / base.width))
  return { width: widest, height, color, widths, formats: ["avif", "webp"] }
}

/** Read once, at the largest size we serve: from here on a picture is small, whatever was sent. */
async function decode(path: string) {
  const options = { limitInputPixels: mostPixels, failOn: "error", sequentialRead: true } as const
  const { width, height } = await sharp(path, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw notAnImage()
    })
  if (width * height > mostPixels) throw new Refusal("TOO_LARGE", "Images may have at most 50 megapixels.")
  if (Math.max(width, height) > 8 * Math.min(width, height)) {
    throw new Refusal("INVALID", "This picture is too narrow to be shown.", {
      errors: [{ path: "file", message: "This picture is too narrow to be shown." }],
    })
  }
  const { data, info } = await sharp(path, options)
    .autoOrient()
    .resize({ width: sizes.at(-1)!, withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw notAnImage()
    })
  return { pixels: data, width: info.width, height: info.height, channels: info.channels }
}

function notAnImage(): Refusal {
  return new Refusal("UNSUPPORTED_MEDIA", modelDeskTexts.notAnImage)
}
