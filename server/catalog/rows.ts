import type { Doll, Image } from "#contract/catalog.ts"
import { quickStatement, statement } from "../db/statement.ts"
import type { Tx } from "../db/store.ts"
import { fromCents } from "../money.ts"

/** What may be seen in the shop; the partial indexes of the migration say the same words. */
export const live = "d.deleted_at is null and d.is_available and not d.needs_approval"

export interface ImageRow {
  id: number
  key: string
  caption: string | null
  is_primary: boolean
  position: number
  width: number
  height: number
  color: string
  widths: number[]
  formats: ("avif" | "webp")[]
}

interface DollRow {
  id: number
  name: string
  price_cents: number
  description: string
  long_description: string
  category: Doll["doll_category"]
  is_available: boolean
  rating: number
  review_count: number
  created: number
  released: string | null
  height_cm: number | null
  material: string | null
  vaginal_depth_cm: number | null
  anal_depth_cm: number | null
  oral_depth_cm: number | null
  weight_kg: number | null
  gross_weight_kg: number | null
  packing_size: string | null
  body_size: string | null
  specifications: Doll["specifications"]
  stock: number | null
  needs_approval: boolean
  version: number
  images: ImageRow[] | null
}

export const imageObject = `json_build_object('id', i.id, 'key', i.key, 'caption', i.caption, 'is_primary', i.is_primary,
  'position', i.position, 'width', i.width, 'height', i.height, 'color', i.color, 'widths', i.widths, 'formats', i.formats)`

/** The picture a model is known by, as a sub-select; `doll` is the SQL of its id. */
export function primaryImageOf(doll: string): string {
  return `(select ${imageObject} from images i where i.doll_id = ${doll} order by i.is_primary desc, i.position, i.id limit 1)`
}

const columns = `d.id, d.name, d.price_cents, d.description, d.long_description, d.category, d.is_available, d.rating,
  d.review_count, (extract(epoch from d.created_at) * 1000)::float8 as created, d.release_date::text as released,
  d.height_cm, d.material, d.vaginal_depth_cm, d.anal_depth_cm, d.oral_depth_cm, d.weight_kg, d.gross_weight_kg,
  d.packing_size, d.body_size, d.specifications, d.stock, d.needs_approval, d.version,
  (select json_agg(${imageObject} order by i.position, i.id) from images i where i.doll_id = d.id) as images`

/** The text of a read of whole models, their pictures with them: one statement, however many models. `tail` begins with `where`. */
export function dollStatement(tail: string): string {
  return `select ${columns} from dolls d ${tail}`
}

export interface Found {
  doll: Doll
  version: number
  needsApproval: boolean
}

export async function readDolls(tx: Tx, name: string, tail: string, params: unknown[]): Promise<Found[]> {
  return (await statement<DollRow>(tx, name, dollStatement(tail), params)).map(foundIn)
}

/** The same for a few models by an index. */
export async function quickDolls(tx: Tx, name: string, tail: string, params: unknown[]): Promise<Found[]> {
  return (await quickStatement<DollRow>(tx, name, dollStatement(tail), params)).map(foundIn)
}

function foundIn(row: DollRow): Found {
  return { doll: present(row), version: row.version, needsApproval: row.needs_approval }
}

function present(row: DollRow): Doll {
  return {
    id: row.id,
    name: row.name,
    price: fromCents(row.price_cents),
    description: row.description,
    long_description: row.long_description,
    doll_category: row.category,
    is_available: row.is_available,
    rating: Math.round(row.rating * 100) / 100,
    review_count: row.review_count,
    created_at: new Date(Math.floor(row.created)).toISOString(),
    release_date: row.released,
    images: row.images === null ? [] : row.images.map(presentImage),
    doll_height: row.height_cm,
    doll_material: row.material,
    doll_vaginal_depth: row.vaginal_depth_cm,
    doll_anal_depth: row.anal_depth_cm,
    doll_oral_depth: row.oral_depth_cm,
    doll_weight: row.weight_kg,
    doll_gross_weight: row.gross_weight_kg,
    doll_packing_size: row.packing_size,
    doll_body_size: row.body_size,
    specifications: row.specifications,
    stock: row.stock,
    in_stock: row.is_available && (row.stock === null || row.stock > 0),
  }
}

export function presentImage(row: ImageRow): Image {
  return {
    id: row.id,
    image_url: pictureUrl(row),
    is_primary: row.is_primary,
    position: row.position,
    caption: row.caption,
    width: row.width,
    height: row.height,
    color: row.color,
    variants: variantsOf(row),
  }
}

/** The one file for whoever wants a single address: WebP at 640, or the widest below it. */
export function pictureUrl({ key, widths }: { key: string; widths: number[] }): string {
  const width = widths.includes(640) ? 640 : Math.max(...widths.filter((one) => one < 640), Math.min(...widths))
  return `/media/${key}/${width}.webp`
}

export function variantsOf({ key, widths, formats }: Pick<ImageRow, "key" | "widths" | "formats">) {
  return { base: `/media/${key}`, widths, formats }
}
