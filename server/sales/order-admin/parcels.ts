import { eq } from "drizzle-orm"
import { parcelTexts } from "#contract/adminText.ts"
import { orderStatusText } from "#contract/buyingText.ts"
import { MoveOrder, type Parcel, type Shipment } from "#contract/orders.ts"
import { type Actor, assertAdmin, type Person } from "../../platform/auth/actor.ts"
import { type Store, sqlState, type Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { Refusal } from "../../platform/refusal.ts"
import { carrierFor } from "../carriers/carriers.ts"
import { type OrderRow, orders } from "../orders/tables.ts"
import { moveOrder } from "./orders.ts"

interface Asked {
  check: boolean
  /** The carrier of parcels that name none. */
  carrier?: string
  home: string
}

/**
 * Ships a list of parcels, each with its email in its own transaction: a failure does not stop the others, and a
 * repeated list ships nothing twice.
 */
export async function shipOrders(store: Store, actor: Actor, parcels: Parcel[], asked: Asked): Promise<Shipment[]> {
  assertAdmin(actor, "financial_admin")
  const shipments: Shipment[] = []
  const list = parcels.map((parcel) => ({ ...parcel, order_number: numberOf(parcel.order_number) }))
  const byOrder = Map.groupBy(list, (parcel) => parcel.order_number)
  for (const parcel of list) {
    const [first, ...others] = byOrder.get(parcel.order_number)!
    // If an order has two different numbers, only the person can tell which is meant.
    const isUnclear = others.some(({ tracking_number }) => tracking_number !== first!.tracking_number)
    shipments.push(await ship(store, actor, parcel, { ...asked, isTwice: isUnclear || parcel !== first }))
  }
  return shipments
}

/** Whether a spreadsheet has written a long number in scientific notation, which loses its digits. */
const isShortened = (text: string) => /^\d([.,]\d+)?E\+\d+$/i.test(text)

/** Accepts the usual spellings: `ord-001234`, `1234`. */
function numberOf(text: string): string {
  const digits = /^#?(?:ord-?)?(\d{1,6})$/i.exec(text.trim())?.[1]
  return digits ? `ORD-${digits.padStart(6, "0")}` : text.trim().toUpperCase()
}

const unknown = ({ order_number, tracking_number, carrier }: Parcel) => ({
  order_number,
  tracking_number,
  ...(carrier && { carrier }),
  id: null,
  ship_to: null,
  detail: null,
})

async function ship(
  store: Store,
  actor: Person,
  parcel: Parcel,
  { check, home, isTwice, carrier = "" }: Asked & { isTwice: boolean },
): Promise<Shipment> {
  const order = await named(store, parcel.order_number)
  if (!order) return { ...unknown(parcel), ...refused(parcelTexts.notFound) }
  const { firstName, lastName, city, country } = order.shipping
  const seen = { ...unknown(parcel), id: order.id, ship_to: `${firstName} ${lastName}, ${city}, ${country}` }
  if (isTwice) return { ...seen, ...refused(parcelTexts.twice) }
  const number = MoveOrder.shape.tracking_number.safeParse(parcel.tracking_number)
  if (!number.success) return { ...seen, ...refused(number.error.issues[0]!.message) }
  const tracking_number = number.data!
  if (isShortened(tracking_number)) return { ...seen, ...refused(parcelTexts.shortened) }
  const by = parcel.carrier || carrier
  const fault = await carrierFault(store, by, tracking_number)
  if (fault) return { ...seen, ...refused(fault) }
  const known = judge(order, tracking_number)
  if (known || check) return { ...seen, ...(known ?? { outcome: "ready", detail: null }) }
  try {
    const input = { status: "shipped", tracking_number, carrier: by || undefined } as const
    await store.transaction((tx) => moveOrder(tx, actor, order.id, input, { home }))
    return { ...seen, outcome: "shipped", detail: null }
  } catch (error) {
    // Somebody else may have shipped it meanwhile.
    const now = error instanceof Refusal ? await named(store, order.orderNumber) : null
    if (now) return { ...seen, ...(judge(now, tracking_number) ?? refused((error as Refusal).message)) }
    // Other parcels have shipped, so their results must still be returned.
    if (sqlState(error)) return { ...seen, ...refused(parcelTexts.later) }
    throw error
  }
}

async function carrierFault(tx: Tx, carrier: string, number: string): Promise<string | null> {
  if (!carrier) return null
  try {
    await carrierFor(tx, carrier, number)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.details.errors?.[0]?.message ?? error.message
    throw error
  }
}

async function named(tx: Tx, orderNumber: string): Promise<OrderRow | undefined> {
  if (!/^ORD-\d{6}$/.test(orderNumber)) return undefined
  return (await tx.db.select().from(orders).where(eq(orders.orderNumber, orderNumber)))[0]
}

const refused = (detail: string) => ({ outcome: "refused", detail: said(detail) }) as const

/** Returns why an order cannot be shipped with this number, or that it already is; null when it can ship. */
function judge(order: OrderRow, tracking: string): Pick<Shipment, "outcome" | "detail"> | null {
  if (order.status === "to_be_shipped") return null
  if (order.status !== "shipped" && order.status !== "completed")
    return refused(parcelTexts.notNow(said(orderStatusText(order.status))))
  if (order.trackingNumber === tracking) return { outcome: "already", detail: null }
  return refused(parcelTexts.otherNumber(order.trackingNumber ?? ""))
}
