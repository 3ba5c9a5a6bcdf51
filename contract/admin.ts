import * as z from "zod"
import { AnyRegion, adminTypes, Email, FullName, levels, NewPassword, roles, User } from "./accounts.ts"
import { Id, line, Money, paging, prose, Timestamp } from "./common.ts"
import { PaidLevelField } from "./memberships.ts"
import { Order, orderStatuses } from "./orders.ts"
import { paymentStatuses } from "./payments.ts"

/*
 * The staff's tables. A list is an array with its full count in X-Total-Count, but `{payments,total}` and `{activities,total}`, as in
 * the specification. With `Accept: text/csv` each of them streams all rows that the same filters find, the newest first, whatever
 * `skip`, `limit` and `sort` say.
 */

/** Matches anywhere, in any case, literally. */
const search = z.string().trim().max(200).optional()
const flag = z.enum(["true", "false"]).transform((text) => text === "true")
const day = z.iso.date()

// People

export const AdminAccount = z.object({
  id: Id,
  full_name: z.string(),
  email: z.string(),
  region: z.string(),
  role: z.literal("admin"),
  membership_level: z.enum(levels),
  is_active: z.boolean(),
  admin_type: z.enum(adminTypes),
  created_at: Timestamp,
  last_seen_at: Timestamp.nullable(),
})
export type AdminAccount = z.infer<typeof AdminAccount>

const personSorts = ["newest", "oldest", "name", "name_desc"] as const
export const AdminsQuery = z.object({ ...paging(10), q: search, sort: z.enum(personSorts).default("newest") })
export type AdminsQuery = z.infer<typeof AdminsQuery>

const staff = {
  email: Email,
  full_name: FullName,
  membership_level: z.literal("standard").default("standard"),
  is_active: z.boolean().default(true),
  password: NewPassword,
}
export const NewAdmin = z.object({
  ...staff,
  region: AnyRegion.default("global"),
  role: z.literal("admin").default("admin"),
  admin_type: z.enum(adminTypes),
})
export type NewAdmin = z.infer<typeof NewAdmin>

/** `version` is what `If-Match: "v{version}"` is made of; GET of the one moderator says it as its ETag. */
export const Moderator = z.object({
  id: Id,
  full_name: z.string(),
  email: z.string(),
  region: z.string(),
  role: z.literal("moderator"),
  membership_level: z.enum(levels),
  is_active: z.boolean(),
  video_access_count: z.number().int(),
  assigned_dolls: z.array(Id),
  assignedModels: z.array(z.object({ id: Id, name: z.string(), image_url: z.string().nullable() })),
  created_at: Timestamp,
  last_seen_at: Timestamp.nullable(),
  version: z.number().int(),
})
export type Moderator = z.infer<typeof Moderator>

/** `active` leaves out the others. `sort=models`: who has most models comes first. */
export const ModeratorsQuery = z.object({
  ...paging(10),
  q: search,
  active: flag.optional(),
  sort: z.enum([...personSorts, "models", "models_asc"]).default("newest"),
})
export type ModeratorsQuery = z.infer<typeof ModeratorsQuery>

const Dolls = z.array(Id).max(500)
export const NewModerator = z.object({
  ...staff,
  region: AnyRegion.default("asia"),
  role: z.literal("moderator").default("moderator"),
  video_access_count: z.literal(0).default(0),
  assigned_dolls: Dolls.default([]),
})
export type NewModerator = z.infer<typeof NewModerator>

/** What is left out stays as it is; passwords are their owners' own. */
export const EditModerator = z.object({
  full_name: FullName.optional(),
  email: Email.optional(),
  region: AnyRegion.optional(),
  is_active: z.boolean().optional(),
  assigned_dolls: Dolls.optional(),
})
export type EditModerator = z.infer<typeof EditModerator>

/** `level` is the one that counts now, by the clock. */
export const UsersQuery = z.object({
  ...paging(10),
  q: search,
  level: z.enum(levels).optional(),
  role: z.enum(roles).optional(),
  active: flag.optional(),
})
export type UsersQuery = z.infer<typeof UsersQuery>
export const AdminUser = User.extend({ last_seen_at: Timestamp.nullable() })
export type AdminUser = z.infer<typeof AdminUser>

// Dashboard

/**
 * Money is null for admins of the content. `series` are the twelve months that end now, oldest first: how many there were at the
 * end of each, and what came in during each.
 */
export const DashboardStats = z.object({
  total_users: z.number().int(),
  active_models: z.number().int(),
  active_subscriptions: z.number().int(),
  monthly_revenue: z.number().nullable(),
  flagged_messages: z.number().int(),
  active_moderators: z.number().int(),
  users_change: z.string(),
  models_change: z.string(),
  subscriptions_change: z.string(),
  revenue_change: z.string().nullable(),
  flagged_change: z.string(),
  moderators_change: z.string(),
  currency: z.literal("USD"),
  series: z.object({
    months: z.array(z.string().regex(/^\d{4}-\d{2}$/)),
    users: z.array(z.number().int()),
    subscriptions: z.array(z.number().int()),
    revenue: z.array(z.number()).nullable(),
  }),
})
export type DashboardStats = z.infer<typeof DashboardStats>

/** Days of UTC, both included; without them the last thirty days, or the last twelve months. At most 366 days or 60 months. */
export const RevenueQuery = z.object({
  by: z.enum(["day", "month"]).default("day"),
  from: day.optional(),
  to: day.optional(),
})
export type RevenueQuery = z.infer<typeof RevenueQuery>
/** `total` is what came in less what went back. `date` is `2026-11-21`, or `2026-11` by month. */
export const RevenuePoint = z.object({
  date: z.string(),
  orders: z.number(),
  subscriptions: z.number(),
  refunds: z.number(),
  total: z.number(),
  payments: z.number().int(),
})
export const Revenue = z.object({
  currency: z.literal("USD"),
  by: z.enum(["day", "month"]),
  points: z.array(RevenuePoint),
  total: z.number(),
})
export type Revenue = z.infer<typeof Revenue>

export const activityTypes = [
  "subscription",
  "moderator",
  "flagged",
  "order",
  "user_registration",
  "payment",
  "model_purchase",
  "moderator_created",
  "message_flagged",
] as const
export type ActivityType = (typeof activityTypes)[number]
/** `link` leads to where it can be looked at, as a path on this site. */
export const Activity = z.object({
  id: Id,
  type: z.enum(activityTypes),
  title: z.string(),
  message: z.string(),
  time: Timestamp,
  link: z.string().nullable(),
})
export type Activity = z.infer<typeof Activity>
export const ActivityQuery = z.object({ ...paging(10), type: z.enum(activityTypes).optional() })
export type ActivityQuery = z.infer<typeof ActivityQuery>
export const Activities = z.object({ activities: z.array(Activity), total: z.number().int() })

// Money

/** Where the money of a payment that did not simply pay for something stands. */
export const paymentReviews = ["open", "refund_due", "refunded", "settled"] as const
export const byTime = ["newest", "oldest"] as const
export const paymentSorts = [...byTime, "amount_desc", "amount_asc"] as const

/** `amount` is what was asked for, in `currency`; `actually_paid` what arrived, in `pay_currency`. `id` is ours, `payment_id` the provider's. */
export const AdminPayment = z.object({
  id: Id,
  payment_id: z.string(),
  provider: z.string(),
  user: z.string().nullable(),
  user_email: z.string().nullable(),
  user_id: Id.nullable(),
  amount: Money,
  currency: z.literal("USD"),
  status: z.enum(paymentStatuses),
  provider_status: z.string(),
  payment_method: z.string(),
  created_at: Timestamp,
  payment_date: Timestamp.nullable(),
  plan: z.string().nullable(),
  membership_level: PaidLevelField.nullable(),
  order_type: z.enum(["subscription", "model"]).nullable(),
  payment_type: z.enum(["subscription", "model"]).nullable(),
  order_id: Id.nullable(),
  orderNumber: z.string().nullable(),
  order_status: z.enum(orderStatuses).nullable(),
  pay_amount: z.string().nullable(),
  pay_currency: z.string().nullable(),
  actually_paid: z.string().nullable(),
  flags: z.array(z.string()),
  review: z.enum(paymentReviews).nullable(),
  review_note: z.string().nullable(),
})
export type AdminPayment = z.infer<typeof AdminPayment>

/** `q` matches the provider's payment id, the order number, or the customer's name or address. */
export const PaymentsQuery = z.object({
  ...paging(10),
  q: search,
  status: z.enum(["all", ...paymentStatuses]).default("all"),
  review: z.enum(paymentReviews).optional(),
  sort: z.enum(paymentSorts).default("newest"),
})
export type PaymentsQuery = z.infer<typeof PaymentsQuery>
export const Payments = z.object({ payments: z.array(AdminPayment), total: z.number().int() })

/** What the provider said, as it said it. */
export const PaymentEvent = z.object({
  id: Id,
  source: z.enum(["notice", "poll", "manual"]),
  scheme: z.string().nullable(),
  provider_status: z.string().nullable(),
  received_at: Timestamp,
  processed_at: Timestamp.nullable(),
  applied: z.boolean().nullable(),
  note: z.string().nullable(),
  raw: z.string(),
})
export type PaymentEvent = z.infer<typeof PaymentEvent>

/**
 * For money that belongs to no order: a membership's, or one that nothing of ours was found for. What belongs to an order goes
 * with it: PATCH /admin/orders/{id}.
 */
export const ReviewPayment = z.object({
  review: z.enum(["refund_due", "refunded", "settled"]),
  note: prose(1000, "Please say what was done.").optional(),
})
export type ReviewPayment = z.infer<typeof ReviewPayment>

// Orders

/** What happened and what to do, while an order waits for somebody. */
export const Attention = z.object({ what: z.string(), todo: z.string() })
export type Attention = z.infer<typeof Attention>

/** `attention=1` is the queue: under review, refund due, or with money beside it that is. `q` matches order number, name or address. */
export const AdminOrdersQuery = z.object({
  ...paging(10),
  status: z.enum(["all", ...orderStatuses]).default("all"),
  review: z.enum(["open", "refund_due", "refunded"]).optional(),
  attention: z.literal("1").optional(),
  q: search,
  sort: z.enum(paymentSorts).default("newest"),
})
export type AdminOrdersQuery = z.infer<typeof AdminOrdersQuery>

export const AdminOrder = Order.extend({
  user_id: Id.nullable(),
  user: z.string().nullable(),
  user_email: z.string().nullable(),
  review_reason: z.string().nullable(),
  attention: Attention.nullable(),
})
export type AdminOrder = z.infer<typeof AdminOrder>

export const OrderEvent = z.object({
  id: Id,
  actor: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string(),
  note: z.string().nullable(),
  created_at: Timestamp,
})
/** The one order: everything that happened to it, and all its money; `moves` is where it can go from here, by a person. */
export const AdminOrderDetail = AdminOrder.extend({
  events: z.array(OrderEvent),
  payments: z.array(AdminPayment),
  moves: z.array(z.enum(orderStatuses)),
})
export type AdminOrderDetail = z.infer<typeof AdminOrderDetail>

// Contact, audit

export const ContactMessage = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  user_id: Id.nullable(),
  handled_at: Timestamp.nullable(),
  created_at: Timestamp,
})
export type ContactMessage = z.infer<typeof ContactMessage>
export const ContactsQuery = z.object({
  ...paging(10),
  q: search,
  handled: flag.optional(),
  sort: z.enum(byTime).default("newest"),
})
export type ContactsQuery = z.infer<typeof ContactsQuery>
export const EditContact = z.object({ handled: z.boolean() })

export const AuditEntry = z.object({
  id: Id,
  actor_id: Id.nullable(),
  /** Null: the shop itself. */
  actor: z.string().nullable(),
  actor_email: z.string().nullable(),
  action: z.string(),
  target_kind: z.string(),
  target_id: Id.nullable(),
  before: z.unknown(),
  after: z.unknown(),
  created_at: Timestamp,
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>
/** `q` matches the action, what it was done to, the values before and after, and who did it. */
export const AuditQuery = z.object({
  ...paging(10),
  q: search,
  actor_id: Id.optional(),
  action: z.string().trim().max(80).optional(),
  target_kind: z.string().trim().max(80).optional(),
  target_id: Id.optional(),
  from: day.optional(),
  to: day.optional(),
  sort: z.enum(byTime).default("newest"),
})
export type AuditQuery = z.infer<typeof AuditQuery>
/** Whether each entry still seals the one before it; `head` is the last seal, to be written down elsewhere. */
export const AuditVerification = z.object({
  intact: z.boolean(),
  checked: z.number().int(),
  first_broken_id: Id.nullable(),
  head: z.string().nullable(),
})
export type AuditVerification = z.infer<typeof AuditVerification>

/** What was said around a flagged message, oldest first; reading it is written down. */
export const FlaggedContext = z.object({
  messages: z.array(
    z.object({
      id: Id,
      sender: z.string(),
      sender_role: z.enum(roles),
      content: z.string(),
      created_at: Timestamp,
      is_flagged_one: z.boolean(),
    }),
  ),
})
export type FlaggedContext = z.infer<typeof FlaggedContext>

// Settings

const path = z
  .string()
  .trim()
  .max(200)
  .regex(/^\/(?![/\\])[^\s\\]*$/, "A path on this site, such as /models.")
const settings = {
  shop_name: line(40, "Please enter a name."),
  support_hours: line(80, "Please enter the support hours."),
  /** The bar above every page; null: none. */
  announcement: line(200, "Please enter a text.").nullable(),
  announcement_link: path.nullable(),
  maintenance: z.boolean(),
  /** Said on the closed shop's page in place of the usual sentence. */
  maintenance_note: line(300, "Please enter a text.").nullable(),
}
export const ShopSettings = z.object({
  ...settings,
  updated_at: Timestamp.nullable(),
  updated_by: z.string().nullable(),
  version: z.number().int(),
})
export type ShopSettings = z.infer<typeof ShopSettings>
export const EditShopSettings = z.object(settings).partial()
export type EditShopSettings = z.infer<typeof EditShopSettings>
/** What everybody may know. */
export const PublicSettings = z.object({
  shop_name: z.string(),
  support_hours: z.string(),
  announcement: z.string().nullable(),
  announcement_link: z.string().nullable(),
  maintenance: z.boolean(),
})
export type PublicSettings = z.infer<typeof PublicSettings>
