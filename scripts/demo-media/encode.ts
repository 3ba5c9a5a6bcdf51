import { existsSync } from "node:fs"
import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import sharp from "sharp"
import {
  folderOf,
  type Manifest,
  type ManifestImage,
  type ManifestVideo,
  manifestPath,
} from "../../server/demo/manifest.ts"

const widths = [320, 480, 640, 960, 1280]

/** Writes every width in both formats, and returns what the manifest says about the picture. */
export async function encode(key: string, raw: Buffer, width: number, height: number): Promise<ManifestImage> {
  const folder = folderOf(key)
  await mkdir(folder, { recursive: true })
  const picture = sharp(raw, { raw: { width, height, channels: 3 } })
  const kept = widths.filter((wanted) => wanted <= width)
  for (const wanted of kept) {
    const sized = picture.clone().resize({ width: wanted, kernel: "lanczos3" })
    await sized
      .clone()
      .avif({ quality: 50, effort: 3 })
      .toFile(join(folder, `${wanted}.avif`))
    await sized
      .clone()
      .webp({ quality: 78, effort: 3 })
      .toFile(join(folder, `${wanted}.webp`))
  }
  const { dominant } = await picture
    .clone()
    .resize(64)
    .png()
    .toBuffer()
    .then((small) => sharp(small).stats())
  const color = `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, "0")).join("")}`
  return { kind: "image", key, width, height, color, widths: kept, formats: ["avif", "webp"] }
}

/** The manifest is written after every picture, so that a stopped run goes on where it was. */
export async function openManifest() {
  const manifest: Manifest = existsSync(manifestPath)
    ? JSON.parse(await readFile(manifestPath, "utf8"))
    : { images: [], films: [] }
  const save = async () => {
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
    async add(entry: ManifestImage | ManifestVideo) {
      if (entry.kind === "film") manifest.films = [...manifest.films.filter(({ key }) => key !== entry.key), entry]
      else manifest.images = [...manifest.images.filter(({ key }) => key !== entry.key), entry]
      await save()
    },
  }
}
