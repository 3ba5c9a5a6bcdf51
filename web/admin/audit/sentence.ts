import type { AuditEntry } from "#contract/admin.ts"
import { orderStatusText } from "#contract/buyingText.ts"
import { modelFields } from "#contract/modelFields.ts"
import { plural, t } from "#contract/t.ts"
import { inSentence } from "../../platform/language.ts"
import type { Address } from "../../platform/router.ts"
import { money, preview } from "../../platform/ui/format.ts"

/** What was done. `{}` stands for its object. */
const phrases: Record<string, string> = {
  "admin.create": t`added the admin {}`,
  "admin.invite": t`invited the admin {}`,
  "admin.invite_again": t`sent the invitation of {} again`,
  "admin.withdraw": t`withdrew the invitation of {}`,
  "admin.join": t`accepted the invitation of {}`,
  "admin.edit": t`changed the admin {}`,
  "admin.delete": t`deleted the admin {}`,
  "moderator.create": t`added the moderator {}`,
  "moderator.invite": t`invited the moderator {}`,
  "moderator.invite_again": t`sent the invitation of {} again`,
  "moderator.withdraw": t`withdrew the invitation of {}`,
  "moderator.join": t`accepted the invitation of {}`,
  "moderator.edit": t`changed the moderator {}`,
  "moderator.delete": t`deleted the moderator {}`,
  "user.deactivate": t`deactivated {}`,
  "user.reactivate": t`reactivated {}`,
  "user.suspend": t`suspended {}`,
  "user.unsuspend": t`lifted the suspension of {}`,
  "user.restore_email": t`restored the previous email address of {}`,
  "user.sign_out": t`logged {} out everywhere`,
  "user.revoke_keys": t`revoked the API keys of {}`,
  "user.grant_membership": t`granted membership time to {}`,
  "user.end_membership": t`ended the membership of {}`,
  "user.correct_email": t`changed the email address of {}, to be confirmed`,
  "user.send_password_reset": t`sent a link for a new password to {}`,
  "user.tag": t`added a tag to {}`,
  "user.untag": t`removed a tag from {}`,
  "email.resend": t`sent an email to {} again`,
  "note.delete": t`deleted a note on {}`,
  "user.reset_second_factor": t`reset the two-step verification of {}`,
  "second_factor.passkey_added": t`added a passkey to {}`,
  "second_factor.passkey_removed": t`removed a passkey from {}`,
  "second_factor.app_added": t`set up an authenticator app for {}`,
  "second_factor.app_removed": t`removed the authenticator app of {}`,
  "second_factor.undone": t`undid a new sign-in method of {}`,
  "second_factor.off": t`turned off the two-step verification of {}`,
  "second_factor.recovery_codes_renewed": t`replaced the recovery codes of {}`,
  "doll.create": t`created the model {}`,
  "doll.edit": t`changed the model {}`,
  "doll.delete": t`archived the model {}`,
  "doll.restore": t`restored the model {}`,
  "doll.approve": t`approved the model {}`,
  "doll.approve_alone": t`approved their own model {}, as the only admin`,
  "doll.publish": t`published the model {}, as scheduled`,
  "doll.refuse": t`had a text of {} rejected`,
  "stock.correct": t`corrected the stock of {}`,
  "stock.threshold": t`changed the stock warning of {}`,
  "doll.assign": t`assigned {} to {moderator}`,
  "doll.unassign": t`unassigned {} from {moderator}`,
  "image.add": t`added an image to {}`,
  "image.edit": t`changed an image of {}`,
  "image.delete": t`deleted an image of {}`,
  "image.refuse": t`had a caption rejected`,
  "slide.add": t`added {}`,
  "slide.edit": t`changed {}`,
  "slide.delete": t`deleted {}`,
  "slide.refuse": t`had a caption of {} rejected`,
  "video.create": t`created the video {}`,
  "video.edit": t`changed the video {}`,
  "video.film": t`replaced the file of {}`,
  "video.thumbnail": t`changed the thumbnail of {}`,
  "video.approve": t`approved the video {}`,
  "video.delete": t`deleted the video {}`,
  "video.refuse": t`had a text of {} rejected`,
  "review.refuse": t`had a review rejected`,
  "order.move": t`changed the order {}`,
  "order.address": t`corrected the delivery address of {}`,
  "order.reopen": t`took the completion of {} back`,
  "refund.create": t`created a refund for {}`,
  "refund.settle": t`recorded the payout of a refund for {}`,
  "refund.cancel": t`cancelled a refund for {}`,
  "return.move": t`updated a return for {}`,
  "discount.create": t`created the discount {}`,
  "discount.edit": t`changed the discount {}`,
  "payment.review": t`reviewed the payment {}`,
  "payment.recheck": t`checked a payment with the provider`,
  "contact.answer": t`answered the message from {}`,
  "contact.assign": t`assigned the message from {}`,
  "contact.handle": t`updated the message from {}`,
  "settings.edit": t`changed {}`,
  "business.edit": t`changed the business details`,
  "mail.test": t`sent a test email`,
  "payment.test": t`created a test invoice`,
  "voice.pick": t`put a review on the home page`,
  "voice.drop": t`took a review off the home page`,
  "copy.draft": t`saved a draft of {}`,
  "copy.schedule": t`scheduled {}`,
  "copy.publish": t`published {}`,
  "plan.edit": t`changed {}`,
  "plan.withdraw": t`withdrew the planned change of {}`,
  "brand.publish": t`changed the shop's brand`,
  "shipping.edit": t`changed shipping and taxes`,
  "api_key.create": t`created the API key {}`,
  "api_key.revoke": t`revoked the API key {}`,
  "webhook.create": t`added the webhook {}`,
  "webhook.edit": t`changed the webhook {}`,
  "webhook.delete": t`deleted the webhook {}`,
  "webhook.rotate_secret": t`replaced the secret of the webhook {}`,
  "webhook.send_again": t`sent an event again to the webhook {}`,
  "redirect.create": t`added the redirect {}`,
  "redirect.edit": t`changed the redirect {}`,
  "redirect.delete": t`deleted the redirect {}`,
  "page.create": t`added the page {}`,
  "page.edit": t`changed the page {}`,
  "page.publish": t`published the page {}`,
  "page.withdraw": t`withdrew the page {}`,
  "page.picture": t`added an image to the page {}`,
  "page.delete": t`deleted the page {}`,
  "newsletter.create": t`added the newsletter {}`,
  "newsletter.edit": t`changed the newsletter {}`,
  "newsletter.delete": t`deleted the newsletter {}`,
  "newsletter.send": t`sent or scheduled the newsletter {}`,
  "newsletter.stop": t`stopped the newsletter {}`,
  "newsletter.test": t`sent a test of the newsletter {}`,
  "subscriber.unsubscribe": t`unsubscribed the reader {}`,
  "subscriber.import": t`imported subscribers`,
  "flagged.approve": t`approved {}`,
  "flagged.delete": t`deleted {}`,
  "flagged.notify": t`notified the moderator about {}`,
  "flagged.file": t`opened the attachment of {}`,
  "chat.read": t`read the chat of {}`,
}

/** Names of the kinds of objects. */
export const kinds: Record<string, string> = {
  user: t`Account`,
  doll: t`Model`,
  slide: t`Slide`,
  video: t`Video`,
  review: t`Review`,
  image: t`Image`,
  order: t`Order`,
  payment: t`Payment`,
  discount: t`Discount`,
  flagged_item: t`Flagged item`,
  chat_room: t`Chat`,
  contact: t`Message`,
  settings: t`Settings`,
  copy: t({ context: "texts of the shop", message: "Copy" }),
  plan: t`Plan`,
  api_key: t`API key`,
  webhook: "Webhook",
  redirect: t`Redirect`,
  page: t`Page`,
  newsletter: t`Newsletter`,
  subscriber: t`Subscriber`,
}

export const nameOf = (kind: string) =>
  kinds[kind] ?? kind.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase())

const kindOf = (kind: string) => (kind === "api_key" ? nameOf(kind) : inSentence(nameOf(kind)))

/** Labels of columns and API fields. Others are shown under their names in the code. */
const labels: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(modelFields).flatMap(([name, { column, label }]) => [
      [name, label],
      [column, label],
    ]),
  ),
  fullName: t`Name`,
  full_name: t`Name`,
  email: t`Email`,
  region: t`Region`,
  adminType: t`Admin type`,
  admin_type: t`Admin type`,
  stock: t`Stock`,
  language: t`Language`,
  dollCategory: t`Category`,
  terms: t`Materials and specifications`,
  is_active: t`Active`,
  isActive: t`Active`,
  dollId: t`Model`,
  is_primary: t`Primary`,
  isPrimary: t`Primary`,
  position: t`Position`,
  dark: t`Dark version`,
  alt: t`Alternative text`,
  caption: t`Caption`,
  title: t`Title`,
  tags: t`Tags`,
  comment: t`Comment`,
  status: t`Status`,
  review: t`Review`,
  tracking_number: t`Tracking number`,
  carrier: t`Carrier`,
  note: t`Note`,
  reason: t`Reason`,
  code: "Code",
  amount: t`Amount`,
  refund: t`Refund`,
  url: t`Address`,
  events: t`Events`,
  scopes: t`Scopes`,
  low_at: t`Warn at`,
  level: t`Level`,
  days: t`Days`,
}

export interface Sentence {
  /** The texts before and after the object. */
  before: string
  target: string | null
  behind: string
  /** Changes such as "price from $10.00 to $12.50". */
  changes: string[]
}

export function sentenceOf(entry: AuditEntry): Sentence {
  const phrase = (phrases[entry.action] ?? t`performed “${entry.action}” on {}`).replace(
    "{moderator}",
    entry.moderator ?? inSentence("Someone"),
  )
  const { api_key: key } = membersOf(entry.after)
  const [before = "", behind] = phrase.split("{}")
  return {
    before,
    target: behind === undefined ? null : calledOf(entry),
    behind: `${behind ?? ""}${typeof key === "string" ? t` with the API key “${preview(key, 40)}”` : ""}`,
    changes: changesOf(entry),
  }
}

export const plain = (entry: AuditEntry) => {
  const { before, target, behind, changes } = sentenceOf(entry)
  return `${entry.actor ?? t`System`} ${before}${target ?? ""}${behind}${changes.length > 0 ? `: ${changes.join(", ")}` : ""}`
}

/** The object's current name, or else the recorded one, or else its id. */
function calledOf({ target_kind, target_id, target_name, before, after }: AuditEntry): string {
  if (target_kind === "settings") return t`the settings`
  if (target_kind === "plan") return t`a plan`
  const [was, is] = [membersOf(before), membersOf(after)]
  const written = [
    is.full_name,
    was.full_name,
    is.name,
    was.name,
    is.title,
    was.title,
    is.caption,
    was.caption,
    was.url,
    is.slug,
    was.slug,
    is.url,
    is.fromPath,
    was.fromPath,
  ].find((name): name is string => typeof name === "string" && name !== "")
  const name = target_name ?? written
  if (name) return preview(name, 60)
  const kind = kindOf(target_kind)
  return target_id === null ? t`a ${kind}` : `${kind} ${target_id}`
}

export function placeOf({ target_kind, target_id, target_name, target_role }: AuditEntry): Address | null {
  const at = (tab: string, q: string): Address => `/admin?${new URLSearchParams({ tab, q })}`
  if (target_kind === "settings") return "/admin?tab=settings"
  if (target_kind === "copy") return "/admin?tab=copy"
  if (target_kind === "plan") return "/admin?tab=plans"
  if (target_kind === "api_key" || target_kind === "webhook") return "/admin?tab=integrations"
  if (target_kind === "redirect") return "/admin?tab=redirects"
  if (target_kind === "page") return "/admin?tab=pages"
  if (target_kind === "newsletter") return "/admin?tab=newsletter"
  if (target_kind === "subscriber") return "/admin?tab=newsletter&list=subscribers"
  if (target_kind === "slide") return "/admin?tab=slideshow"
  if (target_kind === "flagged_item") return "/admin?tab=flagged"
  if (target_id === null || !target_name) return null
  if (target_kind === "doll") return `/admin/model/edit/${target_id}`
  if (target_kind === "video") return at("videos", target_name)
  if (target_kind === "order") return at("orders", target_name)
  if (target_kind === "payment") return at("payments", target_name)
  if (target_kind === "contact") return at("contacts", target_name)
  if (target_kind !== "user") return null
  if (target_role === "user") return `/admin/customer/${target_id}`
  return at(target_role === "admin" ? "admins" : "moderators", target_name)
}

/** Lists changes only if both values are known, so that the data of a new record is not repeated. */
function changesOf({ action, before, after }: AuditEntry): string[] {
  const [was, is] = [membersOf(before), membersOf(after)]
  if (action.endsWith(".refuse")) {
    const fields = Array.isArray(is.fields) ? ` (${is.fields.map((name) => wordOf(String(name))).join(", ")})` : ""
    return [`${String(is.reason ?? t`no reason given`).toLowerCase()}${fields}`]
  }
  if (before === null || after === null) return []
  return Object.keys(is).flatMap((name) => {
    if (name === "moderator_id" || name === "api_key" || JSON.stringify(was[name]) === JSON.stringify(is[name]))
      return []
    if (!(name in was)) return [`${wordOf(name)}: ${textOf(name, is[name])}`]
    return [t`${wordOf(name)} from ${textOf(name, was[name])} to ${textOf(name, is[name])}`]
  })
}

const membersOf = (value: unknown) => (value ?? {}) as Record<string, unknown>

const wordOf = (name: string) =>
  (labels[name] && inSentence(labels[name])) ??
  name
    .replace(/^doll_/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase()

/** Fields whose values are fixed choices. */
const chosen = ["adminType", "admin_type", "dollCategory", "review"]

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return inSentence(t`Empty`)
  if (typeof value === "boolean") return inSentence(value ? t`Yes` : t`No`)
  if (name === "priceCents" || name === "customsCents") return money(Number(value) / 100)
  if (name === "status") return orderStatusText(value as Parameters<typeof orderStatusText>[0]) || String(value)
  if (Array.isArray(value)) return plural(value.length, { other: `${value.length} items` })
  if (typeof value === "object") return inSentence(t`Other`)
  if (typeof value !== "string") return String(value)
  return t`“${preview(chosen.includes(name) ? value.replaceAll("_", " ") : value, 40)}”`
}
