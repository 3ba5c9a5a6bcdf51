import { and, count, desc, eq, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm"
import type { InvoicesQuery, OwnInvoice, SalesInvoice } from "#contract/invoicing.ts"
import { paperTexts } from "#contract/panelText.ts"
import { type Actor, assertUser } from "../../platform/auth/actor.ts"
import { after, days } from "../../platform/clock.ts"
import type { Tx } from "../../platform/db/store.ts"
import { said } from "../../platform/languages.ts"
import { fromCents } from "../../platform/money.ts"
import { notFound } from "../../platform/refusal.ts"
import { ownMethodName, presentTax } from "../totals/totals.ts"
import { creditNotes, salesInvoices } from "./tables.ts"

type InvoiceRow = typeof salesInvoices.$inferSelect

/** How long invoices keep their buyer: tax law requires ten years in many countries. */
export const invoicesKept = days(3653)

export async function listOwnInvoices(tx: Tx, actor: Actor, { skip, limit, kind }: InvoicesQuery) {
  assertUser(actor)
  const where = and(eq(salesInvoices.userId, actor.id), kind ? eq(salesInvoices.kind, kind) : undefined)
  const notes = sql<string[]>`array(select c.number from credit_notes c
    where c.invoice_number = sales_invoices.number order by c.id)`
  const rows = await tx.db
    .select({ invoice: salesInvoices, creditNotes: notes })
    .from(salesInvoices)
    .where(where)
    .orderBy(desc(salesInvoices.issuedAt), desc(salesInvoices.id))
    .limit(limit)
    .offset(skip)
  const [{ total } = { total: 0 }] = await tx.db.select({ total: count() }).from(salesInvoices).where(where)
  return { items: rows.map(presentOwn), total }
}

export async function getOwnInvoice(tx: Tx, actor: Actor, number: string): Promise<SalesInvoice> {
  assertUser(actor)
  const where = and(eq(salesInvoices.number, number), eq(salesInvoices.userId, actor.id))
  const [row] = await tx.db.select().from(salesInvoices).where(where)
  if (row) return present(row)
  const [credit] = await credits(tx, and(eq(creditNotes.number, number), eq(salesInvoices.userId, actor.id)))
  if (!credit) throw notFound(paperTexts.invoiceGone)
  return credit
}

/** Returns the credit notes of refunds or of memberships, in the order of their numbers. */
export const creditNotesOf = (tx: Tx, of: { refunds: number[] } | { payments: number[] }): Promise<SalesInvoice[]> =>
  credits(tx, "refunds" in of ? inArray(creditNotes.refundId, of.refunds) : inArray(creditNotes.paymentId, of.payments))

async function credits(tx: Tx, where: SQL | undefined): Promise<SalesInvoice[]> {
  const rows = await tx.db
    .select({ credit: creditNotes, invoice: salesInvoices })
    .from(creditNotes)
    .innerJoin(salesInvoices, eq(salesInvoices.number, creditNotes.invoiceNumber))
    .where(where)
    .orderBy(creditNotes.year, creditNotes.sequence)
  return rows.map(({ credit: { number, issuedAt, document }, invoice }) => {
    const total = fromCents(document.totalCents)
    return {
      ...present({ ...invoice, document: { ...invoice.document, ...document, lines: [] } }),
      number,
      corrects: invoice.number,
      issued_at: issuedAt.toISOString(),
      lines: document.lines.map(({ name, quantity, cents }) => ({
        name,
        quantity,
        price: fromCents(quantity === 0 ? cents : Math.round(cents / quantity)),
        amount: fromCents(cents),
      })),
      subtotal: total,
      discount: null,
      shipping: 0,
      shipping_method: null,
      tax: presentTax(document.tax),
      total,
      paid: total,
    }
  })
}

/** Returns invoices in the order of their numbers. */
export async function invoicesOf(tx: Tx, of: { orders?: number[]; payments?: number[] }): Promise<InvoiceRow[]> {
  const where: SQL | undefined = of.orders
    ? inArray(salesInvoices.orderId, of.orders)
    : inArray(salesInvoices.paymentId, of.payments ?? [])
  return tx.db.select().from(salesInvoices).where(where).orderBy(salesInvoices.year, salesInvoices.sequence)
}

export async function exportSalesInvoices(tx: Tx, userId: number) {
  const rows = await tx.db
    .select()
    .from(salesInvoices)
    .where(eq(salesInvoices.userId, userId))
    .orderBy(desc(salesInvoices.id))
  return rows.map(({ number, kind, buyer, document, issuedAt }) => ({
    number,
    kind,
    buyer,
    document,
    issued_at: issuedAt.toISOString(),
  }))
}

/** Erases the buyers of invoices that need not be kept any longer; their numbers and amounts stay. */
export async function eraseOldBuyers(tx: Tx): Promise<void> {
  await tx.db
    .update(salesInvoices)
    .set({ buyer: null })
    .where(and(isNotNull(salesInvoices.buyer), lt(salesInvoices.issuedAt, after(tx.now(), -invoicesKept))))
}

export function present({ number, kind, orderId, issuedAt, buyer, document }: InvoiceRow): SalesInvoice {
  const { seller, discount } = document
  return {
    number,
    kind,
    corrects: null,
    reference: document.reference,
    order_id: orderId,
    issued_at: issuedAt.toISOString(),
    currency: "USD",
    seller: { name: seller.name, address: seller.address, tax_number: seller.taxNumber, footer: seller.footer },
    buyer,
    lines: document.lines.map(({ name, quantity, priceCents }) => ({
      name,
      quantity,
      price: fromCents(priceCents),
      amount: fromCents(priceCents * quantity),
    })),
    subtotal: fromCents(document.subtotalCents),
    discount: discount && { label: discount.label, amount: fromCents(discount.cents) },
    shipping: fromCents(document.shippingCents),
    shipping_method: ownMethodName(document.shippingMethod),
    tax: presentTax(document.tax),
    total: fromCents(document.totalCents),
    paid: fromCents(document.paidCents),
    payment_method: said(document.paymentMethod),
  }
}

function presentOwn({ invoice, creditNotes }: { invoice: InvoiceRow; creditNotes: string[] }): OwnInvoice {
  const { number, kind, orderId, issuedAt, document } = invoice
  return {
    number,
    kind,
    reference: document.reference,
    order_id: orderId,
    issued_at: issuedAt.toISOString(),
    total: fromCents(document.totalCents),
    credit_notes: creditNotes,
  }
}
