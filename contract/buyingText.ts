/**
 * Texts for customers, in emails and notifications too. A separate file, because not every page loads it. No zod here.
 */
export const paymentTexts = {
  invoiceFailed: "Failed to create NowPayments invoice",
  subscriptionInvoiceFailed: "Failed to create NowPayments subscription invoice",
  invoiceUrlFailed: "Failed to get invoice URL from NowPayments. Please try again.",
  checkoutFailed: "Checkout failed",
  subscriptionFailed: "Subscription failed",
  invalidPlan: "Invalid subscription plan.",
  missingPlan: "Missing subscription plan info.",
  notConfigured: "Payments are not configured",
  confirmed: "Order Confirmed!",
  waiting: "Waiting for the payment",
  cancelled: "Payment Cancelled",
  wallet: "Crypto Wallet",
  foreignAddress: "This URL doesn't belong to this site.",
  priceDiffers: "The price doesn't match this order. Please reload the page.",
  underWay: "A payment for this order is already in progress.",
  alreadyPaid: "This order isn't awaiting payment.",
  holdEnded: "The time to pay for this order has run out. Please order again.",
  notMade: "Your payment wasn't completed, and you haven't been charged. Your cart is unchanged.",
  notAsked: "We couldn't check your payment just now. You'll find its status in your orders.",
  partPaid: "Partially paid",
  onItsWay: "Payment processing",
  onItsWayNote: "Your payment for this order is being processed. Your models are reserved in the meantime.",
  sendRest: "Send the rest",
  sentTo: "This goes towards the same payment. You won't be charged twice.",
  partArrived: (arrived: string, missing: string) => `We've received ${arrived}. ${missing} is still missing.`,
  inCoin: (remaining: string) => `That is ${remaining}.`,
  partLater: "If the rest doesn't arrive in time, our team will review the payment. Your money is safe.",
  unknown: "We don't recognize this payment",
  unknownNote: "It isn't one of yours, or the link is incomplete. You'll find all your orders in your dashboard.",
  packaging: "Plain packaging, neutral label.",
  alreadyHeld: (orderNumber: string) =>
    `${orderNumber} already reserves these models, and its payment is being processed.`,
  alreadyHeldInPart: (orderNumber: string) => `${orderNumber} already reserves these models and is partially paid.`,
} as const

export const membershipTexts = {
  used: "You don't have permission to send messages",
  messagesUsed: "You've sent all the messages included in this membership period. You can still send photos.",
  photosUsed: "You've sent all the photos included in this membership period.",
  covered: "You already have this level or a higher one with no end date. There's nothing to buy.",
  hasEndless: (name: string) => `This customer has ${name} or a higher level with no end date already.`,
  none: "This customer has no membership.",
  bought: "Subscription Successful!",
  cancelled: "Subscription Cancelled",
  priceDiffers: (name: string, price: string) => `This price is out of date. ${name} costs ${price} for 30 days.`,
  notMade: "Your payment wasn't completed, and you haven't been charged. You can try again at any time.",
  notAsked: "We couldn't check your payment just now. You'll find your current level in your dashboard.",
  unknownNote: "It isn't one of yours, or the link is incomplete. You'll find your current level in your dashboard.",
} as const

/** Of codes for memberships that were bought as gifts. */
export const giftTexts = {
  required: "Please enter a code.",
  shape: "Codes look like ABCD-EFGH-JKMN.",
  unknown: "We don't recognize this code. Please check the spelling.",
  redeemed: "This code has already been redeemed.",
  expired: "This code has expired.",
  covered: (name: string) =>
    `You already have ${name} or a higher level with no end date. The code stays valid, so you can give it to somebody else.`,
  bought: "Your gift is ready",
  done: "Code redeemed",
} as const

/** Notifications are as neutral as emails: they name no model and no membership. */
export const notificationTexts = {
  orderPaid: { title: "Order confirmed", body: (number: string) => `Your payment for order ${number} is confirmed.` },
  orderShipped: { title: "Order shipped", body: (number: string) => `Order ${number} is on its way.` },
  orderCancelled: { title: "Order cancelled", body: (number: string) => `Order ${number} was cancelled.` },
  orderAddressChanged: {
    title: "Delivery address corrected",
    body: (number: string) => `Our team corrected the delivery address of order ${number}.`,
  },
  refundSent: {
    title: "Refund sent",
    body: (amount: string, number: string) => `We've sent a refund of ${amount} for order ${number}.`,
  },
  returnApproved: {
    title: "Return approved",
    body: (number: string) => `Your return for order ${number} is approved.`,
  },
  returnRefused: {
    title: "Return declined",
    body: (number: string) => `We can't accept your return for order ${number}.`,
  },
  returnReceived: {
    title: "Return received",
    body: (number: string) => `Your return for order ${number} has arrived.`,
  },
  beingChecked: {
    title: "Payment being checked",
    body: (number: string) => `Our team is reviewing your payment for order ${number}.`,
  },
  membershipBought: {
    title: "Payment confirmed",
    body: (from: string, until: string) => `Your payment is confirmed. It covers the time from ${from} until ${until}.`,
  },
  membershipRefunded: {
    title: "Payment refunded",
    body: "Your payment was refunded, and the time it covered has ended.",
  },
  giftReady: { title: "Payment confirmed", body: "Your payment is confirmed, and your code is ready." },
  giftRedeemed: {
    title: "Code redeemed",
    body: (from: string, until: string) => `Your code was redeemed. It covers the time from ${from} until ${until}.`,
  },
  giftRefunded: {
    title: "Your access has changed",
    body: "The code you redeemed was refunded, and the time it covered has ended.",
  },
  accessAdded: {
    title: "Time was added to your access",
    body: "Our team added time to your access. You don't pay for it.",
  },
  accessEnded: {
    title: "Your access was ended",
    body: "Our team ended your access. Your account and everything in it are still there.",
  },
  membershipSoonOver: { title: "Your access ends soon", body: "It ends within three days. You can renew it now." },
  levelChangesSoon: {
    title: "Your access changes soon",
    body: "Within three days, it changes to the other access you bought.",
  },
  membershipOver: { title: "Your access has ended", body: "Your account and everything in it are still there." },
  newMessage: { title: "New message", body: "Someone sent you a message." },
  newMessages: { title: "New messages", body: (chats: string) => `There are unread messages in ${chats} chats.` },
  flagged: {
    title: "Content to review",
    body: (number: string) => `Flagged item ${number} needs your review.`,
  },
  queueWaits: { title: "New flagged item", body: "Needs a decision." },
  orderWaits: {
    title: "Order needs attention",
    body: (number: string) => `Order ${number} needs a decision.`,
  },
  newOrder: {
    title: "New order",
    body: (number: string) => `Order ${number} has been paid.`,
  },
  chatHandedOver: { title: "A chat was handed over to you", body: "A colleague asked you to answer it from now on." },
  backInStock: { title: "Back in stock", body: "Something you asked about is available again." },
  stockLow: { title: "Low stock", body: "Something in the shop is running low." },
  contactAssigned: { title: "A message was assigned to you", body: "A colleague asks you to answer it." },
  mentioned: { title: "You were mentioned", body: "A colleague mentioned you in a note." },
  suspended: {
    title: "Your account is paused",
    body: "Our team is reviewing it. Until then, you can still read everything. If you have questions, please contact us.",
  },
  suspensionConfirmed: {
    title: "Your account stays paused",
    body: "Our team has reviewed it. If you think this is a mistake, please contact us.",
  },
  suspensionLifted: { title: "Your account is active again", body: "You can write, review and order again." },
  suspendedByMistake: {
    title: "Your account is active again",
    body: "We paused it by mistake, and we are sorry. You can write, review and order again.",
  },
  heldByMistake: {
    title: "Your message was fine",
    body: "We held it back by mistake, and we are sorry. You can send it again.",
  },
  levelChanged: { title: "Your access has changed", body: "The other access you bought has started." },
} as const

export const orderTexts = {
  nothingToChange: "There is nothing to change.",
  tooOften: "You've placed too many orders in the past hour. Please try again later.",
  holdsUnverified: (most: number) =>
    `Please confirm your email address to order more than ${most} models at once. You can resend the link from your account.`,
  holdsFull: (most: number) =>
    `You can have up to ${most} models awaiting payment at a time. Please order fewer, or pay for your other order first.`,
  holdsElsewhere: "Too many orders from your network are awaiting payment. Please try again in an hour.",
  notCancellable: "Only unpaid orders can be cancelled.",
  reasonRequired: "Please enter a reason.",
  reasonHint: "The customer is told, by email too. Please don't name any model.",
  partArrived:
    "Part of the payment for this order has arrived, so it can't be cancelled. It will need a decision when the time to pay is over.",
  addressHint: "The customer is told. Print labels and packing slips again afterwards.",
  addressFixed: "The delivery address can only be corrected before the order ships.",
  notReopenable: "A completed order can only be taken back within 24 hours.",
  notEnded: "Only finished orders can be deleted from your list.",
  noMove: (from: string, to: string) => `An order can't be changed from “${named(from)}” to “${named(to)}”.`,
  trackingRequired: "Please enter a tracking number.",
  changed: "Someone else has changed this order. Review the changes, then try again.",
  noShipping: (country: string) => `We don't ship to ${country}. Please enter an address in another country.`,
  numberShape: "Order numbers look like ORD-123456.",
  notFound: "We couldn't find an order with this number and email address. Please check both.",
  expected: (days: string) => `Estimated delivery: ${days}`,
} as const

export const orderStatusTexts: Record<string, string> = {
  unpaid: "Unpaid",
  to_be_shipped: "To be shipped",
  shipped: "Shipped",
  completed: "Completed",
  cancelled: "Cancelled",
  needs_review: "Being checked",
  refund_due: "Refund due",
  refunded: "Refunded",
}
const named = (status: string) => orderStatusTexts[status] ?? status

/** Unknown statuses read as "Pending". */
export function orderStatusText(status: string): string {
  return Object.hasOwn(orderStatusTexts, status) ? orderStatusTexts[status]! : "Pending"
}

/** Why a discount code is not used; shown at its field. */
export const discountTexts = {
  unknown: "We don't recognize this code. Please check the spelling.",
  notStarted: (day: string) => `This code can be used from ${day}.`,
  expired: "This code has expired.",
  usedUp: "This code has been used up.",
  usedByYou: "You've already used this code.",
  otherModels: "This code isn't for the models in your cart.",
  missing: (amount: string) => `Add models for ${amount} more to use this code.`,
  otherLevel: (levels: string) => `This code is for ${levels} members.`,
  firstOrder: "This code is for your first order only.",
  better: (title: string) => `You already get a better discount: ${title}.`,
  forMembers: (levels: string, value: string) => `${levels} members get ${value} off.`,
} as const
