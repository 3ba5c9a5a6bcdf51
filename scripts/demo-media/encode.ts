import { existsSync } from "node:fs"
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import sharp from "sharp"
import {
  folderOf,
  type Manifest,
  type ManifestImage,
  type ManifestVideo,
  manifestPath,
  type View,
} from "../../server/start/demo/manifest.ts"
import { type Random, randomFrom } from "./random.ts"

export interface Size {
  width: number
  height: number
  /** The widths of its files. */
  widths: number[]
}

/** Writes every width in both formats, and returns the picture's entry in the manifest. */
export async function encode(key: string, raw: Buffer, { width, height, widths }: Size): Promise<ManifestImage> {
  const folder = folderOf(key)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const picture = sharp(raw, { raw: { width, height, channels: 3 } })
  const random = randomFrom(widths.length * 31 + height)
  for (const wanted of widths) {
    const { data, info } = await picture
      .clone()
      .resize({ width: wanted, kernel: "lanczos3" })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const sized = sharp(grained(data, random), { raw: { width: info.width, height: info.height, channels: 3 } })
    // A page shows the small ones first; high-density screens show them finer than they are.
    await sized
      .clone()
      .avif({ quality: wanted > 640 ? 67 : 62, effort: wanted > 800 ? 2 : 4, chromaSubsampling: "4:2:0" })
      .toFile(join(folder, `${wanted}.avif`))
    // WebP is only for browsers without AVIF.
    await sized
      .clone()
      .webp({ quality: 72, effort: 1 })
      .toFile(join(folder, `${wanted}.webp`))
  }
  const { dominant } = await picture
    .clone()
    .resize(64)
    .png()
    .toBuffer()
    .then((small) => sharp(small).stats())
  const color = `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, "0")).join("")}`
  return { kind: "image", key, width, height, color, widths, formats: ["avif", "webp"] }
}

/** Adds fine film grain, the same in all channels, so that gradients do not band once they are encoded. */
function grained(pixels: Buffer, random: Random) {
  for (let at = 0; at < pixels.length; at += 3) {
    const grain = (random.next() + random.next() + random.next() - 1.5) * 3.2
    for (let channel = at; channel < at + 3; channel++)
      pixels[channel] = Math.min(255, Math.max(0, Math.round(pixels[channel]! + grain)))
  }
  return pixels
}

/** Increase it to draw all pictures, or those of one view, again. */
export const recipe = 2
export const recipes: Partial<Record<View | "hero", number>> = { room: 3, base: 4, hero: 3 }

/** Opens the manifest, which is written after every picture, so that a stopped run continues where it was. */
export async function openManifest() {
  const manifest: Manifest = existsSync(manifestPath)
    ? JSON.parse(await readFile(manifestPath, "utf8"))
    : { images: [], films: [] }
  /** Saves one after the other: two writers share it. */
  let saving: Promise<void> = Promise.resolve()
  const save = () => {
    saving = saving.then(write)
    return saving
  }
  const write = async () => {
    manifest.images.sort((a, b) => (a.key < b.key ? -1 : 1))
    manifest.films.sort((a, b) => (a.key < b.key ? -1 : 1))
    await mkdir(dirname(manifestPath), { recursive: true })
    const lines = (list: object[]) => list.map((entry) => `\n    ${JSON.stringify(entry)}`).join(",")
    const text = `{\n  "images": [${lines(manifest.images)}\n  ],\n  "films": [${lines(manifest.films)}\n  ]\n}\n`
    await writeFile(`${manifestPath}.part`, text)
    await rename(`${manifestPath}.part`, manifestPath)
  }
  return {
    has: (key: string) => [...manifest.images, ...manifest.films].some((entry) => entry.key === key),
    recipeOf: (key: string) => manifest.images.find((entry) => entry.key === key)?.recipe,
    async add(entry: ManifestImage | ManifestVideo) {
      if (entry.kind === "film") manifest.films = [...manifest.films.filter(({ key }) => key !== entry.key), entry]
      else manifest.images = [...manifest.images.filter(({ key }) => key !== entry.key), entry]
      await save()
    },
  }
}
