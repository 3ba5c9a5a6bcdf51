export const categories = ["premium", "standard", "limited_edition"] as const
export type Category = (typeof categories)[number]
export type Family = "form" | "bust" | "column" | "vessel" | "draped" | "loop" | "spire"
export type Material =
  | "porcelain"
  | "bisque"
  | "celadon"
  | "oxblood"
  | "stoneware"
  | "bronze"
  | "verdigris"
  | "gilt"
  | "basalt"
  | "marble"
  | "lacquer"
export type Room = "daylight" | "night"

export type RenderParameters = {
  family: Family
  material: Material
  room: Room
  seed: number
  seam: boolean
  /** In cm, with base and plinth. */
  height: number
  /** Columns: what is stacked. */
  module?: "lens" | "facet" | "pebble"
  /** Modules of a column, folds of a figure. */
  count?: number
  /** Vessels: turns from foot to mouth. */
  twist?: number
}

export type Piece = Omit<RenderParameters, "seed" | "height"> & {
  name: string
  cents: number
  category: Category
  /** ISO date */
  released: string
  height: number
  /** null: made to order */
  stock: number | null
  text: string
  long: string[]
}
