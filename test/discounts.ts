import type { Discount } from "#contract/discounts.ts"
import type { TestPerson, TestShop } from "./shop.ts"

/** Creates a discount through the API: 10% with a unique code, unless `fields` say otherwise. */
export async function aDiscount(shop: TestShop, admin: TestPerson, fields: object = {}): Promise<Discount> {
  const body = {
    title: "Ten percent",
    code: `CODE${++made}`,
    kind: "percent",
    value: 10,
    starts_at: shop.clock.now().toISOString(),
    ...fields,
  }
  const answer = await shop.call("POST /api/admin/discounts", { as: admin, body })
  if (answer.status !== 201) throw new Error(`The discount was not made: ${JSON.stringify(answer.body)}`)
  return answer.body
}
let made = 0
