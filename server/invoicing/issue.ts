import { eq, sql } from "drizzle-orm"
import { inParts } from "../db/batches.ts"
import type { Tx } from "../db/store.ts"
import { type Buyer, businessDetails, type InvoiceDocument, invoiceSeries, salesInvoices } from "./tables.ts"

/** Something paid for: an order, or a membership's payment. */
export interface Sale {
  orderId: number | null
  paymentId: number | null
  userId: number | null
  paidAt: Date
  buyer: Buyer | null
  document: Omit<InvoiceDocument, "seller">
}

/**
 * Issues invoices, in the transaction that records the payments. The numbers of a year follow each other: the row of
 * its series stays locked until the commit, and a rollback takes the number back with the sale. Returns the numbers.
 */
export async function issueInvoices(tx: Tx, sales: Sale[]): Promise<string[]> {
  const [business] = await tx.db.select().from(businessDetails).where(eq(businessDetails.id, 1))
  const { legalName: name, address, taxNumber, invoiceFooter: footer } = business!
  const byYear = Map.groupBy(sales, ({ paidAt }) => paidAt.getUTCFullYear())
  const numbers = new Map<Sale, string>()
  for (const [year, list] of [...byYear].sort(([a], [b]) => a - b)) {
    const first = await takeNumbers(tx, year, list.length)
    const rows = list.map((sale, index) => {
      const sequence = first + index
      const number = `INV-${year}-${String(sequence).padStart(6, "0")}`
      numbers.set(sale, number)
      return {
        number,
        year,
        sequence,
        kind: sale.orderId === null ? ("membership" as const) : ("order" as const),
        orderId: sale.orderId,
        paymentId: sale.paymentId,
        userId: sale.userId,
        buyer: sale.buyer,
        document: { ...sale.document, seller: { name, address, taxNumber, footer } },
        issuedAt: sale.paidAt,
        createdAt: tx.now(),
      }
    })
    for (const part of inParts(rows)) await tx.db.insert(salesInvoices).values(part)
  }
  return sales.map((sale) => numbers.get(sale)!)
}

/** The first of `many` numbers. */
async function takeNumbers(tx: Tx, year: number, many: number): Promise<number> {
  const [row] = await tx.db
    .insert(invoiceSeries)
    .values({ year, last: many })
    .onConflictDoUpdate({ target: invoiceSeries.year, set: { last: sql`${invoiceSeries.last} + ${many}` } })
    .returning({ last: invoiceSeries.last })
  return row!.last - many + 1
}
