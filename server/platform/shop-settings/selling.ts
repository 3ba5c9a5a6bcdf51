import { isDeepStrictEqual } from "node:util"
import { eq } from "drizzle-orm"
import { translatedLanguages } from "#contract/languages.ts"
import { type EditSelling, type Selling, standardMethods } from "#contract/selling.ts"
import { type Actor, assertAdmin } from "../auth/actor.ts"
import { nameOf } from "../auth/people.ts"
import type { Tx } from "../db/store.ts"
import { assertVersion, type Precondition } from "../http/preconditions.ts"
import { assertAdultText } from "../moderation/adults.ts"
import { audit } from "../records/audit.ts"
import { settingsTopic, shopSettings } from "./tables.ts"

type Row = typeof shopSettings.$inferSelect

export type SellingTerms = Pick<Selling, "methods" | "rates" | "prices_include_tax" | "seller_country" | "is_standard">

export const sellingTerms = (row: Row): SellingTerms => ({
  methods: row.shippingMethods ?? standardMethods,
  is_standard: row.shippingMethods === null,
  rates: row.taxRates,
  prices_include_tax: row.pricesIncludeTax,
  seller_country: row.sellerCountry,
})

/** Reads the terms in the caller's transaction, for what costs money: memory may be a moment behind. */
export async function readSelling({ db }: Pick<Tx, "db">): Promise<SellingTerms> {
  const [row] = await db.select().from(shopSettings).where(eq(shopSettings.id, 1))
  return sellingTerms(row!)
}

/** Whoever packs parcels may read it too. */
export async function getSelling(tx: Tx, actor: Actor): Promise<Selling> {
  assertAdmin(actor, "financial_admin")
  const [row] = await tx.db.select().from(shopSettings).where(eq(shopSettings.id, 1))
  return present(tx, row!)
}

export async function editSelling(
  tx: Tx,
  actor: Actor,
  { fields, seen }: { fields: EditSelling; seen: Precondition },
): Promise<Selling> {
  assertAdmin(actor, "super_admin")
  assertAdultText(
    Object.fromEntries(
      (fields.methods ?? []).flatMap(({ name, translations }, at) => [
        [`methods.${at}.name`, name],
        ...translatedLanguages.map((language) => [`methods.${at}.translations.${language}`, translations[language]]),
      ]),
    ),
  )
  const [row] = await tx.db.select().from(shopSettings).where(eq(shopSettings.id, 1)).for("update")
  const { is_standard, ...before } = sellingTerms(row!)
  const names = (Object.keys(before) as (keyof typeof before)[]).filter(
    (name) => fields[name] !== undefined && !isDeepStrictEqual(fields[name], before[name]),
  )
  if (names.length === 0) return present(tx, row!)
  assertVersion(seen, { version: row!.sellingVersion })
  const after = { ...before, ...Object.fromEntries(names.map((name) => [name, fields[name]])) }
  const [changed] = await tx.db
    .update(shopSettings)
    .set({
      shippingMethods: is_standard && !names.includes("methods") ? null : after.methods,
      taxRates: after.rates,
      pricesIncludeTax: after.prices_include_tax,
      sellerCountry: after.seller_country,
      sellingVersion: row!.sellingVersion + 1,
      sellingUpdatedBy: actor.id,
      sellingUpdatedAt: tx.now(),
    })
    .where(eq(shopSettings.id, 1))
    .returning()
  const only = (all: typeof before) => Object.fromEntries(names.map((name) => [name, all[name]]))
  await audit(tx, actor, {
    action: "shipping.edit",
    target: { kind: "settings", id: null },
    before: only(before),
    after: only(after),
  })
  tx.publish(settingsTopic, null)
  return present(tx, changed!)
}

async function present(tx: Tx, row: Row): Promise<Selling> {
  return {
    ...sellingTerms(row),
    version: row.sellingVersion,
    updated_at: row.sellingUpdatedAt?.toISOString() ?? null,
    updated_by: await nameOf(tx, row.sellingUpdatedBy),
  }
}
