import type { PaidLevel } from "#contract/membership.ts"
import { grant, revoke } from "#server/membership/membership.ts"
import { payments } from "#server/payments/tables.ts"
import type { TestPerson, TestShop } from "./shop.ts"

const desk = { home: "https://shop.example", support: "support@shop.example" }

/** A member whose thirty days begin now, paid for. */
export async function aMember(shop: TestShop, level: PaidLevel): Promise<TestPerson> {
  const person = await shop.aUser()
  await paidFor(shop, person, level)
  return person
}

/** Thirty days more, without the way through the provider; the payment's id. */
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
    await grant(tx, userId, level, payment!.id, desk)
    return payment!.id
  })
}

export function refund(shop: TestShop, { id }: TestPerson, paymentId: number): Promise<boolean> {
  return shop.app.store.transaction((tx) => revoke(tx, id, paymentId, desk))
}
