import * as z from "zod"
import { Email, OneTimeCode } from "./accounts.ts"
import { dollLimits, stockLimits } from "./adminLimits.ts"
import { Id, IdInput, line, paging, Search, Timestamp, text } from "./common.ts"
import { staffReasons, stockReasons, stockStates } from "./stockReasons.ts"
import { t } from "./t.ts"

export const StockQuery = z.object({
  ...paging(25),
  q: Search,
  /** `low` includes sold-out models; `waiting` selects models with requests for a notification. */
  level: z.enum(["low", "out", "made_to_order", "waiting"]).optional(),
  sort: z.enum(["name", "name_desc", "stock_asc", "stock_desc"]).default("name"),
})
export type StockQuery = z.infer<typeof StockQuery>

/**
 * `stock` is the number of pieces that can be sold, null for made to order; `reserved` counts those of orders that are
 * not shipped yet; `on_hand` is their sum. `low_at` is the model's own threshold, `threshold` the one that applies; 0
 * for no warning.
 */
export const StockRow = z.object({
  id: Id,
  name: z.string(),
  image_url: z.string().nullable(),
  is_visible: z.boolean(),
  state: z.enum(stockStates),
  stock: z.number().int().nullable(),
  reserved: z.number().int(),
  on_hand: z.number().int().nullable(),
  low_at: z.number().int().nullable(),
  threshold: z.number().int(),
  waiting: z.number().int(),
})
export type StockRow = z.infer<typeof StockRow>

const count = z.number().int().min(0).max(dollLimits.stock)
/** `from` is the count that was seen: a count that has changed since is left alone. */
const Correction = z.object({
  doll_id: IdInput,
  stock: z.object({ from: z.number().int().min(0).nullable(), to: count.nullable() }).optional(),
  low_at: z.number().int().min(0).max(stockLimits.threshold).nullable().optional(),
})
export const CorrectStock = z.object({
  reason: z.enum(staffReasons),
  note: line(stockLimits.note, t`Please enter a note.`).nullable().default(null),
  changes: z
    .array(Correction)
    .min(1)
    .max(stockLimits.atOnce)
    .refine((all) => new Set(all.map(({ doll_id }) => doll_id)).size === all.length, t`List each model only once.`),
})
export type CorrectStock = z.infer<typeof CorrectStock>
/** `stock` is the current count. `moved` means that the count has changed since it was seen, and nothing was saved. */
export const CorrectedStock = z.object({
  results: z.array(
    z.object({ doll_id: Id, outcome: z.enum(["saved", "moved", "gone"]), stock: z.number().int().nullable() }),
  ),
})
export type CorrectedStock = z.infer<typeof CorrectedStock>

export const StockEntryQuery = z.object({ ...paging(25), reason: z.enum(stockReasons).optional() })
export type StockEntryQuery = z.infer<typeof StockEntryQuery>
/** `stock_after` is null if the change made the model made to order. `by` is set for staff. */
export const StockEntry = z.object({
  id: Id,
  change: z.number().int(),
  stock_after: z.number().int().nullable(),
  reason: z.enum(stockReasons),
  note: z.string().nullable(),
  by: z.string().nullable(),
  order_id: Id.nullable(),
  order_number: z.string().nullable(),
  created_at: Timestamp,
})
export type StockEntry = z.infer<typeof StockEntry>

/** Guests enter their address; `website` is a honeypot. */
export const AskForStock = z.object({
  doll_id: IdInput,
  email: Email.optional(),
  website: text().max(2000).optional(),
})
export type AskForStock = z.infer<typeof AskForStock>
export const StockCode = z.object({ oob_code: OneTimeCode })
export const StockRequest = z.object({ id: Id, doll_id: Id, name: z.string(), created_at: Timestamp })
export type StockRequest = z.infer<typeof StockRequest>
