import { formatCents } from "../money.ts"
import type { Letter } from "./outbox.ts"

/** Every letter of the shop. They stay neutral: no names, no products, no pictures; somebody else may see the screen. */

interface WithCode {
  to: string
  origin: string
  code: string
}

export function welcome({ to, origin, code }: WithCode): Letter {
  return write("verify_email", to, "Confirm your e-mail address", {
    lines: ["Welcome. Please confirm that this address is yours; the link is good for 24 hours."],
    action: { label: "Confirm address", url: codeLink(origin, "/verify-email", code) },
    note: "If you did not create an account, ignore this letter: nothing happens without the link.",
  })
}

export function verifyEmail({ to, origin, code }: WithCode): Letter {
  return write("verify_email", to, "Confirm your e-mail address", {
    lines: ["Please confirm that this address is yours; the link is good for 24 hours."],
    action: { label: "Confirm address", url: codeLink(origin, "/verify-email", code) },
    note: "If you did not ask for this, ignore this letter.",
  })
}

export function existingAccount({ to, origin }: { to: string; origin: string }): Letter {
  return write("existing_account", to, "You already have an account", {
    lines: [
      "Somebody, perhaps you, tried to create an account with this address. There is one already, and nothing was changed.",
      "You can sign in with your password, or choose a new one if you do not remember it.",
    ],
    action: { label: "Choose a new password", url: `${origin}/forgot-password` },
    note: "If it was not you, there is nothing to do.",
  })
}

export function passwordReset({ to, origin, code }: WithCode): Letter {
  return write("password_reset", to, "Choose a new password", {
    lines: ["You asked to choose a new password. The link works once and is good for one hour."],
    action: { label: "Choose a new password", url: codeLink(origin, "/reset-password", code) },
    note: "If you did not ask for this, ignore this letter: your password stays as it is.",
  })
}

export function passwordChanged({ to, origin }: { to: string; origin: string }): Letter {
  return write("password_changed", to, "Your password was changed", {
    lines: ["The password of your account was just changed, and your other devices were signed out."],
    action: { label: "It was not me", url: `${origin}/forgot-password` },
    note: "If it was you, there is nothing to do.",
  })
}

export function newSignIn({ to, origin, agent }: { to: string; origin: string; agent: string }): Letter {
  return write("new_sign_in", to, "New sign-in to your account", {
    lines: [`Somebody has just signed in to your account with ${agent}, which was not used for it before.`],
    action: { label: "It was not me", url: `${origin}/forgot-password` },
    note: "If it was you, there is nothing to do. A new password ends every other session.",
  })
}

export function changeEmail({ to, origin, code }: WithCode): Letter {
  return write("change_email", to, "Confirm your new e-mail address", {
    lines: ["Please confirm that your account should use this address from now on; the link is good for 24 hours."],
    action: { label: "Use this address", url: codeLink(origin, "/verify-email", code) },
    note: "If you did not ask for this, ignore this letter.",
  })
}

export function emailTaken({ to, origin }: { to: string; origin: string }): Letter {
  return write("email_taken", to, "Your address was entered for another account", {
    lines: [
      "Somebody, perhaps you, wanted to use this address for another account. It belongs to yours, and nothing was changed.",
    ],
    action: { label: "Go to the shop", url: `${origin}/login` },
    note: "If it was not you, there is nothing to do.",
  })
}

export function emailChanged({ to, origin }: { to: string; origin: string }): Letter {
  return write("email_changed", to, "Your e-mail address was changed", {
    lines: ["Your account now uses another e-mail address. This is the last letter to this one."],
    action: { label: "Contact us", url: `${origin}/contact` },
    note: "If it was not you, please contact us at once.",
  })
}

export interface AboutOrder {
  to: string
  orderNumber: string
  totalCents: number
  /** The order's page, in full. */
  url: string
}

export function orderReceived({ to, orderNumber, totalCents, url }: AboutOrder): Letter {
  return aboutOrder("order_received", to, orderNumber, `Order ${orderNumber} received`, {
    lines: [
      `We have received your order ${orderNumber}. It is held for you for 60 minutes, until the payment arrives.`,
    ],
    facts: [
      ["Order", orderNumber],
      ["Shipping", "Free"],
      ["Total", formatCents(totalCents)],
    ],
    action: { label: "See the order", url },
  })
}

export function orderPaid({ to, orderNumber, totalCents, url }: AboutOrder): Letter {
  return aboutOrder("order_paid", to, orderNumber, `Order ${orderNumber} confirmed`, {
    lines: [`Thank you. Your payment for order ${orderNumber} is confirmed.`],
    facts: [
      ["Order", orderNumber],
      ["Paid", formatCents(totalCents)],
    ],
    action: { label: "See the order", url },
    note: "We will write again when it is on its way.",
  })
}

export function orderShipped({
  to,
  orderNumber,
  url,
  trackingNumber,
}: AboutOrder & { trackingNumber: string }): Letter {
  return aboutOrder("order_shipped", to, orderNumber, `Order ${orderNumber} is on its way`, {
    lines: [`Your order ${orderNumber} has been shipped.`],
    facts: [
      ["Order", orderNumber],
      ["Tracking number", trackingNumber],
    ],
    action: { label: "See the order", url },
    note: "The parcel is plain: its label names neither the shop nor what is inside.",
  })
}

export function orderCancelled({ to, orderNumber, url }: AboutOrder): Letter {
  return aboutOrder("order_cancelled", to, orderNumber, `Order ${orderNumber} was cancelled`, {
    lines: [`Your order ${orderNumber} was cancelled. Nothing was charged.`],
    action: { label: "See the order", url },
    note: "If you have sent a payment all the same, we will see it and write to you.",
  })
}

export function paymentBeingChecked({ to, orderNumber, url }: AboutOrder): Letter {
  return aboutOrder("payment_being_checked", to, orderNumber, `Order ${orderNumber}: your payment is being checked`, {
    lines: [
      `A payment for your order ${orderNumber} has arrived, but it was not quite what we expected, so a person is looking at it.`,
      "Your money is accounted for. There is nothing you need to do.",
    ],
    action: { label: "See the order", url },
  })
}

export function paymentIncomplete({ to, orderNumber, url, missing }: AboutOrder & { missing: string }): Letter {
  return aboutOrder("payment_incomplete", to, orderNumber, `Order ${orderNumber}: part of the payment is missing`, {
    lines: [
      `A payment for your order ${orderNumber} has arrived, but not all of it: ${missing} is missing.`,
      "Please send the rest from the payment page. What has arrived is accounted for.",
    ],
    action: { label: "See the order", url },
  })
}

interface AboutMembership {
  to: string
  url: string
}

interface MembershipBought extends AboutMembership {
  paymentId: number
  happens: "new" | "renewal" | "upgrade" | "waits"
  startsAt: Date
  endsAt: Date
}

export function membershipBought({ to, url, paymentId, happens, startsAt, endsAt }: MembershipBought): Letter {
  const told = {
    new: `Your payment has arrived. Your membership runs until ${dayOf(endsAt)}.`,
    renewal: `Your payment has arrived. Your membership now runs until ${dayOf(endsAt)}.`,
    upgrade: `Your payment has arrived. Your new level counts at once and runs until ${dayOf(endsAt)}; what was left of the one before is in it.`,
    waits: `Your payment has arrived. What you bought begins on ${dayOf(startsAt)}, when your present level ends, and runs until ${dayOf(endsAt)}.`,
  }
  const letter = write("membership_bought", to, "Your membership", {
    lines: [told[happens], "It ends by itself: nothing is charged again."],
    facts: [
      ...(happens === "waits" ? [["Begins", dayOf(startsAt)] as [string, string]] : []),
      ["Runs until", dayOf(endsAt)],
    ],
    action: { label: "See your membership", url },
  })
  return { ...letter, dedupeKey: `membership_bought:${paymentId}` }
}

export function membershipSoonOver({
  to,
  url,
  endsAt,
  goesOn,
}: AboutMembership & EndOfLevel & { endsAt: Date }): Letter {
  return write("membership_soon_over", to, "Your membership ends soon", {
    lines: [
      goesOn
        ? `Your present level ends on ${dayOf(endsAt)}. What you bought beside it begins then.`
        : `Your membership ends on ${dayOf(endsAt)}. Nothing is charged; if you want to keep it, you can renew it now, and no day is lost.`,
    ],
    action: { label: "Renew", url },
  })
}

interface EndOfLevel {
  /** Whether a lower level waits behind. */
  goesOn: boolean
}

export function membershipOver({ to, url, goesOn }: AboutMembership & EndOfLevel): Letter {
  return write("membership_over", to, goesOn ? "Your level has changed" : "Your membership has ended", {
    lines: [
      goesOn
        ? "The higher level you had has ended, and what you bought beside it has begun."
        : "Your membership has ended. Your account, your orders and your conversations are kept as they are.",
    ],
    action: { label: "See the memberships", url },
  })
}

interface MembershipRefunded extends AboutMembership {
  paymentId: number
  isOver: boolean
  /** Null: without an end. */
  endsAt: Date | null
}

export function membershipRefunded({ to, url, paymentId, isOver, endsAt }: MembershipRefunded): Letter {
  const rest = endsAt ? `What you paid for besides runs until ${dayOf(endsAt)}.` : "The rest of it stays as it was."
  const letter = write("membership_refunded", to, "Your payment was refunded", {
    lines: [
      "A payment for your membership was refunded, so the time it paid for has ended.",
      isOver ? "Your account is a free one again." : rest,
    ],
    action: { label: "See the memberships", url },
    note: "If you did not expect this, please reply to us through the contact page.",
  })
  return { ...letter, dedupeKey: `membership_refunded:${paymentId}` }
}

interface ForStaff {
  to: string
  userId: number
  paymentId: number
  url: string
}

export function staffMembershipRefunded({ to, userId, paymentId, url }: ForStaff): Letter {
  const letter = write("staff_membership_refunded", to, `Payment ${paymentId} of a membership was refunded`, {
    lines: [
      `Payment ${paymentId} of account ${userId} was refunded while its period ran or waited; the period has ended.`,
    ],
    action: { label: "Open the panel", url },
  })
  return { ...letter, dedupeKey: `staff_membership_refunded:${paymentId}` }
}

export function staffMembershipCovered({ to, userId, paymentId, url }: ForStaff): Letter {
  const letter = write("staff_membership_covered", to, `Payment ${paymentId} of a membership bought nothing`, {
    lines: [
      `Account ${userId} holds this level, or a higher one, without an end, so payment ${paymentId} changed nothing. Please refund it.`,
    ],
    action: { label: "Open the panel", url },
  })
  return { ...letter, dedupeKey: `staff_membership_covered:${paymentId}` }
}

export function staffCritical({ to, itemId, url }: { to: string; itemId: number; url: string }): Letter {
  const letter = write("staff_critical", to, `Item ${itemId} needs a person now`, {
    lines: [
      `Something was blocked and put into the queue as item ${itemId}, marked critical. Only a super admin can open it.`,
      "What it says is not in this letter.",
    ],
    action: { label: "Open the queue", url },
  })
  return { ...letter, dedupeKey: `staff_critical:${itemId}` }
}

export function moderatorNotified({ to, itemId, url }: { to: string; itemId: number; url: string }): Letter {
  const letter = write("moderator_notified", to, "Something to look at", {
    lines: [`An admin asks you to look at item ${itemId} of the queue. It concerns one of the models you answer for.`],
    action: { label: "Open your desk", url },
  })
  return { ...letter, dedupeKey: `moderator_notified:${itemId}:${to}` }
}

export function contactMessage(given: {
  to: string
  name: string
  email: string
  subject: string
  message: string
}): Letter {
  const { to, name, email, subject, message } = given
  const letter = write("contact", to, `Contact: ${subject}`, {
    lines: [`${name} <${email}> writes:`, ...message.split(/\n{2,}/)],
    action: { label: "Answer", url: `mailto:${email}` },
    note: "Replying to this letter answers its sender as well.",
  })
  return { ...letter, replyTo: email }
}

export function confirmNewsletter({ to, origin, code }: WithCode): Letter {
  return write("newsletter_confirm", to, "Please confirm your subscription", {
    lines: [
      "You asked for our newsletter. Please confirm that this address is yours; the link is good for seven days.",
    ],
    action: { label: "Confirm subscription", url: codeLink(origin, "/newsletter/confirm", code) },
    note: "If you did not ask for this, ignore this letter: you will get no other.",
  })
}

export function newsletterConfirmed({ to, origin, code }: WithCode): Letter {
  const unsubscribeUrl = codeLink(origin, "/newsletter/unsubscribe", code)
  const letter = write("newsletter_confirmed", to, "Your subscription is confirmed", {
    lines: ["Thank you. We write seldom, and only when there is something to see."],
    action: { label: "Unsubscribe at any time", url: unsubscribeUrl },
  })
  return { ...letter, unsubscribeUrl }
}

interface Content {
  lines: string[]
  /** What somebody may want to find again at a glance. */
  facts?: [string, string][]
  action: { label: string; url: string }
  note?: string
}

function aboutOrder(kind: string, to: string, orderNumber: string, subject: string, content: Content): Letter {
  return { ...write(kind, to, subject, content), dedupeKey: `${kind}:${orderNumber}` }
}

/** `December 21, 2026`, in UTC: as the pages write it. */
export function dayOf(moment: Date): string {
  return moment.toLocaleDateString("en-US", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })
}

function codeLink(origin: string, path: string, code: string): string {
  return `${origin}${path}?oob_code=${encodeURIComponent(code)}`
}

function write(kind: string, to: string, subject: string, content: Content): Letter {
  return { kind, to, subject, text: asText(content), html: asHtml(subject, content) }
}

function asText({ lines, facts = [], action, note }: Content): string {
  const paragraphs = [
    ...lines.map(wrap),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join("\n")] : []),
    `${action.label}:\n${action.url}`,
    ...(note ? [wrap(note)] : []),
    "--\nVitrine",
  ]
  return paragraphs.join("\n\n")
}

/** Lines of at most 76 characters travel unencoded, so that a letter in a file can be read and its link copied. */
function wrap(line: string): string {
  return line.replace(/(.{1,76})(?: |$)/g, "$1\n").trimEnd()
}

const serif = "font-family:Georgia,'Times New Roman',serif"
const sans = "font-family:-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"

/** Programs that know no dark theme, or drop the style element, show the light one: every colour also stands at its element. */
const dark = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.room{background:#150e14!important}.card{background:#20171f!important;border-color:#3b2f38!important}
.ink{color:#f4edf2!important}.soft{color:#cfc3cb!important}.quiet{color:#ab9ea7!important}.line{border-color:#3b2f38!important}
.name{color:#e0b5d3!important}.button{background:#f4edf2!important;color:#271826!important}}
@media (max-width:480px){.inside{padding:28px 22px 24px!important}.outside{padding:16px 8px!important}}`

function asHtml(subject: string, { lines, facts = [], action, note }: Content): string {
  const paragraph = (line: string) =>
    `<p class="soft" style="margin:0 0 16px;${sans};font-size:16px;line-height:1.6;color:#4c3d4a">${escapeHtml(line).replaceAll("\n", "<br>")}</p>`
  const fact = ([name, value]: [string, string]) => `<tr>
<td class="line quiet" style="padding:10px 16px 10px 0;border-top:1px solid #d3dcd9;${sans};font-size:14px;line-height:1.5;color:#6b5c68">${escapeHtml(name)}</td>
<td class="line ink" align="right" style="padding:10px 0;border-top:1px solid #d3dcd9;${sans};font-size:14px;line-height:1.5;color:#271826;font-weight:600;word-break:break-word">${escapeHtml(value)}</td>
</tr>`
  const table = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 0">${facts.map(fact).join("\n")}</table>`
  return `<!doctype html>
<html lang="en">
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
<p class="name" style="margin:0 0 28px;${serif};font-size:17px;color:#6b295b">Vitrine</p>
<h1 class="ink" style="margin:0 0 20px;${serif};font-size:27px;line-height:1.25;font-weight:400;color:#271826">${escapeHtml(subject)}</h1>
${lines.map(paragraph).join("\n")}
${facts.length > 0 ? table : ""}
<p style="margin:28px 0"><a class="button" href="${escapeHtml(action.url)}" style="display:inline-block;padding:14px 24px;background:#6b295b;color:#fbfdfc;${sans};font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p class="quiet" style="margin:0;${sans};font-size:13px;line-height:1.6;color:#6b5c68">Or copy this address into your browser:<br><span style="word-break:break-all">${escapeHtml(action.url)}</span></p>
${note ? `<p class="line quiet" style="margin:24px 0 0;padding-top:20px;border-top:1px solid #d3dcd9;${sans};font-size:13px;line-height:1.6;color:#6b5c68">${escapeHtml(note)}</p>` : ""}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
