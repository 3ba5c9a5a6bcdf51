/**
 * What the shop holds, why and for how long: the record of processing (GDPR, Article 30), by table and column. A test
 * compares it with the schema, another prints it as docs/privacy-register.md, and a third deletes an account and looks
 * for what should be gone.
 */
export interface Register {
  [table: string]: Entry
}

export interface Entry {
  why: string
  kept: string
  /** What happens to a person's rows when the account is deleted. `none`: the table has nothing about persons. */
  onDeletion: "deleted" | "anonymized" | "kept" | "none"
  /** Columns about a person, with what they hold. */
  personal?: Record<string, string>
  /** All others. */
  other: string
}

const account = "while the account exists"
const shop = "while the shop exists"
const books = "as long as the law asks for records of sales"

export const register: Register = {
  users: {
    why: "the account: signing in, membership, staff roles",
    kept: `${account}; after deletion an empty row, to which records of sales refer`,
    onDeletion: "anonymized",
    personal: {
      email: "address for signing in and emails",
      full_name: "name, shown with messages and reviews",
      region: "region of the world",
      password_hash: "argon2id hash of the password",
      pending_email: "new address that waits for confirmation, at most 24 hours",
      pending_email_at: "when it was entered",
      email_verified_at: "when the address was confirmed",
      time_zone: "where the account was last used",
      last_seen_at: "last use",
      terms_version: "accepted terms",
      terms_accepted_at: "when they were accepted",
      membership_level: "level of the membership",
      membership_expires_at: "its end",
      membership_next_level: "level that follows",
      membership_next_expires_at: "its end",
      membership_last_level: "level after that",
      membership_last_expires_at: "its end",
      membership_reminded_for: "end for which a reminder was sent",
      video_access_count: "videos watched in the current period",
      video_access_until: "end of that period",
      suspended_at: "since when the account is suspended",
      suspended_by: "who confirmed it",
      second_factor_since: "since when a second factor is asked for",
    },
    other: "id uuid role admin_type is_active is_demo version created_at updated_at deleted_at",
  },
  sessions: {
    why: "staying signed in, and showing where the account is used",
    kept: "12 hours, or 30 days with Remember me; deleted 30 days after their end",
    onDeletion: "deleted",
    personal: {
      user_agent: "browser and system, as sent by the browser",
      method: "what it was opened with",
      last_seen_at: "last use, accurate to the hour",
      confirmed_at: "when the person last proved who they are",
    },
    other: "id user_id token_hash remember created_at expires_at revoked_at",
  },
  sign_in_challenges: {
    why: "the second step of a sign-in, and passkeys",
    kept: "five minutes; deleted within the hour",
    onDeletion: "deleted",
    other: "id token_hash purpose user_id challenge remember attempts created_at expires_at used_at",
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
    other: "id user_id counter transports backed_up created_at",
  },
  authenticators: {
    why: "codes of an authenticator app",
    kept: "until it is removed",
    onDeletion: "deleted",
    personal: { secret: "its secret, sealed" },
    other: "user_id last_step created_at confirmed_at",
  },
  recovery_codes: {
    why: "signing in without the other factors",
    kept: "until they are replaced",
    onDeletion: "deleted",
    other: "id user_id code_hash created_at used_at",
  },
  one_time_codes: {
    why: "links in emails: confirmation, reset, change of address",
    kept: "an hour to seven days; deleted 30 days after their end",
    onDeletion: "deleted",
    personal: { email: "address that the link was sent to" },
    other: "id user_id purpose code_hash session_id created_at expires_at used_at",
  },
  known_agents: {
    why: "emails about sign-ins from new devices",
    kept: account,
    onDeletion: "deleted",
    personal: { agent: "browser and system, in fixed words" },
    other: "user_id first_seen_at",
  },
  preferences: {
    why: "which emails and notifications are wanted",
    kept: account,
    onDeletion: "deleted",
    other:
      "user_id mail_membership_reminders mail_new_sign_in browser_notifications sound text_previews tell_messages tell_flagged tell_orders mail_waiting_orders mail_flagged updated_at",
  },
  account_events: {
    why: "proof that an account was deleted",
    kept: shop,
    onDeletion: "kept",
    other: "id user_id event created_at",
  },
  orders: {
    why: "selling and shipping",
    kept: `${books}; name and address until the account is deleted, then only the country`,
    onDeletion: "anonymized",
    personal: {
      shipping: "name, address, email and phone of the recipient",
      placed_from: "network address, sealed; limits how many pieces one network reserves",
      tracking_number: "number of the parcel",
      review_reason: "why the order waits for a decision",
    },
    other:
      "id user_id reference order_number status review products_cents shipping_cents discount_cents total_cents cart_fingerprint hold_expires_at holds_stock payment_method paid_at revenue_cents shipped_at completed_at cancelled_at refunded_at hidden_at superseded_at payment_state paid_cents payments_received payment_pending_at payment_invoice_id payment_invoice_url payment_remaining payment_updated_at version created_at updated_at",
  },
  order_items: {
    why: "what was sold, at which price",
    kept: books,
    onDeletion: "kept",
    other: "id order_id doll_id name description price_cents quantity held image_url",
  },
  order_events: {
    why: "history of an order",
    kept: books,
    onDeletion: "kept",
    other: "id order_id actor_id from_status to_status note created_at",
  },
  invoices: {
    why: "payments at the provider",
    kept: books,
    onDeletion: "kept",
    other:
      "id kind order_id user_id level reference provider provider_invoice_id invoice_url amount_cents currency state success_url cancel_url expires_at next_check_at checks created_at updated_at",
  },
  payments: {
    why: "payments received",
    kept: books,
    onDeletion: "kept",
    other:
      "id provider payment_id invoice_id order_id user_id status provider_status rank price_amount price_currency pay_amount actually_paid pay_currency parent_payment_id flags effect effect_at amount_cents refunded_at review review_note next_check_at checks created_at updated_at",
  },
  payment_events: {
    why: "what the provider reported, as proof",
    kept: books,
    onDeletion: "kept",
    other:
      "id provider event_key payment_id source scheme raw provider_status rank received_at processed_at applied note",
  },
  membership_periods: {
    why: "memberships that were bought",
    kept: books,
    onDeletion: "kept",
    other:
      "id user_id level kind payment_id part_of price_cents extra_messages extra_photos starts_at ends_at revoked_at created_at",
  },
  allowance_uses: {
    why: "how much of a membership has been used",
    kept: books,
    onDeletion: "kept",
    other: "period_id turn kind used",
  },
  cart_items: {
    why: "the cart",
    kept: "until it is emptied",
    onDeletion: "deleted",
    other: "id user_id doll_id quantity seen_price_cents created_at updated_at",
  },
  favorites: {
    why: "favorites",
    kept: "until they are removed",
    onDeletion: "deleted",
    other: "id user_id doll_id created_at",
  },
  reviews: {
    why: "reviews of models, which are public",
    kept: "until they are deleted; by a “Former member” after the account is deleted",
    onDeletion: "anonymized",
    personal: { comment: "what the customer wrote for everybody" },
    other: "id doll_id user_id rating verified_purchase created_at updated_at",
  },
  notifications: {
    why: "notifications in the account",
    kept: account,
    onDeletion: "deleted",
    personal: { title: "what happened", body: "about what" },
    other: "id user_id kind link created_at read_at",
  },
  newsletter_subscribers: {
    why: "sending the newsletter to those who asked for it",
    kept: "until the account is deleted; without an account, until the shop deletes it",
    onDeletion: "deleted",
    personal: { email: "address of the reader" },
    other: "id state confirm_hash confirm_expires_at unsubscribe_hash created_at confirmed_at unsubscribed_at",
  },
  contact_messages: {
    why: "answering messages to the shop",
    kept: "until the account is deleted; without an account, until the shop deletes them",
    onDeletion: "anonymized",
    personal: {
      name: "name of the writer",
      email: "address for the answer",
      subject: "subject",
      message: "text",
    },
    other: "id user_id handled_at created_at",
  },
  mail_outbox: {
    why: "sending emails",
    kept: "30 days",
    onDeletion: "kept",
    personal: {
      to_address: "recipient",
      reply_to: "where an answer goes",
      subject: "neutral: no names and no products",
      body_text: "text",
      body_html: "the same in HTML",
      unsubscribe_url: "link that ends the newsletter",
    },
    other: "id kind dedupe_key attempts created_at next_attempt_at sent_at dead_at last_error",
  },
  chat_rooms: {
    why: "chats between a member and the moderator of a model",
    kept: account,
    onDeletion: "deleted",
    other:
      "id user_id doll_id moderator_id head_seq message_count user_unread moderator_unread frozen_at last_activity_at created_at",
  },
  chat_messages: {
    why: "the messages of these chats",
    kept: `${account}; a deleted message loses its text at once`,
    onDeletion: "deleted",
    personal: { content: "text", file_key: "picture or document", file_name: "its name" },
    other:
      "id room_id sender_id moderator_id client_id seq created_seq type file_type file_size file_width file_height flagged judged_by created_at updated_at deleted_at",
  },
  chat_reads: {
    why: "what is unread",
    kept: account,
    onDeletion: "deleted",
    other: "room_id user_id last_message_id unread",
  },
  chat_file_ends: { why: "files to be removed", kept: "until they are", onDeletion: "none", other: "file_key due_at" },
  chat_canned_replies: {
    why: "saved replies of moderators",
    kept: "until they are deleted",
    onDeletion: "none",
    other: "id moderator_id title content created_at",
  },
  moderator_days: {
    why: "how quickly chats are answered",
    kept: shop,
    onDeletion: "none",
    other: "moderator_id day messages answers waited_seconds",
  },
  moderator_models: {
    why: "the same, by model",
    kept: shop,
    onDeletion: "none",
    other: "moderator_id doll_id messages",
  },
  counted_until: { why: "what has been counted", kept: shop, onDeletion: "none", other: "name day" },
  flagged_items: {
    why: "texts that staff must decide about",
    kept: "evidence 30 days after the decision, a year if it points at minors; then without text and file",
    onDeletion: "kept",
    personal: { held_text: "text that is evidence", held_file: "file that is evidence" },
    other:
      "id kind subject_id room_id author_id sources reason critical decision_id gone_at created_at notified_at outcome resolved_by resolved_at",
  },
  moderation_decisions: {
    why: "proof of what the engine decided, without the text",
    kept: shop,
    onDeletion: "kept",
    other: "id kind subject_id room_id author_id engine version decision frozen categories created_at",
  },
  moderation_rechecks: {
    why: "texts that the remote engine has yet to judge",
    kept: "until it has",
    onDeletion: "kept",
    other: "id kind subject_id room_id author_id attempts next_attempt_at created_at",
  },
  reports: {
    why: "reports by visitors",
    kept: shop,
    onDeletion: "anonymized",
    personal: {
      reason: "what the reporter wrote",
      reporter_hash: "hash of a guest's network address, until the report is closed; prevents repeated reports",
    },
    other: "id kind subject_id flagged_id reporter_id created_at closed_at",
  },
  activities: {
    why: "the activity feed of the staff",
    kept: shop,
    onDeletion: "kept",
    other: "id type user_id subject_id amount_cents detail critical created_at",
  },
  audit_log: {
    why: "proof of what staff did",
    kept: shop,
    onDeletion: "kept",
    personal: { before: "changed fields of staff accounts, before", after: "the same, after" },
    other: "id actor_id action target_kind target_id created_at previous_hash hash",
  },
  video_views: {
    why: "counting views",
    kept: account,
    onDeletion: "deleted",
    other: "video_id user_id day viewed_at",
  },
  video_likes: { why: "likes of videos", kept: account, onDeletion: "deleted", other: "video_id user_id created_at" },
  idempotency_keys: {
    why: "answering a repeated request as the first time",
    kept: "a day",
    onDeletion: "deleted",
    personal: { response: "the answer of the first time" },
    other: "id scope key body_hash claim claimed_until status created_at expires_at",
  },
  videos: {
    why: "videos of the shop",
    kept: "until they are deleted",
    onDeletion: "none",
    other:
      "id doll_id title description category tags is_featured is_published needs_approval approved_by changed_by release_date file type size duration width height captions poster_key poster_width poster_height poster_color poster_widths poster_formats likes views version created_by created_at updated_at",
  },
  video_file_ends: { why: "files to be removed", kept: "until they are", onDeletion: "none", other: "key due_at" },
  dolls: {
    why: "the catalogue",
    kept: shop,
    onDeletion: "none",
    other:
      "id slug name description long_description category price_cents release_date material height_cm vaginal_depth_cm anal_depth_cm oral_depth_cm weight_kg gross_weight_kg packing_size body_size specifications is_available stock draft_available rating review_count rating_sum moderator_id created_by approved_by height_set_by needs_approval changed_by version created_at updated_at deleted_at form search_text",
  },
  images: {
    why: "pictures of the catalogue",
    kept: shop,
    onDeletion: "none",
    other: "id doll_id key caption is_primary position width height color widths formats dark created_at",
  },
  slideshow_items: {
    why: "the slides of the home page",
    kept: "until they are deleted",
    onDeletion: "none",
    other:
      "id caption is_video key video_file position width height color widths formats dark version created_at updated_at",
  },
  shop_settings: {
    why: "settings of the shop",
    kept: shop,
    onDeletion: "none",
    other:
      "id shop_name support_hours announcement announcement_link maintenance maintenance_note require_second_factor version updated_by updated_at",
  },
  shop_days: {
    why: "figures of each day",
    kept: shop,
    onDeletion: "none",
    other: "day registered departed subscriptions sales orders_cents subscriptions_cents refunds_cents",
  },
  house_keys: { why: "secrets of the server", kept: shop, onDeletion: "none", other: "name key" },
  sandbox_invoices: {
    why: "the built-in payment sandbox",
    kept: "only in a demo",
    onDeletion: "none",
    other:
      "id invoice_id order_id order_description price_amount price_currency ipn_callback_url success_url cancel_url created_at",
  },
  sandbox_payments: {
    why: "the same",
    kept: "only in a demo",
    onDeletion: "none",
    other: "id payment_id invoice_id payment_status pay_amount actually_paid parent_payment_id created_at updated_at",
  },
}
