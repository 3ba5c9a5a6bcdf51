import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core"
import type { AgeRule, CountryRules } from "#contract/age.ts"
import type { AutomaticEmail } from "#contract/automatic.ts"
import type { Look } from "#contract/brand.ts"
import type { CountryCode } from "#contract/countries.ts"
import type { ShippingMethod, TaxRate } from "#contract/selling.ts"
import { moment } from "../db/columns.ts"

/** Published after the row has changed; all nodes read it again. */
export const settingsTopic = "shop-settings"

export const shopSettings = pgTable("shop_settings", {
  id: integer("id").primaryKey().default(1),
  shopName: text("shop_name").notNull().default("Vitrine"),
  supportHours: text("support_hours").notNull().default("Mon-Fri 8am-5pm Pacific"),
  timeZone: text("time_zone").notNull().default("UTC"),
  announcement: text("announcement"),
  announcementLink: text("announcement_link"),
  maintenance: boolean("maintenance").notNull().default(false),
  maintenanceNote: text("maintenance_note"),
  requireSecondFactor: boolean("require_second_factor").notNull().default(false),
  ageRule: text("age_rule").$type<AgeRule>().notNull().default("declared"),
  ageRules: jsonb("age_rules").$type<CountryRules>().notNull().default([]),
  noShipping: text("no_shipping").array().$type<CountryCode[]>().notNull().default([]),
  answerTarget: integer("answer_target").notNull().default(120),
  answerDays: integer("answer_days").array().notNull().default([1, 2, 3, 4, 5]),
  answerFrom: text("answer_from").notNull().default("08:00"),
  answerTo: text("answer_to").notNull().default("17:00"),
  answerZone: text("answer_zone").notNull().default("America/Los_Angeles"),
  returnDays: integer("return_days").notNull().default(30),
  emailsNamePieces: boolean("emails_name_pieces").notNull().default(false),
  automaticEmails: text("automatic_emails")
    .array()
    .$type<AutomaticEmail[]>()
    .notNull()
    .default(["back_in_stock", "membership_3"]),
  lowStockAt: integer("low_stock_at").notNull().default(2),
  backedUpAt: moment("backed_up_at"),
  /** Null for those of a new shop. */
  shippingMethods: jsonb("shipping_methods").$type<ShippingMethod[]>(),
  taxRates: jsonb("tax_rates").$type<TaxRate[]>().notNull().default([]),
  pricesIncludeTax: boolean("prices_include_tax").notNull().default(true),
  sellerCountry: text("seller_country").$type<CountryCode>().default("US"),
  sellingVersion: integer("selling_version").notNull().default(1),
  sellingUpdatedBy: integer("selling_updated_by"),
  sellingUpdatedAt: moment("selling_updated_at"),
  version: integer("version").notNull().default(1),
  updatedBy: integer("updated_by"),
  updatedAt: moment("updated_at"),
  brand: jsonb("brand").$type<Look>(),
  brandVersion: integer("brand_version").notNull().default(1),
  brandUpdatedBy: integer("brand_updated_by"),
  brandUpdatedAt: moment("brand_updated_at"),
})
