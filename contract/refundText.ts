import { maxReturnPhoto, maxReturnPhotos } from "./limits.ts"
import { t } from "./t.ts"

/** Refunds and returns. No zod here: pages import this file directly. */
export const returnReasonTexts = {
  changed_mind: t`Changed my mind`,
  damaged: t`Arrived damaged`,
  not_as_described: t`Not as described`,
  wrong_item: t`Wrong item received`,
  other: t`Something else`,
} as const

export const refundReasonTexts = {
  returned: t`Returned`,
  damaged: t`Damaged`,
  wrong_item: t`Wrong item`,
  not_delivered: t`Not delivered`,
  out_of_stock: t`Out of stock`,
  goodwill: t`Goodwill`,
  payment: t`Problem with the payment`,
  other: t`Other`,
} as const

export const returnStatusTexts = {
  requested: t`Requested`,
  approved: t`Approved`,
  refused: t`Declined`,
  received: t`Received`,
  refunded: t`Refunded`,
  withdrawn: t`Withdrawn`,
} as const

export const refundTexts = {
  tooMuch: (most: string) => t`Only ${most} can still be refunded.`,
  nothingLeft: t`This order has already been refunded in full.`,
  moreThanLines: (most: string) => t`Only ${most} was paid for these items.`,
  tooMany: (left: number) =>
    left === 0 ? t`Nothing of this item is left to refund.` : t`Only ${left} of this item can still be refunded.`,
  nothingChosen: t`Choose items or enter an amount.`,
  notRefundable: t`Only paid orders can be refunded.`,
  wholeOnly: (amount: string) => t`This order can only be refunded in full: ${amount}.`,
  nothingToShip: (amount: string) => t`Nothing would be left to ship, so the refund has to be ${amount}.`,
  notDue: t`This refund is no longer due.`,
  notReceived: t`Only a return that was received can be refunded.`,
  payoutsFirst: t`The order is refunded once the payouts of its refunds are recorded.`,
  orderEnded: t`The order won't be shipped, so this refund can't be cancelled.`,
  notSent: t`The order has shipped without these models, so this refund can't be cancelled.`,
  sold: (name: string) => t`The stock of ${name} that was put back has been sold since.`,
  payoutAmount: t`Please enter the amount that was paid out, such as 0.0125.`,
  partly: t`Partially refunded`,
  fully: t`Refunded`,
  due: t`Refund due`,
  created: t`Refund created`,
  createFailed: t`Failed to create refund`,
  settled: t`Payout recorded`,
  settleFailed: t`Failed to record payout`,
  cancelled: t`Refund cancelled`,
  cancelFailed: t`Failed to cancel refund`,
} as const

export const returnTexts = {
  notYet: t`Items can be returned once the order has shipped.`,
  over: (day: string) => t`Returns were possible until ${day}.`,
  off: t`This shop doesn't take returns.`,
  tooMany: (left: number) =>
    left === 0 ? t`Nothing of this item is left to return.` : t`Only ${left} of this item can still be returned.`,
  nothingChosen: t`Please choose what you'd like to return.`,
  noMove: (from: string, to: string) => t`A return can't be changed from “${from}” to “${to}”.`,
  noteRequired: t`Please tell us what's wrong.`,
  instructionsRequired: t`Please tell the customer where to send it.`,
  refusalRequired: t`Please tell the customer why.`,
  conditionRequired: t`Please describe the condition.`,
  photosForDamage: t`Only a return for damage can have photographs.`,
  photosDecided: t`Photographs can be added until the return has arrived.`,
  tooManyPhotos: t`A return can have at most ${maxReturnPhotos} photographs.`,
  photoTooLarge: t`Each photograph can have at most ${maxReturnPhoto} MB.`,
  notAPhoto: t`Please choose JPEG, PNG, WebP, AVIF or GIF images.`,
  noPhoto: t`Please choose a photograph.`,
  photosAdded: t`Photographs added`,
  photosFailed: t`Failed to add photographs`,
  requested: t`Return requested`,
  requestFailed: t`Failed to request return`,
  withdrawn: t`Return withdrawn`,
  withdrawFailed: t`Failed to withdraw return`,
  moved: t`Return updated`,
  moveFailed: t`Failed to update return`,
  loadFailed: t`Failed to load returns`,
} as const
