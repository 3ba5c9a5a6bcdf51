import { sql } from "drizzle-orm"
import { boolean, date, doublePrecision, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import type { Category } from "#contract/catalog.ts"
import type { CountryCode } from "#contract/countries.ts"
import type { TranslatedLanguage } from "#contract/languages.ts"
import { type Fact, facts, type Measure } from "#contract/modelFacts.ts"
import { inSql, type ModelColumnOf, modelFields, searchedFields } from "#contract/modelFields.ts"
import type { StockReason } from "#contract/stockReasons.ts"
import { id, moment } from "../../platform/db/columns.ts"
import type { StoredPicture } from "../../platform/media/pictures.ts"

const line = (name: string) => text(name)
const measure = (name: string) => doublePrecision(name)
type FactColumns = { [F in Fact as ModelColumnOf<F>]: ReturnType<F extends Measure ? typeof measure : typeof line> }
const factColumns = Object.fromEntries(
  facts.map(([, { column, most }]) => [column, (most === undefined ? line : measure)(inSql(column))]),
) as FactColumns

export const dolls = pgTable("dolls", {
  id: id(),
  name: text("name").notNull(),
  description: text("description").notNull(),
  longDescription: text("long_description").notNull().default(""),
  category: text("category").$type<Category>().notNull().default("standard"),
  priceCents: integer("price_cents").notNull(),
  releaseDate: date("release_date", { mode: "string" }),
  ...factColumns,
  specifications: jsonb("specifications").$type<{ name: string; value: string }[]>().notNull().default([]),
  isAvailable: boolean("is_available").notNull().default(true),
  stock: integer("stock"),
  /** The shop's own number for the model. */
  slug: text("slug"),
  /** What customs ask for. Without a declared value it is what was paid. */
  hsCode: text("hs_code"),
  originCountry: text("origin_country").$type<CountryCode>(),
  customsCents: integer("customs_cents"),
  draftAvailable: boolean("draft_available"),
  publishAt: moment("publish_at"),
  rating: doublePrecision("rating").notNull().default(4.5),
  reviewCount: integer("review_count").notNull().default(0),
  ratingSum: integer("rating_sum").notNull().default(0),
  verifiedCount: integer("verified_count").notNull().default(0),
  verifiedSum: integer("verified_sum").notNull().default(0),
  verifiedRating: doublePrecision("verified_rating")
    .notNull()
    .generatedAlwaysAs(
      sql`case when verified_count = 0 then 4.5 else round(verified_sum::numeric / verified_count, 2)::double precision end`,
    ),
  moderatorId: integer("moderator_id"),
  createdBy: integer("created_by"),
  approvedBy: integer("approved_by"),
  heightSetBy: integer("height_set_by"),
  needsApproval: boolean("needs_approval").notNull().default(false),
  changedBy: integer("changed_by").array().notNull().default([]),
  version: integer("version").notNull().default(1),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
  deletedAt: moment("deleted_at"),
  form: text("form").generatedAlwaysAs(
    sql`jsonb_path_query_first(specifications, '$[*] ? (@.name == "Type").value') #>> '{}'`,
  ),
  searchText: text("search_text")
    .notNull()
    .generatedAlwaysAs(
      sql.raw(`lower(${searchedFields.map((name) => inSql(modelFields[name].column)).join(" || E'\\n' || ")})`),
    ),
})

export const dollTexts = pgTable("doll_texts", {
  dollId: integer("doll_id").notNull(),
  language: text("language").$type<TranslatedLanguage>().notNull(),
  description: text("description").notNull(),
  longDescription: text("long_description").notNull(),
  updatedAt: moment("updated_at").notNull(),
})

/** Materials and specifications in languages other than English, for all models that have the same text. */
export const dollTerms = pgTable("doll_terms", {
  term: text("term").notNull(),
  language: text("language").$type<TranslatedLanguage>().notNull(),
  translation: text("translation").notNull(),
  updatedAt: moment("updated_at").notNull(),
})

/**
 * Whether everybody sees a model in the shop, as raw SQL for the row alias `row`. The partial indexes have the same
 * predicate.
 */
export const visibleIn = (row: string) =>
  `${row}.deleted_at is null and ${row}.is_available and not ${row}.needs_approval`
/** The same condition for Drizzle queries on `dolls`. */
export const isVisible = sql<boolean>`(${sql.raw(visibleIn("dolls"))})`

/** Only `changeStock` writes this table. */
export const stockEntries = pgTable("stock_entries", {
  id: id(),
  dollId: integer("doll_id").notNull(),
  change: integer("change").notNull(),
  stockAfter: integer("stock_after"),
  reason: text("reason").$type<StockReason>().notNull(),
  note: text("note"),
  actorId: integer("actor_id"),
  orderId: integer("order_id"),
  createdAt: moment("created_at").notNull(),
})

export const images = pgTable("images", {
  id: id(),
  dollId: integer("doll_id").notNull(),
  key: text("key").notNull(),
  caption: text("caption"),
  alt: text("alt"),
  isPrimary: boolean("is_primary").notNull().default(false),
  position: integer("position").notNull().default(0),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  color: text("color").notNull(),
  widths: integer("widths").array().notNull(),
  formats: text("formats").array().$type<("avif" | "webp")[]>().notNull(),
  dark: jsonb("dark").$type<StoredPicture>(),
  createdAt: moment("created_at").notNull(),
})
