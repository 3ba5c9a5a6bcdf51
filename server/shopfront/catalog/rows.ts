import { createHash } from "node:crypto"
import type { Doll, Image, ImageFiles, ThemedImage } from "#contract/catalog.ts"
import {
  type FieldsThat,
  fieldNames,
  inSql,
  type ModelColumnOf,
  type ModelField,
  modelFields,
} from "#contract/modelFields.ts"
import { pipelinedQuery, statement } from "../../platform/db/statement.ts"
import type { Tx } from "../../platform/db/store.ts"
import type { StoredPicture } from "../../platform/media/pictures.ts"
import { fromCents } from "../../platform/money.ts"
import { type dolls, visibleIn } from "./tables.ts"

export const live = visibleIn("d")

export interface ImageRow {
  id: number
  key: string
  caption: string | null
  alt: string | null
  is_primary: boolean
  position: number
  width: number
  height: number
  color: string
  widths: number[]
  formats: ("avif" | "webp")[]
  dark: StoredPicture | null
}

const imageColumns = "id key caption alt is_primary position width height color widths formats dark"
  .split(" ")
  .map((name) => `i.${name}`)
/** JSON of a single image. For many images, `json_agg` of rows is faster. */
export const imageObject = `json_build_object(${imageColumns.map((name) => `'${name.slice(2)}', ${name}`).join(", ")})`
const allImages = `(select json_agg(i order by i.position, i.id)
  from (select ${imageColumns.join(", ")} from images i where i.doll_id = d.id) i)`

/** SQL of a model's primary image, or of the one with the URL `kept` if it still exists. Both parameters are SQL. */
export function primaryImageOf(doll: string, kept?: string): string {
  const isKept = kept ? `starts_with(${kept}, '/media/' || i.key || '/') desc, ` : ""
  return `(select ${imageObject} from images i where i.doll_id = ${doll}
    order by ${isKept}i.is_primary desc, i.position, i.id limit 1)`
}

type Columns = typeof dolls.$inferSelect
/** The columns that a read of a whole model selects in addition to those of its fields. */
const others = ["id", "verifiedCount", "verifiedRating", "needsApproval", "version", "createdAt", "deletedAt"] as const
type ReadColumn = (typeof others)[number] | ModelColumnOf<ModelField>

/** Times are in milliseconds since 1970. */
type DollRow = Omit<Pick<Columns, ReadColumn>, "createdAt" | "deletedAt" | "publishAt"> & {
  createdAt: number
  publishAt: number | null
  deletedAt: number | null
  images: ImageRow[] | null
}

const written: Partial<Record<keyof Columns, string>> = {
  createdAt: "(extract(epoch from d.created_at) * 1000)::float8",
  publishAt: "(extract(epoch from d.publish_at) * 1000)::float8",
  deletedAt: "(extract(epoch from d.deleted_at) * 1000)::float8",
  releaseDate: "d.release_date::text",
}
const columns = [
  ...[...others, ...fieldNames.map((name) => modelFields[name].column)].map(
    (column) => `${written[column as keyof Columns] ?? `d.${inSql(column)}`} as "${column}"`,
  ),
  `${allImages} as images`,
].join(", ")

/** Selects whole models with their images in one statement. `tail` begins with `where`. */
export function dollStatement(tail: string): string {
  return `select ${columns} from dolls d ${tail}`
}

export interface Found {
  doll: Doll
  version: number
  needsApproval: boolean
  archivedAt: string | null
  isDraft: boolean
  publishAt: string | null
  reference: string | null
  customs: Pick<Doll, "hs_code" | "origin_country" | "customs_value">
}

export async function readDolls(tx: Tx, name: string, tail: string, params: unknown[]): Promise<Found[]> {
  return (await statement<DollRow>(tx, name, dollStatement(tail), params)).map(foundIn)
}

/** Returns models in any state, with the fields that only admins see. */
export async function dollsOfAnyState(tx: Tx, ids: number[]): Promise<Map<number, Doll>> {
  const found = await readDolls(tx, "dolls-any", "where d.id = any($1::int[])", [ids])
  return new Map(found.map((one) => [one.doll.id, withState(one)]))
}

/** Adds the fields that only admins of the catalogue see. */
export function withState({
  doll,
  needsApproval,
  isDraft,
  publishAt,
  archivedAt,
  reference,
  customs,
  version,
}: Found): Doll {
  const state = { needs_approval: needsApproval, draft: isDraft, publish_at: publishAt, archived_at: archivedAt }
  return { ...doll, ...state, reference, ...customs, version }
}

/** Reads a few models found by an index, pipelined. */
export async function quickDolls(tx: Tx, name: string, tail: string, params: unknown[]): Promise<Found[]> {
  return (await pipelinedQuery<DollRow>(tx, name, dollStatement(tail), params)).map(foundIn)
}

function foundIn(row: DollRow): Found {
  const isDraft = row.draftAvailable !== null
  return {
    doll: present(row),
    version: row.version,
    needsApproval: row.needsApproval,
    archivedAt: moment(row.deletedAt),
    isDraft,
    publishAt: isDraft ? moment(row.publishAt) : null,
    reference: row.slug,
    customs: {
      hs_code: row.hsCode,
      origin_country: row.originCountry,
      customs_value: row.customsCents === null ? null : fromCents(row.customsCents),
    },
  }
}

const moment = (at: number | null) => (at === null ? null : new Date(Math.floor(at)).toISOString())

/** Identifies what an approval covers of a model's pictures. */
export function picturesTag({ images }: Doll): string {
  const seen = images.map(({ id, caption, alt, is_primary, dark }) => [
    id,
    caption,
    is_primary,
    dark?.variants.base,
    alt,
  ])
  return createHash("sha256").update(JSON.stringify(seen)).digest("hex").slice(0, 16)
}

type PublicField = Exclude<ModelField, FieldsThat<"isForStaff">>
const publicColumns = fieldNames
  .filter((name) => !modelFields[name].isForStaff)
  .map((name) => [name, modelFields[name].column as keyof DollRow] as const)
const empty = Object.fromEntries(publicColumns.map(([name]) => [name, null as unknown]))

/** Copies `empty`, which already has all members: adding them one by one takes three times as long. */
function publicFieldsOf(row: DollRow) {
  const fields = { ...empty }
  for (const [name, column] of publicColumns) fields[name] = row[column]
  return fields as { [F in PublicField]: DollRow[ModelColumnOf<F>] }
}

function present(row: DollRow): Doll {
  return {
    id: row.id,
    ...publicFieldsOf(row),
    price: fromCents(row.priceCents),
    is_available: row.draftAvailable ?? row.isAvailable,
    rating: row.verifiedRating,
    review_count: row.verifiedCount,
    created_at: new Date(Math.floor(row.createdAt)).toISOString(),
    images: row.images === null ? [] : row.images.map(presentImage),
    in_stock: row.isAvailable && (row.stock === null || row.stock > 0),
  }
}

export function presentImage(row: ImageRow): Image {
  return {
    id: row.id,
    image_url: pictureUrl(row),
    is_primary: row.is_primary,
    position: row.position,
    caption: row.caption,
    alt: row.alt,
    ...presentThemed(row),
  }
}

function presentThemed(row: ImageRow): ThemedImage {
  return { ...presentFiles(row), dark: row.dark && presentFiles(row.dark) }
}

export function presentFiles({ width, height, color, ...files }: StoredPicture): ImageFiles {
  return { width, height, color, variants: variantsOf(files) }
}

/** The fields of a model's picture, for responses that have only one. */
export function presentPicture(row: ImageRow | null) {
  return { image_url: row && pictureUrl(row), picture: row && presentThemed(row) }
}

/** Returns the single URL of an image: WebP, 640 pixels wide or the widest below. */
export function pictureUrl({ key, widths }: { key: string; widths: number[] }): string {
  const width = widths.includes(640) ? 640 : Math.max(...widths.filter((one) => one < 640), Math.min(...widths))
  return `/media/${key}/${width}.webp`
}

export function variantsOf({ key, widths, formats }: Pick<ImageRow, "key" | "widths" | "formats">) {
  return { base: `/media/${key}`, widths, formats }
}
