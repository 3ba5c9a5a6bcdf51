import * as z from "zod"
import { Id, line, Money, paging, prose, Timestamp } from "./common.ts"

export const categories = ["premium", "standard", "limited_edition"] as const
export type Category = (typeof categories)[number]
export const sorts = ["newest", "price_asc", "price_desc", "rating"] as const
export type Sort = (typeof sorts)[number]

/** Where the files of a picture are: `{base}/{width}.{format}` for each listed width and format. */
export const Variants = z.object({
  base: z.string(),
  widths: z.array(z.number().int()),
  formats: z.array(z.enum(["avif", "webp"])),
})
export type Variants = z.infer<typeof Variants>

export const Image = z.object({
  id: Id,
  image_url: z.string(),
  is_primary: z.boolean(),
  position: z.number().int(),
  caption: z.string().nullable(),
  width: z.number().int(),
  height: z.number().int(),
  color: z.string(),
  variants: Variants,
})
export type Image = z.infer<typeof Image>

export const Specification = z.object({
  name: line(80, "Please enter a name."),
  value: line(200, "Please enter a value."),
})

export const Doll = z.object({
  id: Id,
  name: z.string(),
  price: Money,
  description: z.string(),
  long_description: z.string(),
  doll_category: z.enum(categories),
  is_available: z.boolean(),
  rating: z.number(),
  review_count: z.number().int(),
  created_at: Timestamp,
  release_date: z.iso.date().nullable(),
  images: z.array(Image),
  doll_height: z.number().nullable(),
  doll_material: z.string().nullable(),
  doll_vaginal_depth: z.number().nullable(),
  doll_anal_depth: z.number().nullable(),
  doll_oral_depth: z.number().nullable(),
  doll_weight: z.number().nullable(),
  doll_gross_weight: z.number().nullable(),
  doll_packing_size: z.string().nullable(),
  doll_body_size: z.string().nullable(),
  specifications: z.array(z.object({ name: z.string(), value: z.string() })),
  stock: z.number().int().nullable(),
  in_stock: z.boolean(),
  /** Only in answers to admins of the catalogue. */
  needs_approval: z.boolean().optional(),
})
export type Doll = z.infer<typeof Doll>

const price = z.coerce.number().min(0).max(10_000_000)
export const DollQuery = z.object({
  ...paging(50),
  q: z.string().trim().max(200).optional(),
  category: z.enum(categories).optional(),
  min_price: price.optional(),
  max_price: price.optional(),
  sort: z.enum(sorts).default("newest"),
  /** For admins of the catalogue: what is unavailable or waits for approval, too. */
  all: z.literal("1").optional(),
})
export type DollQuery = z.infer<typeof DollQuery>
export const CategoryParams = z.object({ category: z.enum(categories) })
export const ModeratorDollsQuery = z.object(paging(50))
export const UnassignedQuery = z.object({ ...paging(10, 10), q: z.string().trim().max(200).optional() })

const measure = (most: number) => z.number().min(0).max(most).multipleOf(0.1).nullable()
export const NewDoll = z.object({
  name: line(120, "Please fill in all required fields."),
  price: z
    .number({ error: "Please fill in all required fields." })
    .min(0.01, "Please enter a price.")
    .max(1_000_000, "At most 1,000,000.")
    .multipleOf(0.01, "At most 2 decimals."),
  description: prose(2000, "Please fill in all required fields."),
  long_description: z.string().trim().max(20_000).default(""),
  doll_category: z.enum(categories).default("standard"),
  is_available: z.boolean().default(true),
  release_date: z.iso.date("Please enter a date.").nullable().default(null),
  doll_height: measure(300).default(null),
  doll_material: line(120, "Please fill in all required fields.").nullable().default(null),
  doll_vaginal_depth: measure(100).default(null),
  doll_anal_depth: measure(100).default(null),
  doll_oral_depth: measure(100).default(null),
  doll_weight: measure(1000).default(null),
  doll_gross_weight: measure(1000).default(null),
  doll_packing_size: line(120, "Please fill in all required fields.").nullable().default(null),
  doll_body_size: line(120, "Please fill in all required fields.").nullable().default(null),
  specifications: z.array(Specification).max(40).default([]),
  stock: z.number().int().min(0).max(100_000).nullable().default(null),
})
export type NewDoll = z.infer<typeof NewDoll>
/** Only what is sent changes; a default never slips in. */
export const EditDoll = z.object(
  Object.fromEntries(Object.entries(NewDoll.shape).map(([name, field]) => [name, bare(field).optional()])) as {
    [K in keyof typeof NewDoll.shape]: z.ZodOptional<z.ZodType<NewDoll[K]>>
  },
)
export type EditDoll = z.infer<typeof EditDoll>

function bare(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field
}

/** The fields beside the file of an upload; a form knows only text. */
export const ImageForm = z.object({
  doll_id: Id,
  caption: z.string().trim().max(300).optional(),
  is_primary: z
    .enum(["true", "false", "1", "0", "on", ""])
    .default("false")
    .transform((text) => text === "true" || text === "1" || text === "on"),
})
export const EditImage = z.object({
  caption: z.string().trim().max(300).nullable().optional(),
  is_primary: z.literal(true).optional(),
  position: z.number().int().min(0).max(1000).optional(),
})
export type EditImage = z.infer<typeof EditImage>

/** Bulk uploads answer per file: what was taken, and why the rest was not. */
export const BulkUpload = z.object({
  images: z.array(Image),
  failed: z.array(z.object({ file_name: z.string(), detail: z.string() })),
})
export type BulkUpload = z.infer<typeof BulkUpload>
