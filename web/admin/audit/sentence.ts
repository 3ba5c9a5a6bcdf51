import type { AuditEntry } from "#contract/admin.ts"
import { orderStatusText } from "#contract/buyingText.ts"
import { modelFields } from "#contract/modelFields.ts"
import { inSentence } from "../../language.ts"
import type { Address } from "../../router.ts"
import { money, preview } from "../../ui/format.ts"

/** What was done; `{}` stands for its object. */
const phrases: Record<string, string> = {
  "admin.create": "added the admin {}",
  "admin.edit": "changed the admin {}",
  "admin.delete": "deleted the admin {}",
  "moderator.create": "added the moderator {}",
  "moderator.edit": "changed the moderator {}",
  "moderator.delete": "deleted the moderator {}",
  "user.deactivate": "deactivated {}",
  "user.reactivate": "reactivated {}",
  "user.suspend": "suspended {}",
  "user.unsuspend": "lifted the suspension of {}",
  "user.restore_email": "restored the previous email address of {}",
  "user.sign_out": "logged {} out everywhere",
  "user.revoke_keys": "revoked the API keys of {}",
  "user.grant_membership": "granted membership time to {}",
  "user.end_membership": "ended the membership of {}",
  "user.correct_email": "changed the email address of {}, to be confirmed",
  "user.send_password_reset": "sent a link for a new password to {}",
  "user.tag": "added a tag to {}",
  "user.untag": "removed a tag from {}",
  "email.resend": "sent an email to {} again",
  "note.delete": "deleted a note on {}",
  "user.reset_second_factor": "reset the two-step verification of {}",
  "second_factor.passkey_added": "added a passkey to {}",
  "second_factor.passkey_removed": "removed a passkey from {}",
  "second_factor.app_added": "set up an authenticator app for {}",
  "second_factor.app_removed": "removed the authenticator app of {}",
  "second_factor.undone": "undid a new sign-in method of {}",
  "second_factor.off": "turned off the two-step verification of {}",
  "second_factor.recovery_codes_renewed": "replaced the recovery codes of {}",
  "doll.create": "created the model {}",
  "doll.edit": "changed the model {}",
  "doll.delete": "archived the model {}",
  "doll.restore": "restored the model {}",
  "doll.approve": "approved the model {}",
  "doll.publish": "published the model {}, as scheduled",
  "doll.refuse": "had a text of {} rejected",
  "stock.correct": "corrected the stock of {}",
  "stock.threshold": "changed the stock warning of {}",
  "doll.assign": "assigned {} to {moderator}",
  "doll.unassign": "unassigned {} from {moderator}",
  "image.add": "added an image to {}",
  "image.edit": "changed an image of {}",
  "image.delete": "deleted an image of {}",
  "image.refuse": "had a caption rejected",
  "slide.add": "added {}",
  "slide.edit": "changed {}",
  "slide.delete": "deleted {}",
  "slide.refuse": "had a caption of {} rejected",
  "video.create": "created the video {}",
  "video.edit": "changed the video {}",
  "video.film": "replaced the file of {}",
  "video.thumbnail": "changed the thumbnail of {}",
  "video.approve": "approved the video {}",
  "video.delete": "deleted the video {}",
  "video.refuse": "had a text of {} rejected",
  "review.refuse": "had a review rejected",
  "order.move": "changed the order {}",
  "order.address": "corrected the delivery address of {}",
  "order.reopen": "took the completion of {} back",
  "refund.create": "created a refund for {}",
  "refund.settle": "recorded the payout of a refund for {}",
  "refund.cancel": "cancelled a refund for {}",
  "return.move": "updated a return for {}",
  "discount.create": "created the discount {}",
  "discount.edit": "changed the discount {}",
  "payment.review": "reviewed the payment {}",
  "payment.recheck": "checked a payment with the provider",
  "contact.answer": "answered the message from {}",
  "contact.assign": "assigned the message from {}",
  "contact.handle": "updated the message from {}",
  "settings.edit": "changed {}",
  "api_key.create": "created the API key {}",
  "api_key.revoke": "revoked the API key {}",
  "webhook.create": "added the webhook {}",
  "webhook.edit": "changed the webhook {}",
  "webhook.delete": "deleted the webhook {}",
  "webhook.rotate_secret": "replaced the secret of the webhook {}",
  "webhook.send_again": "sent an event again to the webhook {}",
  "redirect.create": "added the redirect {}",
  "redirect.edit": "changed the redirect {}",
  "redirect.delete": "deleted the redirect {}",
  "flagged.approve": "approved {}",
  "flagged.delete": "deleted {}",
  "flagged.notify": "notified the moderator about {}",
  "flagged.file": "opened the attachment of {}",
  "chat.read": "read the chat of {}",
}

/** What each kind of object is called. */
export const kinds: Record<string, string> = {
  user: "Account",
  doll: "Model",
  slide: "Slide",
  video: "Video",
  review: "Review",
  image: "Image",
  order: "Order",
  payment: "Payment",
  discount: "Discount",
  flagged_item: "Flagged item",
  chat_room: "Chat",
  contact: "Message",
  settings: "Settings",
  api_key: "API key",
  webhook: "Webhook",
  redirect: "Redirect",
}

/** The name of a kind, as a label. */
export const nameOf = (kind: string) =>
  kinds[kind] ?? kind.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase())

const kindOf = (kind: string) => (kind === "api_key" ? nameOf(kind) : inSentence(nameOf(kind)))

/** Names of columns and API fields, as labels. Others are shown as they are called in the code. */
const labels: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(modelFields).flatMap(([name, { column, label }]) => [
      [name, label],
      [column, label],
    ]),
  ),
  fullName: "Name",
  full_name: "Name",
  email: "Email",
  region: "Region",
  adminType: "Admin type",
  admin_type: "Admin type",
  stock: "Stock",
  language: "Language",
  dollCategory: "Category",
  terms: "Materials and specifications",
  is_active: "Active",
  isActive: "Active",
  dollId: "Model",
  is_primary: "Primary",
  isPrimary: "Primary",
  position: "Position",
  dark: "Dark version",
  alt: "Alternative text",
  caption: "Caption",
  title: "Title",
  tags: "Tags",
  comment: "Comment",
  status: "Status",
  review: "Review",
  tracking_number: "Tracking number",
  carrier: "Carrier",
  note: "Note",
  reason: "Reason",
  code: "Code",
  amount: "Amount",
  refund: "Refund",
  url: "Address",
  events: "Events",
  scopes: "Scopes",
  low_at: "Warn at",
  level: "Level",
  days: "Days",
}

export interface Sentence {
  /** The text before and after the object. */
  before: string
  target: string | null
  behind: string
  /** The changes: "price from $10.00 to $12.50". */
  changes: string[]
}

export function sentenceOf(entry: AuditEntry): Sentence {
  const deed = (phrases[entry.action] ?? `performed “${entry.action}” on {}`).replace(
    "{moderator}",
    entry.moderator ?? inSentence("Someone"),
  )
  const { api_key: key } = membersOf(entry.after)
  const [before = "", behind] = deed.split("{}")
  return {
    before,
    target: behind === undefined ? null : calledOf(entry),
    behind: `${behind ?? ""}${typeof key === "string" ? ` with the API key “${preview(key, 40)}”` : ""}`,
    changes: changesOf(entry),
  }
}

export const plain = (entry: AuditEntry) => {
  const { before, target, behind, changes } = sentenceOf(entry)
  return `${entry.actor ?? "System"} ${before}${target ?? ""}${behind}${changes.length > 0 ? `: ${changes.join(", ")}` : ""}`
}

/** Its current name, else the recorded one, else its id. */
function calledOf({ target_kind, target_id, target_name, before, after }: AuditEntry): string {
  if (target_kind === "settings") return "the settings"
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
    is.url,
    is.fromPath,
    was.fromPath,
  ].find((name): name is string => typeof name === "string" && name !== "")
  const name = target_name ?? written
  if (name) return preview(name, 60)
  const kind = kindOf(target_kind)
  return target_id === null ? `a ${kind}` : `${kind} ${target_id}`
}

/** A link to it. */
export function placeOf({ target_kind, target_id, target_name, target_role }: AuditEntry): Address | null {
  const at = (tab: string, q: string): Address => `/admin?${new URLSearchParams({ tab, q })}`
  if (target_kind === "settings") return "/admin?tab=settings"
  if (target_kind === "api_key" || target_kind === "webhook") return "/admin?tab=integrations"
  if (target_kind === "redirect") return "/admin?tab=redirects"
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

/** Only if both values are known; new records are shown raw. */
function changesOf({ action, before, after }: AuditEntry): string[] {
  const [was, is] = [membersOf(before), membersOf(after)]
  if (action.endsWith(".refuse")) {
    const fields = Array.isArray(is.fields) ? ` (${is.fields.map((name) => wordOf(String(name))).join(", ")})` : ""
    return [`${String(is.reason ?? "no reason given").toLowerCase()}${fields}`]
  }
  if (before === null || after === null) return []
  return Object.keys(is).flatMap((name) => {
    if (name === "moderator_id" || name === "api_key" || JSON.stringify(was[name]) === JSON.stringify(is[name]))
      return []
    if (!(name in was)) return [`${wordOf(name)}: ${textOf(name, is[name])}`]
    return [`${wordOf(name)} from ${textOf(name, was[name])} to ${textOf(name, is[name])}`]
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

/** Fields with fixed values. */
const chosen = ["adminType", "admin_type", "dollCategory", "review"]

function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return inSentence("Empty")
  if (typeof value === "boolean") return inSentence(value ? "Yes" : "No")
  if (name === "priceCents") return money(Number(value) / 100)
  if (name === "status") return orderStatusText(value as Parameters<typeof orderStatusText>[0]) || String(value)
  if (Array.isArray(value)) return `${value.length} items`
  if (typeof value === "object") return inSentence("Other")
  if (typeof value !== "string") return String(value)
  return `“${preview(chosen.includes(name) ? value.replaceAll("_", " ") : value, 40)}”`
}
