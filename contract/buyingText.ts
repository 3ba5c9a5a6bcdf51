import { form, plural, t } from "./t.ts"
/**
 * Texts for customers, in emails and notifications too. A separate file, because not every page loads it. No zod here.
 */
export const paymentTexts = {
  invoiceFailed: t`Failed to create NowPayments invoice`,
  subscriptionInvoiceFailed: t`Failed to create NowPayments subscription invoice`,
  invoiceUrlFailed: t`Failed to get invoice URL from NowPayments. Please try again.`,
  checkoutFailed: t`Checkout failed`,
  subscriptionFailed: t`Subscription failed`,
  invalidPlan: t`Invalid subscription plan.`,
  missingPlan: t`Missing subscription plan info.`,
  notConfigured: t`Payments are not configured`,
  confirmed: t`Order Confirmed!`,
  waiting: t`Waiting for the payment`,
  cancelled: t`Payment Cancelled`,
  wallet: t`Crypto Wallet`,
  foreignAddress: t`This URL doesn't belong to this site.`,
  priceDiffers: t`The price doesn't match this order. Please reload the page.`,
  underWay: t`A payment for this order is already in progress.`,
  alreadyPaid: t`This order isn't awaiting payment.`,
  holdEnded: t`The time to pay for this order has run out. Please order again.`,
  notMade: t`Your payment wasn't completed, and you haven't been charged. Your cart is unchanged.`,
  notAsked: t`We couldn't check your payment just now. You'll find its status in your orders.`,
  partPaid: t`Partially paid`,
  onItsWay: t`Payment processing`,
  onItsWayNote: t`Your payment for this order is being processed. Your models are reserved in the meantime.`,
  sendRest: t`Send the rest`,
  sentTo: t`This goes towards the same payment. You won't be charged twice.`,
  partArrived: (arrived: string, missing: string) => t`We've received ${arrived}. ${missing} is still missing.`,
  inCoin: (remaining: string) => t`That is ${remaining}.`,
  partLater: t`If the rest doesn't arrive in time, our team will review the payment. Your money is safe.`,
  unknown: t`We don't recognize this payment`,
  unknownNote: t`It isn't one of yours, or the link is incomplete. You'll find all your orders in your dashboard.`,
  packaging: t`Plain packaging, neutral label.`,
  alreadyHeld: (orderNumber: string) =>
    t`${orderNumber} already reserves these models, and its payment is being processed.`,
  alreadyHeldInPart: (orderNumber: string) => t`${orderNumber} already reserves these models and is partially paid.`,
} as const

export const membershipTexts = {
  used: t`You don't have permission to send messages`,
  messagesUsed: t`You've sent all the messages included in this membership period. You can still send photos.`,
  photosUsed: t`You've sent all the photos included in this membership period.`,
  covered: t`You already have this level or a higher one with no end date. There's nothing to buy.`,
  hasEndless: (name: string) => t`This customer has ${name} or a higher level with no end date already.`,
  none: t`This customer has no membership.`,
  bought: t`Subscription Successful!`,
  cancelled: t`Subscription Cancelled`,
  priceDiffers: (name: string, price: string, days: number) =>
    t`This price is out of date. ${name} costs ${price} for ${days} days.`,
  notSold: (name: string) => t`${name} isn't sold at the moment.`,
  notMade: t`Your payment wasn't completed, and you haven't been charged. You can try again at any time.`,
  notAsked: t`We couldn't check your payment just now. You'll find your current level in your dashboard.`,
  unknownNote: t`It isn't one of yours, or the link is incomplete. You'll find your current level in your dashboard.`,
} as const

/** Of the plans, as their owner edits them. */
export const planTexts = {
  price: t`Please enter a price between $1 and $100,000.`,
  past: t`Please choose a time in the future.`,
  saved: t`Plan saved`,
  withdrawn: t`The planned change was canceled`,
  saveFailed: t`The plan couldn't be saved`,
  nothingPlanned: t`No change is planned.`,
} as const

/** Of codes for memberships that were bought as gifts. */
export const giftTexts = {
  required: t`Please enter a code.`,
  shape: t`Codes look like ABCD-EFGH-JKMN.`,
  unknown: t`We don't recognize this code. Please check the spelling.`,
  redeemed: t`This code has already been redeemed.`,
  expired: t`This code has expired.`,
  covered: (name: string) =>
    t`You already have ${name} or a higher level with no end date. The code stays valid, so you can give it to somebody else.`,
  bought: t`Your gift is ready`,
  done: t`Code redeemed`,
} as const

/** Notifications are as neutral as emails: they name no model and no membership. */
export const notificationTexts = {
  orderPaid: { title: t`Order confirmed`, body: (number: string) => t`Your payment for order ${number} is confirmed.` },
  orderShipped: { title: t`Order shipped`, body: (number: string) => t`Order ${number} is on its way.` },
  orderCancelled: { title: t`Order cancelled`, body: (number: string) => t`Order ${number} was cancelled.` },
  orderAddressChanged: {
    title: t`Delivery address corrected`,
    body: (number: string) => t`Our team corrected the delivery address of order ${number}.`,
  },
  refundSent: {
    title: t`Refund sent`,
    body: (amount: string, number: string) => t`We've sent a refund of ${amount} for order ${number}.`,
  },
  returnApproved: {
    title: t`Return approved`,
    body: (number: string) => t`Your return for order ${number} is approved.`,
  },
  returnRefused: {
    title: t`Return declined`,
    body: (number: string) => t`We can't accept your return for order ${number}.`,
  },
  returnReceived: {
    title: t`Return received`,
    body: (number: string) => t`Your return for order ${number} has arrived.`,
  },
  beingChecked: {
    title: t`Payment being checked`,
    body: (number: string) => t`Our team is reviewing your payment for order ${number}.`,
  },
  membershipBought: {
    title: t`Payment confirmed`,
    body: (from: string, until: string) =>
      t`Your payment is confirmed. It covers the time from ${from} until ${until}.`,
  },
  membershipRefunded: {
    title: t`Payment refunded`,
    body: t`Your payment was refunded, and the time it covered has ended.`,
  },
  giftReady: { title: t`Payment confirmed`, body: t`Your payment is confirmed, and your code is ready.` },
  giftRedeemed: {
    title: t`Code redeemed`,
    body: (from: string, until: string) => t`Your code was redeemed. It covers the time from ${from} until ${until}.`,
  },
  giftRefunded: {
    title: t`Your access has changed`,
    body: t`The code you redeemed was refunded, and the time it covered has ended.`,
  },
  accessAdded: {
    title: t`Time was added to your access`,
    body: t`Our team added time to your access. You don't pay for it.`,
  },
  accessEnded: {
    title: t`Your access was ended`,
    body: t`Our team ended your access. Your account and everything in it are still there.`,
  },
  membershipSoonOver: { title: t`Your access ends soon`, body: t`It ends within three days. You can renew it now.` },
  levelChangesSoon: {
    title: t`Your access changes soon`,
    body: t`Within three days, it changes to the other access you bought.`,
  },
  membershipOver: { title: t`Your access has ended`, body: t`Your account and everything in it are still there.` },
  newMessage: { title: t`New message`, body: t`Someone sent you a message.` },
  newMessages: {
    title: t`New messages`,
    body: (chats: string) => plural(Number(chats), { other: form`There are unread messages in ${chats} chats.` }),
  },
  flagged: {
    title: t`Content to review`,
    body: (number: string) => t`Flagged item ${number} needs your review.`,
  },
  queueWaits: { title: t`New flagged item`, body: t`Needs a decision.` },
  orderWaits: {
    title: t`Order needs attention`,
    body: (number: string) => t`Order ${number} needs a decision.`,
  },
  newOrder: {
    title: t`New order`,
    body: (number: string) => t`Order ${number} has been paid.`,
  },
  chatHandedOver: { title: t`A chat was handed over to you`, body: t`A colleague asked you to answer it from now on.` },
  backInStock: { title: t`Back in stock`, body: t`Something you asked about is available again.` },
  stockLow: { title: t`Low stock`, body: t`Something in the shop is running low.` },
  contactAssigned: { title: t`A message was assigned to you`, body: t`A colleague asks you to answer it.` },
  mentioned: { title: t`You were mentioned`, body: t`A colleague mentioned you in a note.` },
  suspended: {
    title: t`Your account is paused`,
    body: t`Our team is reviewing it. Until then, you can still read everything. If you have questions, please contact us.`,
  },
  suspensionConfirmed: {
    title: t`Your account stays paused`,
    body: t`Our team has reviewed it. If you think this is a mistake, please contact us.`,
  },
  suspensionLifted: { title: t`Your account is active again`, body: t`You can write, review and order again.` },
  suspendedByMistake: {
    title: t`Your account is active again`,
    body: t`We paused it by mistake, and we are sorry. You can write, review and order again.`,
  },
  messageHeld: {
    title: t`Your message was fine`,
    body: t`We held it back by mistake, and we are sorry. You can send it again.`,
  },
  textHeld: {
    title: t`What you wrote was fine`,
    body: t`We refused it by mistake, and we are sorry. You can send it again.`,
  },
  levelChanged: { title: t`Your access has changed`, body: t`The other access you bought has started.` },
} as const

export const orderTexts = {
  /** Beside a total that goes to another country. */
  duties: t`Import duties and taxes of the destination country aren't included. The recipient pays them.`,
  nothingToChange: t`There is nothing to change.`,
  tooOften: t`You've placed too many orders in the past hour. Please try again later.`,
  holdsUnverified: (most: number) =>
    t`Please confirm your email address to order more than ${most} models at once. You can resend the link from your account.`,
  holdsFull: (most: number) =>
    t`You can have up to ${most} models awaiting payment at a time. Please order fewer, or pay for your other order first.`,
  holdsElsewhere: t`Too many orders from your network are awaiting payment. Please try again in an hour.`,
  notCancellable: t`Only unpaid orders can be cancelled.`,
  reasonRequired: t`Please enter a reason.`,
  reasonHint: t`The customer is told, by email too. Please don't name any model.`,
  partArrived: t`Part of the payment for this order has arrived, so it can't be cancelled. It will need a decision when the time to pay is over.`,
  addressHint: t`The customer is told. Print labels and packing slips again afterwards.`,
  addressFixed: t`The delivery address can only be corrected before the order ships.`,
  notReopenable: t`A completed order can only be taken back within 24 hours.`,
  notEnded: t`Only finished orders can be deleted from your list.`,
  noMove: (from: string, to: string) => t`An order can't be changed from “${from}” to “${to}”.`,
  trackingRequired: t`Please enter a tracking number.`,
  changed: t`Someone else has changed this order. Review the changes, then try again.`,
  noShipping: (country: string) => t`We don't ship to ${country}. Please enter an address in another country.`,
  numberShape: t`Order numbers look like ORD-123456.`,
  notFound: t`We couldn't find an order with this number and email address. Please check both.`,
  expected: (days: string) => t`Estimated delivery: ${days}`,
} as const

export const orderStatusTexts: Record<string, string> = {
  unpaid: t`Unpaid`,
  to_be_shipped: t`To be shipped`,
  shipped: t`Shipped`,
  completed: t`Completed`,
  cancelled: t`Cancelled`,
  needs_review: t`Being checked`,
  refund_due: t`Refund due`,
  refunded: t`Refunded`,
}

/** Unknown statuses read as "Pending". */
export function orderStatusText(status: string): string {
  return Object.hasOwn(orderStatusTexts, status) ? orderStatusTexts[status]! : t`Pending`
}

/** Why a discount code is not used; shown at its field. */
export const discountTexts = {
  unknown: t`We don't recognize this code. Please check the spelling.`,
  notStarted: (day: string) => t`This code can be used from ${day}.`,
  expired: t`This code has expired.`,
  usedUp: t`This code has been used up.`,
  usedByYou: t`You've already used this code.`,
  otherModels: t`This code isn't for the models in your cart.`,
  missing: (amount: string) => t`Add models for ${amount} more to use this code.`,
  otherLevel: (levels: string) => t`This code is for ${levels} members.`,
  firstOrder: t`This code is for your first order only.`,
  forMemberships: t`This code is for memberships.`,
  forModels: t`This code is for models.`,
  firstMembership: t`This code is for your first membership only.`,
  fromPrice: (price: string) => t`This code is for memberships from ${price}.`,
  better: (title: string) => t`You already get a better discount: ${title}.`,
  forMembers: (levels: string, value: string) => t`${levels} members get ${value} off.`,
} as const
