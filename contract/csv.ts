import type { AdminOrder } from "./admin.ts"

export interface CsvColumn<Row> {
  name: string
  of(row: Row): string | number | boolean | null | undefined
}

/** Recognizes a plus with digits: carriers need a phone number unchanged, and a spreadsheet finds no formula in it. */
const isPhone = (text: string) => /^\+\d[\d ()./-]{5,}$/.test(text)

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula, and before text that already begins with
 * such an apostrophe, so that `cellText` returns every text unchanged. A spreadsheet that expects semicolons or tabs
 * between cells begins a cell after each of them and after a line end, whatever the quotes. Spreadsheets of East Asian
 * languages read the full-width signs like the others.
 */
export function csvCell(value: ReturnType<CsvColumn<never>["of"]>): string {
  if (value === null || value === undefined) return ""
  if (typeof value !== "string") return String(value)
  const safe = isPhone(value)
    ? value
    : value.replace(/[;\t\r\n](?='*[=+\-@＝＋－＠])/g, "$&'").replace(/^(?='*[=+\-@＝＋－＠\t\r])/, "'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns the text of a cell that `csvCell` has written. */
export const cellText = (cell: string) =>
  cell.replace(/^'(?='*[=+\-@＝＋－＠\t\r])/, "").replace(/([;\t\r\n])'(?='*[=+\-@＝＋－＠])/g, "$1")

/** The columns of orders, with the data that a carrier needs, for whole lists and for selected orders. */
export const orderColumns: CsvColumn<AdminOrder>[] = [
  { name: "id", of: (row) => row.id },
  { name: "order_number", of: (row) => row.orderNumber },
  { name: "created_at", of: (row) => row.createdAt },
  { name: "paid_at", of: (row) => row.paymentTime },
  { name: "status", of: (row) => row.status },
  { name: "review", of: (row) => row.review },
  { name: "customer", of: (row) => row.user },
  { name: "customer_email", of: (row) => row.user_email },
  { name: "items", of: (row) => row.items.map(({ name, quantity }) => `${quantity} × ${name}`).join("; ") },
  { name: "total_usd", of: (row) => row.paymentAmount },
  { name: "arrived_usd", of: (row) => row.arrived },
  { name: "refunded_usd", of: (row) => row.refund.refunded },
  { name: "refund_due_usd", of: (row) => row.refund.due },
  { name: "ship_to", of: (row) => row.shippingAddress.name },
  { name: "street", of: (row) => row.shippingAddress.street },
  { name: "city", of: (row) => row.shippingAddress.city },
  { name: "state", of: (row) => row.shippingAddress.state },
  { name: "zip_code", of: (row) => row.shippingAddress.zipCode },
  { name: "country", of: (row) => row.shippingAddress.country },
  { name: "phone", of: (row) => row.shippingAddress.phone },
  { name: "email", of: (row) => row.shippingAddress.email },
  { name: "pieces", of: (row) => row.items.reduce((sum, { quantity }) => sum + quantity, 0) },
  { name: "tracking_number", of: (row) => row.trackingNumber },
  { name: "subtotal_usd", of: (row) => row.productsAmount },
  { name: "discount_usd", of: (row) => row.discount?.amount },
  { name: "discount", of: (row) => row.discount && (row.discount.code ?? row.discount.title) },
  { name: "shipping_method", of: (row) => row.shippingMethod?.name },
  { name: "shipping_usd", of: (row) => row.shippingFee },
  { name: "tax_percent", of: (row) => row.tax?.percent },
  { name: "tax_usd", of: (row) => row.tax?.amount },
  { name: "tax_included", of: (row) => row.tax?.is_included },
]
