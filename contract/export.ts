import * as z from "zod"
import { levels, Preferences, signInMethods, User } from "./accounts.ts"
import { Id, Money, Timestamp } from "./common.ts"
import { subjects } from "./customers.ts"
import { invoiceKinds } from "./invoicing.ts"
import { reportKinds } from "./moderation.ts"
import { subscriberStates } from "./newsletters.ts"
import { Notification } from "./notifications.ts"
import { Order, ShippingForm } from "./orders.ts"
import { paymentStatuses } from "./payments.ts"
import { AdminRefund, Return } from "./refunds.ts"
import { SecondFactor } from "./secondFactor.ts"

const Piece = { doll_id: Id, doll_name: z.string() }
const Seen = z.object({ video_id: Id, title: z.string(), at: Timestamp })
const Times = { created_at: Timestamp, updated_at: Timestamp }

/** All data about an account, for its owner. It never contains hashes, tokens, codes or data about others. */
export const AccountExport = z.object({
  exported_at: Timestamp,
  profile: User.extend({
    terms_version: z.string().nullable(),
    terms_accepted_at: Timestamp.nullable(),
    privacy_version: z.string().nullable(),
    email_verified_at: Timestamp.nullable(),
    pending_email_at: Timestamp.nullable(),
    last_seen_at: Timestamp.nullable(),
    membership_next_level: z.enum(levels).nullable(),
    membership_next_expires_at: Timestamp.nullable(),
    membership_last_level: z.enum(levels).nullable(),
    membership_last_expires_at: Timestamp.nullable(),
    video_access_until: Timestamp.nullable(),
    suspended_at: Timestamp.nullable(),
    second_factor_since: Timestamp.nullable(),
    updated_at: Timestamp,
  }),
  preferences: Preferences,
  /** Includes ended sessions that are still stored. */
  sessions: z.array(
    z.object({
      id: Id,
      user_agent: z.string().nullable(),
      method: z.enum(signInMethods),
      remember: z.boolean(),
      created_at: Timestamp,
      last_seen_at: Timestamp,
      confirmed_at: Timestamp.nullable(),
      expires_at: Timestamp,
      revoked_at: Timestamp.nullable(),
    }),
  ),
  second_factor: SecondFactor.omit({ required: true }),
  /** When the account's owner was found to be over 18, and by whom. */
  age_assurances: z.array(
    z.object({ over_18: z.literal(true), provider: z.string(), assured_at: Timestamp, expires_at: Timestamp }),
  ),
  signed_in_with: z.array(z.object({ user_agent: z.string(), first_seen_at: Timestamp })),
  memberships: z.array(
    z.object({
      id: Id,
      level: z.enum(levels),
      kind: z.enum(["bought", "further", "converted", "granted"]),
      payment_id: Id.nullable(),
      price: Money,
      starts_at: Timestamp,
      ends_at: Timestamp.nullable(),
      revoked_at: Timestamp.nullable(),
      created_at: Timestamp,
      used: z.array(z.object({ kind: z.enum(["messages", "photos"]), used: z.number().int() })),
    }),
  ),
  /** Gifts that the account has bought or redeemed. */
  gifts: z.array(
    z.object({
      level: z.enum(levels),
      days: z.number().int(),
      code: z.string(),
      is_buyer: z.boolean(),
      expires_at: Timestamp,
      redeemed_at: Timestamp.nullable(),
      voided_at: Timestamp.nullable(),
      created_at: Timestamp,
    }),
  ),
  orders: z.array(
    Order.extend({
      terms_version: z.number().int().nullable(),
      privacy_version: z.number().int().nullable(),
      events: z.array(z.object({ from: z.string().nullable(), to: z.string(), at: Timestamp })),
    }),
  ),
  refunds: z.array(AdminRefund.omit({ created_by: true, can_cancel: true }).extend({ order_id: Id })),
  returns: z.array(Return.extend({ order_id: Id })),
  invoices: z.array(
    z.object({
      id: Id,
      kind: z.enum(["order", "subscription"]),
      is_gift: z.boolean(),
      order_id: Id.nullable(),
      level: z.enum(levels).nullable(),
      amount: Money,
      currency: z.string(),
      state: z.string(),
      created_at: Timestamp,
    }),
  ),
  sales_invoices: z.array(
    z.object({
      number: z.string(),
      kind: z.enum(invoiceKinds),
      buyer: z.unknown(),
      document: z.unknown(),
      issued_at: Timestamp,
    }),
  ),
  payments: z.array(
    z.object({
      id: Id,
      provider: z.string(),
      payment_id: z.string(),
      invoice_id: Id.nullable(),
      order_id: Id.nullable(),
      status: z.enum(paymentStatuses),
      price_amount: z.string().nullable(),
      price_currency: z.string().nullable(),
      pay_amount: z.string().nullable(),
      actually_paid: z.string().nullable(),
      pay_currency: z.string().nullable(),
      ...Times,
    }),
  ),
  reviews: z.array(
    z.object({
      id: Id,
      ...Piece,
      rating: z.number().int(),
      comment: z.string(),
      verified_purchase: z.boolean(),
      ...Times,
    }),
  ),
  favorites: z.array(z.object({ ...Piece, created_at: Timestamp })),
  favorites_link: z.object({ token: z.string(), created_at: Timestamp }).nullable(),
  addresses: z.array(z.object({ shipping: ShippingForm, is_default: z.boolean(), ...Times })),
  cart: z.array(z.object({ ...Piece, quantity: z.number().int(), created_at: Timestamp })),
  newsletter: z
    .object({
      state: z.enum(subscriberStates),
      created_at: Timestamp,
      confirmed_at: Timestamp.nullable(),
      unsubscribed_at: Timestamp.nullable(),
      language: z.string().nullable(),
      country: z.string().nullable(),
      source: z.enum(["form", "account", "import"]),
      /** What the shop's owner stated, if he added the address from a list of his own. */
      consent: z.string().nullable(),
      received: z.array(
        z.object({
          title: z.string(),
          sent_at: Timestamp,
          bounced_at: Timestamp.nullable(),
          complained_at: Timestamp.nullable(),
          unsubscribed_at: Timestamp.nullable(),
        }),
      ),
    })
    .nullable(),
  restock_requests: z.array(
    z.object({
      doll_id: Id,
      email: z.string().nullable(),
      state: z.enum(["pending", "waiting", "told", "left"]),
      created_at: Timestamp,
      closed_at: Timestamp.nullable(),
    }),
  ),
  contact_messages: z.array(
    z.object({
      id: Id,
      name: z.string(),
      email: z.string(),
      subject: z.string(),
      message: z.string(),
      order_id: Id.nullable(),
      created_at: Timestamp,
      answers: z.array(z.object({ content: z.string(), created_at: Timestamp })),
    }),
  ),
  conversations: z.array(
    z.object({
      room_id: Id,
      ...Piece,
      created_at: Timestamp,
      messages: z.array(
        z.object({
          id: Id,
          from: z.enum(["you", "shop"]),
          content: z.string(),
          file_name: z.string().nullable(),
          created_at: Timestamp,
          deleted_at: Timestamp.nullable(),
        }),
      ),
    }),
  ),
  /** The questions about conversations to the caller, and the answers. */
  chat_ratings: z.array(
    z.object({
      room_id: Id,
      asked_at: Timestamp,
      score: z.number().int().nullable(),
      words: z.string().nullable(),
      answered_at: Timestamp.nullable(),
    }),
  ),
  videos: z.object({ watched: z.array(Seen), liked: z.array(Seen) }),
  notifications: z.array(Notification),
  /** The browsers that get notifications while the page is closed. */
  push_devices: z.array(z.object({ created_at: Timestamp, last_sent_at: Timestamp.nullable() })),
  reports: z.array(
    z.object({
      kind: z.enum(reportKinds),
      subject_id: Id,
      reason: z.string(),
      created_at: Timestamp,
      closed_at: Timestamp.nullable(),
    }),
  ),
  /** Notes of staff about the caller, and their tags. */
  notes: z.array(
    z.object({
      about: z.enum(subjects),
      content: z.string(),
      created_at: Timestamp,
      edited_at: Timestamp.nullable(),
    }),
  ),
  tags: z.array(z.object({ tag: z.string(), created_at: Timestamp })),
})
export type AccountExport = z.infer<typeof AccountExport>
