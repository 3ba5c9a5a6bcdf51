import { asc, getTableColumns, inArray, sql } from "drizzle-orm"
import type { Order, OrderPayment } from "#contract/orders.ts"
import type { Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { fromCents } from "../../platform/money.ts"
import { type ImageRow, presentPicture, primaryImageOf } from "../../shopfront/catalog/rows.ts"
import { tracking } from "../carriers/carriers.ts"
import { methodName, presentTax, taxOf } from "../totals/totals.ts"
import { presentPayment } from "./payment.ts"
import { refundStateOf } from "./refundLedger.ts"
import { type ItemRow, type OrderRow, orderItems } from "./tables.ts"

/** Returns the orders with their lines, in the given order, with a fixed number of statements. */
export async function withItems(tx: Tx, rows: OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const items = await itemsOf(
    tx,
    rows.map((row) => row.id),
  )
  const byOrder = Map.groupBy(items, (item) => item.orderId)
  const trackingOf = await tracking(tx, rows)
  return rows.map((row) => ({
    ...present(row, byOrder.get(row.id) ?? [], presentPayment(row, tx.now())),
    ...trackingOf(row),
  }))
}

export interface PicturedItem extends ItemRow {
  picture: ImageRow | null
}

/** Returns the orders' lines, with the pictures they were bought with or, if those are deleted, the current ones. */
export function itemsOf({ db }: Pick<Tx, "db">, orderIds: number[]): Promise<PicturedItem[]> {
  return db
    .select({ ...getTableColumns(orderItems), picture: sql<ImageRow | null>`${sql.raw(boughtPicture)}` })
    .from(orderItems)
    .where(inArray(orderItems.orderId, orderIds))
    .orderBy(asc(orderItems.id))
}

const boughtPicture = primaryImageOf("order_items.doll_id", "order_items.image_url")

function present(
  order: OrderRow,
  items: PicturedItem[],
  payment: OrderPayment | null,
): Omit<Order, "carrier" | "trackingUrl"> {
  const createdAt = order.createdAt.toISOString()
  const { shipping } = order
  return {
    id: order.id,
    orderNumber: order.orderNumber,
    reference: order.reference,
    date: createdAt.slice(0, 10),
    time: createdAt.slice(11, 16),
    createdAt,
    paymentTime: order.paidAt?.toISOString() ?? null,
    paymentMethod: said(order.paymentMethod),
    status: order.status,
    review: order.review,
    trackingNumber: order.trackingNumber,
    invoiceNumber: order.invoiceNumber,
    shippedAt: order.shippedAt?.toISOString() ?? null,
    completedAt: order.completedAt?.toISOString() ?? null,
    cancelReason: order.cancelReason,
    holdExpiresAt: order.holdExpiresAt?.toISOString() ?? null,
    shippingAddress: {
      name: `${shipping.firstName} ${shipping.lastName}`,
      street: shipping.address,
      city: shipping.city,
      state: shipping.state,
      zipCode: shipping.zipCode,
      country: shipping.country,
      email: shipping.email,
      phone: shipping.phone,
    },
    items: items.map(presentItem),
    productsAmount: fromCents(order.productsCents),
    shippingFee: fromCents(order.shippingCents),
    // A reduction without the name of a discount is a reduction of the shipping fee.
    shippingMethod: order.shippingMethod && {
      name: methodName(order.shippingMethod),
      days_from: order.shippingMethod.from,
      days_until: order.shippingMethod.until,
      is_standard: order.shippingMethod.isStandard,
    },
    shippingDiscount: fromCents(order.discountTitle === null ? order.discountCents : 0),
    discount: order.discountTitle === null ? null : presentDiscount(order, order.discountTitle),
    tax: presentTax(taxOf(order)),
    paymentAmount: fromCents(order.totalCents),
    refund: presentRefund(order),
    payment,
  }
}

export const presentRefund = (order: OrderRow): Order["refund"] => ({
  refunded: fromCents(order.refundedCents),
  due: fromCents(order.refundDueCents),
  state: refundStateOf(order),
})

function presentDiscount({ discountCode: code, discountCents }: OrderRow, title: string) {
  return { title, code, amount: fromCents(discountCents) }
}

function presentItem(item: PicturedItem): Order["items"][number] {
  const { image_url, picture } = presentPicture(item.picture)
  return {
    doll_id: item.dollId,
    name: item.name,
    description: item.description,
    price: fromCents(item.priceCents),
    discount: fromCents(item.discountCents),
    refunded: fromCents(item.refundedCents),
    quantity: item.quantity,
    image: image_url,
    picture,
  }
}
