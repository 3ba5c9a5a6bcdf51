import { forFacts } from "#contract/modelFacts.ts"
import { editions, families, materials, type Piece, pieces, slugOf } from "./piece.ts"

export type DemoModel = ReturnType<typeof toModel>

const editionSizes: Record<string, number> = { twelve: 12, sixty: 60 }

/** The pieces as models of the shop, with fields as the API names them: prices in cents, sizes in cm, weights in kg. */
export const demoModels = pieces.map(toModel)

function toModel(piece: Piece, index: number) {
  const { family, material, room, seam, module, count, twist, height } = piece
  const shape = families[family]
  const stuff = materials[material]
  const width = Math.round(height * shape.width)
  const depth = Math.round(height * shape.depth)
  const weight = tenth(12 + (height / 10) * stuff.density * (1 + shape.width) * 2.4)
  return {
    slug: slugOf(piece),
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
  return size ? `Numbered edition of ${size}` : editions[piece.category]
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
