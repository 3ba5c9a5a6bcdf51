/** Keys of browser storage. `access_token` and `age_verified` are fixed by the specification. */
export const keys = {
  token: "access_token",
  age: "age_verified",
  theme: "theme",
  language: "language",
  /** The language chosen here, until the account is told. */
  languageChosen: "language_chosen",
  profile: "profile_hint",
  cart: "local_cart",
  cartCount: "cart_count",
  /** The last known cart of the account, shown while the server is unreachable. */
  knownCart: "known_cart",
  /** A merge of the guest's cart in progress: idempotency key and lines, kept until the server answers. */
  cartMerge: "cart_merge",
  clearCart: "cart_should_clear",
  /** The code of an email's link and its page, in this tab. */
  oneTimeCode: "one_time_code",
  /** The models last viewed in this browser. */
  recent: "recently_viewed",
  /** Prefix of unsent messages, by account and room. */
  chatQueue: "chat_queue",
  /** Prefix of drafts, by account and room. */
  chatDraft: "chat_draft",
  /** Prefix of what was typed into forms and not saved, by account and form. */
  formDraft: "form_draft",
  /** The last notification announced in any tab of this browser. */
  lastAnnounced: "told_notice",
  /** Whose notices this browser shows while the shop is closed. */
  push: "push",
} as const
