import * as z from "zod"
import { AnyRegion, adminTypes, Email, FullName, levels, NewPassword, roles, TimeZone, User } from "./accounts.ts"
import { SavedAddress } from "./addresses.ts"
import { answerTargets, maxNoteLength, settingsLimits, stockLimits } from "./adminLimits.ts"
import { adminTexts } from "./adminText.ts"
import { AgeRuleField, CountryList, CountryRules } from "./age.ts"
import { AutomaticEmail, automaticEmails } from "./automatic.ts"
import { categories, ThemedImage } from "./catalog.ts"
import { day, Id, IdInput, line, Money, paging, prose, Search, Timestamp, text } from "./common.ts"
import { countryCodes } from "./countries.ts"
import { AdminGift } from "./gifts.ts"
import { maxContactLength } from "./limits.ts"
import { PaidLevelField } from "./memberships.ts"
import { Order, orderStatuses } from "./orders.ts"
import { panelTexts } from "./panelText.ts"
import { paymentStatuses } from "./payments.ts"
import { AdminRefund, Refundable, Return } from "./refunds.ts"
import { t } from "./t.ts"

/*
 * The staff's tables. A list is an array with its full count in X-Total-Count, except `{payments,total}` and
 * `{activities,total}`, as in the specification. With `Accept: text/csv` each of them streams all rows that match the
 * filters, newest first; `skip`, `limit` and `sort` are ignored.
 */

const flag = z.enum(["true", "false"]).transform((text) => text === "true")
const givenDay = day()

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
  /** The end of an invitation that is not accepted yet. */
  invited_until: Timestamp.nullable(),
  version: z.number().int(),
})
export type AdminAccount = z.infer<typeof AdminAccount>

/** The link is null where it is sent by email; a shop without a mail server passes it on itself. */
const invitation_link = z.string().nullable()
export const invited = { invitation_link }
export const SentInvitation = z.object({ invited_until: Timestamp, invitation_link })
export type SentInvitation = z.infer<typeof SentInvitation>

/** The number of things that the deactivation of an account affects. */
export const Dependents = z.object({
  models: z.number().int(),
  chats: z.number().int(),
  orders: z.number().int(),
  membership: z.enum(levels).nullable(),
})
export type Dependents = z.infer<typeof Dependents>

const personSorts = ["newest", "oldest", "name", "name_desc"] as const
export const AdminsQuery = z.object({ ...paging(10), q: Search, sort: z.enum(personSorts).default("newest") })
export type AdminsQuery = z.infer<typeof AdminsQuery>

const staff = {
  email: Email,
  full_name: FullName,
  membership_level: z.literal("standard").default("standard"),
  is_active: z.boolean().default(true),
  /** For scripts. Without one, the person gets an invitation by email and chooses it. */
  password: NewPassword.optional(),
}
export const NewAdmin = z.object({
  ...staff,
  /** The length is checked first, with the text of admins, and then all rules of a password. */
  password: text(adminTexts.passwordShort).min(8, adminTexts.passwordShort).pipe(NewPassword).optional(),
  region: AnyRegion.default("global"),
  role: z.literal("admin").default("admin"),
  admin_type: z.enum(adminTypes),
})
export type NewAdmin = z.infer<typeof NewAdmin>

/** Omitted fields do not change. Admins cannot change their own address or type here. */
export const EditAdmin = z.object({
  full_name: FullName.optional(),
  email: Email.optional(),
  admin_type: z.enum(adminTypes).optional(),
})
export type EditAdmin = z.infer<typeof EditAdmin>

/** `version` makes `If-Match: "v{version}"`; GET of a single moderator returns it as its ETag. */
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
  assignedModels: z.array(
    z.object({ id: Id, name: z.string(), image_url: z.string().nullable(), picture: ThemedImage.nullable() }),
  ),
  created_at: Timestamp,
  last_seen_at: Timestamp.nullable(),
  /** The end of an invitation that is not accepted yet. */
  invited_until: Timestamp.nullable(),
  version: z.number().int(),
})
export type Moderator = z.infer<typeof Moderator>

/** `active` omits inactive moderators. `sort=models`: most models first. */
export const ModeratorsQuery = z.object({
  ...paging(10),
  q: Search,
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

/** Omitted fields do not change; passwords can only be changed by their owners. */
export const EditModerator = z.object({
  full_name: FullName.optional(),
  email: Email.optional(),
  region: AnyRegion.optional(),
  is_active: z.boolean().optional(),
  assigned_dolls: Dolls.optional(),
})
export type EditModerator = z.infer<typeof EditModerator>

/** `level` is the current level, by the clock. */
export const UsersQuery = z.object({
  ...paging(10),
  q: Search,
  level: z.enum(levels).optional(),
  role: z.enum(roles).optional(),
  active: flag.optional(),
  suspended: flag.optional(),
  tag: Search,
})
export type UsersQuery = z.infer<typeof UsersQuery>
export const AdminUser = User.extend({ last_seen_at: Timestamp.nullable(), second_factor: z.boolean() })
export type AdminUser = z.infer<typeof AdminUser>

// Dashboard

/**
 * Amounts of money are null for content admins. `series` covers the last twelve months, oldest first: totals at the end
 * of each month, and revenue during each.
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

/**
 * The days are in the shop's time zone, both included; by default the last thirty days or twelve months. At most 366
 * days or 60 months.
 */
export const RevenueQuery = z.object({
  by: z.enum(["day", "month"]).default("day"),
  from: givenDay.optional(),
  to: givenDay.optional(),
})
export type RevenueQuery = z.infer<typeof RevenueQuery>
/** `total` is revenue less refunds. `date` is `2026-11-21`, or `2026-11` by month. */
export const RevenuePoint = z.object({
  date: z.string(),
  orders: z.number(),
  subscriptions: z.number(),
  refunds: z.number(),
  total: z.number(),
  payments: z.number().int(),
})
export type RevenuePoint = z.infer<typeof RevenuePoint>
const RevenuePeriod = z.object({ points: z.array(RevenuePoint), total: z.number() })
/** `previous` is the period before, with as many points. */
export const Revenue = RevenuePeriod.extend({
  currency: z.literal("USD"),
  by: z.enum(["day", "month"]),
  previous: RevenuePeriod,
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
/** `link` is the path of the subject's page on this site. */
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

/** The review status of a payment that did not simply pay for something. */
export const paymentReviews = ["open", "refund_due", "refunded", "settled"] as const
export const byTime = ["newest", "oldest"] as const
export const paymentSorts = [...byTime, "amount_desc", "amount_asc"] as const

/**
 * `amount` is the requested amount in `currency`, `actually_paid` the received amount in `pay_currency`. `id` is ours,
 * `payment_id` the provider's.
 */
export const AdminPayment = z.object({
  id: Id,
  payment_id: z.string(),
  provider: z.string(),
  user: z.string().nullable(),
  user_email: z.string().nullable(),
  user_id: Id.nullable(),
  amount: Money,
  /** The received amount in USD, at the rate of the request. */
  arrived: Money,
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
  /** Set for a membership that was bought as a gift. */
  gift: AdminGift.nullable(),
})
export type AdminPayment = z.infer<typeof AdminPayment>

/** `q` matches the provider's payment id, the order number, and the customer's name and address. */
export const PaymentsQuery = z.object({
  ...paging(10),
  q: Search,
  status: z.enum(["all", ...paymentStatuses]).default("all"),
  /** Selects the payments for memberships of this level, on these days of the shop's time zone, both included. */
  level: PaidLevelField.optional(),
  paid_from: givenDay.optional(),
  paid_to: givenDay.optional(),
  review: z.enum(paymentReviews).optional(),
  sort: z.enum(paymentSorts).default("newest"),
})
export type PaymentsQuery = z.infer<typeof PaymentsQuery>
export const Payments = z.object({ payments: z.array(AdminPayment), total: z.number().int() })

/** A response of the provider, unchanged. */
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
 * Reviews a payment without an order: a membership's, or one that could not be matched. The review of an order's
 * payment belongs to the order: PATCH /admin/orders/{id}.
 */
export const ReviewPayment = z.object({
  review: z.enum(["refund_due", "refunded", "settled"]),
  note: prose(maxNoteLength, t`Please describe what was done.`).optional(),
})
export type ReviewPayment = z.infer<typeof ReviewPayment>

// Orders

/** Describes what happened and what to do, for an order that needs attention. */
export const Attention = z.object({ what: z.string(), todo: z.string() })
export type Attention = z.infer<typeof Attention>

const orderAmount = z.coerce.number<number>().min(0).max(100_000_000)

/**
 * `attention=1` lists the queue: orders under review, with a refund due, or with other money in one of these states.
 * `q` matches the number, the customer's name and address, the shipping data, the items, the tracking number and the
 * provider's payment ids.
 */
export const AdminOrdersQuery = z.object({
  ...paging(10),
  status: z.enum(["all", ...orderStatuses]).default("all"),
  /** The days of the payment in the shop's time zone, both included. */
  paid_from: givenDay.optional(),
  paid_to: givenDay.optional(),
  /** The days of the order in the shop's time zone, both included. */
  placed_from: givenDay.optional(),
  placed_to: givenDay.optional(),
  min_amount: orderAmount.optional(),
  max_amount: orderAmount.optional(),
  country: z.enum(countryCodes).optional(),
  doll_id: IdInput.optional(),
  /** A part of the name of a model, as it was ordered. */
  model: Search,
  /** Selects orders with a model that is in this category now. */
  category: z.enum(categories).optional(),
  /** Selects the first paid orders of customers, or later ones. */
  customers: z.enum(["new", "returning"]).optional(),
  review: z.enum(["open", "refund_due", "refunded"]).optional(),
  attention: z.literal("1").optional(),
  q: Search,
  sort: z.enum(paymentSorts).default("newest"),
})
export type AdminOrdersQuery = z.infer<typeof AdminOrdersQuery>

/** `arrived` is the received part of `paymentAmount`, at the rate of the request. */
export const AdminOrder = Order.extend({
  user_id: Id.nullable(),
  user: z.string().nullable(),
  user_email: z.string().nullable(),
  review_reason: z.string().nullable(),
  arrived: Money,
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
/**
 * An order with its events and payments; `moves` lists the statuses that staff can set next. `address` is as the
 * customer entered it; null once it can no longer be corrected. Until `reopenable_until` a completion can be reverted.
 */
export const AdminOrderDetail = AdminOrder.extend({
  address: SavedAddress.omit({ id: true, is_default: true }).nullable(),
  /** The versions of the legal pages under which it was placed; null for the texts that the shop comes with. */
  terms_version: z.number().int().nullable(),
  privacy_version: z.number().int().nullable(),
  reopenable_until: Timestamp.nullable(),
  refunds: z.array(AdminRefund),
  returns: z.array(Return),
  refundable: Refundable,
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
  order_id: Id.nullable(),
  order_number: z.string().nullable(),
  assignee_id: Id.nullable(),
  assignee: z.string().nullable(),
  handled_at: Timestamp.nullable(),
  created_at: Timestamp,
})
export type ContactMessage = z.infer<typeof ContactMessage>
/** `author` is null for former staff. */
export const ContactAnswer = z.object({
  id: Id,
  author: z.string().nullable(),
  content: z.string(),
  created_at: Timestamp,
})
export type ContactAnswer = z.infer<typeof ContactAnswer>
/** A message with its answers, oldest first. */
export const ContactDetail = ContactMessage.extend({ answers: z.array(ContactAnswer) })
export type ContactDetail = z.infer<typeof ContactDetail>
export const ContactsQuery = z.object({
  ...paging(10),
  q: Search,
  handled: flag.optional(),
  assignee: z.enum(["me", "nobody"]).optional(),
  sort: z.enum(byTime).default("newest"),
})
export type ContactsQuery = z.infer<typeof ContactsQuery>
export const EditContact = z.object({ handled: z.boolean(), assignee_id: IdInput.nullable() }).partial()
export type EditContact = z.infer<typeof EditContact>
export const AnswerContact = z.object({ content: prose(maxContactLength, panelTexts.answerRequired) })
export type AnswerContact = z.infer<typeof AnswerContact>
/** An admin who can take care of a message. */
export const ContactAssignee = z.object({ id: Id, name: z.string() })
export type ContactAssignee = z.infer<typeof ContactAssignee>

export const AuditEntry = z.object({
  id: Id,
  actor_id: Id.nullable(),
  /** Null for the shop itself. */
  actor: z.string().nullable(),
  actor_email: z.string().nullable(),
  action: z.string(),
  target_kind: z.string(),
  target_id: Id.nullable(),
  /** The target's current name; null if it is gone or has no name. */
  target_name: z.string().nullable(),
  target_role: z.enum(["user", "moderator", "admin"]).nullable(),
  /** The moderator who got or lost the model by an assignment. */
  moderator: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  created_at: Timestamp,
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>
/** `q` matches the action, the values before and after, the actor, and the names and numbers of the targets. */
export const AuditQuery = z.object({
  ...paging(10),
  q: Search,
  actor_id: Id.optional(),
  action: text().trim().max(80).optional(),
  target_kind: text().trim().max(80).optional(),
  target_id: Id.optional(),
  from: givenDay.optional(),
  to: givenDay.optional(),
  sort: z.enum(byTime).default("newest"),
})
export type AuditQuery = z.infer<typeof AuditQuery>
/** Whether the hash chain is intact; `head` is the last hash, to be recorded elsewhere. */
export const AuditVerification = z.object({
  intact: z.boolean(),
  checked: z.number().int(),
  first_broken_id: Id.nullable(),
  head: z.string().nullable(),
})
export type AuditVerification = z.infer<typeof AuditVerification>

/** The messages around a flagged message, oldest first; reading them is audited. */
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

/**
 * The steps before a shop can open and trade lawfully, for super admins, in the order of the checklist. Each has an
 * entry in `server/backoffice/staff/setup.ts`, which says whether it is done, and in `web/admin/dashboard/Setup.tsx`.
 */
export const setupSteps = [
  "seller",
  "legal",
  "age",
  "business",
  "mail",
  "payments",
  "public_url",
  "support_email",
  "encryption_keys",
  "database",
  "backup",
  "model",
  "moderator",
] as const
export type SetupStep = (typeof setupSteps)[number]
/** What visitors of a public server should never find missing. */
export const publicNeeds = ["seller", "database", "mail", "payments"] as const satisfies SetupStep[]
export const Setup = z.object({
  /** Empty for a demo shop. With `can_test`, what is left is a test that the panel makes. */
  steps: z.array(z.object({ id: z.enum(setupSteps), done: z.boolean(), can_test: z.boolean() })),
  /** What a public server lacks, also of a demo shop. */
  missing: z.array(z.enum(publicNeeds)),
})
export type Setup = z.infer<typeof Setup>
/** Where the test email went. */
export const TestEmail = z.object({ to: z.string() })
/** The address of the test invoice at the provider. */
export const TestInvoice = z.object({ invoice_url: z.string() })

// Settings

/** Resolves the path as browsers do: `/..//host` leads to another site. */
function isOnThisSite(path: string): boolean {
  const site = "http://shop.example"
  if (!URL.canParse(path, site)) return false
  const { origin, pathname } = new URL(path, site)
  return origin === site && !pathname.startsWith("//")
}

const notAPath = t`Please enter a path on this site, such as /models.`
const path = text()
  .trim()
  .max(settingsLimits.announcement_link)
  .regex(/^\/(?![/\\])[^\s\\]*$/, notAPath)
  .refine(isOnThisSite, notAPath)
const answerTargetError = t`Please enter ${answerTargets.min} to ${answerTargets.max} minutes.`
const timeOfDay = text().regex(/^([01]\d|2[0-3]):[0-5]\d$/, t`Please enter a time, such as 08:00.`)
const settings = {
  shop_name: line(settingsLimits.shop_name, t`Please enter a name.`),
  support_hours: line(settingsLimits.support_hours, t`Please enter the support hours.`),
  /** The time zone of the days in reports and on the dashboard. */
  time_zone: TimeZone.shape.time_zone,
  /** The banner on every page; null for none. */
  announcement: line(settingsLimits.announcement, t`Please enter an announcement.`).nullable(),
  announcement_link: path.nullable(),
  maintenance: z.boolean(),
  /** Replaces the default text of the maintenance page. */
  maintenance_note: line(settingsLimits.maintenance_note, t`Please enter a message.`).nullable(),
  /** Staff without a second factor can only add one. */
  require_second_factor: z.boolean(),
  /** The minutes within which a chat should be answered, during these hours. */
  answer_target: z
    .number({ error: answerTargetError })
    .int(answerTargetError)
    .min(answerTargets.min, answerTargetError)
    .max(answerTargets.max, answerTargetError),
  /** 1 is Monday, 7 Sunday. */
  answer_days: z.array(z.number().int().min(1).max(7)).min(1, t`Please choose at least one day.`).max(7),
  answer_from: timeOfDay,
  answer_to: timeOfDay,
  answer_zone: TimeZone.shape.time_zone,
  /** The rule for countries without one of their own. */
  age_rule: AgeRuleField,
  age_rules: CountryRules,
  /** The countries that the shop does not ship to. */
  no_shipping: CountryList,
  /** Days after shipping or completion in which a return can be requested; 0 if returns are not accepted. */
  return_days: z.number().int().min(0).max(settingsLimits.return_days),
  /** Whether emails about an order say which pieces are in it. */
  emails_name_pieces: z.boolean(),
  /** The emails that are sent without anybody's doing; the others are off. */
  automatic_emails: z.array(AutomaticEmail).max(automaticEmails.length),
  /** The number of remaining pieces of a model at which staff are notified; 0 for never. */
  low_stock_at: z.number().int().min(0).max(stockLimits.threshold),
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
export const PublicSettings = z.object({
  shop_name: z.string(),
  support_hours: z.string(),
  /** The time zone of the days in reports and on the dashboard. */
  time_zone: z.string(),
  announcement: z.string().nullable(),
  announcement_link: z.string().nullable(),
  maintenance: z.boolean(),
  /** The admin's own message, while the shop is closed. */
  maintenance_note: z.string().nullable(),
  no_shipping: CountryList,
  return_days: z.number().int(),
  automatic_emails: z.array(AutomaticEmail),
})
export type PublicSettings = z.infer<typeof PublicSettings>
