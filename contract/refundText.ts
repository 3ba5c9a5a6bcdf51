import { maxReturnPhoto, maxReturnPhotos } from "./limits.ts"

/** Refunds and returns. No zod here: pages import this file directly. */
export const returnReasonTexts = {
  changed_mind: "Changed my mind",
  damaged: "Arrived damaged",
  not_as_described: "Not as described",
  wrong_item: "Wrong item received",
  other: "Something else",
} as const

export const refundReasonTexts = {
  returned: "Returned",
  damaged: "Damaged",
  wrong_item: "Wrong item",
  not_delivered: "Not delivered",
  out_of_stock: "Out of stock",
  goodwill: "Goodwill",
  payment: "Problem with the payment",
  other: "Other",
} as const

export const returnStatusTexts = {
  requested: "Requested",
  approved: "Approved",
  refused: "Declined",
  received: "Received",
  refunded: "Refunded",
  withdrawn: "Withdrawn",
} as const

export const refundTexts = {
  tooMuch: (most: string) => `Only ${most} can still be refunded.`,
  nothingLeft: "This order has already been refunded in full.",
  moreThanLines: (most: string) => `Only ${most} was paid for these items.`,
  tooMany: (left: number) =>
    left === 0 ? "Nothing of this item is left to refund." : `Only ${left} of this item can still be refunded.`,
  nothingChosen: "Choose items or enter an amount.",
  notRefundable: "Only paid orders can be refunded.",
  wholeOnly: (amount: string) => `This order can only be refunded in full: ${amount}.`,
  nothingToShip: (amount: string) => `Nothing would be left to ship, so the refund has to be ${amount}.`,
  notDue: "This refund is no longer due.",
  notReceived: "Only a return that was received can be refunded.",
  payoutsFirst: "The order is refunded once the payouts of its refunds are recorded.",
  orderEnded: "The order won't be shipped, so this refund can't be cancelled.",
  notSent: "The order has shipped without these models, so this refund can't be cancelled.",
  sold: (name: string) => `The stock of ${name} that was put back has been sold since.`,
  payoutAmount: "Please enter the amount that was paid out, such as 0.0125.",
  partly: "Partially refunded",
  fully: "Refunded",
  due: "Refund due",
  created: "Refund created",
  createFailed: "Failed to create refund",
  settled: "Payout recorded",
  settleFailed: "Failed to record payout",
  cancelled: "Refund cancelled",
  cancelFailed: "Failed to cancel refund",
} as const

export const returnTexts = {
  notYet: "Items can be returned once the order has shipped.",
  over: (day: string) => `Returns were possible until ${day}.`,
  off: "This shop doesn't take returns.",
  tooMany: (left: number) =>
    left === 0 ? "Nothing of this item is left to return." : `Only ${left} of this item can still be returned.`,
  nothingChosen: "Please choose what you'd like to return.",
  noMove: (from: string, to: string) => `A return can't be changed from “${from}” to “${to}”.`,
  noteRequired: "Please tell us what's wrong.",
  instructionsRequired: "Please tell the customer where to send it.",
  refusalRequired: "Please tell the customer why.",
  conditionRequired: "Please describe the condition.",
  photosForDamage: "Only a return for damage can have photographs.",
  photosDecided: "Photographs can be added until the return has arrived.",
  tooManyPhotos: `A return can have at most ${maxReturnPhotos} photographs.`,
  photoTooLarge: `Each photograph can have at most ${maxReturnPhoto} MB.`,
  notAPhoto: "Please choose JPEG, PNG, WebP, AVIF or GIF images.",
  noPhoto: "Please choose a photograph.",
  photosAdded: "Photographs added",
  photosFailed: "Failed to add photographs",
  requested: "Return requested",
  requestFailed: "Failed to request return",
  withdrawn: "Return withdrawn",
  withdrawFailed: "Failed to withdraw return",
  moved: "Return updated",
  moveFailed: "Failed to update return",
  loadFailed: "Failed to load returns",
} as const
