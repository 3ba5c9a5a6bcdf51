import { eq, sql } from "drizzle-orm"
import { inParts } from "../../platform/db/batches.ts"
import type { Store, Tx } from "../../platform/db/store.ts"
import {
  type Buyer,
  businessDetails,
  type CreditDocument,
  creditNoteSeries,
  creditNotes,
  type InvoiceDocument,
  invoiceSeries,
  salesInvoices,
} from "./tables.ts"

/** A paid sale: an order, or a membership's payment. */
export interface Sale {
  orderId: number | null
  paymentId: number | null
  userId: number | null
  paidAt: Date
  buyer: Buyer | null
  document: Omit<InvoiceDocument, "seller">
}

/**
 * Issues invoices, in the transaction that records the payments, and returns their numbers. The numbers of a year have
 * no gaps: the row of the series stays locked until the commit, and a rollback takes the number back with the sale.
 */
export async function issueInvoices(tx: Tx, sales: Sale[]): Promise<string[]> {
  const seller = await sellerOf(tx)
  const numbers = await takeNumbers(
    tx,
    invoiceSeries,
    sales.map(({ paidAt }) => paidAt),
  )
  const rows = sales.map((sale, index) => ({
    ...numbers[index]!,
    kind: sale.orderId === null ? ("membership" as const) : ("order" as const),
    orderId: sale.orderId,
    paymentId: sale.paymentId,
    userId: sale.userId,
    buyer: sale.buyer,
    document: { ...sale.document, seller },
    issuedAt: sale.paidAt,
    createdAt: tx.now(),
  }))
  for (const part of inParts(rows)) await tx.db.insert(salesInvoices).values(part)
  return numbers.map(({ number }) => number)
}

/** A payout for an invoiced sale: a refund of an order, or a membership's payment. */
export interface Credit {
  refundId: number | null
  paymentId: number | null
  invoiceNumber: string
  paidOutAt: Date
  document: Omit<CreditDocument, "seller">
}

/** Issues credit notes, in the transaction that records the payouts. Their numbers are a series of their own. */
export async function issueCreditNotes(tx: Tx, credits: Credit[]): Promise<string[]> {
  const seller = await sellerOf(tx)
  const numbers = await takeNumbers(
    tx,
    creditNoteSeries,
    credits.map(({ paidOutAt }) => paidOutAt),
  )
  const rows = credits.map(({ refundId, paymentId, invoiceNumber, paidOutAt, document }, index) => ({
    ...numbers[index]!,
    refundId,
    paymentId,
    invoiceNumber,
    document: { ...document, seller },
    issuedAt: paidOutAt,
    createdAt: tx.now(),
  }))
  for (const part of inParts(rows)) await tx.db.insert(creditNotes).values(part)
  return numbers.map(({ number }) => number)
}

/** Runs `issueSome`, each in its own transaction, until one issues fewer than `atOnce`. Returns the total. */
export async function issueMissing(
  store: Store,
  issueSome: (tx: Tx) => Promise<number>,
  atOnce: number,
): Promise<number> {
  for (let issued = 0; ; ) {
    const many = await store.longRunning(issueSome)
    issued += many
    if (many < atOnce) return issued
  }
}

async function sellerOf(tx: Tx): Promise<InvoiceDocument["seller"]> {
  const [business] = await tx.db.select().from(businessDetails).where(eq(businessDetails.id, 1))
  const { legalName: name, address, taxNumber, invoiceFooter: footer } = business!
  return { name, address, taxNumber, footer }
}

/** Takes a number of its year for each moment; within a year they follow the given order. */
async function takeNumbers(tx: Tx, series: typeof invoiceSeries, moments: Date[]) {
  const prefix = series === invoiceSeries ? "INV" : "CRN"
  const numbers: { number: string; year: number; sequence: number }[] = []
  const byYear = Map.groupBy(moments.keys(), (index) => moments[index]!.getUTCFullYear())
  for (const [year, places] of [...byYear].sort(([a], [b]) => a - b)) {
    const many = places.length
    const [row] = await tx.db
      .insert(series)
      .values({ year, last: many })
      .onConflictDoUpdate({ target: series.year, set: { last: sql`${series.last} + ${many}` } })
      .returning({ last: series.last })
    for (const [at, place] of places.entries()) {
      const sequence = row!.last - many + 1 + at
      numbers[place] = { number: `${prefix}-${year}-${String(sequence).padStart(6, "0")}`, year, sequence }
    }
  }
  return numbers
}
