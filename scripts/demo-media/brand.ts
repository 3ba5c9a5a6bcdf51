import { existsSync } from "node:fs"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import sharp from "sharp"
import { demoModels } from "../../server/start/demo/catalogue.ts"
import type { openStudio } from "./browser.ts"

const folder = join(import.meta.dirname, "../../web/public")
const [ink, paper] = ["#271826", "#f1f6f4"]

/** The mark: a plinth line under a circle. */
const mark = `<circle cx="32" cy="26" r="15"/><rect x="9" y="48" width="46" height="5" rx="1"/>`
const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><title>Vitrine</title><style>g{fill:${ink}}@media(prefers-color-scheme:dark){g{fill:${paper}}}</style><g>${mark}</g></svg>
`
/** The mark on a ground, with room for round crops. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 96 96"><rect x="-16" y="-16" width="96" height="96" fill="${ink}"/><g fill="${paper}">${mark}</g></svg>`

export async function drawBrand(studio: Awaited<ReturnType<typeof openStudio>>, again: boolean) {
  const card = join(folder, "og.jpg")
  if (existsSync(card) && !again) return
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, "favicon.svg"), favicon)
  const sizes = { "apple-touch-icon": 180, "icon-192": 192, "icon-512": 512 }
  for (const [name, edge] of Object.entries(sizes)) {
    await sharp(Buffer.from(icon), { density: 400 })
      .resize(edge)
      .png({ palette: true, effort: 10 })
      .toFile(join(folder, `${name}.png`))
  }
  const size = { width: 1200, height: 630 }
  const piece = demoModels.find(({ slug }) => slug === "marguerite")!.render
  const raw = await studio.shoot({ piece, room: "night", view: "three-quarter", ...size, samples: 6, across: 0.72 })
  const picture = await sharp(raw, { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer()
  await sharp(await studio.print(await cardPage(picture), size))
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(card)
}

/** Renders the picture with the name of the shop, for links shared elsewhere. */
async function cardPage(picture: Buffer) {
  const file = import.meta.resolve("@fontsource-variable/imbue/files/imbue-latin-opsz-normal.woff2")
  const face = await readFile(fileURLToPath(file))
  const data = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString("base64")}`
  return `<!doctype html><style>
    @font-face { font-family: Imbue; src: url(${data("font/woff2", face)}); font-weight: 100 900 }
    body { margin: 0; height: 630px; background: url(${data("image/png", picture)}); color: ${paper} }
    p { margin: 0; position: absolute; left: 88px; bottom: 168px; font: 400 176px/1 Imbue; letter-spacing: -0.015em }
    i { position: absolute; left: 88px; bottom: 128px; width: 360px; height: 4px; background: ${paper} }
  </style><p>Vitrine</p><i></i>`
}
