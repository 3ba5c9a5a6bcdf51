import * as z from "zod"
import { maxNoteLength } from "./adminLimits.ts"
import { Id, IdInput, line, Money, paging, prose, Search, Timestamp, text } from "./common.ts"
import { maxQuantity, maxReasonLength } from "./limits.ts"
import { refundReasonTexts, refundTexts, returnReasonTexts, returnStatusTexts, returnTexts } from "./refundText.ts"
import { t } from "./t.ts"

type Keys<T> = [keyof T, ...(keyof T)[]]
const keysOf = <T extends object>(texts: T) => Object.keys(texts) as Keys<T>

export const returnReasons = keysOf(returnReasonTexts)
export const refundReasons = keysOf(refundReasonTexts)
export const returnStatuses = keysOf(returnStatusTexts)
export type ReturnReason = keyof typeof returnReasonTexts
export type RefundReason = keyof typeof refundReasonTexts
export type ReturnStatus = keyof typeof returnStatusTexts
export const refundStatuses = ["due", "settled", "cancelled"] as const
export type RefundStatus = (typeof refundStatuses)[number]

export const maxAddressLength = 200
const PayoutAddress = line(maxAddressLength, t`Please enter an address.`).optional()
const Quantity = z.number().int().min(1).max(maxQuantity)

const Line = z.object({ doll_id: Id, name: z.string(), quantity: z.number().int() })

/** `payout_*` is the provider's payout, in the coin of the payout. */
export const Refund = z.object({
  id: Id,
  status: z.enum(refundStatuses),
  amount: Money,
  payout_id: z.string().nullable(),
  payout_amount: z.string().nullable(),
  payout_currency: z.string().nullable(),
  credit_note: z.string().nullable(),
  created_at: Timestamp,
  settled_at: Timestamp.nullable(),
})
export type Refund = z.infer<typeof Refund>

/** Lines with a quantity of 0 have a share of an amount without pieces. */
export const AdminRefund = Refund.extend({
  return_id: Id.nullable(),
  reason: z.enum(refundReasons),
  note: z.string().nullable(),
  payout_address: z.string().nullable(),
  created_by: z.string().nullable(),
  can_cancel: z.boolean(),
  lines: z.array(Line.extend({ amount: Money, restocked: z.number().int() })),
})
export type AdminRefund = z.infer<typeof AdminRefund>

/** The rest that can be refunded: an amount, and pieces of each line. `worth[n - 1]` is what was paid for n of them. */
export const Refundable = z.object({ amount: Money, lines: z.array(Line.extend({ worth: z.array(Money) })) })
export type Refundable = z.infer<typeof Refundable>

/** The file is at `/returns/{id}/photos/{photoId}`. */
export const ReturnPhoto = z.object({
  id: Id,
  width: z.number().int(),
  height: z.number().int(),
  created_at: Timestamp,
})
export type ReturnPhoto = z.infer<typeof ReturnPhoto>

export const Return = z.object({
  id: Id,
  status: z.enum(returnStatuses),
  reason: z.enum(returnReasons),
  note: z.string().nullable(),
  payout_address: z.string().nullable(),
  instructions: z.string().nullable(),
  refusal: z.string().nullable(),
  condition: z.string().nullable(),
  lines: z.array(Line),
  photos: z.array(ReturnPhoto),
  created_at: Timestamp,
  decided_at: Timestamp.nullable(),
  received_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
})
export type Return = z.infer<typeof Return>

/**
 * The refunds and returns of an order. `until` is the end of the time in which a return can be requested, null before
 * shipping or if the shop accepts none; `lines` is what can be returned now.
 */
export const OrderReturns = z.object({
  until: Timestamp.nullable(),
  lines: z.array(Line),
  returns: z.array(Return),
  refunds: z.array(Refund),
})
export type OrderReturns = z.infer<typeof OrderReturns>

export const RequestReturn = z.object({
  lines: z
    .array(z.object({ doll_id: IdInput, quantity: Quantity }))
    .min(1, returnTexts.nothingChosen)
    .max(200),
  reason: z.enum(returnReasons, { error: t`Please choose a reason.` }),
  note: prose(maxReasonLength, returnTexts.noteRequired).optional(),
  payout_address: PayoutAddress,
})
export type RequestReturn = z.infer<typeof RequestReturn>

export const AdminReturn = Return.extend({
  order_id: Id,
  order_number: z.string(),
  user_id: Id.nullable(),
  user: z.string().nullable(),
})
export type AdminReturn = z.infer<typeof AdminReturn>
export const AdminReturns = z.array(AdminReturn)

/** `open` is requested, approved or received; `waiting` waits for staff: requested or received. */
export const AdminReturnsQuery = z.object({
  ...paging(10),
  q: Search,
  status: z.enum(["all", "open", "waiting", ...returnStatuses]).default("all"),
  sort: z.enum(["newest", "oldest"]).default("newest"),
})
export type AdminReturnsQuery = z.infer<typeof AdminReturnsQuery>

/** `restock` lists the models whose pieces go back into stock. */
export const MoveReturn = z.discriminatedUnion("status", [
  z.object({ status: z.literal("approved"), instructions: prose(maxNoteLength, returnTexts.instructionsRequired) }),
  z.object({ status: z.literal("refused"), refusal: prose(maxNoteLength, returnTexts.refusalRequired) }),
  z.object({
    status: z.literal("received"),
    condition: prose(maxNoteLength, returnTexts.conditionRequired),
    restock: z.array(IdInput).max(200),
  }),
])
export type MoveReturn = z.infer<typeof MoveReturn>

/**
 * A refund of lines, of a received return, or of an amount. Without `amount`, it is what was paid for the lines. It is
 * due until its payout is recorded.
 */
export const NewRefund = z
  .object({
    lines: z
      .array(z.object({ doll_id: IdInput, quantity: Quantity, restock: z.boolean().default(false) }))
      .min(1)
      .max(200)
      .optional(),
    return_id: IdInput.optional(),
    amount: z.number().positive(t`Please enter an amount.`).multipleOf(0.01).max(100_000_000).optional(),
    reason: z.enum(refundReasons, { error: t`Please choose a reason.` }),
    note: prose(maxNoteLength, t`Please enter a note.`).optional(),
    payout_address: PayoutAddress,
  })
  .refine(({ lines, return_id, amount }) => lines || return_id || amount, {
    message: refundTexts.nothingChosen,
    path: ["amount"],
  })
export type NewRefund = z.infer<typeof NewRefund>

export const SettleRefund = z.object({
  payout_id: line(200, t`Please enter the payout's id or transaction.`),
  amount: text(refundTexts.payoutAmount)
    .trim()
    .regex(/^(?=.*[1-9])\d{1,18}(\.\d{1,18})?$/, refundTexts.payoutAmount),
  currency: text(t`Please enter the coin.`)
    .trim()
    .toLowerCase()
    .regex(/^[a-z\d]{2,20}$/, t`Please enter the coin, such as USDC.`),
})
export type SettleRefund = z.infer<typeof SettleRefund>
