import * as z from "zod"
import { levels } from "#contract/accounts.ts"
import { after, days } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { discounts } from "../../sales/discounts/tables.ts"
import { readContent, Text } from "./content.ts"

const Discount = z.strictObject({
  title: Text,
  code: Text.optional(),
  percent: z.int().positive().optional(),
  amountCents: z.int().positive().optional(),
  minimumCents: z.int().positive().optional(),
  levels: z.array(z.enum(levels)).optional(),
  firstOrder: z.boolean().optional(),
  maxUsesPerCustomer: z.int().positive().optional(),
})

/** A code for everyone, one for the first order, and a price for members. */
const demoDiscounts = readContent("content/discounts.json", z.array(Discount))

export async function seedDiscounts(tx: Tx): Promise<void> {
  const createdAt = after(tx.now(), -days(30))
  const moments = { startsAt: createdAt, createdAt, updatedAt: createdAt }
  await tx.db.insert(discounts).values(demoDiscounts.map((discount) => ({ ...discount, ...moments })))
}
