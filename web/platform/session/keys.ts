/** Keys of browser storage. `access_token` and `age_verified` are fixed by the specification. */
export const keys = {
  token: "access_token",
  age: "age_verified",
  theme: "theme",
  language: "language",
  /** The language chosen in this browser, until the account has stored it. */
  languageChosen: "language_chosen",
  profile: "profile_hint",
  cart: "local_cart",
  cartCount: "cart_count",
  /** The account's last known cart, shown while the server is unreachable. */
  knownCart: "known_cart",
  /** The idempotency key and the lines of a guest's cart that is being merged, kept until the server answers. */
  cartMerge: "cart_merge",
  clearCart: "cart_should_clear",
  /** The code from an email's link and the page it is for, in this tab. */
  oneTimeCode: "one_time_code",
  /** The models last viewed in this browser. */
  recent: "recently_viewed",
  /** Prefix of unsent messages; account and room follow. */
  chatQueue: "chat_queue",
  /** Prefix of drafts of messages; account and room follow. */
  chatDraft: "chat_draft",
  /** Prefix of drafts of forms; account and form follow. */
  formDraft: "form_draft",
  /** The last notification announced in any tab of this browser. */
  lastAnnounced: "told_notice",
  /** The account whose push notifications this browser shows while the shop is closed. */
  push: "push",
} as const
