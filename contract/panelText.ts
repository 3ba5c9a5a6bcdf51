import { maxImage } from "./limits.ts"
import type { StockReason } from "./stockReasons.ts"
import { form, plural, t } from "./t.ts"

/**
 * Texts of the admin panel, the specification's included if only the panel uses them. No zod here: pages import this
 * file directly.
 */
export const panelTexts = {
  returnDays: t`Please enter a number from 0 to 365.`,
  closed: t`The shop is closed for maintenance. Only staff can see it.`,
  closedSaying: (note: string) => t`Only staff can see the shop. Visitors see: “${note}”`,
  uploadAlert: t`Upload failed`,
  deleteAlert: t`Failed to delete`,
  slideFailed: t`Failed to update slide`,
  captionSaved: t`Caption saved`,
  settingsSaved: t`Settings saved`,
  settingsFailed: t`Failed to save settings`,
  contactLoadFailed: t`Failed to load message`,
  entryFailed: t`Failed to load entry`,
  contactFailed: t`Failed to update message`,
  contactNotAssignable: t`This person can't answer messages.`,
  contactErased: t`This person has deleted their account, so there is no address to answer to.`,
  contactOrdersFailed: t`Failed to load orders`,
  answerRequired: t`Please enter an answer.`,
  answerSent: t`Answer sent`,
  answerFailed: t`Failed to send the answer`,
  contactsUpdated: (count: number) =>
    plural(count, { one: "1 message updated", other: form`${count} messages updated` }),
  verifyFailed: t`Failed to verify the log`,
} as const

export const copyTexts = {
  drafted: t`Draft saved`,
  published: t`Published`,
  scheduled: (moment: string) => t`These texts will be published on ${moment}`,
  failed: t`Failed to save the texts`,
} as const

export const voiceTexts = {
  full: t`The home page shows up to 3 reviews. Remove one first.`,
  notVerified: t`Only reviews of verified purchases can be shown on the home page.`,
  failed: t`Failed to change the home page`,
} as const

export const integrationTexts = {
  nameRequired: t`Please enter a name.`,
  scopeRequired: t`Please choose at least one permission.`,
  eventRequired: t`Please choose at least one event.`,
  urlRequired: t`Please enter a URL.`,
  urlInvalid: t`Please enter a URL that starts with https://.`,
  urlInside: t`Please enter a URL on the public internet.`,
  tooManyKeys: t`There are 100 API keys already. Revoke one first.`,
  tooManyWebhooks: t`There are 20 webhooks already. Delete one first.`,
  keyGone: t`API key not found`,
  webhookGone: t`Webhook not found`,
  deliveryGone: t`Delivery not found`,
  switchedOff: t`This webhook is disabled. Enable it first.`,
  badStatus: (status: number) => t`The receiver answered ${status}.`,
  notPublic: t`The address is not on the public internet.`,
  timedOut: t`The receiver didn't answer within 10 seconds.`,
  noConnection: (code: string) => t`The receiver couldn't be reached (${code}).`,
  failedTitle: t`A webhook wasn't delivered`,
  failedBody: (host: string) => t`${host} hasn't accepted an event for more than a day.`,
  offTitle: t`A webhook was disabled`,
  addedTitle: {
    key: "An API key was created",
    webhook: t`A webhook was added`,
    address: t`The address of a webhook was changed`,
    secret: t`The signing secret of a webhook was replaced`,
    admin: t`A super admin was added`,
  },
  addedBody: t`Check that it was one of you. If not, remove it and log out the account that did it.`,
  offBody: (host: string) => t`${host} hasn't accepted an event for five days.`,
} as const

/** Carriers, and the check of their tracking numbers. */
export const carrierTexts = {
  nameRequired: t`Please enter a name.`,
  nameTaken: t`There is already a carrier with this name.`,
  urlRequired: t`Please enter the address of the tracking page.`,
  urlInvalid: t`Please enter an https:// address with exactly one placeholder for the tracking number, in its path or query.`,
  tooMany: t`There are already 100 carriers. Edit one of them instead.`,
  odd: (carrier: string, form: string) =>
    t`This doesn't look like a tracking number of ${carrier} (${form}). Check it, or choose another carrier.`,
  unknown: (name: string) => t`There is no carrier called “${name}”.`,
  inactive: (name: string) => t`The carrier ${name} is inactive.`,
  saved: t`Carrier saved`,
  saveFailed: t`Failed to save carrier`,
  loadFailed: t`Failed to load carriers`,
  gone: t`Carrier not found`,
} as const

/** Invoices, packing slips and labels. */
export const paperTexts = {
  legalNameRequired: t`Please enter the name of the business.`,
  addressRequired: t`Please enter an address.`,
  emailRequired: t`Please enter an email address.`,
  phoneRequired: t`Please enter a phone number.`,
  registerRequired: t`Please enter a register.`,
  registerNumberRequired: t`Please enter a register number.`,
  controllerRequired: t`Please enter who is responsible.`,
  disputesRequired: t`Please enter where disputes go.`,
  taxNumberRequired: t`Please enter a tax ID.`,
  footerRequired: t`Please enter a footer.`,
  senderRequired: t`Please enter a sender.`,
  idsInvalid: t`Please select at least one order.`,
  invoiceGone: t`Invoice not found`,
  saved: t`Business details saved`,
  saveFailed: t`Failed to save business details`,
  loadFailed: t`Failed to load the documents`,
} as const

/** The checklist of a new shop, and what a public server lacks. */
export const setupTexts = {
  noMailServer: t`SMTP_URL isn't set, so emails can't be sent yet.`,
  mailFailed: (fault: string) => t`The mail server didn't accept the email (${fault}).`,
  mailSent: (to: string) => t`Test email sent to ${to}`,
  noProvider: t`No payment provider is configured yet.`,
  invoiceFailed: t`The payment provider didn't create an invoice. Check its API key.`,
  invoiceMade: t`Test invoice created`,
  testFailed: t`The test failed`,
  missing: {
    seller: t`Visitors can't see who the seller is.`,
    database: t`The shop uses the embedded database, which may lose its last seconds when the machine fails.`,
    mail: t`Emails reach nobody, because SMTP_URL isn't set.`,
    payments: t`Customers can't pay with real money, because no payment provider is configured.`,
  },
} as const

export const flaggedTexts = {
  approved: t`Approved. It stays visible.`,
  approvedHeld: t`Approved. Its author can send it again.`,
  deleted: t`Deleted`,
  notified: t`The moderator has been notified.`,
  actionFailed: t`Failed to update item`,
} as const

export const moneyTexts = {
  asked: t`Payment checked with the provider`,
  askFailed: t`Failed to check with the provider`,
  found: t`Payment found`,
  idRequired: t`Please enter the provider's payment ID.`,
  paymentFailed: t`Failed to load payment`,
  reviewFailed: t`Failed to update payment`,
  moved: t`Order updated`,
  cancelled: (number: string) => t`Order ${number} cancelled`,
  addressCorrected: t`Delivery address corrected`,
  addressFailed: t`Failed to correct the address`,
  reopened: t`Completion taken back`,
  shipped: (number: string) => t`Order ${number} marked as shipped`,
  shippedMany: (count: number) =>
    plural(count, { one: "1 order marked as shipped", other: form`${count} orders marked as shipped` }),
  checkFailed: t`Failed to check the list`,
  shipFailed: t`Failed to ship orders`,
  unread: (count: number) =>
    plural(count, {
      one: "1 line could not be read. Each line needs an order number such as ORD-123456 and a tracking number.",
      other: form`${count} lines could not be read. Each line needs an order number such as ORD-123456 and a tracking number.`,
    }),
  moveFailed: t`Failed to update order`,
} as const

/** The five payment states; any other reads as pending. */
export const paymentStateTexts: Record<string, string> = {
  completed: t`Completed`,
  pending: t`Pending`,
  processing: t`Processing`,
  failed: t`Failed`,
  partially_paid: t`Partially paid`,
  refunded: t`Refunded`,
}
export const unknownState = t`Unknown`

/** The model form and its images. */
/** The approval of a model by an admin other than those who made it. */
export const modelApprovalTexts = {
  byAnother: t`This model has to be approved by another admin.`,
  reason: t`Please say why you approve it yourself.`,
} as const

export const modelAdminTexts = {
  hsCode: t`Please enter 6 to 10 digits.`,
  origin: t`Please choose a country.`,
  createFailed: t`Failed to create model`,
  created: t`Model created successfully`,
  imageFailed: t`Failed to upload image`,
  imagesFailed: t`Failed to upload images`,
  additionalFailed: t`Failed to upload additional images`,
  partlyUploaded: t`Primary image uploaded, but there was an issue with additional images`,
  deleteFailed: t`Failed to delete model`,
  saveFailed: t`Failed to save model details`,
  translationsFailed: t`Failed to load translations`,
  translationSaveFailed: t`Failed to save translation`,
  translationSaved: t`Translation saved`,
  translationRemoved: t`Translation removed`,
  updated: t`Model updated successfully!`,
  updateFailed: t`Failed to update model`,
  archived: t`This model has been archived. Restore it to change it.`,
  missingTitle: t`Missing required fields`,
  missing: t`Please fill in all required fields.`,
  imageTooLargeTitle: t`Image too large`,
  imageTooLarge: t`Images must be less than ${maxImage}MB.`,
  notAnImage: t`Please upload an image file`,
  referenceTaken: t`Another model has this reference.`,
  publishLater: t`Choose a time in the future.`,
  notADraft: t`Only a draft can be scheduled. Unpublish the model first.`,
} as const

export const discountAdminTexts = {
  onlyModels: t`Categories and models are for discounts on models.`,
  codeForm: t`Use 4 to 40 letters, digits, hyphens and underscores.`,
  codeTaken: t`Another discount has this code.`,
  valueRequired: t`Please enter a value.`,
  percentRange: t`Please enter a whole percentage from 1 to 99.`,
  endsFirst: t`The end must be after the start.`,
  saved: t`Discount saved`,
  deactivated: t`Discount deactivated`,
  saveFailed: t`Failed to save discount`,
  loadFailed: t`Failed to load discounts`,
  none: t`No discounts found.`,
} as const

export const stockAdminTexts = {
  note: t`Type a new count, or +5 to add and -2 to take. An empty count is made to order. Changes apply when you save.`,
  none: t`No models found.`,
  loadFailed: t`Failed to load stock`,
  notACount: t`Enter a whole number.`,
  notAThreshold: t`Enter a whole number, or leave it empty.`,
  correctFirst: t`Correct the marked numbers`,
  unsaved: (count: number) => plural(count, { one: "1 unsaved change", other: form`${count} unsaved changes` }),
  refused: (count: number) => plural(count, { one: "1 model not saved", other: form`${count} models not saved` }),
  saveTitle: (count: number) => plural(count, { one: "Save 1 change", other: form`Save ${count} changes` }),
  save: (count: number) => plural(count, { one: "Save change", other: "Save changes" }),
  saved: (count: number) => plural(count, { one: "1 model saved", other: form`${count} models saved` }),
  saveFailed: t`Failed to save stock`,
  moved: (now: number | null) =>
    t`${now === null ? t`It is made to order now` : t`It is ${now} now`}. Check your number and save again.`,
  gone: t`This model has been archived.`,
  noEntries: t`No changes yet.`,
  historyFailed: t`Failed to load the history`,
} as const

export const stockReasonTexts: Record<StockReason, string> = {
  opening: t`Opening count`,
  created: t`Model created`,
  order_placed: t`Order placed`,
  order_ended: t`Order cancelled`,
  order_revived: t`Late payment for order`,
  order_refunded: t`Order to be refunded`,
  corrected: t`Count corrected`,
  received: t`Received`,
  damaged: t`Damaged or lost`,
  returned: t`Return restocked`,
  imported: t`Imported`,
  unrecorded: t`Changed during an update`,
}
