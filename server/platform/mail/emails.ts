import { notificationTexts, paymentTexts } from "#contract/buyingText.ts"
import type { AppliedTax } from "#contract/selling.ts"
import { sellingTexts } from "#contract/sellingText.ts"
import { form, plural, t } from "#contract/t.ts"
import { said } from "../languages.ts"
import { formatCents } from "../money.ts"
import { dayOf, email, type Message, momentOf, type Worded } from "./letter.ts"

/**
 * All emails of the shop. They stay neutral, without names, products, pictures and memberships, because somebody else
 * may see the screen. Only emails about an order name its pieces, where the owner has chosen it. `server/backoffice/privacy/neutral.test.ts` writes each of them.
 */

interface ToAccount {
  to: string
  origin: string
}
interface WithCode extends ToAccount {
  code: string
}

/** A message, which has the usual link of its group by default. */
type Content = Omit<Message, "link"> & Partial<Message>

const codeLink = ({ origin, code }: Omit<WithCode, "to">, path: string) =>
  `${origin}${path}?oob_code=${encodeURIComponent(code)}`

export const welcome = email("verify_email", (about: WithCode) => ({
  subject: t`Confirm your email address`,
  text: t`Welcome! Please confirm your email address. The link is valid for 24 hours.`,
  link: [t`Confirm address`, codeLink(about, "/verify-email")],
  note: t`If you didn't create an account, you can ignore this email.`,
}))

export const verifyEmail = email("verify_email", (about: WithCode) => ({
  subject: t`Confirm your email address`,
  text: t`Please confirm your email address. The link is valid for 24 hours.`,
  link: [t`Confirm address`, codeLink(about, "/verify-email")],
  note: t`If you didn't request this, you can ignore this email.`,
}))

export const existingAccount = email("existing_account", ({ origin }: ToAccount) => ({
  subject: t`You already have an account`,
  text: [
    t`Someone, perhaps you, tried to create an account with this email address. You already have one, and nothing has changed.`,
    t`You can log in with your password, or choose a new one if you've forgotten it.`,
  ],
  link: [t`Choose a new password`, `${origin}/forgot-password`],
  note: t`If this wasn't you, you can ignore this email.`,
}))

export const passwordReset = email("password_reset", (about: WithCode) => ({
  subject: t`Choose a new password`,
  text: t`You asked to reset your password. The link works once and is valid for one hour.`,
  link: [t`Choose a new password`, codeLink(about, "/reset-password")],
  note: t`If you didn't request this, you can ignore this email. Your password stays the same.`,
}))

export const passwordResetByStaff = email("password_reset", (about: WithCode) => ({
  subject: t`Choose a new password`,
  text: t`Our team sent you this link so that you can choose a new password. It works once and is valid for one hour.`,
  link: [t`Choose a new password`, codeLink(about, "/reset-password")],
  note: t`If you didn't ask our team for it, you can ignore this email. Your password stays the same.`,
}))

export const invitation = email("invitation", (about: WithCode) => ({
  subject: t`You're invited to join the team`,
  text: [
    t`An account for this email address waits for you. Choose a password, and it's yours.`,
    t`The link works once and is valid for 72 hours. It replaces any earlier invitation.`,
  ],
  link: [t`Accept invitation`, codeLink(about, "/invitation")],
  note: t`If you didn't expect this, you can ignore this email.`,
}))

export const passwordChanged = email("password_changed", ({ origin }: ToAccount) => ({
  subject: t`Your password was changed`,
  text: t`The password of your account was just changed, and your other devices were logged out.`,
  link: [t`This wasn't me`, `${origin}/forgot-password`],
  note: t`If this was you, there's nothing else to do.`,
}))

const secondFactorChanges = {
  passkey_added: [t`A passkey was added`, t`A passkey was just added to your account. You can log in with it.`],
  passkey_removed: [t`A passkey was removed`, t`A passkey was just removed from your account.`],
  app_added: [t`Two-step verification is on`, t`An authenticator app was just set up for your account.`],
  app_removed: [t`An authenticator app was removed`, t`The authenticator app was just removed from your account.`],
  off: [t`Two-step verification is off`, t`Two-step verification of your account was just turned off.`],
  recovery_codes_renewed: [
    t`Your recovery codes were replaced`,
    t`The recovery codes of your account were just replaced. The earlier ones no longer work.`,
  ],
  recovery_code_used: [t`A recovery code was used`, t`One of your recovery codes was just used. It works only once.`],
  codes_guessed: [
    t`Wrong codes for your account`,
    t`Someone entered your password, and then several wrong codes of your two-step verification.`,
  ],
  reset: [
    t`Two-step verification was reset`,
    t`Our team removed the second step of your account and logged you out everywhere. Log in with your password to set it up again.`,
  ],
} as const
export type SecondFactorChange = keyof typeof secondFactorChanges

/** Undoes what was added. */
interface AboutSecondFactor extends ToAccount {
  change: SecondFactorChange
  code?: string
}

export const secondFactorChanged = email("second_factor", ({ origin, change, code }: AboutSecondFactor) => {
  const [subject, text] = secondFactorChanges[change].map(said) as [string, string]
  const undo = t`If this wasn't you, open the link within seven days. What was added is removed, all devices are logged out, and you choose a new password.`
  return {
    subject,
    text: code ? [text, undo] : text,
    link: [t`This wasn't me`, code ? codeLink({ origin, code }, "/undo-second-factor") : `${origin}/forgot-password`],
    note: code
      ? t`If this was you, there's nothing else to do.`
      : t`If this was you, there's nothing else to do. If not, choose a new password and contact us.`,
  }
})

export const unknownBrowser = t`an unknown browser`

export const newSignIn = email("new_sign_in", ({ origin, agent }: ToAccount & { agent: string }) => ({
  subject: t`New login to your account`,
  text: t`Someone just logged in to your account with ${said(agent)}, which hasn't been used for it before.`,
  link: [t`This wasn't me`, `${origin}/forgot-password`],
  note: t`If this was you, there's nothing else to do. If not, choose a new password. This logs out every other session.`,
}))

export const changeEmail = email("change_email", (about: WithCode) => ({
  subject: t`Confirm your new email address`,
  text: t`Please confirm that you want to use this email address for your account. The link is valid for 24 hours.`,
  link: [t`Use this address`, codeLink(about, "/verify-email")],
  note: t`If you didn't request this, you can ignore this email.`,
}))

export const emailTaken = email("email_taken", ({ origin }: ToAccount) => ({
  subject: t`Your email address was entered for another account`,
  text: t`Someone, perhaps you, tried to use this email address for another account. It belongs to yours, and nothing has changed.`,
  link: [t`Go to the shop`, `${origin}/login`],
  note: t`If this wasn't you, you can ignore this email.`,
}))

export const emailKept = email("email_taken", ({ origin }: ToAccount) => ({
  subject: t`Your email address was entered for an account`,
  text: [
    t`Someone, perhaps you, tried to use this email address for an account. Another account used it until a few days ago, so for now only that account can get it back, using the link in our email about the change.`,
    t`Nothing has changed. If you'd like to use the address for a different account, please try again in a week.`,
  ],
  link: [t`Contact us`, `${origin}/contact`],
  note: t`If this wasn't you, you can ignore this email.`,
}))

const changeRequested = (text: string) =>
  email("email_change_requested", (about: WithCode) => ({
    subject: t`An email address change was requested`,
    text: [
      said(text),
      t`If this wasn't you, open the link below. It works for seven days, even after the change. Your account keeps this address, all devices are logged out, and you choose a new password.`,
    ],
    link: [t`This wasn't me`, codeLink(about, "/undo-email-change")],
    note: t`If this was you, there's nothing else to do here.`,
  }))

export const emailChangeRequested = changeRequested(
  t`Someone, perhaps you, asked to change your account's email address. It changes once the new address is confirmed, within 24 hours.`,
)

export const emailChangeByStaff = changeRequested(
  t`Our team was asked to change your account's email address. It changes once the new address is confirmed, within 24 hours.`,
)

export const emailChanged = email("email_changed", (about: WithCode) => ({
  subject: t`Your email address was changed`,
  text: [
    t`Your account now uses a different email address.`,
    t`If this wasn't you, open the link within seven days. Your account gets this address back, all devices are logged out, and you choose a new password.`,
  ],
  link: [t`This wasn't me`, codeLink(about, "/undo-email-change")],
  note: t`If this was you, there's nothing else to do. We won't email this address again.`,
}))

export const emailRestored = email("email_restored", (about: WithCode) => ({
  subject: t`Your account uses this address again`,
  text: t`The change of your email address was undone, and all devices were logged out. Your old password no longer works, so please choose a new one. The link works once and is valid for one hour.`,
  link: [t`Choose a new password`, codeLink(about, "/reset-password")],
  note: t`If the link has expired, you can request a new one from the login page.`,
}))

export const secondFactorUndone = email("second_factor_undone", (about: WithCode) => ({
  subject: t`Your account is yours again`,
  text: t`What was added to your two-step verification was removed, and all devices were logged out. Your old password no longer works, so please choose a new one. The link works once and is valid for one hour.`,
  link: [t`Choose a new password`, codeLink(about, "/reset-password")],
  note: t`If the link has expired, you can request a new one from the login page.`,
}))

export const emailChangeUndone = email("email_taken_back", ({ origin }: ToAccount) => ({
  subject: t`An account no longer uses this address`,
  text: t`An account had changed its email address to this one. The change was undone from its previous address.`,
  link: [t`Contact us`, `${origin}/contact`],
  note: t`If you didn't expect this, please contact us.`,
}))

export interface AboutOrder {
  to: string
  orderNumber: string
  productsCents: number
  discountCents: number
  shippingCents: number
  /** The name of the shipping method, where the shop's owner has written it. */
  shippingMethod: string | null
  tax: AppliedTax | null
  totalCents: number
  /** The amount received when the order was confirmed. */
  paidCents: number
  /** The full address of the order's page. */
  url: string
  /** The reason that staff gave for the cancellation. */
  cancelReason?: string | null
  /** The time until which an unpaid order can be paid. */
  payBy: Date | null
  /** The recipient's time zone, if known. */
  zone: string | null
  /** What is in the order, if the owner wants emails to say it. */
  pieces?: { name: string; quantity: number }[]
}

/** Makes an email about an order. Its link opens the page only for the account; the number alone opens nothing. */
const orderEmail = <More = object>(kind: string, messageOf: (about: AboutOrder & More, worded: Worded) => Content) =>
  email(kind, (about: AboutOrder & More, worded) => {
    const lookup = `${/^https?:\/\/[^/]+/.exec(about.url)?.[0] ?? ""}/orders/lookup#${about.orderNumber}`
    const hint = t`Not logged in? Track it by its number and your email address: ${lookup}`
    const message = messageOf(about, worded)
    const pieces = (about.pieces ?? []).map(({ name, quantity }): [string, string] => [name, `× ${quantity}`])
    const facts = [...pieces, ...(message.facts ?? [])]
    return { link: [t`View order`, about.url], key: about.orderNumber, hint, namesSeller: true, ...message, facts }
  })

export const orderReceived = orderEmail("order_received", (about) => {
  const { orderNumber, productsCents, discountCents, totalCents, payBy, zone, shippingCents, shippingMethod, tax } =
    about
  const isAdded = tax !== null && !tax.is_included
  const taxText = tax && formatCents(Math.round(tax.amount * 100))
  const hasParts = discountCents > 0 || shippingCents > 0 || isAdded
  return {
    subject: t`Order ${orderNumber} received`,
    text: t`We've received your order ${orderNumber}. It is reserved for you while we wait for your payment.`,
    facts: [
      [t`Order`, orderNumber],
      // The title of a discount may name a membership, which an email must not.
      hasParts && [t`Subtotal`, formatCents(productsCents)],
      discountCents > 0 && [t`Discount`, `-${formatCents(discountCents)}`],
      [
        shippingMethod === null ? t`Shipping` : sellingTexts.shipping(shippingMethod),
        shippingCents === 0 ? t`Free` : formatCents(shippingCents),
      ],
      isAdded && [sellingTexts.added(tax.percent), taxText!],
      [t`Total`, `${formatCents(totalCents)} USD`],
      tax !== null && !isAdded && [sellingTexts.included(tax.percent), taxText!],
      payBy !== null && [t`Pay by`, momentOf(payBy, zone)],
    ],
    saysReturns: true,
  }
})

export const orderUnpaid = orderEmail("order_unpaid", ({ orderNumber, totalCents, payBy, zone }, worded) => {
  const values = { order: orderNumber, until: payBy ? momentOf(payBy, zone) : "" }
  return {
    subject: worded("email_unpaid_subject", values),
    text: worded("email_unpaid_text", values),
    facts: [[t`Total`, `${formatCents(totalCents)} USD`]],
    note: t`If you've already sent a payment, you can ignore this email.`,
  }
})

export const reviewRequest = orderEmail("review_request", ({ orderNumber }, worded) => ({
  subject: worded("email_review_subject", { order: orderNumber }),
  text: worded("email_review_text", { order: orderNumber }),
  note: t`We ask once for each order. You can turn these emails off in your account settings.`,
}))

export const orderPaid = orderEmail("order_paid", ({ orderNumber, paidCents }) => ({
  subject: t`Order ${orderNumber} confirmed`,
  text: t`Thank you. Your payment for order ${orderNumber} is confirmed.`,
  facts: [
    [t`Order`, orderNumber],
    [t`Paid`, `${formatCents(paidCents)} USD`],
  ],
  note: t`We'll email you again when it ships.`,
  saysReturns: true,
}))

interface Parcel {
  trackingNumber: string
  carrier?: string | null
  trackingUrl?: string | null
}

export const orderShipped = orderEmail<Parcel>("order_shipped", ({ orderNumber, ...parcel }) => ({
  subject: t`Order ${orderNumber} is on its way`,
  text: t`Your order ${orderNumber} has shipped.`,
  facts: [
    [t`Order`, orderNumber],
    !!parcel.carrier && [t`Carrier`, parcel.carrier],
    [t`Tracking number`, parcel.trackingNumber],
    !!parcel.trackingUrl && [t`Track it at`, parcel.trackingUrl],
  ],
  note: said(paymentTexts.packaging),
  saysReturns: true,
}))

export const orderCancelled = orderEmail("order_cancelled", ({ orderNumber, cancelReason }) => ({
  subject: t`Order ${orderNumber} was cancelled`,
  text: t`Your order ${orderNumber} was cancelled. You haven't been charged.`,
  facts: [!!cancelReason && [t`Reason`, cancelReason]],
  note: t`If you've already sent a payment, we'll see it when it arrives and contact you.`,
}))

/** The address itself is on the order's page. It can be corrected several times, so the version is part of the key. */
export const orderAddressChanged = orderEmail<{ version: number }>(
  "order_address_changed",
  ({ orderNumber, version }) => ({
    subject: t`Order ${orderNumber}: new delivery address`,
    text: t`Our team corrected the delivery address of your order ${orderNumber}. The order page shows it.`,
    note: t`If the address isn't right, please contact us before the order ships.`,
    nth: version,
  }),
)

interface SentRefund {
  refundId: number
  amountCents: number
  /** The payout, where it is known. */
  payoutId?: string | null
  payoutAmount?: string | null
  payoutCurrency?: string | null
}

export const refundSent = orderEmail<SentRefund>("refund_sent", ({ orderNumber, ...refund }) => {
  const { refundId, amountCents, payoutId, payoutAmount, payoutCurrency } = refund
  return {
    subject: t`Refund for order ${orderNumber}`,
    text: t`We've sent a refund of ${formatCents(amountCents)} for order ${orderNumber}.`,
    facts: [
      [t`Order`, orderNumber],
      [t`Refund`, `${formatCents(amountCents)} USD`],
      !!payoutAmount && !!payoutCurrency && [t`Sent`, `${payoutAmount} ${payoutCurrency.toUpperCase()}`],
      !!payoutId && [t`Transaction`, payoutId],
    ],
    nth: refundId,
  }
})

interface OfReturn {
  returnId: number
}

/** The shop's instructions are on the order's page: they may name a model. */
export const returnApproved = orderEmail<OfReturn>("return_approved", ({ orderNumber, url, returnId }) => ({
  subject: t`Order ${orderNumber}: your return is approved`,
  text: t`We've approved your return for order ${orderNumber}. The order page says how and where to send it.`,
  link: [t`View instructions`, url],
  nth: returnId,
}))

export const returnRefused = orderEmail<OfReturn>("return_refused", ({ orderNumber, returnId }) => ({
  subject: t`Order ${orderNumber}: about your return`,
  text: t`We can't accept your return for order ${orderNumber}. The order page says why.`,
  note: t`If you have questions, please contact us.`,
  nth: returnId,
}))

export const returnReceived = orderEmail<OfReturn>("return_received", ({ orderNumber, returnId }) => ({
  subject: t`Order ${orderNumber}: your return has arrived`,
  text: t`Your return for order ${orderNumber} has arrived. We'll now refund you and email you again.`,
  nth: returnId,
}))

export const paymentBeingChecked = orderEmail("payment_being_checked", ({ orderNumber }) => ({
  subject: t`Order ${orderNumber}: your payment is being checked`,
  text: [
    t`We received a payment for order ${orderNumber} that didn't match it, so our team is reviewing the payment.`,
    t`Your money is safe, and there's nothing you need to do.`,
  ],
}))

export const paymentIncomplete = orderEmail<{ missing: string }>("payment_incomplete", ({ orderNumber, missing }) => ({
  subject: t`Order ${orderNumber}: part of the payment is missing`,
  text: [
    t`We received part of the payment for order ${orderNumber}. ${missing} is still missing.`,
    t`You can send the rest from the order page. What you've already paid counts towards the total.`,
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

const memberEmail = <About extends WithPage>(kind: string, messageOf: (about: About, worded: Worded) => Content) =>
  email(kind, (about: About, worded) => ({ link: [t`View details`, about.url], ...messageOf(about, worded) }))

/** Makes an email that is sent once for a payment. */
const paymentEmail = <About extends WithPage & OfPayment>(kind: string, messageOf: (about: About) => Content) =>
  memberEmail(kind, (about: About) => ({ key: about.paymentId, ...messageOf(about) }))

interface MembershipBought extends Bought {
  happens: "new" | "renewal" | "upgrade" | "waits"
}

export const membershipBought = paymentEmail("membership_bought", ({ happens, zone, ...time }: MembershipBought) => {
  const [startsAt, endsAt] = [dayOf(time.startsAt, zone), dayOf(time.endsAt, zone)]
  const told = {
    new: t`Your payment is confirmed. Your access is active until ${endsAt}.`,
    renewal: t`Your payment is confirmed. Your access is now active until ${endsAt}.`,
    upgrade: t`Your payment is confirmed. Your new access starts right away and is active until ${endsAt}, including the remaining time of your previous access.`,
    waits: t`Your payment is confirmed. The access you bought starts on ${startsAt}, when your current access ends, and is active until ${endsAt}.`,
  }
  return {
    subject: t`Your payment is confirmed`,
    text: [told[happens], t`It won't renew automatically, and you won't be charged again.`],
    facts: [happens === "waits" && [t`Starts`, startsAt], [t`Active until`, endsAt]],
  }
})

interface EndOfLevel {
  /** Whether a lower level follows. */
  goesOn: boolean
}

export const membershipReminder = memberEmail(
  "membership_soon_over",
  ({ url, zone, endsAt, goesOn }: InZone & EndOfLevel & { endsAt: Date }, worded) => ({
    subject: worded("email_ending_subject"),
    text: worded(goesOn ? "email_changing_text" : "email_ending_text", { until: dayOf(endsAt, zone) }),
    link: [t`Renew`, url],
  }),
)

export const membershipEnded = memberEmail("membership_over", ({ goesOn }: WithPage & EndOfLevel) => ({
  subject: goesOn ? t`Your access has changed` : t`Your access has ended`,
  text: goesOn
    ? t`Your previous access has ended, and the other access you bought has started.`
    : t`Your access has ended. Your account and everything in it are still there.`,
}))

interface MembershipRefunded extends InZone, OfPayment {
  isOver: boolean
  /** Null for no end. */
  endsAt: Date | null
}

export const membershipRefunded = paymentEmail(
  "membership_refunded",
  ({ zone, isOver, endsAt }: MembershipRefunded) => {
    const rest = endsAt
      ? t`Your remaining access is active until ${dayOf(endsAt, zone)}.`
      : t`The rest of your access isn't affected.`
    return {
      subject: t`Your payment was refunded`,
      text: [
        t`Your payment was refunded, so the time it covered has ended.`,
        isOver ? t`Your account and everything in it are still there.` : rest,
      ],
      note: t`If you didn't expect this, please contact us through our contact page.`,
    }
  },
)

interface AccessAdded extends InZone {
  /** Null if the time begins at once. */
  startsAt: Date | null
  endsAt: Date
  reason: string
}

/** Sent when staff have added time without a payment. */
export const accessAdded = memberEmail("access_added", ({ zone, startsAt, endsAt, reason }: AccessAdded) => ({
  subject: said(notificationTexts.accessAdded.title),
  text: said(notificationTexts.accessAdded.body),
  facts: [
    startsAt !== null && [t`Starts`, dayOf(startsAt, zone)],
    [t`Active until`, dayOf(endsAt, zone)],
    [t`Reason`, reason],
  ],
}))

export const accessEnded = memberEmail("access_ended", ({ reason }: WithPage & { reason: string }) => ({
  subject: said(notificationTexts.accessEnded.title),
  text: said(notificationTexts.accessEnded.body),
  facts: [[t`Reason`, reason]],
  note: t`If you didn't expect this, please contact us through our contact page.`,
}))

export const giftReady = paymentEmail(
  "gift_ready",
  ({ url, zone, giftCode, endsAt }: Omit<Bought, "startsAt"> & { giftCode: string }) => ({
    subject: t`Your code is ready`,
    text: [
      t`Thank you. Your payment is confirmed, and your code is ready to be passed on.`,
      t`It works once: whoever redeems it first gets what you paid for. You'll also find it in your account.`,
    ],
    facts: [
      [t`Code`, giftCode],
      [t`Redeem it until`, dayOf(endsAt, zone)],
    ],
    link: [t`Where to redeem it`, url],
  }),
)

export const giftRedeemed = paymentEmail("gift_redeemed", ({ zone, startsAt, endsAt }: Bought) => ({
  subject: said(notificationTexts.giftRedeemed.title),
  text: notificationTexts.giftRedeemed.body(dayOf(startsAt, zone), dayOf(endsAt, zone)),
}))

/** Sent to the person who redeemed the gift. */
export const giftRefunded = paymentEmail("gift_refunded", (_: WithPage & OfPayment) => ({
  subject: said(notificationTexts.giftRefunded.title),
  text: said(notificationTexts.giftRefunded.body),
  note: t`If you didn't expect this, please contact us through our contact page.`,
}))

export const giftVoided = paymentEmail("gift_voided", ({ url }: WithPage & OfPayment) => ({
  subject: t`Your payment was refunded`,
  text: t`Your payment was refunded, so the code you bought with it no longer works.`,
  link: [t`Go to the shop`, url],
  note: t`If you didn't expect this, please contact us through our contact page.`,
}))

interface OfMembership extends WithPage, OfPayment {
  userId: number
}

export const staffMembershipRefunded = email("staff_membership_refunded", (about: OfMembership) => ({
  subject: t`Payment ${about.paymentId} was refunded`,
  text: t`Payment ${about.paymentId} of account ${about.userId} was refunded before the time it covers was over. That time has ended.`,
  link: [t`Open the panel`, about.url],
  key: about.paymentId,
}))

export const staffMembershipCovered = email("staff_membership_covered", (about: OfMembership) => ({
  subject: t`Payment ${about.paymentId} needs a refund`,
  text: t`Account ${about.userId} already has what payment ${about.paymentId} was for, with no end date, so the payment had no effect. Please refund it.`,
  link: [t`Open the panel`, about.url],
  key: about.paymentId,
}))

export const staffCritical = email("staff_critical", ({ itemId, url }: WithPage & { itemId: number }) => ({
  subject: t`Critical: item ${itemId} needs review now`,
  text: [
    t`Content was blocked and added to the review queue as item ${itemId}, marked critical. Only super admins can open it.`,
    t`For privacy, this email doesn't include the content.`,
  ],
  link: [t`Open review queue`, url],
  key: itemId,
}))

/** `name` is the host of the receiver. */
export const webhookOff = email("staff_webhook_off", ({ name, url }: WithPage & { name: string }) => ({
  subject: t`A webhook was disabled`,
  text: [
    t`${name} hasn't accepted an event for five days, so the webhook was disabled. Events that happen while it's disabled won't be sent.`,
    t`Enable it again once the receiver works. Pending events are sent then.`,
  ],
  link: [t`Open the webhook`, url],
}))

const newAccess = {
  integration: [
    t`It can read data of the shop or receive it, also after a new password and after everybody was logged out. The audit log has who did it.`,
    t`If it wasn't one of you, remove it. Then open that account in User management, log it out everywhere and revoke its API keys.`,
  ],
  admin: [
    t`This account can do everything in the admin panel. The audit log has who added it.`,
    t`If it wasn't one of you, delete the account. Then open the one that added it in User management, log it out everywhere and revoke its API keys.`,
  ],
}

interface AccessGiven extends WithPage {
  about: keyof typeof newAccess
  subject: string
}

export const accessGiven = (given: AccessGiven) =>
  email(`staff_${given.about}_added`, ({ about, subject, url }: AccessGiven) => ({
    subject: said(subject),
    text: newAccess[about].map(said),
    link: [t`Open the panel`, url],
    note: t`If it was one of you, there's nothing else to do.`,
  }))(given)

export const waitingKinds = {
  orders: "staff_orders_wait",
  flagged: "staff_queue_waits",
  stock: "staff_stock_low",
} as const

/** The subject, the text and the link about so many waiting items. */
const waiting: Record<keyof typeof waitingKinds, (n: number) => [subject: string, text: string, label: string]> = {
  orders: (n) => [
    plural(n, { one: "1 order needs a decision", other: form`${n} orders need a decision` }),
    plural(n, {
      one: "1 order needs a decision. Open the admin panel to review.",
      other: form`${n} orders need a decision. Open the admin panel to review.`,
    }),
    t`Open orders`,
  ],
  flagged: (n) => [
    plural(n, { one: "1 flagged item needs review", other: form`${n} flagged items need review` }),
    plural(n, {
      one: "1 flagged item needs review. Open the admin panel to review.",
      other: form`${n} flagged items need review. Open the admin panel to review.`,
    }),
    t`Open review queue`,
  ],
  stock: (n) => [
    plural(n, { one: "1 item is running low", other: form`${n} items are running low` }),
    plural(n, {
      one: "1 item is running low. Open the admin panel to review.",
      other: form`${n} items are running low. Open the admin panel to review.`,
    }),
    t`Open stock`,
  ],
}

interface Waiting extends WithPage {
  part: keyof typeof waitingKinds
  number: number
}

/** The details are in the admin panel. */
export const staffWaiting = (given: Waiting) =>
  email(waitingKinds[given.part], ({ part, number, url }: Waiting) => {
    const [subject, text, label] = waiting[part](number)
    return {
      subject,
      text,
      link: [label, url],
      note: t`You can turn these emails off in your notification settings.`,
    }
  })(given)

interface NewOrder extends WithPage {
  orderId: number
  orderNumber: string
  paidCents: number
}

export const testEmail = email("test", ({ url }: WithPage) => ({
  subject: t`Test email`,
  text: t`This email was sent from the admin panel to check that emails arrive. They do.`,
  link: [t`Open the panel`, url],
}))

/** The items and the customer are in the admin panel. */
export const staffNewOrder = email("staff_new_order", ({ to, orderId, orderNumber, paidCents, url }: NewOrder) => ({
  subject: t`New order ${orderNumber}`,
  text: notificationTexts.newOrder.body(orderNumber),
  facts: [[t`Paid`, `${formatCents(paidCents)} USD`]],
  link: [t`Open order`, url],
  note: t`You can turn these emails off in your notification settings.`,
  key: `${orderId}:${to}`,
}))

interface OrderDigest extends WithPage {
  paid: { orderNumber: string; paidCents: number }[]
  digest: string
}

/** The orders that it lists; the others are counted. */
const mostInDigest = 50

export const staffOrderDigest = email("staff_order_digest", ({ paid, digest, url }: OrderDigest) => {
  const n = paid.length
  const sum = paid.reduce((total, { paidCents }) => total + paidCents, 0)
  return {
    subject: plural(n, { one: "1 new order", other: form`${n} new orders` }),
    text: plural(n, {
      one: "1 order was paid since the last summary. Open the admin panel to pack it.",
      other: form`${n} orders were paid since the last summary. Open the admin panel to pack them.`,
    }),
    facts: [
      ...paid
        .slice(0, mostInDigest)
        .map(({ orderNumber, paidCents }): [string, string] => [orderNumber, `${formatCents(paidCents)} USD`]),
      n > 1 && [t`Total`, `${formatCents(sum)} USD`],
    ],
    link: [t`Open orders`, url],
    note: t`You can turn these emails off in your notification settings.`,
    key: digest,
  }
})

export const moderatorNotified = email("moderator_notified", ({ to, itemId, url }: WithPage & { itemId: number }) => ({
  subject: t`Content to review`,
  text: t`An admin asks you to review item ${itemId} in the queue.`,
  link: [t`Open dashboard`, url],
  key: `${itemId}:${to}`,
}))

const paragraphs = (text: string) => text.split(/\n{2,}/)

interface ContactMessage {
  to: string
  name: string
  email: string
  subject: string
  message: string
  orderNumber?: string | null
}

export const contactMessage = email("contact", (about: ContactMessage) => {
  const { name, email, subject, message, orderNumber } = about
  return {
    subject: t`Contact: ${subject}`,
    text: [t`${name} <${email}> wrote:`, ...paragraphs(message)],
    facts: [!!orderNumber && [t`Order`, orderNumber]],
    link: [t`Reply`, `mailto:${email}`],
    note: t`You can also reply to this email directly.`,
    replyTo: email,
  }
})

interface ContactAnswer extends ToAccount {
  subject: string
  message: string
  answer: string
  /** The address for further questions. */
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
    quote: { head: t`On ${dayOf(sentAt, zone)} you wrote:`, lines: paragraphs(message) },
    link: [t`Contact us`, `${origin}/contact`],
    note: t`You can also reply to this email directly.`,
    replyTo: support,
  }
})

export const confirmNewsletter = email("newsletter_confirm", (about: WithCode) => ({
  subject: t`Please confirm your subscription`,
  text: t`You signed up for our newsletter. Please confirm your email address. The link is valid for seven days.`,
  link: [t`Confirm subscription`, codeLink(about, "/newsletter/confirm")],
  note: t`If you didn't sign up, you can ignore this email. We won't email you again.`,
}))

export const newsletterConfirmed = email("newsletter_confirmed", (about: WithCode) => ({
  subject: t`Your subscription is confirmed`,
  text: t`Thank you. We only email you when there's something new.`,
  link: [t`Unsubscribe`, codeLink(about, "/newsletter/unsubscribe")],
  unsubscribeUrl: codeLink(about, "/newsletter/unsubscribe"),
}))

interface Newsletter extends WithCode {
  heading: string
  /** The text without and with marks. */
  body: string
  html: string
  isDiscreet: boolean
  /** Null for a test. */
  delivery: number | null
}

/** Written by the owner. Its subject and what an inbox shows of it are discreet, unless the owner wants the title there. */
export const newsletter = email("newsletter", (about: Newsletter) => {
  const { origin, heading, body, html, isDiscreet, delivery } = about
  const unsubscribeUrl = codeLink(about, "/newsletter/unsubscribe")
  return {
    subject: isDiscreet ? t`Our latest news` : heading,
    text: t`You get this email because you signed up for our newsletter.`,
    written: { heading, text: body, html },
    link: [t`Go to the shop`, origin],
    namesSeller: true,
    leave: unsubscribeUrl,
    unsubscribeUrl,
    isBulk: delivery !== null,
    ...(delivery === null ? {} : { key: delivery }),
  }
})

export const confirmStockRequest = email("stock_confirm", (about: WithCode) => {
  const unsubscribeUrl = codeLink(about, "/restock/unsubscribe")
  return {
    subject: t`Please confirm your request`,
    text: t`You asked us to email you when something is back in stock. Please confirm your email address. The link is valid for seven days.`,
    link: [t`Confirm request`, codeLink(about, "/restock/confirm")],
    note: t`If you didn't ask for this, you can ignore this email, or unsubscribe: ${unsubscribeUrl}`,
    unsubscribeUrl,
  }
})

interface BackInStock extends WithCode {
  itemId: number
  url: string
}

export const backInStock = email("back_in_stock", (about: BackInStock, worded) => {
  const unsubscribeUrl = codeLink(about, "/restock/unsubscribe")
  return {
    subject: worded("email_restock_subject"),
    text: worded("email_restock_text"),
    link: [t`View it`, about.url],
    note: t`You asked for this email, and we send it once. To stop all of them, unsubscribe: ${unsubscribeUrl}`,
    unsubscribeUrl,
    key: about.itemId,
  }
})

export const accountSuspended = email("account_suspended", ({ url }: WithPage) => ({
  subject: t`Your account is paused`,
  text: [
    t`Our team needs to review something that was posted from your account, so we've paused it for now. You can log in and read everything, but you can't write, review or order.`,
    t`Paid orders are processed as usual. We'll email you as soon as we've made a decision.`,
  ],
  link: [t`Contact us`, url],
  note: t`If this wasn't you, please choose a new password and contact us.`,
}))

export const accountRestored = email("account_restored", ({ url, byMistake }: WithPage & { byMistake: boolean }) => ({
  subject: t`Your account is active again`,
  text: byMistake
    ? t`We paused your account by mistake, and we are sorry. You can write, review and order again.`
    : t`Our team has reviewed your account. You can write, review and order again. Thank you for your patience.`,
  link: [t`Log in`, url],
}))
