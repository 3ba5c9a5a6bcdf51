import sharp from "sharp"
import { maxMegapixels } from "#contract/limits.ts"
import { chatTexts } from "#contract/memberText.ts"
import { modelAdminTexts } from "#contract/panelText.ts"
import { t } from "#contract/t.ts"
import { Refusal } from "../refusal.ts"
import type { Storage } from "./storage.ts"
import { createTurns } from "./turns.ts"
import { kindOf, type Upload } from "./uploads.ts"

export interface Picture {
  width: number
  height: number
  /** The dominant colour, shown until the picture has loaded. */
  color: string
  widths: number[]
  formats: ("avif" | "webp")[]
}

/** The folder of its files in storage, and their description. */
export type StoredPicture = Picture & { key: string }

const sizes = [320, 480, 640, 960, 1280, 1920]
interface Bounds {
  pixels: number
  tooLarge: string
  /** The limit for decoding, in seconds: a small file can require much work. */
  seconds: number
}
const ours: Bounds = { pixels: 50_000_000, tooLarge: t`Images can have at most 50 megapixels.`, seconds: 60 }
const members: Bounds = { pixels: maxMegapixels * 1_000_000, tooLarge: chatTexts.tooManyPixels, seconds: 10 }

// More pictures or threads at once, or a cache, would cost memory without saving time.
sharp.concurrency(1)
sharp.cache(false)
const turns = createTurns()

/**
 * Decodes an upload and writes our own renderings under `key`: every width in AVIF and WebP, upright, first frame only,
 * without metadata. Throws a Refusal if it is not a picture or too large; then nothing is left under `key`.
 */
export function storePicture(storage: Storage, key: string, upload: Upload): Promise<Picture> {
  return turns.take("shop", () => render(storage, key, upload))
}

/**
 * Writes one rendering of a person's upload under the given name, without metadata. Throws a Refusal if it is not a
 * picture or too large. `may` is called when its turn comes, so that an upload that is no longer allowed does not delay
 * the others. `broken` returns the error for a picture that could not be decoded.
 */
export function reencode(storage: Storage, name: string, upload: Upload, sender: Sender): Promise<Reencoded> {
  return turns.take(sender.id, async () => {
    await sender.may()
    const { pixels, width, height, channels } = await decode(upload.path, members).catch(async (error) => {
      throw error instanceof Refusal && error.code === "UNSUPPORTED_MEDIA" ? await sender.broken() : error
    })
    const bytes = await sharp(pixels, { raw: { width, height, channels } }).webp({ quality: 82 }).toBuffer()
    await storage.put(name, bytes)
    return { width, height, size: bytes.length }
  })
}

export interface Sender {
  id: number
  may(): Promise<void>
  broken(): Promise<Refusal>
}

export interface Reencoded {
  width: number
  height: number
  size: number
}

async function render(storage: Storage, key: string, { path, tooLarge }: Upload): Promise<Picture> {
  if (tooLarge) throw new Refusal("TOO_LARGE", modelAdminTexts.imageTooLarge)
  if (!(await kindOf(path))) throw notAnImage()
  const { pixels, ...base } = await decode(path, ours)
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

/** Decodes a picture once, to the largest size served, so that it is small from then on, whatever was uploaded. */
async function decode(path: string, most: Bounds) {
  const options = { limitInputPixels: most.pixels, failOn: "error", sequentialRead: true } as const
  const { width, height } = await sharp(path, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw notAnImage()
    })
  if (width * height > most.pixels) throw new Refusal("TOO_LARGE", most.tooLarge)
  if (Math.max(width, height) > 8 * Math.min(width, height)) {
    throw new Refusal("INVALID", t`This image is too narrow to be displayed.`, {
      errors: [{ path: "file", message: t`This image is too narrow to be displayed.` }],
    })
  }
  const { data, info } = await sharp(path, options)
    .autoOrient()
    .resize({ width: sizes.at(-1)!, withoutEnlargement: true })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .timeout({ seconds: most.seconds })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw notAnImage()
    })
  return { pixels: data, width: info.width, height: info.height, channels: info.channels }
}

function notAnImage(): Refusal {
  return new Refusal("UNSUPPORTED_MEDIA", modelAdminTexts.notAnImage)
}
