import * as z from "zod"
import { dollLimits, maxAltLength, maxCaptionLength, maxEditedModels } from "./adminLimits.ts"
import { day, Id, IdParams, line, Money, paging, prose, Search, Timestamp, text } from "./common.ts"
import { countryCodes } from "./countries.ts"
import { translatedLanguages } from "./languages.ts"
import { maxNameLength } from "./limits.ts"
import { forFacts } from "./modelFacts.ts"
import type { ModelField } from "./modelFields.ts"
import { modelAdminTexts, modelApprovalTexts } from "./panelText.ts"
import { t } from "./t.ts"

export const categories = ["premium", "standard", "limited_edition"] as const
export type Category = (typeof categories)[number]
export const sorts = ["newest", "price_asc", "price_desc", "rating"] as const
export type Sort = (typeof sorts)[number]
/** Additional sort orders for admins of the catalogue; made-to-order models sort after every stock number. */
export const adminSorts = [
  "oldest",
  "name",
  "name_desc",
  "category",
  "category_desc",
  "stock_asc",
  "stock_desc",
] as const

/** The files of an image: `{base}/{width}.{format}` for each listed width and format. */
export const Variants = z.object({
  base: z.string(),
  widths: z.array(z.number().int()),
  formats: z.array(z.enum(["avif", "webp"])),
})
export type Variants = z.infer<typeof Variants>

/** The data needed to show a picture. */
export const ImageFiles = z.object({
  width: z.number().int(),
  height: z.number().int(),
  color: z.string(),
  variants: Variants,
})
export type ImageFiles = z.infer<typeof ImageFiles>

/** A picture with its version for the dark theme, if there is one. */
export const ThemedImage = ImageFiles.extend({ dark: ImageFiles.nullable() })
export type ThemedImage = z.infer<typeof ThemedImage>

export const Image = ThemedImage.extend({
  id: Id,
  image_url: z.string(),
  is_primary: z.boolean(),
  position: z.number().int(),
  caption: z.string().nullable(),
  /** Alternative text; null for the default: the caption, or the name and material of the model. */
  alt: z.string().nullable(),
})
export type Image = z.infer<typeof Image>

export const Specification = z.object({
  name: line(dollLimits.specificationName, t`Please enter a name.`),
  value: line(dollLimits.specificationValue, t`Please enter a value.`),
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
  /** The number of reviews of verified purchases, which also make the rating; it is 4.5 without any. */
  review_count: z.number().int(),
  created_at: Timestamp,
  release_date: z.iso.date().nullable(),
  images: z.array(Image),
  ...forFacts(
    () => z.number().nullable(),
    () => z.string().nullable(),
  ),
  /** `label` is the name in the language of a page, where it is translated. */
  specifications: z.array(z.object({ name: z.string(), value: z.string(), label: z.string().optional() })),
  stock: z.number().int().nullable(),
  in_stock: z.boolean(),
  /** This and all fields that follow are only in responses to admins of the catalogue. */
  needs_approval: z.boolean().optional(),
  /** Set for a single model that needs approval: false for admins who created or changed it. */
  may_approve: z.boolean().optional(),
  /** Set where `may_approve` is false: whether the admin may approve it all the same, as there is no other one. */
  may_approve_alone: z.boolean().optional(),
  archived_at: Timestamp.nullable().optional(),
  /** True until the model is published; only admins see it. */
  draft: z.boolean().optional(),
  /** When the draft will be published automatically. */
  publish_at: Timestamp.nullable().optional(),
  reference: z.string().nullable().optional(),
  /** What customs of other countries read on the label. Without a declared value it is what was paid. */
  hs_code: z.string().nullable().optional(),
  origin_country: z.enum(countryCodes).nullable().optional(),
  customs_value: Money.nullable().optional(),
  /** Changes with every edit; `If-Match` begins with it. */
  version: z.number().int().optional(),
} satisfies Record<ModelField, z.ZodType> & Record<string, z.ZodType>)
export type Doll = z.infer<typeof Doll>

/** The reason is needed from an admin who approves their own model because the shop has no other admin for it. */
export const ApproveDoll = z.object({ reason: prose(500, modelApprovalTexts.reason).optional() }).nullish()
export type ApproveDoll = z.infer<typeof ApproveDoll>

const price = z.coerce.number<number>().min(0).max(10_000_000)
export const DollQuery = z.object({
  ...paging(50),
  q: Search,
  category: z.enum(categories).optional(),
  /** The value of the specification "Type". */
  form: Search,
  material: Search,
  min_price: price.optional(),
  max_price: price.optional(),
  sort: z.enum([...sorts, ...adminSorts]).default("newest"),
  /** Includes unavailable and unapproved models, for admins of the catalogue. */
  all: z.literal("1").optional(),
  /** Selects drafts, for admins of the catalogue. */
  drafts: z.literal("1").optional(),
  /** Selects archived models, for admins of the catalogue. */
  archived: z.literal("1").optional(),
})
export type DollQuery = z.infer<typeof DollQuery>
export const CategoryQuery = DollQuery.omit({ category: true })
export const CategoryParams = z.object({ category: z.enum(categories) })
export const ModeratorDollsQuery = z.object(paging(50))
export const UnassignedQuery = z.object({ ...paging(10, 10), q: Search })

export const NewDoll = z.object({
  name: line(maxNameLength, t`Please fill in all required fields.`),
  price: z
    .number({ error: ({ code }) => (code === "invalid_type" ? t`Please fill in all required fields.` : undefined) })
    .min(0.01, t`Please enter a price.`)
    .max(dollLimits.price)
    .multipleOf(0.01, t`Use at most 2 decimal places.`),
  description: prose(2000, t`Please fill in all required fields.`),
  long_description: text().trim().max(20_000).default(""),
  doll_category: z.enum(categories).default("standard"),
  is_available: z.boolean().default(true),
  release_date: day(t`Please enter a date.`).nullable().default(null),
  ...forFacts(
    (_, most) => z.number().min(0).max(most).multipleOf(0.1).nullable().default(null),
    () => line(dollLimits.line, t`Please fill in all required fields.`).nullable().default(null),
  ),
  specifications: z.array(Specification).max(dollLimits.specifications).default([]),
  stock: z.number().int().min(0).max(dollLimits.stock).nullable().default(null),
  /** Keeps the model out of the shop until it is published, by a change to `false` or at `publish_at`. */
  draft: z.boolean().default(false),
  /** A time in the future, for drafts. */
  publish_at: Timestamp.nullable().default(null),
  /** The shop's own number for the model. It is unique, and an import finds the model by it. */
  reference: line(dollLimits.reference, t`Please enter a reference.`)
    .refine((given) => /^[\w.-]+$/.test(given), t`Use letters, digits, dots, hyphens and underscores.`)
    .nullable()
    .default(null),
  /** Six to ten digits, which are kept without dots and spaces. */
  hs_code: line(20, modelAdminTexts.hsCode)
    .overwrite((code) => code.replace(/[\s.]/g, ""))
    .refine((code) => /^\d{6,10}$/.test(code), modelAdminTexts.hsCode)
    .nullable()
    .default(null),
  origin_country: z.enum(countryCodes, { error: modelAdminTexts.origin }).nullable().default(null),
  customs_value: z
    .number()
    .min(0)
    .max(dollLimits.price)
    .multipleOf(0.01, t`Use at most 2 decimal places.`)
    .nullable()
    .default(null),
} satisfies Record<ModelField, z.ZodType>)
export type NewDoll = z.infer<typeof NewDoll>
/** Only the fields sent change; defaults are not applied. */
export const EditDoll = z.object(
  Object.fromEntries(Object.entries(NewDoll.shape).map(([name, field]) => [name, bare(field).optional()])) as {
    [K in keyof typeof NewDoll.shape]: z.ZodOptional<z.ZodType<NewDoll[K], NewDoll[K]>>
  },
)
export type EditDoll = z.infer<typeof EditDoll>

const TranslatedLanguage = z.enum(translatedLanguages)
/** A material, or a specification's name or value: all models that have it share the translation. */
export const DollTerm = z.object({ term: z.string(), translation: z.string() })
export type DollTerm = z.infer<typeof DollTerm>
/** A model's texts in another language; empty if there are none. */
export const DollText = z.object({
  language: TranslatedLanguage,
  description: z.string(),
  long_description: z.string(),
  terms: z.array(DollTerm),
})
export type DollText = z.infer<typeof DollText>
/** An empty description removes the translation of both texts, an empty term its own. Omitted terms do not change. */
export const EditDollText = z.object({
  description: text().trim().max(2000),
  long_description: NewDoll.shape.long_description,
  terms: z
    .array(
      z.object({
        term: text().max(dollLimits.specificationValue),
        translation: text().trim().max(dollLimits.specificationValue),
      }),
    )
    .max(dollLimits.terms)
    .default([]),
})
export type EditDollText = z.infer<typeof EditDollText>
export const DollTextParams = z.object({ ...IdParams.shape, language: TranslatedLanguage })

/** A row of the grid: the changed fields, and the version that they were based on. */
export const EditRow = z.object({
  id: Id,
  version: z.number().int().positive(),
  fields: EditDoll.omit({ stock: true }),
})
export type EditRow = z.infer<typeof EditRow>
export const EditMany = z.object({ rows: z.array(EditRow).min(1).max(maxEditedModels) })
export const EditedRow = z.object({
  id: Id,
  /** Null for a row that was saved; otherwise the code of the problem. */
  code: z.string().nullable(),
  detail: z.string().nullable(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
  /** The current model; null if it is gone. */
  doll: Doll.nullable(),
})
export type EditedRow = z.infer<typeof EditedRow>

function bare(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field
}

/** The other form fields of an upload; form values are text. */
export const ImageForm = z.object({
  doll_id: Id,
  caption: text().trim().max(maxCaptionLength).optional(),
  is_primary: z
    .enum(["true", "false", "1", "0", "on", ""])
    .default("false")
    .transform((text) => text === "true" || text === "1" || text === "on"),
})
export const EditImage = z.object({
  caption: text().trim().max(maxCaptionLength).nullable().optional(),
  alt: text().trim().max(maxAltLength).nullable().optional(),
  is_primary: z.literal(true).optional(),
  position: z.number().int().min(0).max(1000).optional(),
})
export type EditImage = z.infer<typeof EditImage>

/** The results of a bulk upload by file: the stored images, and the reasons for the rejected files. */
export const BulkUpload = z.object({
  images: z.array(Image),
  failed: z.array(z.object({ file_name: z.string(), detail: z.string() })),
})
export type BulkUpload = z.infer<typeof BulkUpload>
