import { isTimeZone } from "#contract/accounts.ts"
import { notificationTexts, paymentTexts } from "#contract/buyingText.ts"
import type { Language } from "#contract/languages.ts"
import { shippingTexts } from "#contract/texts.ts"
import { escapeHtml } from "../http/escapeHtml.ts"
import { translatorTo } from "../languages.ts"
import { formatCents } from "../money.ts"
import type { Email } from "./outbox.ts"

/**
 * Every email of the shop. They stay neutral: no names, no products, no pictures, no memberships; somebody else may see
 * the screen. `server/privacy/neutral.test.ts` writes each of them.
 */

interface WithCode {
  to: string
  origin: string
  code: string
}

export function welcome({ to, origin, code }: WithCode): Email {
  return write("verify_email", to, "Confirm your email address", {
    lines: ["Welcome! Please confirm your email address. The link is valid for 24 hours."],
    action: { label: "Confirm address", url: codeLink(origin, "/verify-email", code) },
    note: "If you didn't create an account, you can ignore this email.",
  })
}

export function verifyEmail({ to, origin, code }: WithCode): Email {
  return write("verify_email", to, "Confirm your email address", {
    lines: ["Please confirm your email address. The link is valid for 24 hours."],
    action: { label: "Confirm address", url: codeLink(origin, "/verify-email", code) },
    note: "If you didn't request this, you can ignore this email.",
  })
}

export function existingAccount({ to, origin }: { to: string; origin: string }): Email {
  return write("existing_account", to, "You already have an account", {
    lines: [
      "Someone, perhaps you, tried to create an account with this email address. You already have one, and nothing has changed.",
      "You can log in with your password, or choose a new one if you've forgotten it.",
    ],
    action: { label: "Choose a new password", url: `${origin}/forgot-password` },
    note: "If this wasn't you, you can ignore this email.",
  })
}

export const passwordReset = (about: WithCode) =>
  resetLink(
    about,
    "You asked to reset your password. The link works once and is valid for one hour.",
    "If you didn't request this, you can ignore this email. Your password stays the same.",
  )

export const passwordResetByStaff = (about: WithCode) =>
  resetLink(
    about,
    "Our team sent you this link so that you can choose a new password. It works once and is valid for one hour.",
    "If you didn't ask our team for it, you can ignore this email. Your password stays the same.",
  )

function resetLink({ to, origin, code }: WithCode, line: string, note: string): Email {
  const action = { label: "Choose a new password", url: codeLink(origin, "/reset-password", code) }
  return write("password_reset", to, "Choose a new password", { lines: [line], action, note })
}

export function passwordChanged({ to, origin }: { to: string; origin: string }): Email {
  return write("password_changed", to, "Your password was changed", {
    lines: ["The password of your account was just changed, and your other devices were logged out."],
    action: { label: "This wasn't me", url: `${origin}/forgot-password` },
    note: "If this was you, there's nothing else to do.",
  })
}

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

export function secondFactorChanged({
  to,
  origin,
  change,
  code,
}: {
  to: string
  origin: string
  change: SecondFactorChange
  /** Undoes what was added. */
  code?: string
}): Email {
  const [subject, line] = secondFactorChanges[change]
  if (code) {
    return write("second_factor", to, subject, {
      lines: [
        line,
        "If this wasn't you, open the link within seven days. What was added is removed, all devices are logged out, and you choose a new password.",
      ],
      action: { label: "This wasn't me", url: codeLink(origin, "/undo-second-factor", code) },
      note: "If this was you, there's nothing else to do.",
    })
  }
  return write("second_factor", to, subject, {
    lines: [line],
    action: { label: "This wasn't me", url: `${origin}/forgot-password` },
    note: "If this was you, there's nothing else to do. If not, choose a new password and contact us.",
  })
}

export const unknownBrowser = "an unknown browser"

export function newSignIn({ to, origin, agent }: { to: string; origin: string; agent: string }): Email {
  return write("new_sign_in", to, "New login to your account", {
    lines: [`Someone just logged in to your account with ${agent}, which hasn't been used for it before.`],
    action: { label: "This wasn't me", url: `${origin}/forgot-password` },
    note: "If this was you, there's nothing else to do. If not, choose a new password. This logs out every other session.",
  })
}

export function changeEmail({ to, origin, code }: WithCode): Email {
  return write("change_email", to, "Confirm your new email address", {
    lines: ["Please confirm that you want to use this email address for your account. The link is valid for 24 hours."],
    action: { label: "Use this address", url: codeLink(origin, "/verify-email", code) },
    note: "If you didn't request this, you can ignore this email.",
  })
}

export function emailTaken({ to, origin }: { to: string; origin: string }): Email {
  return write("email_taken", to, "Your email address was entered for another account", {
    lines: [
      "Someone, perhaps you, tried to use this email address for another account. It belongs to yours, and nothing has changed.",
    ],
    action: { label: "Go to the shop", url: `${origin}/login` },
    note: "If this wasn't you, you can ignore this email.",
  })
}

export function emailKept({ to, origin }: { to: string; origin: string }): Email {
  return write("email_taken", to, "Your email address was entered for an account", {
    lines: [
      "Someone, perhaps you, tried to use this email address for an account. Another account used it until a few days ago, so for now only that account can get it back, using the link in our email about the change.",
      "Nothing has changed. If you'd like to use the address for a different account, please try again in a week.",
    ],
    action: { label: "Contact us", url: `${origin}/contact` },
    note: "If this wasn't you, you can ignore this email.",
  })
}

export const emailChangeRequested = (about: WithCode) =>
  changeRequested(
    about,
    "Someone, perhaps you, asked to change your account's email address. It changes once the new address is confirmed, within 24 hours.",
  )

export const emailChangeByStaff = (about: WithCode) =>
  changeRequested(
    about,
    "Our team was asked to change your account's email address. It changes once the new address is confirmed, within 24 hours.",
  )

function changeRequested({ to, origin, code }: WithCode, line: string): Email {
  return write("email_change_requested", to, "An email address change was requested", {
    lines: [
      line,
      "If this wasn't you, open the link below. It works for seven days, even after the change. Your account keeps this address, all devices are logged out, and you choose a new password.",
    ],
    action: { label: "This wasn't me", url: codeLink(origin, "/undo-email-change", code) },
    note: "If this was you, there's nothing else to do here.",
  })
}

export function emailChanged({ to, origin, code }: WithCode): Email {
  return write("email_changed", to, "Your email address was changed", {
    lines: [
      "Your account now uses a different email address.",
      "If this wasn't you, open the link within seven days. Your account gets this address back, all devices are logged out, and you choose a new password.",
    ],
    action: { label: "This wasn't me", url: codeLink(origin, "/undo-email-change", code) },
    note: "If this was you, there's nothing else to do. We won't email this address again.",
  })
}

export function emailRestored({ to, origin, code }: WithCode): Email {
  return write("email_restored", to, "Your account uses this address again", {
    lines: [
      "The change of your email address was undone, and all devices were logged out. Your old password no longer works, so please choose a new one. The link works once and is valid for one hour.",
    ],
    ...newPasswordLink(origin, code),
  })
}

export function secondFactorUndone({ to, origin, code }: WithCode): Email {
  return write("second_factor_undone", to, "Your account is yours again", {
    lines: [
      "What was added to your two-step verification was removed, and all devices were logged out. Your old password no longer works, so please choose a new one. The link works once and is valid for one hour.",
    ],
    ...newPasswordLink(origin, code),
  })
}

const newPasswordLink = (origin: string, code: string) => ({
  action: { label: "Choose a new password", url: codeLink(origin, "/reset-password", code) },
  note: "If the link has expired, you can request a new one from the login page.",
})

export function emailChangeUndone({ to, origin }: { to: string; origin: string }): Email {
  return write("email_taken_back", to, "An account no longer uses this address", {
    lines: ["An account had changed its email address to this one. The change was undone from its previous address."],
    action: { label: "Contact us", url: `${origin}/contact` },
    note: "If you didn't expect this, please contact us.",
  })
}

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

export function orderReceived(about: AboutOrder): Email {
  const { to, orderNumber, productsCents, discountCents, totalCents, url, payBy, zone } = about
  // Its title may name a membership, and an email names none.
  const discount: [string, string][] = [
    ["Subtotal", formatCents(productsCents)],
    ["Discount", `-${formatCents(discountCents)}`],
  ]
  return aboutOrder("order_received", to, orderNumber, `Order ${orderNumber} received`, {
    lines: [`We've received your order ${orderNumber}. It is reserved for you while we wait for your payment.`],
    facts: [
      ["Order", orderNumber],
      ...(discountCents > 0 ? discount : []),
      ["Shipping", "Free"],
      ["Total", `${formatCents(totalCents)} USD`],
      ...(payBy ? [["Pay by", momentOf(payBy, zone)] as [string, string]] : []),
    ],
    action: { label: "View order", url },
  })
}

export function orderPaid({ to, orderNumber, paidCents, url }: AboutOrder): Email {
  return aboutOrder("order_paid", to, orderNumber, `Order ${orderNumber} confirmed`, {
    lines: [`Thank you. Your payment for order ${orderNumber} is confirmed.`],
    facts: [
      ["Order", orderNumber],
      ["Paid", `${formatCents(paidCents)} USD`],
    ],
    action: { label: "View order", url },
    note: "We'll email you again when it ships.",
  })
}

interface Parcel {
  trackingNumber: string
  carrier?: string | null
  trackingUrl?: string | null
}

/** `returnDays` is the shop's setting. */
export function orderShipped(about: AboutOrder & Parcel & { returnDays: number }): Email {
  const { to, orderNumber, url, trackingNumber, carrier, trackingUrl, returnDays } = about
  const content = {
    lines: [`Your order ${orderNumber} has shipped.`, shippingTexts.returns(returnDays)],
    facts: [
      ["Order", orderNumber],
      ...(carrier ? [["Carrier", carrier]] : []),
      ["Tracking number", trackingNumber],
      ...(trackingUrl ? [["Track it at", trackingUrl]] : []),
    ] as [string, string][],
    action: { label: "View order", url },
    note: paymentTexts.packaging,
  }
  const quoted = carrier ? [carrier] : []
  return aboutOrder("order_shipped", to, orderNumber, `Order ${orderNumber} is on its way`, content, quoted)
}

export function orderCancelled({ to, orderNumber, url, cancelReason }: AboutOrder): Email {
  const content = {
    lines: [`Your order ${orderNumber} was cancelled. You haven't been charged.`],
    facts: cancelReason ? [["Reason", cancelReason] as [string, string]] : [],
    action: { label: "View order", url },
    note: "If you've already sent a payment, we'll see it when it arrives and contact you.",
  }
  const quoted = cancelReason ? [cancelReason] : []
  return aboutOrder("order_cancelled", to, orderNumber, `Order ${orderNumber} was cancelled`, content, quoted)
}

/** The address itself is on the order's page. */
export function orderAddressChanged({ to, orderNumber, url, version }: AboutOrder & { version: number }): Email {
  const email = aboutOrder("order_address_changed", to, orderNumber, `Order ${orderNumber}: new delivery address`, {
    lines: [`Our team corrected the delivery address of your order ${orderNumber}. The order page shows it.`],
    action: { label: "View order", url },
    note: "If the address isn't right, please contact us before the order ships.",
  })
  // It can be corrected several times.
  return { ...email, dedupeKey: `order_address_changed ${version}:${orderNumber}` }
}

/** The amount in dollars and, where it is known, what was sent. */
export function refundSent({ to, orderNumber, url, refundId, amountCents, ...payout }: AboutOrder & SentRefund): Email {
  const { payoutId, payoutAmount, payoutCurrency } = payout
  const sent = payoutAmount && payoutCurrency ? `${payoutAmount} ${payoutCurrency.toUpperCase()}` : null
  const email = aboutOrder("refund_sent", to, orderNumber, `Refund for order ${orderNumber}`, {
    lines: [`We've sent a refund of ${formatCents(amountCents)} for order ${orderNumber}.`],
    facts: [
      ["Order", orderNumber],
      ["Refund", `${formatCents(amountCents)} USD`],
      ...(sent ? [["Sent", sent] as [string, string]] : []),
      ...(payoutId ? [["Transaction", payoutId] as [string, string]] : []),
    ],
    action: { label: "View order", url },
  })
  // An order can have several.
  return { ...email, dedupeKey: `refund_sent ${refundId}:${orderNumber}` }
}

interface SentRefund {
  refundId: number
  amountCents: number
  payoutId?: string | null
  payoutAmount?: string | null
  payoutCurrency?: string | null
}

interface AboutReturn extends AboutOrder {
  returnId: number
}

/** What the shop wrote is on the order's page: it may name a model. */
export function returnApproved({ to, orderNumber, url, returnId }: AboutReturn): Email {
  const email = aboutOrder("return_approved", to, orderNumber, `Order ${orderNumber}: your return is approved`, {
    lines: [`We've approved your return for order ${orderNumber}. The order page says how and where to send it.`],
    action: { label: "View instructions", url },
  })
  return { ...email, dedupeKey: `return_approved ${returnId}:${orderNumber}` }
}

export function returnRefused({ to, orderNumber, url, returnId }: AboutReturn): Email {
  const email = aboutOrder("return_refused", to, orderNumber, `Order ${orderNumber}: about your return`, {
    lines: [`We can't accept your return for order ${orderNumber}. The order page says why.`],
    action: { label: "View order", url },
    note: "If you have questions, please contact us.",
  })
  return { ...email, dedupeKey: `return_refused ${returnId}:${orderNumber}` }
}

export function returnReceived({ to, orderNumber, url, returnId }: AboutReturn): Email {
  const email = aboutOrder("return_received", to, orderNumber, `Order ${orderNumber}: your return has arrived`, {
    lines: [`Your return for order ${orderNumber} has arrived. We'll now refund you and email you again.`],
    action: { label: "View order", url },
  })
  return { ...email, dedupeKey: `return_received ${returnId}:${orderNumber}` }
}

export function paymentBeingChecked({ to, orderNumber, url }: AboutOrder): Email {
  return aboutOrder("payment_being_checked", to, orderNumber, `Order ${orderNumber}: your payment is being checked`, {
    lines: [
      `We received a payment for order ${orderNumber} that didn't match it, so our team is reviewing the payment.`,
      "Your money is safe, and there's nothing you need to do.",
    ],
    action: { label: "View order", url },
  })
}

export function paymentIncomplete({ to, orderNumber, url, missing }: AboutOrder & { missing: string }): Email {
  return aboutOrder("payment_incomplete", to, orderNumber, `Order ${orderNumber}: part of the payment is missing`, {
    lines: [
      `We received part of the payment for order ${orderNumber}. ${missing} is still missing.`,
      "You can send the rest from the order page. What you've already paid counts towards the total.",
    ],
    action: { label: "View order", url },
  })
}

interface AboutMembership {
  to: string
  url: string
  /** The recipient's time zone, if known. */
  zone: string | null
}

interface MembershipBought extends AboutMembership {
  paymentId: number
  happens: "new" | "renewal" | "upgrade" | "waits"
  startsAt: Date
  endsAt: Date
}

export function membershipBought({ to, url, zone, paymentId, happens, ...time }: MembershipBought): Email {
  const [startsAt, endsAt] = [dayOf(time.startsAt, zone), dayOf(time.endsAt, zone)]
  const told = {
    new: `Your payment is confirmed. Your access is active until ${endsAt}.`,
    renewal: `Your payment is confirmed. Your access is now active until ${endsAt}.`,
    upgrade: `Your payment is confirmed. Your new access starts right away and is active until ${endsAt}, including the remaining time of your previous access.`,
    waits: `Your payment is confirmed. The access you bought starts on ${startsAt}, when your current access ends, and is active until ${endsAt}.`,
  }
  const email = write("membership_bought", to, "Your payment is confirmed", {
    lines: [told[happens], "It won't renew automatically, and you won't be charged again."],
    facts: [...(happens === "waits" ? [["Starts", startsAt] as [string, string]] : []), ["Active until", endsAt]],
    action: { label: "View details", url },
  })
  return { ...email, dedupeKey: `membership_bought:${paymentId}` }
}

export function membershipReminder({
  to,
  url,
  zone,
  endsAt,
  goesOn,
}: AboutMembership & EndOfLevel & { endsAt: Date }): Email {
  return write("membership_soon_over", to, "Your access ends soon", {
    lines: [
      goesOn
        ? `Your current access ends on ${dayOf(endsAt, zone)}. The other access you bought starts then.`
        : `Your access ends on ${dayOf(endsAt, zone)}. It won't renew automatically. If you'd like to keep it, you can renew now without losing any days.`,
    ],
    action: { label: "Renew", url },
  })
}

interface EndOfLevel {
  /** Whether a lower level follows. */
  goesOn: boolean
}

export function membershipEnded({ to, url, goesOn }: Omit<AboutMembership, "zone"> & EndOfLevel): Email {
  return write("membership_over", to, goesOn ? "Your access has changed" : "Your access has ended", {
    lines: [
      goesOn
        ? "Your previous access has ended, and the other access you bought has started."
        : "Your access has ended. Your account and everything in it are still there.",
    ],
    action: { label: "View details", url },
  })
}

interface MembershipRefunded extends AboutMembership {
  paymentId: number
  isOver: boolean
  /** Null: no end. */
  endsAt: Date | null
}

export function membershipRefunded({ to, url, zone, paymentId, isOver, endsAt }: MembershipRefunded): Email {
  const rest = endsAt
    ? `Your remaining access is active until ${dayOf(endsAt, zone)}.`
    : "The rest of your access isn't affected."
  const email = write("membership_refunded", to, "Your payment was refunded", {
    lines: [
      "Your payment was refunded, so the time it covered has ended.",
      isOver ? "Your account and everything in it are still there." : rest,
    ],
    action: { label: "View details", url },
    note: "If you didn't expect this, please contact us through our contact page.",
  })
  return { ...email, dedupeKey: `membership_refunded:${paymentId}` }
}

interface AccessAdded extends AboutMembership {
  /** Null: at once. */
  startsAt: Date | null
  endsAt: Date
  reason: string
}

/** Without a payment, by staff. */
export function accessAdded({ to, url, zone, startsAt, endsAt, reason }: AccessAdded): Email {
  const { title, body } = notificationTexts.accessAdded
  const until = dayOf(endsAt, zone)
  const facts: [string, string][] = [
    ...(startsAt ? [["Starts", dayOf(startsAt, zone)] as [string, string]] : []),
    ["Active until", until],
    ["Reason", reason],
  ]
  const content = { lines: [body], facts, action: { label: "View details", url } }
  return write("access_added", to, title, content, [reason])
}

export function accessEnded({ to, url, reason }: Omit<AboutMembership, "zone"> & { reason: string }): Email {
  const { title, body } = notificationTexts.accessEnded
  const content = {
    lines: [body],
    facts: [["Reason", reason] as [string, string]],
    action: { label: "View details", url },
    note: "If you didn't expect this, please contact us through our contact page.",
  }
  return write("access_ended", to, title, content, [reason])
}

interface GiftReady extends AboutMembership {
  paymentId: number
  giftCode: string
  endsAt: Date
}

export function giftReady({ to, url, zone, paymentId, giftCode, endsAt }: GiftReady): Email {
  const email = write("gift_ready", to, "Your code is ready", {
    lines: [
      "Thank you. Your payment is confirmed, and your code is ready to be passed on.",
      "It works once: whoever redeems it first gets what you paid for. You'll also find it in your account.",
    ],
    facts: [
      ["Code", giftCode],
      ["Redeem it until", dayOf(endsAt, zone)],
    ],
    action: { label: "Where to redeem it", url },
  })
  return { ...email, dedupeKey: `gift_ready:${paymentId}` }
}

interface GiftRedeemed extends AboutMembership {
  paymentId: number
  startsAt: Date
  endsAt: Date
}

export function giftRedeemed({ to, url, zone, paymentId, startsAt, endsAt }: GiftRedeemed): Email {
  const { title, body } = notificationTexts.giftRedeemed
  const email = write("gift_redeemed", to, title, {
    lines: [body(dayOf(startsAt, zone), dayOf(endsAt, zone))],
    action: { label: "View details", url },
  })
  return { ...email, dedupeKey: `gift_redeemed:${paymentId}` }
}

/** To who redeemed it. */
export function giftRefunded({ to, url, paymentId }: { to: string; url: string; paymentId: number }): Email {
  const { title, body } = notificationTexts.giftRefunded
  const email = write("gift_refunded", to, title, {
    lines: [body],
    action: { label: "View details", url },
    note: "If you didn't expect this, please contact us through our contact page.",
  })
  return { ...email, dedupeKey: `gift_refunded:${paymentId}` }
}

export function giftVoided({ to, url, paymentId }: { to: string; url: string; paymentId: number }): Email {
  const email = write("gift_voided", to, "Your payment was refunded", {
    lines: ["Your payment was refunded, so the code you bought with it no longer works."],
    action: { label: "Go to the shop", url },
    note: "If you didn't expect this, please contact us through our contact page.",
  })
  return { ...email, dedupeKey: `gift_voided:${paymentId}` }
}

interface ForStaff {
  to: string
  userId: number
  paymentId: number
  url: string
}

export function staffMembershipRefunded({ to, userId, paymentId, url }: ForStaff): Email {
  const email = write("staff_membership_refunded", to, `Payment ${paymentId} was refunded`, {
    lines: [
      `Payment ${paymentId} of account ${userId} was refunded before the time it covers was over. That time has ended.`,
    ],
    action: { label: "Open the panel", url },
  })
  return { ...email, dedupeKey: `staff_membership_refunded:${paymentId}` }
}

export function staffMembershipCovered({ to, userId, paymentId, url }: ForStaff): Email {
  const email = write("staff_membership_covered", to, `Payment ${paymentId} needs a refund`, {
    lines: [
      `Account ${userId} already has what payment ${paymentId} was for, with no end date, so the payment had no effect. Please refund it.`,
    ],
    action: { label: "Open the panel", url },
  })
  return { ...email, dedupeKey: `staff_membership_covered:${paymentId}` }
}

export function staffCritical({ to, itemId, url }: { to: string; itemId: number; url: string }): Email {
  const email = write("staff_critical", to, `Critical: item ${itemId} needs review now`, {
    lines: [
      `Content was blocked and added to the review queue as item ${itemId}, marked critical. Only super admins can open it.`,
      "For privacy, this email doesn't include the content.",
    ],
    action: { label: "Open review queue", url },
  })
  return { ...email, dedupeKey: `staff_critical:${itemId}` }
}

/** `name`: the host of the receiver. */
export function webhookOff({ to, name, url }: { to: string; name: string; url: string }): Email {
  return write("staff_webhook_off", to, "A webhook was disabled", {
    lines: [
      `${name} hasn't accepted an event for five days, so the webhook was disabled. Events that happen while it's disabled won't be sent.`,
      "Enable it again once the receiver works. Pending events are sent then.",
    ],
    action: { label: "Open the webhook", url },
  })
}

interface AccessGiven {
  to: string
  about: "integration" | "admin"
  subject: string
  url: string
}

export function accessGiven({ to, about, subject, url }: AccessGiven): Email {
  const lines = {
    integration: [
      "It can read data of the shop or receive it, also after a new password and after everybody was logged out. The audit log has who did it.",
      "If it wasn't one of you, remove it. Then open that account in User management, log it out everywhere and revoke its API keys.",
    ],
    admin: [
      "This account can do everything in the admin panel. The audit log has who added it.",
      "If it wasn't one of you, delete the account. Then open the one that added it in User management, log it out everywhere and revoke its API keys.",
    ],
  }
  return write(about === "admin" ? "staff_admin_added" : "staff_integration_added", to, subject, {
    lines: lines[about],
    action: { label: "Open the panel", url },
    note: "If it was one of you, there's nothing else to do.",
  })
}

export const waitingKinds = {
  orders: "staff_orders_wait",
  flagged: "staff_queue_waits",
  stock: "staff_stock_low",
} as const
const waitingWords = {
  orders: (n: number) => ({
    subject: n === 1 ? "1 order needs a decision" : `${n} orders need a decision`,
    text:
      n === 1
        ? "1 order needs a decision. Open the admin panel to review."
        : `${n} orders need a decision. Open the admin panel to review.`,
    label: "Open orders",
  }),
  flagged: (n: number) => ({
    subject: n === 1 ? "1 flagged item needs review" : `${n} flagged items need review`,
    text:
      n === 1
        ? "1 flagged item needs review. Open the admin panel to review."
        : `${n} flagged items need review. Open the admin panel to review.`,
    label: "Open review queue",
  }),
  stock: (n: number) => ({
    subject: n === 1 ? "1 item is running low" : `${n} items are running low`,
    text:
      n === 1
        ? "1 item is running low. Open the admin panel to review."
        : `${n} items are running low. Open the admin panel to review.`,
    label: "Open stock",
  }),
}

/** Reports how much waits for the staff; the details are in the admin panel. */
export function staffWaiting({
  to,
  part,
  number,
  url,
}: {
  to: string
  part: keyof typeof waitingKinds
  number: number
  url: string
}): Email {
  const { subject, text, label } = waitingWords[part](number)
  return write(waitingKinds[part], to, subject, {
    lines: [text],
    action: { label, url },
    note: "You can turn these emails off in your notification settings.",
  })
}

/** What was bought and by whom is in the admin panel. */
export function staffNewOrder(about: {
  to: string
  orderId: number
  orderNumber: string
  paidCents: number
  url: string
}): Email {
  const { to, orderId, orderNumber, paidCents, url } = about
  const email = write("staff_new_order", to, `New order ${orderNumber}`, {
    lines: [notificationTexts.newOrder.body(orderNumber)],
    facts: [["Paid", `${formatCents(paidCents)} USD`]],
    action: { label: "Open order", url },
    note: "You can turn these emails off in your notification settings.",
  })
  return { ...email, dedupeKey: `staff_new_order:${orderId}:${to}` }
}

export function moderatorNotified({ to, itemId, url }: { to: string; itemId: number; url: string }): Email {
  const email = write("moderator_notified", to, "Content to review", {
    lines: [`An admin asks you to review item ${itemId} in the queue.`],
    action: { label: "Open dashboard", url },
  })
  return { ...email, dedupeKey: `moderator_notified:${itemId}:${to}` }
}

export function contactMessage(given: {
  to: string
  name: string
  email: string
  subject: string
  message: string
  /** The order it is about. */
  orderNumber?: string | null
}): Email {
  const { to, name, email, subject, message, orderNumber } = given
  const paragraphs = message.split(/\n{2,}/)
  const content = {
    lines: [`${name} <${email}> wrote:`, ...paragraphs],
    facts: orderNumber ? ([["Order", orderNumber]] as [string, string][]) : [],
    action: { label: "Reply", url: `mailto:${email}` },
    note: "You can also reply to this email directly.",
  }
  const contact = write("contact", to, `Contact: ${subject}`, content, [name, email, subject, ...paragraphs])
  return { ...contact, replyTo: email }
}

interface ContactAnswer {
  to: string
  origin: string
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

export function contactAnswer({ to, origin, subject, message, answer, support, sentAt, zone }: ContactAnswer): Email {
  const [answered, asked] = [answer, message].map((text) => text.split(/\n{2,}/)) as [string[], string[]]
  const content = {
    lines: answered,
    quote: { head: `On ${dayOf(sentAt, zone)} you wrote:`, lines: asked },
    action: { label: "Contact us", url: `${origin}/contact` },
    note: "You can also reply to this email directly.",
  }
  const email = write("contact_answer", to, `Re: ${subject}`, content, [subject, ...answered, ...asked])
  return { ...email, replyTo: support }
}

export function confirmNewsletter({ to, origin, code }: WithCode): Email {
  return write("newsletter_confirm", to, "Please confirm your subscription", {
    lines: ["You signed up for our newsletter. Please confirm your email address. The link is valid for seven days."],
    action: { label: "Confirm subscription", url: codeLink(origin, "/newsletter/confirm", code) },
    note: "If you didn't sign up, you can ignore this email. We won't email you again.",
  })
}

export function newsletterConfirmed({ to, origin, code }: WithCode): Email {
  const unsubscribeUrl = codeLink(origin, "/newsletter/unsubscribe", code)
  const email = write("newsletter_confirmed", to, "Your subscription is confirmed", {
    lines: ["Thank you. We only email you when there's something new."],
    action: { label: "Unsubscribe", url: unsubscribeUrl },
  })
  return { ...email, unsubscribeUrl }
}

export function confirmStockRequest({ to, origin, code }: WithCode): Email {
  const unsubscribeUrl = codeLink(origin, "/restock/unsubscribe", code)
  const email = write("stock_confirm", to, "Please confirm your request", {
    lines: [
      "You asked us to email you when something is back in stock. Please confirm your email address. The link is valid for seven days.",
    ],
    action: { label: "Confirm request", url: codeLink(origin, "/restock/confirm", code) },
    note: `If you didn't ask for this, you can ignore this email, or unsubscribe: ${unsubscribeUrl}`,
  })
  return { ...email, unsubscribeUrl }
}

interface BackInStock extends WithCode {
  itemId: number
  url: string
}

export function backInStock({ to, itemId, origin, url, code }: BackInStock): Email {
  const unsubscribeUrl = codeLink(origin, "/restock/unsubscribe", code)
  const email = write("back_in_stock", to, "It's back in stock", {
    lines: [
      "Something you asked about is available again. We email people in the order they asked. Nothing is reserved, so it may sell out again.",
    ],
    action: { label: "View it", url },
    note: `You asked for this email, and we send it once. To stop all of them, unsubscribe: ${unsubscribeUrl}`,
  })
  return { ...email, unsubscribeUrl, dedupeKey: `back_in_stock:${itemId}` }
}

export function accountSuspended({ to, url }: { to: string; url: string }): Email {
  return write("account_suspended", to, "Your account is paused", {
    lines: [
      "Our team needs to review something that was posted from your account, so we've paused it for now. You can log in and read everything, but you can't write, review or order.",
      "Paid orders are processed as usual. We'll email you as soon as we've made a decision.",
    ],
    action: { label: "Contact us", url },
    note: "If this wasn't you, please choose a new password and contact us.",
  })
}

interface Restored {
  to: string
  url: string
  /** What it was paused for was wrong. */
  byMistake: boolean
}

export function accountRestored({ to, url, byMistake }: Restored): Email {
  return write("account_restored", to, "Your account is active again", {
    lines: [
      byMistake
        ? "We paused your account by mistake, and we are sorry. You can write, review and order again."
        : "Our team has reviewed your account. You can write, review and order again. Thank you for your patience.",
    ],
    action: { label: "Log in", url },
  })
}

const copyLink = "Or copy this link into your browser:"

interface Content {
  lines: string[]
  /** Details that the reader may want to find again quickly. */
  facts?: [string, string][]
  /** What the reader wrote, below the rest. */
  quote?: { head: string; lines: string[] }
  action: { label: string; url: string }
  note?: string
  /** After the note. */
  hint?: string
}

/** The link to the order's page needs its account; the number alone opens nothing and is not sent with the page. */
function aboutOrder(
  kind: string,
  to: string,
  orderNumber: string,
  subject: string,
  content: Content,
  quoted: string[] = [],
): Email {
  const lookup = `${/^https?:\/\/[^/]+/.exec(content.action.url)?.[0] ?? ""}/orders/lookup#${orderNumber}`
  const hint = `Not logged in? Track it by its number and your email address: ${lookup}`
  const email = write(kind, to, subject, { ...content, hint }, quoted)
  return { ...email, dedupeKey: `${kind}:${orderNumber}` }
}

/**
 * `December 21, 2026` in the recipient's time zone, as on the pages, and abroad `21 December 2026`; if the
 * zone is unknown, in UTC and marked so.
 */
export function dayOf(moment: Date, zone: string | null): string {
  return written(moment, zone, { dateStyle: "long" })
}

/** `December 21, 2026 at 3:05 PM`, by the same rule. */
export function momentOf(moment: Date, zone: string | null): string {
  return written(moment, zone, { dateStyle: "long", timeStyle: "short" })
}

function written(moment: Date, zone: string | null, style: Intl.DateTimeFormatOptions): string {
  const isKnown = zone !== null && isTimeZone(zone)
  const isAbroad = isKnown && /^(Europe|Africa|Asia|Australia|Indian|Atlantic|Pacific\/(?!Honolulu))/.test(zone)
  const text = moment.toLocaleString(isAbroad ? "en-GB" : "en-US", { ...style, timeZone: isKnown ? zone : "UTC" })
  return isKnown ? text : `${text} (UTC)`
}

function codeLink(origin: string, path: string, code: string): string {
  return `${origin}${path}?oob_code=${encodeURIComponent(code)}`
}

/** `quoted` are texts that people wrote, in the subject or the content. */
function write(kind: string, to: string, subject: string, content: Content, quoted: string[] = []): Email {
  const render = (language: Language, shopName: string) => {
    const translate = (text: string) => translatorTo(language)(text, quoted)
    const there = translated(content, translate)
    const title = translate(subject)
    return { subject: title, text: asText(there, shopName), html: asHtml(title, there, language, shopName) }
  }
  return { kind, to, ...render("en", "Vitrine"), render }
}

function translated(
  { lines, facts, quote, action, note, hint }: Content,
  translate: (text: string) => string,
): Content {
  return {
    lines: lines.map(translate),
    facts: facts?.map(([name, value]) => [translate(name), translate(value)]),
    quote: quote && { head: translate(quote.head), lines: quote.lines },
    action: { label: translate(action.label), url: action.url },
    note: [note, hint]
      .filter((text) => text !== undefined)
      .map(translate)
      .join(" "),
  }
}

function asText({ lines, facts = [], quote, action, note }: Content, shopName: string): string {
  const paragraphs = [
    ...lines.map(wrap),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join("\n")] : []),
    `${action.label}:\n${action.url}`,
    ...(note ? [wrap(note)] : []),
    ...(quote ? [wrap(quote.head), marked(quote.lines)] : []),
    `--\n${shopName}`,
  ]
  return paragraphs.join("\n\n")
}

/**
 * Lines of at most 76 characters are sent unencoded, so that an email saved as a file is readable and its link can be
 * copied.
 */
function wrap(line: string): string {
  return line.replace(/(.{1,76})(?: |$)/g, "$1\n").trimEnd()
}

const marked = (lines: string[]) =>
  lines
    .flatMap((line) => ["", ...wrap(line).split("\n")])
    .slice(1)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n")

const serif = "font-family:Georgia,'Times New Roman',serif"
const sans = "font-family:-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"

/**
 * Programs without a dark theme, or that drop the style element, show the light one: every colour is also set inline.
 */
const dark = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.room{background:#150e14!important}.card{background:#20171f!important;border-color:#3b2f38!important}
.ink{color:#f4edf2!important}.soft{color:#cfc3cb!important}.quiet{color:#ab9ea7!important}.line{border-color:#3b2f38!important}
.name{color:#e0b5d3!important}.button{background:#f4edf2!important;color:#271826!important}}
@media (max-width:480px){.inside{padding:28px 22px 24px!important}.outside{padding:16px 8px!important}}`

function asHtml(
  subject: string,
  { lines, facts = [], quote, action, note }: Content,
  language: Language,
  shopName: string,
): string {
  const paragraph = (line: string) =>
    `<p class="soft" style="margin:0 0 16px;${sans};font-size:16px;line-height:1.6;color:#4c3d4a">${escapeHtml(line).replaceAll("\n", "<br>")}</p>`
  const fact = ([name, value]: [string, string]) => `<tr>
<td class="line quiet" style="padding:10px 16px 10px 0;border-top:1px solid #d3dcd9;${sans};font-size:14px;line-height:1.5;color:#6b5c68">${escapeHtml(name)}</td>
<td class="line ink" align="right" style="padding:10px 0;border-top:1px solid #d3dcd9;${sans};font-size:14px;line-height:1.5;color:#271826;font-weight:600;word-break:break-word">${escapeHtml(value)}</td>
</tr>`
  const quoted = ({ head, lines }: NonNullable<Content["quote"]>) =>
    `<p class="quiet" style="margin:24px 0 8px;${sans};font-size:13px;line-height:1.6;color:#6b5c68">${escapeHtml(head)}</p>
<blockquote class="line" style="margin:0;padding:0 0 0 14px;border-left:2px solid #d3dcd9">${lines.map(paragraph).join("\n")}</blockquote>`
  const table = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 0">${facts.map(fact).join("\n")}</table>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${dark}</style>
</head>
<body class="room" style="margin:0;padding:0;background:#f1f6f4">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(lines[0]!)}</div>
<table class="room" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f6f4"><tr><td class="outside" align="center" style="padding:40px 16px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#fbfdfc;border:1px solid #d3dcd9">
<tr><td class="inside" style="padding:36px 40px 32px">
<p class="name" style="margin:0 0 28px;${serif};font-size:17px;color:#6b295b">${escapeHtml(shopName)}</p>
<h1 class="ink" style="margin:0 0 20px;${serif};font-size:27px;line-height:1.25;font-weight:400;color:#271826">${escapeHtml(subject)}</h1>
${lines.map(paragraph).join("\n")}
${facts.length > 0 ? table : ""}
<p style="margin:28px 0"><a class="button" href="${escapeHtml(action.url)}" style="display:inline-block;padding:14px 24px;background:#6b295b;color:#fbfdfc;${sans};font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p class="quiet" style="margin:0;${sans};font-size:13px;line-height:1.6;color:#6b5c68">${escapeHtml(translatorTo(language)(copyLink))}<br><span style="word-break:break-all">${escapeHtml(action.url)}</span></p>
${note ? `<p class="line quiet" style="margin:24px 0 0;padding-top:20px;border-top:1px solid #d3dcd9;${sans};font-size:13px;line-height:1.6;color:#6b5c68">${escapeHtml(note)}</p>` : ""}
${quote ? quoted(quote) : ""}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}
