import { maxImage } from "./limits.ts"
import type { StockReason } from "./stockReasons.ts"

/**
 * Texts of the admin panel, the specification's included if only the panel uses them. No zod here: pages import this
 * file directly.
 */
export const panelTexts = {
  returnDays: "Please enter a number from 0 to 365.",
  closed: "The shop is closed for maintenance. Only staff can see it.",
  closedSaying: (note: string) => `Only staff can see the shop. Visitors see: “${note}”`,
  uploadAlert: "Upload failed",
  deleteAlert: "Failed to delete",
  slideFailed: "Failed to update slide",
  captionSaved: "Caption saved",
  settingsSaved: "Settings saved",
  settingsFailed: "Failed to save settings",
  contactLoadFailed: "Failed to load message",
  entryFailed: "Failed to load entry",
  contactFailed: "Failed to update message",
  contactNotAssignable: "This person can't answer messages.",
  contactErased: "This person has deleted their account, so there is no address to answer to.",
  contactOrdersFailed: "Failed to load orders",
  answerRequired: "Please enter an answer.",
  answerSent: "Answer sent",
  answerFailed: "Failed to send the answer",
  contactsUpdated: (count: number) => (count === 1 ? "1 message updated" : `${count} messages updated`),
  verifyFailed: "Failed to verify the log",
} as const

export const integrationTexts = {
  nameRequired: "Please enter a name.",
  scopeRequired: "Please choose at least one permission.",
  eventRequired: "Please choose at least one event.",
  urlRequired: "Please enter a URL.",
  urlInvalid: "Please enter a URL that starts with https://.",
  urlInside: "Please enter a URL on the public internet.",
  tooManyKeys: "There are 100 API keys already. Revoke one first.",
  tooManyWebhooks: "There are 20 webhooks already. Delete one first.",
  keyGone: "API key not found",
  webhookGone: "Webhook not found",
  deliveryGone: "Delivery not found",
  switchedOff: "This webhook is disabled. Enable it first.",
  badStatus: (status: number) => `The receiver answered ${status}.`,
  notPublic: "The address is not on the public internet.",
  timedOut: "The receiver didn't answer within 10 seconds.",
  noConnection: (code: string) => `The receiver couldn't be reached (${code}).`,
  failedTitle: "A webhook wasn't delivered",
  failedBody: (host: string) => `${host} hasn't accepted an event for more than a day.`,
  offTitle: "A webhook was disabled",
  addedTitle: {
    key: "An API key was created",
    webhook: "A webhook was added",
    address: "The address of a webhook was changed",
    secret: "The signing secret of a webhook was replaced",
    admin: "A super admin was added",
  },
  addedBody: "Check that it was one of you. If not, remove it and log out the account that did it.",
  offBody: (host: string) => `${host} hasn't accepted an event for five days.`,
} as const

/** Carriers, and the check of their tracking numbers. */
export const carrierTexts = {
  nameRequired: "Please enter a name.",
  nameTaken: "There is already a carrier with this name.",
  urlRequired: "Please enter the address of the tracking page.",
  urlInvalid:
    "Please enter an https:// address with exactly one placeholder for the tracking number, in its path or query.",
  tooMany: "There are already 100 carriers. Edit one of them instead.",
  odd: (carrier: string, form: string) =>
    `This doesn't look like a tracking number of ${carrier} (${form}). Check it, or choose another carrier.`,
  unknown: (name: string) => `There is no carrier called “${name}”.`,
  inactive: (name: string) => `The carrier ${name} is inactive.`,
  saved: "Carrier saved",
  saveFailed: "Failed to save carrier",
  loadFailed: "Failed to load carriers",
  gone: "Carrier not found",
} as const

/** Invoices, packing slips and labels. */
export const paperTexts = {
  legalNameRequired: "Please enter the name of the business.",
  addressRequired: "Please enter an address.",
  taxNumberRequired: "Please enter a tax ID.",
  footerRequired: "Please enter a footer.",
  senderRequired: "Please enter a sender.",
  idsInvalid: "Please select at least one order.",
  invoiceGone: "Invoice not found",
  saved: "Business details saved",
  saveFailed: "Failed to save business details",
  loadFailed: "Failed to load the documents",
} as const

export const flaggedTexts = {
  approved: "Approved. It stays visible.",
  approvedHeld: "Approved. Its author can send it again.",
  deleted: "Deleted",
  notified: "The moderator has been notified.",
  actionFailed: "Failed to update item",
} as const

export const moneyTexts = {
  asked: "Payment checked with the provider",
  askFailed: "Failed to check with the provider",
  found: "Payment found",
  idRequired: "Please enter the provider's payment ID.",
  paymentFailed: "Failed to load payment",
  reviewFailed: "Failed to update payment",
  moved: "Order updated",
  cancelled: (number: string) => `Order ${number} cancelled`,
  addressCorrected: "Delivery address corrected",
  addressFailed: "Failed to correct the address",
  reopened: "Completion taken back",
  shipped: (number: string) => `Order ${number} marked as shipped`,
  shippedMany: (count: number) => (count === 1 ? "1 order marked as shipped" : `${count} orders marked as shipped`),
  checkFailed: "Failed to check the list",
  shipFailed: "Failed to ship orders",
  unread: (count: number) =>
    count === 1
      ? "1 line could not be read. Each line needs an order number such as ORD-123456 and a tracking number."
      : `${count} lines could not be read. Each line needs an order number such as ORD-123456 and a tracking number.`,
  moveFailed: "Failed to update order",
} as const

/** The five payment states; any other reads as pending. */
export const paymentStateTexts: Record<string, string> = {
  completed: "Completed",
  pending: "Pending",
  processing: "Processing",
  failed: "Failed",
  partially_paid: "Partially paid",
  refunded: "Refunded",
}
export const unknownState = "Unknown"

/** The model form and its images. */
export const modelAdminTexts = {
  createFailed: "Failed to create model",
  created: "Model created successfully",
  imageFailed: "Failed to upload image",
  imagesFailed: "Failed to upload images",
  additionalFailed: "Failed to upload additional images",
  partlyUploaded: "Primary image uploaded, but there was an issue with additional images",
  deleteFailed: "Failed to delete model",
  saveFailed: "Failed to save model details",
  translationsFailed: "Failed to load translations",
  translationSaveFailed: "Failed to save translation",
  translationSaved: "Translation saved",
  translationRemoved: "Translation removed",
  updated: "Model updated successfully!",
  updateFailed: "Failed to update model",
  archived: "This model has been archived. Restore it to change it.",
  missingTitle: "Missing required fields",
  missing: "Please fill in all required fields.",
  imageTooLargeTitle: "Image too large",
  imageTooLarge: `Images must be less than ${maxImage}MB.`,
  notAnImage: "Please upload an image file",
  referenceTaken: "Another model has this reference.",
  publishLater: "Choose a time in the future.",
  notADraft: "Only a draft can be scheduled. Unpublish the model first.",
} as const

export const discountAdminTexts = {
  codeForm: "Use 4 to 40 letters, digits, hyphens and underscores.",
  codeTaken: "Another discount has this code.",
  valueRequired: "Please enter a value.",
  percentRange: "Please enter a whole percentage from 1 to 99.",
  endsFirst: "The end must be after the start.",
  saved: "Discount saved",
  deactivated: "Discount deactivated",
  saveFailed: "Failed to save discount",
  loadFailed: "Failed to load discounts",
  none: "No discounts found.",
} as const

export const stockAdminTexts = {
  note: "Type a new count, or +5 to add and -2 to take. An empty count is made to order. Changes apply when you save.",
  none: "No models found.",
  loadFailed: "Failed to load stock",
  notACount: "Enter a whole number.",
  notAThreshold: "Enter a whole number, or leave it empty.",
  correctFirst: "Correct the marked numbers",
  unsaved: (count: number) => (count === 1 ? "1 unsaved change" : `${count} unsaved changes`),
  refused: (count: number) => (count === 1 ? "1 model not saved" : `${count} models not saved`),
  saveTitle: (count: number) => (count === 1 ? "Save 1 change" : `Save ${count} changes`),
  save: (count: number) => (count === 1 ? "Save change" : "Save changes"),
  saved: (count: number) => (count === 1 ? "1 model saved" : `${count} models saved`),
  saveFailed: "Failed to save stock",
  moved: (now: number | null) =>
    `${now === null ? "It is made to order now" : `It is ${now} now`}. Check your number and save again.`,
  gone: "This model has been archived.",
  noEntries: "No changes yet.",
  historyFailed: "Failed to load the history",
} as const

export const stockReasonTexts: Record<StockReason, string> = {
  opening: "Opening count",
  created: "Model created",
  order_placed: "Order placed",
  order_ended: "Order cancelled",
  order_revived: "Late payment for order",
  order_refunded: "Order to be refunded",
  corrected: "Count corrected",
  received: "Received",
  damaged: "Damaged or lost",
  returned: "Return restocked",
  imported: "Imported",
  unrecorded: "Changed during an update",
}
