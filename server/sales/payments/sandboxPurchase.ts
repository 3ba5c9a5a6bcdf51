import { eq } from "drizzle-orm"
import type { ThemedImage } from "#contract/catalog.ts"
import { tierOf } from "#contract/membership.ts"
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
export async function purchaseOf({ db }: Pick<Tx, "db">, reference: string): Promise<SandboxPurchase> {
  const [invoice] = await db
    .select({ orderId: invoices.orderId, level: invoices.level, isGift: invoices.isGift })
    .from(invoices)
    .where(eq(invoices.reference, reference))
  if (invoice?.level) {
    const name = `${tierOf(invoice.level).name} membership${invoice.isGift ? ", as a gift" : ""}`
    return { of: "membership", items: [{ name, quantity: 1, picture: null }] }
  }
  if (!invoice?.orderId) return { of: "order", items: [] }
  const items = await itemsOf({ db }, [invoice.orderId])
  return {
    of: "order",
    items: items.map(({ name, quantity, picture }) => ({ name, quantity, picture: presentPicture(picture).picture })),
  }
}
