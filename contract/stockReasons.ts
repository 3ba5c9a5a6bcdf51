/** Why a count changed. `unrecorded` stands for anything else than this version of the server. No zod here. */
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
export const staffReasons = ["corrected", "received", "damaged", "returned"] as const
export const stockStates = ["in", "low", "out", "made_to_order"] as const
