import type { OrderStatus, ShippingForm } from "#contract/orders.ts"
import { orderItems, orders } from "#server/sales/orders/tables.ts"
import type { FakeNowPayments } from "./nowpayments.ts"
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

let made = 0

/** Inserts an order of a model into the database. It is paid by default. */
export async function aPurchase(
  shop: TestShop,
  buyer: Pick<TestPerson, "id">,
  dollId: number,
  status: OrderStatus = "to_be_shipped",
): Promise<void> {
  const { db } = shop.app.store
  const now = new Date()
  const number = `ORD-7${String(++made).padStart(5, "0")}`
  const amounts = { productsCents: 100, totalCents: 100 }
  const [row] = await db
    .insert(orders)
    .values({
      ...{ userId: buyer.id, reference: number, orderNumber: number, status, shipping },
      ...{ ...amounts, cartFingerprint: "-", createdAt: now, updatedAt: now },
    })
    .returning()
  const item = { orderId: row!.id, dollId, name: "n", description: "d", priceCents: 100, quantity: 1 }
  await db.insert(orderItems).values(item)
}

export interface OrderOf {
  /** Name of the model. */
  name?: string
  stock?: number | null
  quantity?: number
  /** Code of a discount. */
  code?: string
  /** Fields of the address that differ from the default one. */
  to?: Partial<ShippingForm>
}

/** Places an unpaid order of one new model. Returns it with its invoice. */
export async function anOrder(shop: TestShop, buyer: TestPerson, about: OrderOf = {}) {
  const { quantity = 1, stock = 3, name, to, code } = about
  const doll = await shop.aDoll({ stock, ...(name && { name }) })
  await addToCart(shop, buyer, doll.id, quantity)
  const body = { ...shipping, ...to, ...(code && { discount_code: code }) }
  const { body: order } = await shop.call("POST /api/orders", { as: buyer, body })
  const { body: invoice } = await shop.call("POST /api/nowpayments/create-invoice", {
    body: { order_id: order.reference },
  })
  return { doll, order, invoice }
}

/** Places and pays an order of one new model, by default for a new buyer. */
export async function aPaidOrder(
  shop: TestShop,
  provider: FakeNowPayments,
  { buyer, ...about }: OrderOf & { buyer?: TestPerson } = {},
) {
  const owner = buyer ?? (await shop.aUser())
  const { doll, order, invoice } = await anOrder(shop, owner, about)
  const payment = provider.pay(invoice.invoice_id)
  await provider.play(payment, ["waiting", "finished"])
  return { buyer: owner, doll, order, payment }
}
