import type { Address } from "../../platform/router.ts"

export type PrintKind = "invoices" | "slips" | "labels"

export const printAddress = (kind: PrintKind, orders: number[]): Address =>
  `/admin/print?kind=${kind}&orders=${orders.join(",")}`
