import type { ShippingForm } from "#contract/orders.ts"
import type { TestPerson, TestShop } from "./shop.ts"

export const shipping: ShippingForm = {
  firstName: "Ada",
  lastName: "Byron",
  email: "ada@demo.example",
  phone: "+44 20 7946 0000",
  address: "1 Gallery Row",
  city: "London",
  state: "London",
  zipCode: "W1 1AA",
  country: "GB",
}

/** Adds a model to a buyer's cart through the API. */
export function addToCart(shop: TestShop, buyer: TestPerson, dollId: number, quantity = 1) {
  return shop.call("POST /api/cart/", { as: buyer, body: { doll_id: dollId, quantity } })
}

export function checkOut(shop: TestShop, buyer: TestPerson, headers: Record<string, string> = {}) {
  return shop.call("POST /api/orders", { as: buyer, body: shipping, headers })
}

/** An unpaid order of one new model, and its invoice. */
export async function anOrder(shop: TestShop, buyer: TestPerson, { quantity = 1, stock = 3 as number | null } = {}) {
  const doll = await shop.aDoll({ stock })
  await addToCart(shop, buyer, doll.id, quantity)
  const { body: order } = await checkOut(shop, buyer)
  const { body: invoice } = await shop.call("POST /api/nowpayments/create-invoice", {
    body: { order_id: order.reference },
  })
  return { doll, order, invoice }
}
