import * as z from "zod"
import { categories } from "#contract/catalog.ts"
import { readContent, Text } from "./content.ts"

const Family = z.enum(["form", "bust", "column", "vessel", "draped", "loop", "spire"])
export type Family = z.infer<typeof Family>

const Material = z.enum([
  "porcelain",
  "bisque",
  "celadon",
  "oxblood",
  "stoneware",
  "bronze",
  "verdigris",
  "gilt",
  "basalt",
  "marble",
  "lacquer",
])
export type Material = z.infer<typeof Material>

const Room = z.enum(["daylight", "night"])
export type Room = z.infer<typeof Room>

/** How a piece is drawn. */
const rendered = {
  family: Family,
  material: Material,
  room: Room,
  seam: z.boolean(),
  /** In cm, with base and plinth. */
  height: z.int().positive(),
  /** Columns: what is stacked. */
  module: z.enum(["lens", "facet", "pebble"]).optional(),
  /** Modules of a column, folds of a figure. */
  count: z.int().positive().optional(),
  /** Vessels: turns from foot to mouth. */
  twist: z.number().optional(),
}
export type RenderParameters = z.infer<z.ZodObject<typeof rendered>> & { seed: number }

const Piece = z.strictObject({
  name: Text,
  cents: z.int().positive(),
  category: z.enum(categories),
  released: z.iso.date(),
  /** null: made to order */
  stock: z.int().min(0).nullable(),
  ...rendered,
  text: Text,
  long: z.array(Text).min(1),
})
export type Piece = z.infer<typeof Piece>

export const slugOf = ({ name }: { name: string }) => name.toLowerCase()

/** What is particular to each of the 48 pieces. */
export const pieces = readContent("content/pieces.json", z.array(Piece))

/** The slug of one of them, wherever a file refers to it. */
export const Slug = z.enum(pieces.map(slugOf))

const Finish = z.strictObject({ label: Text, density: z.number().positive(), technique: Text, care: Text })
const Shape = z.strictObject({ type: Text, base: Text, width: z.number().positive(), depth: z.number().positive() })

/** What follows from a piece's material, family and category. */
export const { materials, families, editions } = readContent(
  "content/specifications.json",
  z.strictObject({
    materials: z.record(Material, Finish),
    families: z.record(Family, Shape),
    editions: z.record(z.enum(categories), Text),
  }),
)
