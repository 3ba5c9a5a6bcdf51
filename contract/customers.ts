import * as z from "zod"
import { Email, levels, roles, signInMethods } from "./accounts.ts"
import { AdminUser } from "./admin.ts"
import { maxGrantedDays, maxMembershipReasonLength, maxNoteLength, maxTagLength } from "./adminLimits.ts"
import { orderTexts } from "./buyingText.ts"
import { Id, line, Money, prose, Search, Timestamp, text } from "./common.ts"
import { AdminGift } from "./gifts.ts"
import { PaidLevelField } from "./memberships.ts"
import { OrderRefund, orderStatuses } from "./orders.ts"
import { paymentStatuses } from "./payments.ts"
import { returnReasons, returnStatuses } from "./refunds.ts"
import { t } from "./t.ts"
import { customerTexts } from "./timelineText.ts"

/*
 * A customer's page, and the timelines and notes of customers, orders and chats. Lists are read newest first and paged by
 * key: `next` of a page is `before` of the following one, null at the end.
 */

const page = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item), next: Id.nullable() })
const limit = z.coerce.number<number>().int().min(1).max(100).default(10)
export const SectionQuery = z.object({ before: Id.optional(), limit })
export type SectionQuery = z.infer<typeof SectionQuery>
export const ChatsQuery = SectionQuery.extend({ chat: Id.optional().describe("Only this chat, whatever its page") })
export type ChatsQuery = z.infer<typeof ChatsQuery>

/** A tag, in lower case. */
export const Tag = text(customerTexts.tagRequired)
  .trim()
  .toLowerCase()
  .min(1, customerTexts.tagRequired)
  .max(maxTagLength)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} -]*$/u, customerTexts.tagInvalid)
export const NewTag = z.object({ tag: Tag })
export const TagParams = z.object({ id: Id, tag: Tag })
export const TagQuery = z.object({ q: Search })
export const KnownTag = z.object({ tag: z.string(), customers: z.number().int() })
export type KnownTag = z.infer<typeof KnownTag>

export const customerParts = [
  "orders",
  "returns",
  "payments",
  "memberships",
  "reviews",
  "chats",
  "reports",
  "sessions",
  "emails",
] as const
export type CustomerPart = (typeof customerParts)[number]

/** `lifetime_spend` is what was received for orders and memberships, less refunds; null for content admins. */
export const Customer = AdminUser.extend({
  orders_count: z.number().int(),
  lifetime_spend: Money.nullable(),
  /** The numbers of the versions that were accepted, or the date of the texts that the shop comes with. */
  terms_version: z.string().nullable(),
  privacy_version: z.string().nullable(),
  terms_accepted_at: Timestamp.nullable(),
  tags: z.array(z.string()),
  parts: z.array(z.enum(customerParts)),
})
export type Customer = z.infer<typeof Customer>

const membershipReason = line(maxMembershipReasonLength, orderTexts.reasonRequired)
const daysError = customerTexts.daysRange(maxGrantedDays)
/** Grants time without a payment, in addition to the time of that level, or at once. The customer gets the reason. */
export const GrantMembership = z.object({
  level: PaidLevelField,
  days: z.number({ error: daysError }).int(daysError).min(1, daysError).max(maxGrantedDays, daysError),
  reason: membershipReason,
})
export type GrantMembership = z.infer<typeof GrantMembership>
export const EndMembership = z.object({ reason: membershipReason })
export type EndMembership = z.infer<typeof EndMembership>
/** The change takes effect once the new address is confirmed. */
export const CorrectEmail = z.object({ email: Email })
export type CorrectEmail = z.infer<typeof CorrectEmail>

export const CustomerOrders = page(
  z.object({
    id: Id,
    order_number: z.string(),
    status: z.enum(orderStatuses),
    refund: OrderRefund,
    pieces: z.number().int(),
    total: Money,
    created_at: Timestamp,
  }),
)
export type CustomerOrders = z.infer<typeof CustomerOrders>

export const CustomerReturns = page(
  z.object({
    id: Id,
    order_id: Id,
    order_number: z.string(),
    status: z.enum(returnStatuses),
    reason: z.enum(returnReasons),
    created_at: Timestamp,
  }),
)
export type CustomerReturns = z.infer<typeof CustomerReturns>

export const CustomerPayments = page(
  z.object({
    id: Id,
    payment_id: z.string(),
    status: z.enum(paymentStatuses),
    amount: Money,
    order_number: z.string().nullable(),
    level: z.enum(levels).nullable(),
    gift: AdminGift.nullable(),
    created_at: Timestamp,
  }),
)
export type CustomerPayments = z.infer<typeof CustomerPayments>

export const CustomerMemberships = page(
  z.object({
    id: Id,
    level: z.enum(levels),
    kind: z.enum(["bought", "converted", "granted", "gift"]),
    price: Money,
    starts_at: Timestamp,
    ends_at: Timestamp.nullable(),
    revoked_at: Timestamp.nullable(),
  }),
)
export type CustomerMemberships = z.infer<typeof CustomerMemberships>

export const CustomerReviews = page(
  z.object({
    id: Id,
    doll_id: Id,
    model: z.string(),
    rating: z.number().int(),
    comment: z.string(),
    created_at: Timestamp,
  }),
)
export type CustomerReviews = z.infer<typeof CustomerReviews>

/** Has no messages: opening a chat is a call of its own, which is audited. */
export const CustomerChats = page(
  z.object({
    id: Id,
    doll_id: Id,
    model: z.string(),
    moderator: z.string().nullable(),
    messages: z.number().int(),
    frozen: z.boolean(),
    last_activity_at: Timestamp,
  }),
)
export type CustomerChats = z.infer<typeof CustomerChats>

/** The customer's items in the review queue, which shows their text. */
export const CustomerReports = page(
  z.object({
    id: Id,
    kind: z.enum(["message", "review", "doll", "video", "slideshow"]),
    reason: z.string(),
    critical: z.boolean(),
    created_at: Timestamp,
    decided_at: Timestamp.nullable(),
    outcome: z.enum(["approved", "deleted", "withdrawn"]).nullable(),
  }),
)
export type CustomerReports = z.infer<typeof CustomerReports>

export const CustomerSessions = page(
  z.object({
    id: Id,
    device: z.string(),
    method: z.enum(signInMethods),
    created_at: Timestamp,
    last_seen_at: Timestamp,
    is_open: z.boolean(),
  }),
)
export type CustomerSessions = z.infer<typeof CustomerSessions>

/** Emails of the last thirty days. `can_resend` means that the email can be written again and would still be true. */
export const CustomerEmails = page(
  z.object({
    id: Id,
    subject: z.string(),
    to: z.string(),
    state: z.enum(["sent", "queued", "failed"]),
    created_at: Timestamp,
    sent_at: Timestamp.nullable(),
    can_resend: z.boolean(),
  }),
)
export type CustomerEmails = z.infer<typeof CustomerEmails>

// Notes and timelines

export const subjects = ["customer", "order", "room"] as const
export type SubjectKind = (typeof subjects)[number]

const Mentions = z.array(Id).max(20).default([])
/** Plain text. `mentions` are the staff who are notified; those who may not read the note are left out. */
export const NewNote = z.object({ content: prose(maxNoteLength, customerTexts.noteRequired), mentions: Mentions })
export type NewNote = z.infer<typeof NewNote>

export const Note = z.object({
  id: Id,
  /** Null if the author's account was deleted. */
  author: z.string().nullable(),
  content: z.string(),
  /** The names after an `@` in the content that refer to people. */
  mentions: z.array(z.object({ id: Id, name: z.string() })),
  created_at: Timestamp,
  edited_at: Timestamp.nullable(),
  can_edit: z.boolean(),
  can_delete: z.boolean(),
})
export type Note = z.infer<typeof Note>
export const Notes = page(Note)
export type Notes = z.infer<typeof Notes>

/** A member of staff who may read the note, and so can be mentioned in it. */
export const Mentionable = z.object({ id: Id, name: z.string(), role: z.enum(roles) })
export type Mentionable = z.infer<typeof Mentionable>

export const timelineKinds = [
  "account",
  "sign_in",
  "order",
  "payment",
  "membership",
  "email",
  "review",
  "chat",
  "flagged",
  "note",
  "staff",
] as const
export type TimelineKind = (typeof timelineKinds)[number]
/** `next` of a page is a position between events. */
export const TimelineQuery = z.object({
  before: text()
    .regex(/^\d{1,15}\.[a-z_]{1,20}\.\d{1,10}$/, t`This position is not valid.`)
    .optional(),
  limit: z.coerce.number<number>().int().min(1).max(100).default(20),
})
export type TimelineQuery = z.infer<typeof TimelineQuery>
/** `by` is the name of the person, for staff. `link` is a path on this site. */
export const TimelineEvent = z.object({
  id: z.string(),
  kind: z.enum(timelineKinds),
  at: Timestamp,
  by: z.enum(["staff", "customer", "system"]),
  name: z.string().nullable(),
  what: z.string(),
  detail: z.string().nullable(),
  link: z.string().nullable(),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>
export const Timeline = z.object({ items: z.array(TimelineEvent), next: z.string().nullable() })
export type Timeline = z.infer<typeof Timeline>
