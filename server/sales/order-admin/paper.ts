import { inArray } from "drizzle-orm"
import { placeLine } from "#contract/addressRules.ts"
import { countryName } from "#contract/countries.ts"
import { passesCustoms } from "#contract/customs.ts"
import type { PackingSlip, PackingSlips, PrintedInvoices, PrintInvoicesQuery } from "#contract/invoicing.ts"
import type { OrderStatus } from "#contract/orders.ts"
import { type Actor, assertAdmin } from "../../platform/auth/actor.ts"
import type { Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { fromCents } from "../../platform/money.ts"
import { readSelling } from "../../platform/shop-settings/selling.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { tracking } from "../carriers/carriers.ts"
import { businessOf } from "../invoicing/business.ts"
import { creditNotesOf, invoicesOf, present } from "../invoicing/invoices.ts"
import { itemsOf } from "../orders/present.ts"
import { piecesNotSent } from "../orders/refundLedger.ts"
import { type ItemRow, orders } from "../orders/tables.ts"
import { payments } from "../payments/tables.ts"
import { ownMethodName } from "../totals/totals.ts"

/** Returns printable invoices of orders, of memberships with their credit notes, or credit notes of refunds. */
export async function printInvoices(tx: Tx, actor: Actor, query: PrintInvoicesQuery): Promise<PrintedInvoices> {
  assertAdmin(actor, "financial_admin")
  if (query.refunds) return { invoices: await creditNotesOf(tx, { refunds: query.refunds }), missing: [] }
  const rows = await invoicesOf(tx, query)
  const found = new Set(rows.map(({ orderId, paymentId }) => orderId ?? paymentId))
  const without = (query.orders ?? query.payments ?? []).filter((id) => !found.has(id))
  const credits = query.payments ? await creditNotesOf(tx, { payments: query.payments }) : []
  const missing = await namesOf(tx, query.orders ? "orders" : "payments", without)
  return { invoices: [...rows.map(present), ...credits], missing }
}

/** Unknown ids are left out. */
async function namesOf(tx: Tx, kind: "orders" | "payments", ids: number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows =
    kind === "orders"
      ? await tx.db.select({ name: orders.orderNumber }).from(orders).where(inArray(orders.id, ids))
      : await tx.db.select({ name: payments.paymentId }).from(payments).where(inArray(payments.id, ids))
  return rows.map(({ name }) => name)
}

const packed: OrderStatus[] = ["to_be_shipped", "shipped", "completed"]

/**
 * Returns the content and address of each parcel, without prices. The sender is the neutral one, never the shop:
 * customers are promised plain parcels.
 */
export async function packingSlips(tx: Tx, actor: Actor, ids: number[]): Promise<PackingSlips> {
  assertAdmin(actor, "financial_admin")
  const rows = await tx.db.select().from(orders).where(inArray(orders.id, ids)).orderBy(orders.id)
  const ready = rows.filter(({ status }) => packed.includes(status))
  const readyIds = ready.map(({ id }) => id)
  const items = Map.groupBy(readyIds.length === 0 ? [] : await itemsOf(tx, readyIds), ({ orderId }) => orderId)
  const notSent = readyIds.length === 0 ? new Map<number, number>() : await piecesNotSent(tx, readyIds)
  const trackingOf = await tracking(tx, ready)
  const { seller_country: from } = await readSelling(tx)
  const customsOf = await customsFacts(tx, [...items.values()].flat())
  const { senderName: name, senderAddress: address } = await businessOf(tx)
  return {
    sender: { name, address },
    slips: ready.map((order) => {
      const { firstName, lastName, address, country, phone } = order.shipping
      const sent = (items.get(order.id) ?? []).flatMap((item) => {
        const quantity = item.quantity - (notSent.get(item.id) ?? 0)
        return quantity > 0 ? [{ item, quantity }] : []
      })
      return {
        order_id: order.id,
        order_number: order.orderNumber,
        placed_at: order.createdAt.toISOString(),
        ship_to: {
          name: `${firstName} ${lastName}`.trim(),
          address: [address, placeLine(order.shipping)],
          country,
          phone,
        },
        lines: sent.map(({ item, quantity }) => ({ name: item.name, quantity })),
        carrier: trackingOf(order).carrier,
        tracking_number: order.trackingNumber,
        shipping_method: ownMethodName(order.shippingMethod),
        customs: passesCustoms(from, country) ? customsOf(sent) : null,
      }
    }),
    missing: rows.filter(({ status }) => !packed.includes(status)).map(({ orderNumber }) => orderNumber),
  }
}

interface Sent {
  item: ItemRow
  /** The number of pieces that are in the parcel. */
  quantity: number
}

/** Reads what customs ask for of these models. The function that it returns declares a parcel. */
async function customsFacts(tx: Tx, items: ItemRow[]) {
  const ids = [...new Set(items.map(({ dollId }) => dollId))]
  const { id, hsCode, originCountry, customsCents } = dolls
  const rows =
    ids.length === 0
      ? []
      : await tx.db.select({ id, hsCode, originCountry, customsCents }).from(dolls).where(inArray(dolls.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (parcel: Sent[]): PackingSlip["customs"] => {
    const lines = parcel.map(({ item, quantity }) => {
      const known = byId.get(item.dollId)
      const paid = Math.round(((item.priceCents * item.quantity - item.discountCents) * quantity) / item.quantity)
      const cents = known?.customsCents ?? null
      return { known, quantity, cents: cents === null ? paid : cents * quantity }
    })
    const isKnown = lines.some(
      ({ known }) => known && (known.hsCode ?? known.originCountry ?? known.customsCents) !== null,
    )
    if (!isKnown) return null
    return {
      lines: lines.map(({ known, quantity, cents }) => ({
        quantity,
        hs_code: known?.hsCode ?? null,
        origin: known?.originCountry ? said(countryName(known.originCountry)) : null,
        value: fromCents(cents),
      })),
      total: fromCents(lines.reduce((sum, { cents }) => sum + cents, 0)),
    }
  }
}
