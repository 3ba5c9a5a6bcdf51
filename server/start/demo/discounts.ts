import { after, days } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { discounts } from "../../sales/discounts/tables.ts"

/** A code for everyone, one for the first order, and a price for members. */
export async function seedDiscounts(tx: Tx): Promise<void> {
  const createdAt = after(tx.now(), -days(30))
  const moments = { startsAt: createdAt, createdAt, updatedAt: createdAt }
  await tx.db.insert(discounts).values([
    { title: "$50 off from $500", code: "DEMO50", amountCents: 5000, minimumCents: 50_000, ...moments },
    { title: "First order", code: "DEMO10", percent: 10, firstOrder: true, maxUsesPerCustomer: 1, ...moments },
    { title: "VVIP price", percent: 5, levels: ["vvip"], ...moments },
  ])
}
