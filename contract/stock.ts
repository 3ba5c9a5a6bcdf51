/** Why a count changed. `unrecorded`: by something else than this version of the server. */
export const stockReasons = [
  "opening",
  "created",
  "order_placed",
  "order_ended",
  "order_revived",
  "order_refunded",
  "corrected",
  "received",
  "damaged",
  "returned",
  "imported",
  "unrecorded",
] as const
export type StockReason = (typeof stockReasons)[number]
