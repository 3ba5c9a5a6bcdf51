import { evidenceDays } from "#contract/messageRules.ts"
import { inSql, modelFields, textFields } from "#contract/modelFields.ts"
import { days, hours } from "../../platform/clock.ts"

/**
 * The data that the shop holds, why and for how long: the record of processing (GDPR, Article 30), by table and column.
 * A test compares it with the schema, another prints it as docs/privacy-register.md, and a third deletes an account and
 * looks for what should be gone.
 */
export interface Register {
  [table: string]: Entry
}

export interface Entry {
  why: string
  kept: string
  /** The limits that enforce the times named by `kept`. */
  limits?: Limit[]
  /**
   * What happens to a person's rows when the account is deleted. `anonymized`: the columns of `personal` are emptied,
   * except those of `stays`. `none`: the table has nothing about persons.
   */
  onDeletion: "deleted" | "anonymized" | "kept" | "none"
  stays?: string
  /** Columns about a person, with their content. They are in the export of the account, except those of `withheld`. */
  personal?: Record<string, string>
  /** The reasons why columns of `personal` are not in the export. A text is the reason for the whole table. */
  withheld?: Record<string, string> | string
  /** Other columns that are in the export. */
  exported?: string
  /** All other columns that no rule of `isDull` covers. */
  other?: string
}

export interface Limit {
  /** The name of the job in `startJobs.ts`. */
  job: string
  /** The column with the time from which the limit counts. */
  since: string
  /** The limit in milliseconds. */
  after: number
  /** The rows that it applies to; all by default. */
  when?: Record<string, unknown>
  /** The columns that are emptied; by default the row is deleted. */
  empties?: string
}

export interface Column {
  name: string
  type: string
  refersTo: string | null
}

/** Columns of a table's mechanics, whatever the table is about. */
const mechanics =
  /^(id|version|attempts|checks) integer$|^(created|updated|next_attempt|next_check)_at timestamp|^claimed_until timestamp/
const withoutWords = /^(integer|bigint|double precision|boolean|date|timestamp.*)$/

/**
 * Returns whether a column needs no entry in the register: in every table, references to other rows and `mechanics`. In
 * a table that is not about persons also numbers, times and flags, but no reference to an account, which would make it
 * about a person.
 */
export function isDull({ name, type, refersTo }: Column, { onDeletion }: Pick<Entry, "onDeletion">): boolean {
  if (onDeletion === "none") return withoutWords.test(type) && refersTo !== "users" && !/(^|_)(user_id|by)$/.test(name)
  return mechanics.test(`${name} ${type}`) || (refersTo !== null && name.endsWith("_id"))
}

const account = "while the account exists"
const shop = "while the shop exists"
const books = "as long as the law asks for records of sales"
const nobody = { kept: shop, onDeletion: "none" } as const
const sale = { kept: books, onDeletion: "kept" } as const
const ofAccount = { kept: account, onDeletion: "deleted" } as const
const proof = { kept: shop, onDeletion: "kept" } as const
const evidence = { job: "delete old evidence", since: "resolved_at", empties: "held_text held_file" }
const secret = "a secret: whoever has the file could sign in with it"
const staffOnly = "about what staff did"

export const register: Register = {
  users: {
    why: "the account: signing in, membership, staff roles",
    kept: `${account}; after deletion an empty row, to which records of sales refer`,
    limits: [
      {
        job: "delete unconfirmed email changes",
        since: "pending_email_at",
        after: hours(24),
        empties: "pending_email pending_email_at",
      },
    ],
    onDeletion: "anonymized",
    personal: {
      email: "address for signing in and emails",
      full_name: "name, shown with messages and reviews",
      region: "region of the world",
      password_hash: "argon2id hash of the password",
      pending_email: "new address that waits for confirmation, at most 24 hours",
      pending_email_at: "when it was entered",
      email_verified_at: "when the address was confirmed",
      invited_until: "end of an invitation of staff that waits for an answer",
      time_zone: "where the account was last used",
      language: "the language of pages and emails: the one chosen, or that of the page of the registration",
      last_seen_at: "last use",
      terms_version: "accepted terms",
      terms_accepted_at: "when they were accepted",
      privacy_version: "the privacy policy at that time",
      terms_seen: "the version of the terms that was announced",
      privacy_seen: "the version of the privacy policy that was announced",
      membership_level: "level of the membership",
      membership_expires_at: "its end",
      membership_next_level: "level that follows",
      membership_next_expires_at: "its end",
      membership_last_level: "level after that",
      membership_last_expires_at: "its end",
      membership_reminded_for: "end for which a reminder was sent",
      membership_reminded_days: "days before that end of the last reminder",
      video_access_count: "videos watched in the current period",
      video_access_until: "end of that period",
      suspended_at: "since when the account is suspended",
      suspended_by: "who confirmed it",
      second_factor_since: "since when a second factor is asked for",
    },
    withheld: {
      password_hash: secret,
      membership_reminded_for: "repeats membership_expires_at",
      membership_reminded_days: "repeats membership_expires_at",
      suspended_by: staffOnly,
      invited_until: "customers are not invited",
    },
    exported: "uuid role admin_type created_at updated_at",
    other: "is_active is_demo deleted_at",
  },
  sessions: {
    why: "staying signed in, and showing where the account is used",
    kept: "12 hours, or 30 days with Remember me; deleted 30 days after their end",
    limits: [
      { job: "delete ended sessions", since: "expires_at", after: days(30) },
      { job: "delete ended sessions", since: "revoked_at", after: days(30) },
    ],
    onDeletion: "deleted",
    personal: {
      user_agent: "browser and system, as sent by the browser",
      method: "what it was opened with",
      last_seen_at: "last use, accurate to the hour",
      confirmed_at: "when the person last proved who they are",
    },
    exported: "remember created_at expires_at revoked_at",
    other: "token_hash",
  },
  sign_in_challenges: {
    why: "the second step of a sign-in, and passkeys",
    kept: "five minutes; deleted within the hour",
    limits: [{ job: "delete ended sessions", since: "expires_at", after: 0 }],
    onDeletion: "deleted",
    withheld: "tells nothing but that a sign-in was begun",
    other: "token_hash purpose challenge remember expires_at used_at",
  },
  passkeys: {
    why: "signing in with a passkey",
    kept: "until it is removed",
    onDeletion: "deleted",
    personal: {
      credential_id: "identifier of the passkey, for this shop only",
      public_key: "its public key",
      name: "name chosen by its owner",
      last_used_at: "last use",
    },
    withheld: { credential_id: "of use to the browser only", public_key: "of use to the server only" },
    exported: "backed_up created_at",
    other: "counter transports",
  },
  authenticators: {
    why: "codes of an authenticator app",
    kept: "until it is removed",
    onDeletion: "deleted",
    personal: { secret: "its secret, sealed" },
    withheld: { secret },
    exported: "created_at",
    other: "last_step confirmed_at",
  },
  recovery_codes: {
    why: "signing in without the other factors",
    kept: "until they are replaced",
    onDeletion: "deleted",
    withheld: secret,
    other: "code_hash used_at",
  },
  age_assurances: {
    why: "entering where the law asks for a verified age; nothing else of the check is kept",
    kept: "a year (12 hours for staff); deleted within the hour after",
    limits: [{ job: "delete old age assurances", since: "expires_at", after: 0 }],
    onDeletion: "deleted",
    personal: {
      provider: "who checked that the person is over 18: the provider's host, or `staff` for the shop's own",
      assured_at: "when",
    },
    exported: "expires_at",
  },
  age_checks: {
    ...nobody,
    why: "an age check that is under way, of a browser and not of a person",
    kept: "half an hour; deleted when the provider answers, or within the hour",
    limits: [{ job: "delete old age assurances", since: "expires_at", after: 0 }],
    other: "state browser_hash nonce code_verifier return_to",
  },
  one_time_codes: {
    why: "links in emails: confirmation, reset, change of address, invitation of staff",
    kept: "an hour to seven days; deleted 30 days after their end",
    limits: [{ job: "delete ended sessions", since: "expires_at", after: days(30) }],
    onDeletion: "deleted",
    personal: { email: "address that the link was sent to" },
    withheld: secret,
    other: "session_id purpose code_hash since expires_at used_at",
  },
  known_agents: {
    why: "emails about sign-ins from new devices",
    ...ofAccount,
    personal: { agent: "browser and system, in fixed words" },
    exported: "first_seen_at",
  },
  preferences: {
    why: "which emails and notifications are wanted",
    ...ofAccount,
    exported:
      "mail_membership_reminders mail_reviews mail_new_sign_in browser_notifications sound text_previews tell_messages tell_flagged tell_orders tell_paid_orders mail_paid_orders digest_paid_orders tell_stock mail_stock mail_waiting_orders mail_flagged push_messages push_orders push_memberships",
  },
  account_events: {
    why: "proof that an account was deleted",
    ...proof,
    withheld: "only of deleted accounts",
    other: "event",
  },
  orders: {
    why: "selling and shipping",
    kept: `${books}; the address, the reason of a cancellation and the number of the parcel until the account is deleted, then of the address the country`,
    onDeletion: "anonymized",
    personal: {
      shipping: "name, address, email and phone of the recipient",
      placed_from: "network address, hashed, while the order is unpaid; limits how many pieces one network reserves",
      tracking_number: "number of the parcel",
      cancel_reason: "what staff told the customer",
    },
    withheld: { placed_from: "nobody can read it, and it is gone when the order is paid or cancelled" },
    exported:
      "reference order_number status review products_cents shipping_cents shipping_method tax_rate tax_cents tax_included discount_cents discount_title discount_code total_cents refunded_cents hold_expires_at payment_method paid_at shipped_at completed_at invoice_number created_at terms_version privacy_version",
    other:
      "payment_invoice_id language review_reason cart_fingerprint holds_stock revenue_cents cancelled_at refunded_at reopened_at hidden_at reminded_at review_asked_at superseded_at payment_state paid_cents payments_received payment_pending_at payment_invoice_url payment_remaining payment_updated_at refund_due_cents returns_waiting",
  },
  paid_order_digests: { ...nobody, why: "paid orders that wait for the daily email of an admin", other: "user_id" },
  order_items: {
    why: "what was sold, at which price",
    ...sale,
    exported: "name description price_cents discount_cents refunded_cents quantity",
    other: "held image_url tax_cents",
  },
  refunds: {
    why: "paying money back",
    kept: `${books}; the address and the note until the account is deleted`,
    onDeletion: "anonymized",
    personal: { payout_address: "where the customer wants the money", note: "words of staff about it" },
    exported: "status amount_cents reason payout_id payout_amount payout_currency credit_note created_at settled_at",
    other: "created_by settled_by cancelled_at",
  },
  refund_items: {
    why: "what was refunded of each line",
    ...sale,
    exported: "quantity amount_cents restocked",
    other: "released",
  },
  returns: {
    why: "returns of what was bought",
    kept: `${books}; texts and address until the account is deleted`,
    onDeletion: "anonymized",
    personal: {
      note: "what the customer wrote",
      payout_address: "where the customer wants the money",
      instructions: "what staff wrote to the customer",
      refusal: "what staff wrote to the customer",
      condition: "what staff wrote about the pieces",
    },
    exported: "status reason created_at decided_at received_at ended_at",
  },
  return_photos: {
    why: "judging what arrived damaged",
    kept: "until the return is withdrawn, the order is deleted from the list or the account is deleted",
    onDeletion: "deleted",
    personal: { file_key: "the photograph" },
    withheld: { file_key: "the name of a file: the photograph is on the page of the order" },
    exported: "width height created_at",
  },
  return_items: { why: "what was returned", ...sale, exported: "quantity", other: "restocked" },
  order_events: { why: "history of an order", ...sale, exported: "from_status to_status created_at", other: "note" },
  sales_invoices: {
    why: "invoices of sales",
    kept: "the buyer ten years, as tax law asks, also after the account is deleted; then the number and amounts",
    limits: [{ job: "erase buyers of old invoices", since: "issued_at", after: days(3653), empties: "buyer" }],
    onDeletion: "kept",
    personal: { buyer: "name and postal address of the buyer; of a membership the name" },
    exported: "number kind document issued_at",
    other: "year sequence",
  },
  invoice_series: { ...nobody, why: "numbers of invoices without gaps" },
  credit_notes: {
    why: "credit notes of refunds",
    ...sale,
    withheld:
      "number, lines and amount are those of the refund or the membership's invoice, the buyer that of the invoice",
    other: "number year sequence invoice_number document issued_at",
  },
  credit_note_series: { ...nobody, why: "numbers of credit notes without gaps" },
  business_details: {
    ...nobody,
    why: "the seller on pages, in emails and on invoices, and the sender on labels",
    other:
      "legal_name address email phone register register_number tax_number controller disputes invoice_footer sender_name sender_address updated_by",
  },
  carriers: { ...nobody, why: "carriers and their tracking pages", other: "name tracking_url number_format" },
  invoices: {
    why: "payments at the provider",
    ...sale,
    exported: "kind is_gift level amount_cents currency state created_at",
    other: "days reference provider provider_invoice_id invoice_url success_url cancel_url expires_at",
  },
  invoice_discounts: {
    why: "what codes took off memberships",
    ...sale,
    withheld: "the amount of the invoice has it taken off",
    other: "cents",
  },
  payments: {
    why: "payments received",
    ...sale,
    exported:
      "provider payment_id status price_amount price_currency pay_amount actually_paid pay_currency created_at updated_at",
    other:
      "provider_status rank parent_payment_id flags effect effect_at amount_cents invoice_number refunded_at review review_note",
  },
  payment_events: {
    why: "what the provider reported, as proof",
    ...sale,
    withheld: "what it changed is in payments",
    other: "provider event_key payment_id source scheme raw provider_status rank received_at processed_at applied note",
  },
  gifts: {
    why: "codes of memberships that were bought for somebody else",
    ...sale,
    exported: "level days code expires_at redeemed_at voided_at created_at",
    other: "redeemed_by price_cents",
  },
  membership_periods: {
    why: "memberships that were bought",
    ...sale,
    exported: "level kind price_cents starts_at ends_at revoked_at created_at",
    other: "part_of extra_messages extra_photos",
  },
  allowance_uses: { why: "how much of a membership has been used", ...sale, exported: "kind used", other: "turn" },
  cart_items: {
    why: "the cart",
    kept: "until it is emptied",
    onDeletion: "deleted",
    exported: "quantity created_at",
    other: "seen_price_cents",
  },
  addresses: {
    why: "addresses that a customer saved for later orders",
    kept: "until they are deleted",
    onDeletion: "deleted",
    personal: { shipping: "name, address, email and phone for parcels" },
    exported: "is_default created_at updated_at",
  },
  favorites: { why: "favorites", kept: "until they are removed", onDeletion: "deleted", exported: "created_at" },
  favorite_links: {
    why: "the link by which others see the favorites, where the account has made one",
    kept: "until it is turned off",
    onDeletion: "deleted",
    exported: "token created_at",
  },
  reviews: {
    why: "reviews of models, which are public",
    kept: "until they are deleted; by a “Former member” after the account is deleted",
    onDeletion: "anonymized",
    stays: "comment",
    personal: { comment: "what the customer wrote for everybody" },
    exported: "rating verified_purchase created_at updated_at",
    other: "picked_at",
  },
  notifications: {
    why: "notifications in the account",
    ...ofAccount,
    personal: { title: "what happened", body: "about what", values: "order numbers, amounts and days in the body" },
    withheld: { values: "the body has them" },
    exported: "kind link created_at read_at",
    other: "message",
  },
  notes: {
    why: "notes of staff about a customer, an order or a chat, for other staff",
    kept: `${account}, at most until they are deleted`,
    onDeletion: "deleted",
    personal: { content: "what staff wrote; it is about the customer, who has a right to see it (GDPR, Article 15)" },
    exported: "subject created_at edited_at",
    other: "subject_id mentions",
  },
  customer_tags: {
    why: "words by which staff find customers again",
    kept: `${account}, at most until they are removed`,
    onDeletion: "deleted",
    personal: { tag: "the word" },
    exported: "created_at",
  },
  push_subscriptions: {
    why: "notifying the browsers in which this was turned on while the page is closed",
    kept: "until it is turned off or the session ends, or the browser's push service no longer knows it",
    onDeletion: "deleted",
    personal: {
      endpoint: "address of the browser at its push service",
      p256dh: "key to encrypt for it",
      auth: "secret shared with it",
      last_sent_at: "last notice",
    },
    withheld: {
      endpoint: "whoever has it and the keys could send to the browser",
      p256dh: "of use with the address only",
      auth: "of use with the address only",
    },
    exported: "created_at",
    other: "public_key failures",
  },
  push_outbox: {
    why: "sending these notices",
    kept: "until it is sent or given up",
    onDeletion: "deleted",
    withheld: "repeats notifications and unread messages, until it is sent",
    other: "notification_id room_id kind link tag",
  },
  newsletter_subscribers: {
    why: "sending the newsletter to those who asked for it",
    kept: "until the account is deleted; 30 days after the link when it is not confirmed, a year after the reader has left",
    limits: [
      { job: "delete old subscriptions", since: "confirm_expires_at", after: days(30), when: { state: "pending" } },
      ...["unsubscribed", "bounced", "complained"].map((state) => ({
        job: "delete old subscriptions",
        since: "unsubscribed_at",
        after: days(365),
        when: { state },
      })),
    ],
    onDeletion: "deleted",
    personal: {
      email: "address of the reader",
      language: "of the page or file that the address came from",
      country: "from an imported file",
    },
    exported: "state source consent created_at confirmed_at unsubscribed_at",
    other: "confirm_hash confirm_expires_at unsubscribe_hash",
  },
  newsletters: {
    ...nobody,
    why: "newsletters and for whom they are: languages, countries and levels, no persons",
    other: "state texts segment updated_by",
  },
  newsletter_deliveries: {
    why: "sending a newsletter once to each reader, and counting what became of it",
    kept: "with the newsletter; without its reader once the subscription is deleted",
    onDeletion: "anonymized",
    exported: "sent_at bounced_at complained_at unsubscribed_at",
    other: "code_hash queued_at failed_at skipped_at",
  },
  newsletter_reports: {
    ...nobody,
    why: "reports of the mail provider that were applied, without the address",
    kept: "a day",
    limits: [{ job: "delete old subscriptions", since: "received_at", after: days(1) }],
    other: "id kind",
  },
  stock_requests: {
    why: "telling those who asked that a model is back in stock",
    kept: "a year, at most until the account is deleted; 30 days when it is not confirmed, and once it was answered or ended",
    limits: [
      { job: "delete old stock requests", since: "created_at", after: days(30), when: { state: "pending" } },
      { job: "delete old stock requests", since: "created_at", after: days(365), when: { state: "waiting" } },
      { job: "delete old stock requests", since: "closed_at", after: days(30), when: { state: "told" } },
      { job: "delete old stock requests", since: "closed_at", after: days(30), when: { state: "left" } },
    ],
    onDeletion: "deleted",
    personal: { email: "address of a guest" },
    exported: "state created_at closed_at",
    other: "language code_hash confirm_expires_at",
  },
  contact_messages: {
    why: "answering messages to the shop",
    kept: "a year, at most until the account is deleted",
    limits: [{ job: "delete old contact messages", since: "created_at", after: days(365) }],
    onDeletion: "anonymized",
    personal: { name: "name of the writer", email: "address for the answer", subject: "subject", message: "text" },
    exported: "created_at",
    other: "language handled_at",
  },
  contact_answers: {
    why: "answers to these messages",
    kept: "as long as the message",
    onDeletion: "deleted",
    personal: { content: "what staff answered" },
    exported: "created_at",
  },
  mail_outbox: {
    why: "sending emails",
    kept: "30 days; the text until it is sent",
    limits: [{ job: "delete old emails", since: "created_at", after: days(30) }],
    onDeletion: "kept",
    personal: {
      to_address: "recipient",
      reply_to: "where an answer goes",
      subject: "neutral: no names and no products",
      body_text: "text",
      body_html: "the same in HTML",
      unsubscribe_url: "link that ends the newsletter or notices of stock",
    },
    withheld: "what the emails tell is in the other parts, and their text is gone once they are sent",
    other: "kind dedupe_key is_bulk sent_at dead_at last_error",
  },
  chat_rooms: {
    why: "chats between a member and the moderator of a model",
    kept: `${shop}; frozen when the account is deleted`,
    onDeletion: "kept",
    exported: "created_at",
    other:
      "head_seq message_count user_unread moderator_unread frozen_at waiting_since snoozed_until handed_over_at former_moderator_ids last_activity_at",
  },
  chat_messages: {
    why: "the messages of these chats",
    kept: `${account}, the answers of the shop ${shop}; a deleted message loses its text at once`,
    onDeletion: "anonymized",
    personal: { content: "text", file_key: "picture or document", file_name: "its name" },
    withheld: { file_key: "where the file is stored; its name is exported" },
    exported: "created_at deleted_at",
    other:
      "moderator_id room_id sender_id client_id seq created_seq type file_type file_size file_width file_height flagged judged_by",
  },
  chat_words: {
    why: "to find messages by their words",
    kept: "as long as the message",
    onDeletion: "deleted",
    personal: { words: "the words of the message, in alphabetical order" },
    withheld: "the messages are exported",
    other: "message_id room_id",
  },
  chat_words_until: { ...nobody, why: "up to where messages can be found" },
  chat_ratings: {
    why: "how satisfied members were with a talk",
    ...ofAccount,
    personal: { score: "from 1 to 5", words: "what the member wrote about it" },
    exported: "asked_at answered_at",
    other: "dismissed_at",
  },
  chat_reads: {
    why: "what is unread",
    ...proof,
    withheld: "only up to where the chat has been read",
    other: "last_message_id unread",
  },
  chat_file_ends: {
    ...nobody,
    why: "files to be removed",
    kept: "until they are",
    limits: [{ job: "remove unused chat files", since: "due_at", after: 0 }],
    other: "file_key",
  },
  chat_canned_replies: {
    ...nobody,
    why: "saved replies of moderators",
    kept: "until they are deleted",
    other: "moderator_id title content",
  },
  moderator_days: { ...nobody, why: "how quickly chats are answered", other: "moderator_id" },
  moderator_models: { ...nobody, why: "the same, by model", other: "moderator_id" },
  counted_until: { ...nobody, why: "what has been counted", other: "name time_zone" },
  flagged_items: {
    why: "texts that staff must decide about",
    kept: "evidence 30 days after the decision, a year if it points at minors; then without text and file",
    limits: [
      { ...evidence, after: days(evidenceDays.plain), when: { critical: false } },
      { ...evidence, after: days(evidenceDays.critical), when: { critical: true } },
    ],
    onDeletion: "kept",
    personal: { held_text: "text that is evidence", held_file: "file that is evidence" },
    withheld: "evidence: its author must not learn what is held until staff have decided",
    other: "room_id subject_id kind sources reason critical gone_at notified_at outcome resolved_by resolved_at",
  },
  moderation_decisions: {
    why: "proof of what the engine decided, without the text",
    ...proof,
    withheld: "would tell how to write around the engine",
    other: "room_id subject_id kind engine version decision frozen categories",
  },
  moderation_rechecks: {
    why: "texts that the remote engine has yet to judge",
    kept: "until it has",
    onDeletion: "kept",
    withheld: "for a moment only",
    other: "author_id room_id subject_id kind",
  },
  reports: {
    why: "reports by visitors",
    kept: `${shop}; what the reporter wrote until a year after the report is closed`,
    limits: [{ job: "delete old evidence", since: "closed_at", after: days(365), empties: "reason" }],
    onDeletion: "anonymized",
    personal: {
      reason: "what the reporter wrote",
      reporter_hash: "hash of a guest's network address, until the report is closed; prevents repeated reports",
    },
    withheld: { reporter_hash: "of guests only, who have no account" },
    exported: "kind created_at closed_at",
    other: "subject_id",
  },
  activities: {
    why: "the activity feed of the staff",
    ...proof,
    withheld: "repeats what the other parts tell",
    other: "subject_id user_id type amount_cents detail critical",
  },
  audit_log: {
    why: "proof of what staff did",
    ...proof,
    personal: { before: "changed fields of staff accounts, before", after: "the same, after" },
    withheld: staffOnly,
    other: "target_id action target_kind previous_hash hash",
  },
  api_keys: {
    why: "programs that call the API for an admin",
    kept: "a year after their end",
    limits: [
      { job: "delete old API keys", since: "revoked_at", after: days(365) },
      { job: "delete old API keys", since: "expires_at", after: days(365), when: { revoked_at: null } },
    ],
    onDeletion: "kept",
    withheld: staffOnly,
    other: "name prefix key_hash scopes last_used_at expires_at revoked_at",
  },
  webhook_endpoints: {
    ...nobody,
    why: "services that are told of events",
    kept: "until they are deleted",
    other: "url events secret previous_secret",
  },
  webhook_deliveries: {
    why: "events that other services are told: numbers, states and amounts, no texts and no addresses",
    kept: "30 days",
    limits: [{ job: "delete old webhook deliveries", since: "created_at", after: days(30) }],
    onDeletion: "kept",
    withheld: "repeats what the other parts tell",
    other: "event_id type payload round last_attempt_at delivered_at failed_at status_code error answer",
  },
  video_views: { why: "counting views", ...ofAccount, exported: "viewed_at", other: "day" },
  video_likes: { why: "likes of videos", ...ofAccount, exported: "created_at" },
  idempotency_keys: {
    why: "answering a repeated request as the first time",
    kept: "a day",
    limits: [{ job: "delete old idempotency keys", since: "expires_at", after: 0 }],
    onDeletion: "deleted",
    personal: { response: "the answer of the first time" },
    withheld: "repeats an order for a day",
    other: "scope key body_hash claim status expires_at",
  },
  videos: {
    ...nobody,
    why: "videos of the shop",
    kept: "until they are deleted",
    other:
      "title description category tags approved_by changed_by file type captions poster_key poster_color poster_widths poster_formats created_by",
  },
  video_file_ends: {
    ...nobody,
    why: "files to be removed",
    kept: "until they are",
    limits: [{ job: "remove unused video files", since: "due_at", after: 0 }],
    other: "key",
  },
  dolls: {
    ...nobody,
    why: "the catalogue",
    other: `slug hs_code origin_country category ${textFields.map((name) => inSql(modelFields[name].column)).join(" ")} moderator_id created_by approved_by height_set_by changed_by form search_text`,
  },
  stock_entries: {
    why: "history of the stock of a model",
    ...sale,
    withheld: "what is about a person's own orders is in the history of the order; the rest is about what staff did",
    other: "change stock_after reason note",
  },
  stock_alerts: { ...nobody, why: "warnings of low stock" },
  doll_texts: {
    ...nobody,
    why: "texts of the catalogue in other languages",
    other: "language description long_description",
  },
  doll_terms: {
    ...nobody,
    why: "materials and specifications of the catalogue in other languages",
    other: "term language translation",
  },
  images: { ...nobody, why: "pictures of the catalogue", other: "key caption alt color widths formats dark" },
  plans: { ...nobody, why: "who last changed a plan", other: "level updated_by" },
  plan_terms: {
    ...nobody,
    why: "what memberships cost and include",
    other: "level texts",
  },
  discounts: { ...nobody, why: "discounts of the shop", other: "title code scope levels categories doll_ids" },
  redirects: {
    ...nobody,
    why: "redirects from addresses that have left the shop",
    kept: "until they are deleted",
    other: "from_path to_path",
  },
  slideshow_items: {
    ...nobody,
    why: "the slides of the home page",
    kept: "until they are deleted",
    other: "caption key video_file color widths formats dark",
  },
  shop_settings: {
    ...nobody,
    why: "settings of the shop",
    other:
      "shop_name support_hours time_zone announcement announcement_link maintenance_note answer_days answer_from answer_to answer_zone automatic_emails age_rule age_rules no_shipping shipping_methods tax_rates seller_country selling_updated_by updated_by brand brand_updated_by",
  },
  site_pages: {
    ...nobody,
    why: "pages that the owner writes",
    other: "builtin slug former_slugs place draft updated_by",
  },
  site_page_versions: {
    ...nobody,
    why: "what visitors could read, and since when",
    other: "texts published_by",
  },
  site_page_pictures: {
    ...nobody,
    why: "the images of the owner's pages",
    kept: "until the page is deleted",
    other: "key widths formats",
  },
  copy_texts: {
    ...nobody,
    why: "the texts of pages and emails that the shop's owner has changed",
    other: "piece language published draft updated_by",
  },
  report_days: { ...nobody, why: "sales of each day, added up for reports", other: "kind key" },
  touched_days: { ...nobody, why: "days whose figures are counted again", kept: "until they are counted" },
  shop_days: { ...nobody, why: "figures of each day" },
  house_keys: { ...nobody, why: "secrets of the server", other: "name key" },
  sandbox_invoices: {
    ...nobody,
    why: "the built-in payment sandbox",
    kept: "only in a demo",
    other: "invoice_id order_id order_description price_amount price_currency ipn_callback_url success_url cancel_url",
  },
  sandbox_payments: {
    ...nobody,
    why: "the same",
    kept: "only in a demo",
    other: "payment_id invoice_id payment_status pay_amount actually_paid parent_payment_id",
  },
}
