/**
 * The demo shop as plain data; nothing here touches a database.
 *
 * - `demoModels`: 48 pieces, fields named as the wire names them; prices in cents, sizes in cm, weights in kg.
 *   Pictures of a piece are `picturesOf(readManifest(), slug)`, the first one primary.
 * - `demoReviews`, `demoReviewers` and `demoSlides` are in reviews.ts.
 * - `readManifest()` in manifest.ts says which images and videos were rendered, and their sizes and colours.
 */
import { forFacts } from "#contract/modelFacts.ts"
import type { Category, Family, Material, Piece } from "./piece.ts"
import { pieces } from "./pieces.ts"

export type DemoModel = ReturnType<typeof toModel>

/** In the order in which a piece's pictures are shown. */
export const views = ["three-quarter", "front", "detail", "room", "profile", "base"] as const
export type View = (typeof views)[number]

const materials: Record<Material, { label: string; density: number; technique: string; care: string }> = {
  porcelain: {
    label: "Glazed porcelain",
    density: 0.3,
    technique: "Slip cast, glazed and fired at 1,280 °C",
    care: "Damp soft cloth; no abrasives",
  },
  bisque: {
    label: "Bisque",
    density: 0.28,
    technique: "Slip cast, fired once and waxed",
    care: "Soft dry brush; renew the wax yearly",
  },
  celadon: {
    label: "Celadon",
    density: 0.32,
    technique: "Three coats of celadon, fired in reduction",
    care: "Damp soft cloth; no abrasives",
  },
  oxblood: {
    label: "Oxblood porcelain",
    density: 0.32,
    technique: "Copper-red glaze, fired in reduction",
    care: "Damp soft cloth; no abrasives",
  },
  stoneware: {
    label: "Ash-glazed stoneware",
    density: 0.36,
    technique: "Thrown and coiled, wood-ash glaze",
    care: "Damp cloth; frost-proof under cover",
  },
  bronze: {
    label: "Bronze",
    density: 0.52,
    technique: "Lost-wax casting, chased and waxed",
    care: "Clear wax twice a year; no metal polish",
  },
  verdigris: {
    label: "Verdigris bronze",
    density: 0.52,
    technique: "Lost-wax casting, grown green patina",
    care: "Soft dry brush; sealed under wax",
  },
  gilt: {
    label: "Gilt bronze",
    density: 0.5,
    technique: "Leafed with 23-carat gold and burnished",
    care: "Cotton gloves; feather duster only",
  },
  basalt: { label: "Basalt", density: 0.68, technique: "Wire cut, honed dry to a satin", care: "Soft dry brush" },
  marble: {
    label: "White marble",
    density: 0.64,
    technique: "Carved and rasped by hand",
    care: "Distilled water; no acids",
  },
  lacquer: {
    label: "Midnight lacquer",
    density: 0.2,
    technique: "Layered lacquer over a light core",
    care: "Soft dry cloth; away from direct sun",
  },
}

const families: Record<Family, { type: string; base: string; width: number; depth: number }> = {
  form: { type: "Dress form on stand", base: "Turned brass, threaded", width: 0.25, depth: 0.2 },
  bust: { type: "Featureless bust", base: "Square block on a plinth", width: 0.29, depth: 0.19 },
  column: { type: "Stacked column", base: "Steel core, stone plinth", width: 0.19, depth: 0.19 },
  vessel: { type: "Twisted vessel", base: "Brass collar and foot", width: 0.27, depth: 0.27 },
  draped: { type: "Draped standing figure", base: "Levelling plinth", width: 0.26, depth: 0.22 },
  loop: { type: "Closed loop", base: "Socketed stone plinth", width: 0.36, depth: 0.18 },
  spire: { type: "Standing blade", base: "Turned foot on a plinth", width: 0.17, depth: 0.12 },
}

const categoryWords: Record<Category, string> = {
  standard: "Open edition",
  premium: "Made in small series",
  limited_edition: "Numbered edition",
}

const editionSizes: Record<string, number> = { twelve: 12, sixty: 60 }

export const demoModels = pieces.map(toModel)

export function imageKey(slug: string, view: View) {
  return `demo/${slug}-${view}`
}

/** The same picture taken in the night room, for dark pages. */
export const nightKey = (key: string) => `${key}-night`

function toModel(piece: Piece, index: number) {
  const { family, material, room, seam, module, count, twist, height } = piece
  const shape = families[family]
  const stuff = materials[material]
  const width = Math.round(height * shape.width)
  const depth = Math.round(height * shape.depth)
  const weight = tenth(12 + (height / 10) * stuff.density * (1 + shape.width) * 2.4)
  return {
    slug: piece.name.toLowerCase(),
    name: piece.name,
    price_cents: piece.cents,
    doll_category: piece.category,
    release_date: piece.released,
    description: piece.text,
    long_description: piece.long.join("\n\n"),
    // Sculpture does not have all of them.
    ...forFacts(
      () => null,
      () => null,
    ),
    doll_material: stuff.label,
    doll_height: height,
    doll_weight: weight,
    doll_gross_weight: tenth(weight * 1.18 + 6),
    doll_packing_size: `${height + 14} × ${width + 22} × ${depth + 22} cm`,
    doll_body_size: `${width} × ${depth} × ${height} cm`,
    specifications: [
      { name: "Type", value: shape.type },
      { name: "Technique", value: stuff.technique },
      { name: "Base", value: shape.base },
      { name: "Measured", value: "Standing on its base and plinth, as pictured" },
      ...(seam ? [{ name: "Seam", value: "Kintsugi, lacquer and gold" }] : []),
      { name: "Edition", value: editionOf(piece) },
      { name: "Maker", value: "Our own studio" },
      ...(piece.category === "limited_edition" ? [{ name: "Certificate", value: "Numbered and signed" }] : []),
      { name: "Care", value: stuff.care },
    ],
    stock: piece.stock,
    /** On the plate of the piece that was photographed: its number, or the year where there are none. */
    plate: plateOf(piece, index),
    render: { family, material, room, seam, height, module, count, twist, seed: 1000 + index * 37 },
  }
}

/** How many there are of a numbered edition: as its text says, or else 40. */
function numbered({ category, text }: Piece) {
  const size = editionSizes[/edition of ([a-z-]+)/i.exec(text)?.[1] ?? ""]
  return size ?? (category === "limited_edition" ? 40 : null)
}

function editionOf(piece: Piece) {
  const size = numbered(piece)
  return size ? `Numbered edition of ${size}` : categoryWords[piece.category]
}

function plateOf(piece: Piece, index: number) {
  const size = numbered(piece)
  if (!size) return piece.released.slice(0, 4)
  const number = piece.stock === 1 ? size : 1 + ((index * 7 + 6) % size)
  return `${String(number).padStart(2, "0")}/${size}`
}

function tenth(value: number) {
  return Math.round(value * 10) / 10
}
