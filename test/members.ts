import type { PaidLevel } from "#contract/membership.ts"
import { grant, revoke } from "#server/people/membership/membership.ts"
import { termsOf } from "#server/people/membership/plans.ts"
import { payments } from "#server/sales/payments/tables.ts"
import type { TestPerson, TestShop } from "./shop.ts"

const paymentContext = { home: "https://shop.example", support: "support@shop.example" }

/** Creates a member whose paid thirty days start now. */
export async function aMember(shop: TestShop, level: PaidLevel): Promise<TestPerson> {
  const person = await shop.aUser()
  await paidFor(shop, person, level)
  return person
}

/** Adds thirty paid days without the provider. Returns the id of the payment. */
export async function paidFor(shop: TestShop, { id: userId }: TestPerson, level: PaidLevel): Promise<number> {
  return shop.app.store.transaction(async (tx) => {
    const now = tx.now()
    const [payment] = await tx.db
      .insert(payments)
      .values({
        provider: "test",
        paymentId: `${userId}-${Math.random()}`,
        userId,
        status: "completed",
        providerStatus: "finished",
        rank: 6,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    const { id: termsId, priceCents } = await termsOf(tx, level)
    await grant(tx, userId, { level, days: 30, termsId, priceCents }, payment!.id, paymentContext)
    return payment!.id
  })
}

export function refund(shop: TestShop, { id }: TestPerson, paymentId: number): Promise<boolean> {
  return shop.app.store.transaction((tx) => revoke(tx, id, paymentId, paymentContext))
}
