/** What is said to who buys, by mail and notice too. Apart from what every page loads. No zod here. */
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
  foreignAddress: "This address is not on this site.",
  priceDiffers: "The price is not the one of this order. Please reload the page.",
  underWay: "A payment for this order is under way.",
  alreadyPaid: "This order does not wait for a payment.",
  holdEnded: "The time to pay for this order has run out. Please order again.",
  notMade: "The payment was not made, and nothing was charged. What you chose is still in your cart.",
  notAsked: "What became of your payment could not be asked just now. Your orders tell it.",
  partPaid: "Part paid",
  onItsWay: "Payment on its way",
  onItsWayNote: "A payment for this order is on its way. The pieces wait for it.",
  sendRest: "Send the rest",
  sentTo: "It goes to the same payment as before; nothing is asked for twice.",
  partArrived: (arrived: string, missing: string) => `${arrived} has arrived, ${missing} is still missing.`,
  inCoin: (remaining: string) => `That is ${remaining}.`,
  partLater: "If the rest does not arrive in time, a person will look at it. Your money is accounted for.",
  unknown: "We do not know this payment",
  unknownNote: "It is not one of yours, or its address is not complete. All your orders are in your dashboard.",
  handling: "Handling takes 3-5 business days; then it is shipped, and the order shows its tracking number.",
  alreadyHeld: (orderNumber: string) => `${orderNumber} already holds these pieces and waits for its payment.`,
} as const

export const membershipTexts = {
  used: "You don't have permission to send messages",
  covered: "You hold this level, or a higher one, without an end. There is nothing to buy.",
  bought: "Subscription Successful!",
  cancelled: "Subscription Cancelled",
  priceDiffers: (name: string, price: string) => `This is not our price: ${name} costs ${price} for 30 days.`,
  notMade: "The payment was not made, and nothing was charged. The memberships are still there.",
  notAsked: "What became of your payment could not be asked just now. Your dashboard shows the level you have.",
} as const

/** In-app notices are as neutral as letters: they name no model. */
export const noticeTexts = {
  orderPaid: { title: "Order confirmed", body: (number: string) => `The payment for order ${number} is confirmed.` },
  orderShipped: { title: "Order shipped", body: (number: string) => `Order ${number} is on its way.` },
  orderCancelled: { title: "Order cancelled", body: (number: string) => `Order ${number} was cancelled.` },
  beingChecked: {
    title: "Payment being checked",
    body: (number: string) => `A person is looking at the payment for order ${number}.`,
  },
  membershipBought: {
    title: "Membership confirmed",
    body: (level: string, from: string, until: string) =>
      `Your payment has arrived: ${level} from ${from} until ${until}.`,
  },
  membershipRefunded: {
    title: "Payment refunded",
    body: "A payment for your membership was refunded, and the time it paid for has ended.",
  },
  membershipSoonOver: { title: "Membership ends soon", body: "It ends within three days. You can renew it now." },
  levelChangesSoon: {
    title: "Your level changes soon",
    body: "It changes within three days to what you bought beside it.",
  },
  membershipOver: { title: "Membership ended", body: "Your account is a free one again." },
  newMessage: { title: "New message", body: "Somebody has written to you." },
  newMessages: { title: "New messages", body: (chats: string) => `Something new was said in ${chats} chats.` },
  flagged: {
    title: "Something to look at",
    body: (number: string) => `Item ${number} of the queue concerns one of your models.`,
  },
  levelChanged: { title: "Your level has changed", body: "What you bought beside the higher level has begun." },
} as const
