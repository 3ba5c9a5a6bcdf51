import { notificationTexts, paymentTexts } from "#contract/buyingText.ts"
import { shippingTexts } from "#contract/texts.ts"
import { formatCents } from "../money.ts"
import { dayOf, email, type Message, momentOf } from "./letter.ts"

/**
 * Every email of the shop. They stay neutral: no names, no products, no pictures, no memberships; somebody else may see
 * the screen. `server/privacy/neutral.test.ts` writes each of them.
 */

interface ToAccount {
  to: string
  origin: string
}
interface WithCode extends ToAccount {
  code: string
}

/** A message with the usual link of its group, unless it has another. */
type Content = Omit<Message, "link"> & Partial<Message>

const codeLink = ({ origin, code }: Omit<WithCode, "to">, path: string) =>
  `${origin}${path}?oob_code=${encodeURIComponent(code)}`

export const welcome = email("verify_email", (about: WithCode) => ({
  subject: "Confirm your email address",
  text: "Welcome! Please confirm your email address. The link is valid for 24 hours.",
  link: ["Confirm address", codeLink(about, "/verify-email")],
  note: "If you didn't create an account, you can ignore this email.",
}))

export const verifyEmail = email("verify_email", (about: WithCode) => ({
  subject: "Confirm your email address",
  text: "Please confirm your email address. The link is valid for 24 hours.",
  link: ["Confirm address", codeLink(about, "/verify-email")],
  note: "If you didn't request this, you can ignore this email.",
}))

export const existingAccount = email("existing_account", ({ origin }: ToAccount) => ({
  subject: "You already have an account",
  text: [
    "Someone, perhaps you, tried to create an account with this email address. You already have one, and nothing has changed.",
    "You can log in with your password, or choose a new one if you've forgotten it.",
  ],
  link: ["Choose a new password", `${origin}/forgot-password`],
  note: "If this wasn't you, you can ignore this email.",
}))

export const passwordReset = email("password_reset", (about: WithCode) => ({
  subject: "Choose a new password",
  text: "You asked to reset your password. The link works once and is valid for one hour.",
  link: ["Choose a new password", codeLink(about, "/reset-password")],
  note: "If you didn't request this, you can ignore this email. Your password stays the same.",
}))

export const passwordResetByStaff = email("password_reset", (about: WithCode) => ({
  subject: "Choose a new password",
  text: "Our team sent you this link so that you can choose a new password. It works once and is valid for one hour.",
  link: ["Choose a new password", codeLink(about, "/reset-password")],
  note: "If you didn't ask our team for it, you can ignore this email. Your password stays the same.",
}))

export const passwordChanged = email("password_changed", ({ origin }: ToAccount) => ({
  subject: "Your password was changed",
  text: "The password of your account was just changed, and your other devices were logged out.",
  link: ["This wasn't me", `${origin}/forgot-password`],
  note: "If this was you, there's nothing else to do.",
}))

const secondFactorChanges = {
  passkey_added: ["A passkey was added", "A passkey was just added to your account. You can log in with it."],
  passkey_removed: ["A passkey was removed", "A passkey was just removed from your account."],
  app_added: ["Two-step verification is on", "An authenticator app was just set up for your account."],
  app_removed: ["An authenticator app was removed", "The authenticator app was just removed from your account."],
  off: ["Two-step verification is off", "Two-step verification of your account was just turned off."],
  recovery_codes_renewed: [
    "Your recovery codes were replaced",
    "The recovery codes of your account were just replaced. The earlier ones no longer work.",
  ],
  recovery_code_used: ["A recovery code was used", "One of your recovery codes was just used. It works only once."],
  codes_guessed: [
    "Wrong codes for your account",
    "Someone entered your password, and then several wrong codes of your two-step verification.",
  ],
  reset: [
    "Two-step verification was reset",
    "Our team removed the second step of your account and logged you out everywhere. Log in with your password to set it up again.",
  ],
} as const
export type SecondFactorChange = keyof typeof secondFactorChanges

/** The code undoes what was added. */
interface AboutSecondFactor extends ToAccount {
  change: SecondFactorChange
  code?: string
}

export const secondFactorChanged = email("second_factor", ({ origin, change, code }: AboutSecondFactor) => {
  const [subject, text] = secondFactorChanges[change]
  const undo =
    "If this wasn't you, open the link within seven days. What was added is removed, all devices are logged out, and you choose a new password."
  return {
    subject,
    text: code ? [text, undo] : text,
    link: ["This wasn't me", code ? codeLink({ origin, code }, "/undo-second-factor") : `${origin}/forgot-password`],
    note: code
      ? "If this was you, there's nothing else to do."
      : "If this was you, there's nothing else to do. If not, choose a new password and contact us.",
  }
})

export const unknownBrowser = "an unknown browser"

export const newSignIn = email("new_sign_in", ({ origin, agent }: ToAccount & { agent: string }) => ({
  subject: "New login to your account",
  text: `Someone just logged in to your account with ${agent}, which hasn't been used for it before.`,
  link: ["This wasn't me", `${origin}/forgot-password`],
  note: "If this was you, there's nothing else to do. If not, choose a new password. This logs out every other session.",
}))

export const changeEmail = email("change_email", (about: WithCode) => ({
  subject: "Confirm your new email address",
  text: "Please confirm that you want to use this email address for your account. The link is valid for 24 hours.",
  link: ["Use this address", codeLink(about, "/verify-email")],
  note: "If you didn't request this, you can ignore this email.",
}))

export const emailTaken = email("email_taken", ({ origin }: ToAccount) => ({
  subject: "Your email address was entered for another account",
  text: "Someone, perhaps you, tried to use this email address for another account. It belongs to yours, and nothing has changed.",
  link: ["Go to the shop", `${origin}/login`],
  note: "If this wasn't you, you can ignore this email.",
}))

export const emailKept = email("email_taken", ({ origin }: ToAccount) => ({
  subject: "Your email address was entered for an account",
  text: [
    "Someone, perhaps you, tried to use this email address for an account. Another account used it until a few days ago, so for now only that account can get it back, using the link in our email about the change.",
    "Nothing has changed. If you'd like to use the address for a different account, please try again in a week.",
  ],
  link: ["Contact us", `${origin}/contact`],
  note: "If this wasn't you, you can ignore this email.",
}))

const changeRequested = (text: string) =>
  email("email_change_requested", (about: WithCode) => ({
    subject: "An email address change was requested",
    text: [
      text,
      "If this wasn't you, open the link below. It works for seven days, even after the change. Your account keeps this address, all devices are logged out, and you choose a new password.",
    ],
    link: ["This wasn't me", codeLink(about, "/undo-email-change")],
    note: "If this was you, there's nothing else to do here.",
  }))

export const emailChangeRequested = changeRequested(
  "Someone, perhaps you, asked to change your account's email address. It changes once the new address is confirmed, within 24 hours.",
)

export const emailChangeByStaff = changeRequested(
  "Our team was asked to change your account's email address. It changes once the new address is confirmed, within 24 hours.",
)

export const emailChanged = email("email_changed", (about: WithCode) => ({
  subject: "Your email address was changed",
  text: [
    "Your account now uses a different email address.",
    "If this wasn't you, open the link within seven days. Your account gets this address back, all devices are logged out, and you choose a new password.",
  ],
  link: ["This wasn't me", codeLink(about, "/undo-email-change")],
  note: "If this was you, there's nothing else to do. We won't email this address again.",
}))

export const emailRestored = email("email_restored", (about: WithCode) => ({
  subject: "Your account uses this address again",
  text: "The change of your email address was undone, and all devices were logged out. Your old password no longer works, so please choose a new one. The link works once and is valid for one hour.",
  link: ["Choose a new password", codeLink(about, "/reset-password")],
  note: "If the link has expired, you can request a new one from the login page.",
}))

export const secondFactorUndone = email("second_factor_undone", (about: WithCode) => ({
  subject: "Your account is yours again",
  text: "What was added to your two-step verification was removed, and all devices were logged out. Your old password no longer works, so please choose a new one. The link works once and is valid for one hour.",
  link: ["Choose a new password", codeLink(about, "/reset-password")],
  note: "If the link has expired, you can request a new one from the login page.",
}))

export const emailChangeUndone = email("email_taken_back", ({ origin }: ToAccount) => ({
  subject: "An account no longer uses this address",
  text: "An account had changed its email address to this one. The change was undone from its previous address.",
  link: ["Contact us", `${origin}/contact`],
  note: "If you didn't expect this, please contact us.",
}))

export interface AboutOrder {
  to: string
  orderNumber: string
  productsCents: number
  discountCents: number
  totalCents: number
  /** What had been received when it was confirmed. */
  paidCents: number
  /** The full address of the order's page. */
  url: string
  /** What staff wrote when they cancelled it. */
  cancelReason?: string | null
  /** Until when it can be paid, while it is unpaid. */
  payBy: Date | null
  /** The recipient's time zone, if known. */
  zone: string | null
}

/** The link to the order's page needs its account; the number alone opens nothing and is not sent with the page. */
const orderEmail = <More = object>(kind: string, messageOf: (about: AboutOrder & More) => Content) =>
  email(kind, (about: AboutOrder & More) => {
    const lookup = `${/^https?:\/\/[^/]+/.exec(about.url)?.[0] ?? ""}/orders/lookup#${about.orderNumber}`
    const hint = `Not logged in? Track it by its number and your email address: ${lookup}`
    return { link: ["View order", about.url], key: about.orderNumber, hint, ...messageOf(about) }
  })

export const orderReceived = orderEmail("order_received", (about) => {
  const { orderNumber, productsCents, discountCents, totalCents, payBy, zone } = about
  return {
    subject: `Order ${orderNumber} received`,
    text: `We've received your order ${orderNumber}. It is reserved for you while we wait for your payment.`,
    facts: [
      ["Order", orderNumber],
      // The title of a discount may name a membership, and an email names none.
      discountCents > 0 && ["Subtotal", formatCents(productsCents)],
      discountCents > 0 && ["Discount", `-${formatCents(discountCents)}`],
      ["Shipping", "Free"],
      ["Total", `${formatCents(totalCents)} USD`],
      payBy !== null && ["Pay by", momentOf(payBy, zone)],
    ],
  }
})

export const orderPaid = orderEmail("order_paid", ({ orderNumber, paidCents }) => ({
  subject: `Order ${orderNumber} confirmed`,
  text: `Thank you. Your payment for order ${orderNumber} is confirmed.`,
  facts: [
    ["Order", orderNumber],
    ["Paid", `${formatCents(paidCents)} USD`],
  ],
  note: "We'll email you again when it ships.",
}))

interface Parcel {
  trackingNumber: string
  carrier?: string | null
  trackingUrl?: string | null
  /** The shop's setting. */
  returnDays: number
}

export const orderShipped = orderEmail<Parcel>("order_shipped", ({ orderNumber, returnDays, ...parcel }) => ({
  subject: `Order ${orderNumber} is on its way`,
  text: [`Your order ${orderNumber} has shipped.`, shippingTexts.returns(returnDays)],
  facts: [
    ["Order", orderNumber],
    !!parcel.carrier && ["Carrier", parcel.carrier],
    ["Tracking number", parcel.trackingNumber],
    !!parcel.trackingUrl && ["Track it at", parcel.trackingUrl],
  ],
  note: paymentTexts.packaging,
  quoted: [parcel.carrier ?? ""],
}))

export const orderCancelled = orderEmail("order_cancelled", ({ orderNumber, cancelReason }) => ({
  subject: `Order ${orderNumber} was cancelled`,
  text: `Your order ${orderNumber} was cancelled. You haven't been charged.`,
  facts: [!!cancelReason && ["Reason", cancelReason]],
  note: "If you've already sent a payment, we'll see it when it arrives and contact you.",
  quoted: [cancelReason ?? ""],
}))

/** The address itself is on the order's page; it can be corrected several times. */
export const orderAddressChanged = orderEmail<{ version: number }>(
  "order_address_changed",
  ({ orderNumber, version }) => ({
    subject: `Order ${orderNumber}: new delivery address`,
    text: `Our team corrected the delivery address of your order ${orderNumber}. The order page shows it.`,
    note: "If the address isn't right, please contact us before the order ships.",
    nth: version,
  }),
)

interface SentRefund {
  refundId: number
  amountCents: number
  /** What was sent, where it is known. */
  payoutId?: string | null
  payoutAmount?: string | null
  payoutCurrency?: string | null
}

export const refundSent = orderEmail<SentRefund>("refund_sent", ({ orderNumber, ...refund }) => {
  const { refundId, amountCents, payoutId, payoutAmount, payoutCurrency } = refund
  return {
    subject: `Refund for order ${orderNumber}`,
    text: `We've sent a refund of ${formatCents(amountCents)} for order ${orderNumber}.`,
    facts: [
      ["Order", orderNumber],
      ["Refund", `${formatCents(amountCents)} USD`],
      !!payoutAmount && !!payoutCurrency && ["Sent", `${payoutAmount} ${payoutCurrency.toUpperCase()}`],
      !!payoutId && ["Transaction", payoutId],
    ],
    nth: refundId,
  }
})

interface OfReturn {
  returnId: number
}

/** What the shop wrote is on the order's page: it may name a model. */
export const returnApproved = orderEmail<OfReturn>("return_approved", ({ orderNumber, url, returnId }) => ({
  subject: `Order ${orderNumber}: your return is approved`,
  text: `We've approved your return for order ${orderNumber}. The order page says how and where to send it.`,
  link: ["View instructions", url],
  nth: returnId,
}))

export const returnRefused = orderEmail<OfReturn>("return_refused", ({ orderNumber, returnId }) => ({
  subject: `Order ${orderNumber}: about your return`,
  text: `We can't accept your return for order ${orderNumber}. The order page says why.`,
  note: "If you have questions, please contact us.",
  nth: returnId,
}))

export const returnReceived = orderEmail<OfReturn>("return_received", ({ orderNumber, returnId }) => ({
  subject: `Order ${orderNumber}: your return has arrived`,
  text: `Your return for order ${orderNumber} has arrived. We'll now refund you and email you again.`,
  nth: returnId,
}))

export const paymentBeingChecked = orderEmail("payment_being_checked", ({ orderNumber }) => ({
  subject: `Order ${orderNumber}: your payment is being checked`,
  text: [
    `We received a payment for order ${orderNumber} that didn't match it, so our team is reviewing the payment.`,
    "Your money is safe, and there's nothing you need to do.",
  ],
}))

export const paymentIncomplete = orderEmail<{ missing: string }>("payment_incomplete", ({ orderNumber, missing }) => ({
  subject: `Order ${orderNumber}: part of the payment is missing`,
  text: [
    `We received part of the payment for order ${orderNumber}. ${missing} is still missing.`,
    "You can send the rest from the order page. What you've already paid counts towards the total.",
  ],
}))

interface WithPage {
  to: string
  url: string
}
interface InZone extends WithPage {
  /** The recipient's time zone, if known. */
  zone: string | null
}
interface OfPayment {
  paymentId: number
}
interface Bought extends InZone, OfPayment {
  startsAt: Date
  endsAt: Date
}

const memberEmail = <About extends WithPage>(kind: string, messageOf: (about: About) => Content) =>
  email(kind, (about: About) => ({ link: ["View details", about.url], ...messageOf(about) }))

/** Sent once for a payment. */
const paymentEmail = <About extends WithPage & OfPayment>(kind: string, messageOf: (about: About) => Content) =>
  memberEmail(kind, (about: About) => ({ key: about.paymentId, ...messageOf(about) }))

interface MembershipBought extends Bought {
  happens: "new" | "renewal" | "upgrade" | "waits"
}

export const membershipBought = paymentEmail("membership_bought", ({ happens, zone, ...time }: MembershipBought) => {
  const [startsAt, endsAt] = [dayOf(time.startsAt, zone), dayOf(time.endsAt, zone)]
  const told = {
    new: `Your payment is confirmed. Your access is active until ${endsAt}.`,
    renewal: `Your payment is confirmed. Your access is now active until ${endsAt}.`,
    upgrade: `Your payment is confirmed. Your new access starts right away and is active until ${endsAt}, including the remaining time of your previous access.`,
    waits: `Your payment is confirmed. The access you bought starts on ${startsAt}, when your current access ends, and is active until ${endsAt}.`,
  }
  return {
    subject: "Your payment is confirmed",
    text: [told[happens], "It won't renew automatically, and you won't be charged again."],
    facts: [happens === "waits" && ["Starts", startsAt], ["Active until", endsAt]],
  }
})

interface EndOfLevel {
  /** Whether a lower level follows. */
  goesOn: boolean
}

export const membershipReminder = memberEmail(
  "membership_soon_over",
  ({ url, zone, endsAt, goesOn }: InZone & EndOfLevel & { endsAt: Date }) => ({
    subject: "Your access ends soon",
    text: goesOn
      ? `Your current access ends on ${dayOf(endsAt, zone)}. The other access you bought starts then.`
      : `Your access ends on ${dayOf(endsAt, zone)}. It won't renew automatically. If you'd like to keep it, you can renew now without losing any days.`,
    link: ["Renew", url],
  }),
)

export const membershipEnded = memberEmail("membership_over", ({ goesOn }: WithPage & EndOfLevel) => ({
  subject: goesOn ? "Your access has changed" : "Your access has ended",
  text: goesOn
    ? "Your previous access has ended, and the other access you bought has started."
    : "Your access has ended. Your account and everything in it are still there.",
}))

interface MembershipRefunded extends InZone, OfPayment {
  isOver: boolean
  /** Null: no end. */
  endsAt: Date | null
}

export const membershipRefunded = paymentEmail(
  "membership_refunded",
  ({ zone, isOver, endsAt }: MembershipRefunded) => {
    const rest = endsAt
      ? `Your remaining access is active until ${dayOf(endsAt, zone)}.`
      : "The rest of your access isn't affected."
    return {
      subject: "Your payment was refunded",
      text: [
        "Your payment was refunded, so the time it covered has ended.",
        isOver ? "Your account and everything in it are still there." : rest,
      ],
      note: "If you didn't expect this, please contact us through our contact page.",
    }
  },
)

interface AccessAdded extends InZone {
  /** Null: at once. */
  startsAt: Date | null
  endsAt: Date
  reason: string
}

/** Without a payment, by staff. */
export const accessAdded = memberEmail("access_added", ({ zone, startsAt, endsAt, reason }: AccessAdded) => ({
  subject: notificationTexts.accessAdded.title,
  text: notificationTexts.accessAdded.body,
  facts: [
    startsAt !== null && ["Starts", dayOf(startsAt, zone)],
    ["Active until", dayOf(endsAt, zone)],
    ["Reason", reason],
  ],
  quoted: [reason],
}))

export const accessEnded = memberEmail("access_ended", ({ reason }: WithPage & { reason: string }) => ({
  subject: notificationTexts.accessEnded.title,
  text: notificationTexts.accessEnded.body,
  facts: [["Reason", reason]],
  note: "If you didn't expect this, please contact us through our contact page.",
  quoted: [reason],
}))

export const giftReady = paymentEmail(
  "gift_ready",
  ({ url, zone, giftCode, endsAt }: Omit<Bought, "startsAt"> & { giftCode: string }) => ({
    subject: "Your code is ready",
    text: [
      "Thank you. Your payment is confirmed, and your code is ready to be passed on.",
      "It works once: whoever redeems it first gets what you paid for. You'll also find it in your account.",
    ],
    facts: [
      ["Code", giftCode],
      ["Redeem it until", dayOf(endsAt, zone)],
    ],
    link: ["Where to redeem it", url],
  }),
)

export const giftRedeemed = paymentEmail("gift_redeemed", ({ zone, startsAt, endsAt }: Bought) => ({
  subject: notificationTexts.giftRedeemed.title,
  text: notificationTexts.giftRedeemed.body(dayOf(startsAt, zone), dayOf(endsAt, zone)),
}))

/** To who redeemed it. */
export const giftRefunded = paymentEmail("gift_refunded", (_: WithPage & OfPayment) => ({
  subject: notificationTexts.giftRefunded.title,
  text: notificationTexts.giftRefunded.body,
  note: "If you didn't expect this, please contact us through our contact page.",
}))

export const giftVoided = paymentEmail("gift_voided", ({ url }: WithPage & OfPayment) => ({
  subject: "Your payment was refunded",
  text: "Your payment was refunded, so the code you bought with it no longer works.",
  link: ["Go to the shop", url],
  note: "If you didn't expect this, please contact us through our contact page.",
}))

interface OfMembership extends WithPage, OfPayment {
  userId: number
}

export const staffMembershipRefunded = email("staff_membership_refunded", (about: OfMembership) => ({
  subject: `Payment ${about.paymentId} was refunded`,
  text: `Payment ${about.paymentId} of account ${about.userId} was refunded before the time it covers was over. That time has ended.`,
  link: ["Open the panel", about.url],
  key: about.paymentId,
}))

export const staffMembershipCovered = email("staff_membership_covered", (about: OfMembership) => ({
  subject: `Payment ${about.paymentId} needs a refund`,
  text: `Account ${about.userId} already has what payment ${about.paymentId} was for, with no end date, so the payment had no effect. Please refund it.`,
  link: ["Open the panel", about.url],
  key: about.paymentId,
}))

export const staffCritical = email("staff_critical", ({ itemId, url }: WithPage & { itemId: number }) => ({
  subject: `Critical: item ${itemId} needs review now`,
  text: [
    `Content was blocked and added to the review queue as item ${itemId}, marked critical. Only super admins can open it.`,
    "For privacy, this email doesn't include the content.",
  ],
  link: ["Open review queue", url],
  key: itemId,
}))

/** `name`: the host of the receiver. */
export const webhookOff = email("staff_webhook_off", ({ name, url }: WithPage & { name: string }) => ({
  subject: "A webhook was disabled",
  text: [
    `${name} hasn't accepted an event for five days, so the webhook was disabled. Events that happen while it's disabled won't be sent.`,
    "Enable it again once the receiver works. Pending events are sent then.",
  ],
  link: ["Open the webhook", url],
}))

const newAccess = {
  integration: [
    "It can read data of the shop or receive it, also after a new password and after everybody was logged out. The audit log has who did it.",
    "If it wasn't one of you, remove it. Then open that account in User management, log it out everywhere and revoke its API keys.",
  ],
  admin: [
    "This account can do everything in the admin panel. The audit log has who added it.",
    "If it wasn't one of you, delete the account. Then open the one that added it in User management, log it out everywhere and revoke its API keys.",
  ],
}

interface AccessGiven extends WithPage {
  about: keyof typeof newAccess
  subject: string
}

export const accessGiven = (given: AccessGiven) =>
  email(`staff_${given.about}_added`, ({ about, subject, url }: AccessGiven) => ({
    subject,
    text: newAccess[about],
    link: ["Open the panel", url],
    note: "If it was one of you, there's nothing else to do.",
  }))(given)

export const waitingKinds = {
  orders: "staff_orders_wait",
  flagged: "staff_queue_waits",
  stock: "staff_stock_low",
} as const

/** How much waits: the subject, the text and the link for one, and for more. */
const waiting = {
  orders: {
    one: ["1 order needs a decision", "1 order needs a decision. Open the admin panel to review."],
    more: (n: number) => [
      `${n} orders need a decision`,
      `${n} orders need a decision. Open the admin panel to review.`,
    ],
    label: "Open orders",
  },
  flagged: {
    one: ["1 flagged item needs review", "1 flagged item needs review. Open the admin panel to review."],
    more: (n: number) => [
      `${n} flagged items need review`,
      `${n} flagged items need review. Open the admin panel to review.`,
    ],
    label: "Open review queue",
  },
  stock: {
    one: ["1 item is running low", "1 item is running low. Open the admin panel to review."],
    more: (n: number) => [`${n} items are running low`, `${n} items are running low. Open the admin panel to review.`],
    label: "Open stock",
  },
}

interface Waiting extends WithPage {
  part: keyof typeof waitingKinds
  number: number
}

/** The details are in the admin panel. */
export const staffWaiting = (given: Waiting) =>
  email(waitingKinds[given.part], ({ part, number, url }: Waiting) => {
    const { one, more, label } = waiting[part]
    const [subject, text] = number === 1 ? one : more(number)
    return {
      subject: subject!,
      text: text!,
      link: [label, url],
      note: "You can turn these emails off in your notification settings.",
    }
  })(given)

interface NewOrder extends WithPage {
  orderId: number
  orderNumber: string
  paidCents: number
}

/** What was bought and by whom is in the admin panel. */
export const staffNewOrder = email("staff_new_order", ({ to, orderId, orderNumber, paidCents, url }: NewOrder) => ({
  subject: `New order ${orderNumber}`,
  text: notificationTexts.newOrder.body(orderNumber),
  facts: [["Paid", `${formatCents(paidCents)} USD`]],
  link: ["Open order", url],
  note: "You can turn these emails off in your notification settings.",
  key: `${orderId}:${to}`,
}))

export const moderatorNotified = email("moderator_notified", ({ to, itemId, url }: WithPage & { itemId: number }) => ({
  subject: "Content to review",
  text: `An admin asks you to review item ${itemId} in the queue.`,
  link: ["Open dashboard", url],
  key: `${itemId}:${to}`,
}))

const paragraphs = (text: string) => text.split(/\n{2,}/)

interface ContactMessage {
  to: string
  name: string
  email: string
  subject: string
  message: string
  /** The order it is about. */
  orderNumber?: string | null
}

export const contactMessage = email("contact", (about: ContactMessage) => {
  const { name, email, subject, message, orderNumber } = about
  return {
    subject: `Contact: ${subject}`,
    text: [`${name} <${email}> wrote:`, ...paragraphs(message)],
    facts: [!!orderNumber && ["Order", orderNumber]],
    link: ["Reply", `mailto:${email}`],
    note: "You can also reply to this email directly.",
    quoted: [name, email, subject, ...paragraphs(message)],
    replyTo: email,
  }
})

interface ContactAnswer extends ToAccount {
  subject: string
  message: string
  /** What staff answers. */
  answer: string
  /** The address that a further question goes to. */
  support: string
  sentAt: Date
  /** The recipient's time zone, if known. */
  zone: string | null
}

export const contactAnswer = email("contact_answer", (about: ContactAnswer) => {
  const { origin, subject, message, answer, support, sentAt, zone } = about
  return {
    subject: `Re: ${subject}`,
    text: paragraphs(answer),
    quote: { head: `On ${dayOf(sentAt, zone)} you wrote:`, lines: paragraphs(message) },
    link: ["Contact us", `${origin}/contact`],
    note: "You can also reply to this email directly.",
    quoted: [subject, ...paragraphs(answer), ...paragraphs(message)],
    replyTo: support,
  }
})

export const confirmNewsletter = email("newsletter_confirm", (about: WithCode) => ({
  subject: "Please confirm your subscription",
  text: "You signed up for our newsletter. Please confirm your email address. The link is valid for seven days.",
  link: ["Confirm subscription", codeLink(about, "/newsletter/confirm")],
  note: "If you didn't sign up, you can ignore this email. We won't email you again.",
}))

export const newsletterConfirmed = email("newsletter_confirmed", (about: WithCode) => ({
  subject: "Your subscription is confirmed",
  text: "Thank you. We only email you when there's something new.",
  link: ["Unsubscribe", codeLink(about, "/newsletter/unsubscribe")],
  unsubscribeUrl: codeLink(about, "/newsletter/unsubscribe"),
}))

export const confirmStockRequest = email("stock_confirm", (about: WithCode) => {
  const unsubscribeUrl = codeLink(about, "/restock/unsubscribe")
  return {
    subject: "Please confirm your request",
    text: "You asked us to email you when something is back in stock. Please confirm your email address. The link is valid for seven days.",
    link: ["Confirm request", codeLink(about, "/restock/confirm")],
    note: `If you didn't ask for this, you can ignore this email, or unsubscribe: ${unsubscribeUrl}`,
    unsubscribeUrl,
  }
})

interface BackInStock extends WithCode {
  itemId: number
  url: string
}

export const backInStock = email("back_in_stock", (about: BackInStock) => {
  const unsubscribeUrl = codeLink(about, "/restock/unsubscribe")
  return {
    subject: "It's back in stock",
    text: "Something you asked about is available again. We email people in the order they asked. Nothing is reserved, so it may sell out again.",
    link: ["View it", about.url],
    note: `You asked for this email, and we send it once. To stop all of them, unsubscribe: ${unsubscribeUrl}`,
    unsubscribeUrl,
    key: about.itemId,
  }
})

export const accountSuspended = email("account_suspended", ({ url }: WithPage) => ({
  subject: "Your account is paused",
  text: [
    "Our team needs to review something that was posted from your account, so we've paused it for now. You can log in and read everything, but you can't write, review or order.",
    "Paid orders are processed as usual. We'll email you as soon as we've made a decision.",
  ],
  link: ["Contact us", url],
  note: "If this wasn't you, please choose a new password and contact us.",
}))

export const accountRestored = email("account_restored", ({ url, byMistake }: WithPage & { byMistake: boolean }) => ({
  subject: "Your account is active again",
  text: byMistake
    ? "We paused your account by mistake, and we are sorry. You can write, review and order again."
    : "Our team has reviewed your account. You can write, review and order again. Thank you for your patience.",
  link: ["Log in", url],
}))
