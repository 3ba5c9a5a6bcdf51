import { asc, eq } from "drizzle-orm"
import { tierOf } from "#contract/membership.ts"
import type { Tx } from "../db/store.ts"
import { orderItems } from "../orders/tables.ts"
import { invoices } from "./tables.ts"

/** What the sandbox's page shows beside the payment; `image` is a URL of this server. */
export interface SandboxPurchase {
  of: "order" | "membership"
  items: { name: string; quantity: number; image: string | null }[]
}

/**
 * What an invoice is for. A real provider is told a neutral description only and shows none of this; the sandbox asks
 * the shop, so that a demonstration shows what is being paid for.
 */
export async function purchaseOf({ db }: Pick<Tx, "db">, reference: string): Promise<SandboxPurchase> {
  const [invoice] = await db
    .select({ orderId: invoices.orderId, level: invoices.level })
    .from(invoices)
    .where(eq(invoices.reference, reference))
  if (invoice?.level) {
    const name = `${tierOf(invoice.level).name} membership`
    return { of: "membership", items: [{ name, quantity: 1, image: null }] }
  }
  if (!invoice?.orderId) return { of: "order", items: [] }
  const items = await db
    .select({ name: orderItems.name, quantity: orderItems.quantity, image: orderItems.imageUrl })
    .from(orderItems)
    .where(eq(orderItems.orderId, invoice.orderId))
    .orderBy(asc(orderItems.id))
  return { of: "order", items }
}
