import { randomUUID } from "node:crypto"
import { readFile } from "node:fs/promises"
import sharp, { type Sharp } from "sharp"
import { brandLimits, brandTexts, type Logo, type Look, type PictureName, roomsFor } from "#contract/brand.ts"
import type { Storage } from "../media/storage.ts"
import { kindOf, type Upload } from "../media/uploads.ts"
import { invalid } from "../refusal.ts"
import { cleanSvg, hasStyleSheet } from "./svg.ts"

/** The edge of a logo in pixels, of which a page shows less, and the seconds that a picture may take. */
const logoHeight = 240
const options = { limitInputPixels: 50_000_000, failOn: "error" } as const
const seconds = 10

export const folderOf = (url: string) => url.split("/").slice(1, 3).join("/")
const newFolder = () => `brand/${randomUUID()}`

/** Reads a picture as one of pixels. A drawing is cleaned first; `svg` is then its text. */
async function open(field: PictureName, { path, size, tooLarge }: Upload): Promise<{ image: Sharp; svg?: string }> {
  if (tooLarge) throw invalid(field, brandTexts.logoTooLarge)
  const kind = await kindOf(path)
  if (kind === "png" || (kind && field === "icon")) return { image: sharp(path, options).autoOrient() }
  if (kind) throw invalid(field, brandTexts.notALogo)
  if (size > brandLimits.svgBytes) throw invalid(field, brandTexts.logoTooLarge)
  const source = (await readFile(path)).toString("utf8").replace(/^\ufeff/, "")
  if (!/<svg[\s>]/.test(source)) throw invalid(field, brandTexts.notALogo)
  if (hasStyleSheet(source)) throw invalid(field, brandTexts.styledSvg)
  const svg = cleanSvg(source)
  if (svg === null) throw invalid(field, brandTexts.notAnSvg)
  const { width, height } = await sharp(Buffer.from(svg))
    .metadata()
    .catch(() => refuse(field, true))
  const edge = field === "icon" ? brandLimits.iconEdge : logoHeight
  const density = Math.min(2400, Math.max(72, (72 * edge) / Math.min(width, height)))
  return { image: sharp(Buffer.from(svg), { ...options, density }), svg }
}

function refuse(field: PictureName, isSvg: boolean): never {
  throw invalid(field, isSvg ? brandTexts.notAnSvg : brandTexts.notALogo)
}

/** Stores a logo: a drawing as it was cleaned, and for emails, which cannot show drawings, as a picture. */
export async function storeLogo(storage: Storage, field: PictureName, upload: Upload): Promise<Logo> {
  const { image, svg } = await open(field, upload)
  const { data, info } = await image
    .resize({ height: logoHeight, withoutEnlargement: svg === undefined })
    .timeout({ seconds })
    .png()
    .toBuffer({ resolveWithObject: true })
    .catch(() => refuse(field, svg !== undefined))
  if (info.width > 12 * info.height || info.height > 2 * info.width) throw invalid(field, brandTexts.logoShape)
  const folder = newFolder()
  await storage.put(`${folder}/logo.png`, data)
  if (svg !== undefined) await storage.put(`${folder}/logo.svg`, Buffer.from(svg))
  return { url: `/${folder}/logo.${svg === undefined ? "png" : "svg"}`, width: info.width, height: info.height }
}

/** What devices ask for: the names of the files, and their edges. */
export const iconFiles = { "icon-48": 48, "icon-192": 192, "icon-512": 512, "apple-touch-icon": 180 } as const
export const maskable = [192, 512] as const

/** Makes all icons from one picture. Returns their folder. */
export async function storeIcons(storage: Storage, upload: Upload, look: Pick<Look, "colors">): Promise<string> {
  const { image, svg } = await open("icon", upload)
  const edge = brandLimits.iconEdge
  const { data, info } = await image
    .resize({ width: 1024, height: 1024, fit: "inside", withoutEnlargement: svg === undefined })
    .toColourspace("srgb")
    .ensureAlpha()
    .timeout({ seconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => refuse("icon", svg !== undefined))
  const isSquare = Math.abs(info.width - info.height) <= info.width / 50
  if (!isSquare || Math.min(info.width, info.height) < edge) throw invalid("icon", brandTexts.iconTooSmall)
  const source = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
  // A picture that fills its square goes on to the edge in the colour of its corner.
  const corner = data[3] === 255 ? { r: data[0]!, g: data[1]!, b: data[2]! } : roomsFor(look).light.canvas
  const folder = newFolder()
  for (const [name, size] of Object.entries(iconFiles)) {
    const drawn = source().resize(size, size)
    const whole = name.startsWith("apple") ? drawn.flatten({ background: corner }) : drawn
    await storage.put(`${folder}/${name}.png`, await whole.png().toBuffer())
  }
  for (const size of maskable) {
    // Devices cut a maskable icon to a circle of four fifths of its edge.
    const inner = Math.round(size * 0.7)
    const start = Math.floor((size - inner) / 2)
    const rest = size - inner - start
    const drawn = source()
      .resize(inner, inner)
      .flatten({ background: corner })
      .extend({ top: start, left: start, bottom: rest, right: rest, background: corner })
    await storage.put(`${folder}/maskable-${size}.png`, await drawn.png().toBuffer())
  }
  return folder
}

/** The names of all stored files of a look. */
export function brandFiles({ logo, logo_dark, icons }: Look): string[] {
  const ofLogo = ({ url }: Logo) => {
    const folder = folderOf(url)
    return [`${folder}/logo.png`, ...(url.endsWith(".svg") ? [`${folder}/logo.svg`] : [])]
  }
  const ofIcons = (url: string) =>
    [...Object.keys(iconFiles), ...maskable.map((size) => `maskable-${size}`)].map(
      (name) => `${url.slice(1)}/${name}.png`,
    )
  return [logo, logo_dark].flatMap((one) => (one ? ofLogo(one) : [])).concat(icons ? ofIcons(icons) : [])
}
