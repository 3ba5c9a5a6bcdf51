import { eq } from "drizzle-orm"
import type { ThemedImage } from "#contract/catalog.ts"
import { promisedTerms, wordsOf } from "../../people/membership/plans.ts"
import type { Tx } from "../../platform/db/store.ts"
import { presentPicture } from "../../shopfront/catalog/rows.ts"
import { itemsOf } from "../orders/present.ts"
import { invoices } from "./tables.ts"

export interface SandboxPurchase {
  of: "order" | "membership"
  items: { name: string; quantity: number; picture: ThemedImage | null }[]
}

/**
 * Returns what an invoice is for. A real provider gets only a neutral description and shows none of this; the sandbox
 * queries the shop, so that a demonstration shows what is being paid for.
 */
export async function purchaseOf(tx: Tx, reference: string): Promise<SandboxPurchase> {
  const { db } = tx
  const [invoice] = await db
    .select({ orderId: invoices.orderId, level: invoices.level, isGift: invoices.isGift, termsId: invoices.termsId })
    .from(invoices)
    .where(eq(invoices.reference, reference))
  if (invoice?.level) {
    const { title } = wordsOf(await promisedTerms(tx, invoice.level, invoice.termsId), "en")
    const name = `${title} membership${invoice.isGift ? ", as a gift" : ""}`
    return { of: "membership", items: [{ name, quantity: 1, picture: null }] }
  }
  if (!invoice?.orderId) return { of: "order", items: [] }
  const items = await itemsOf({ db }, [invoice.orderId])
  return {
    of: "order",
    items: items.map(({ name, quantity, picture }) => ({ name, quantity, picture: presentPicture(picture).picture })),
  }
}
