/** Names in the browser's storage. `access_token` and `age_verified` are the specification's. */
export const keys = {
  token: "access_token",
  age: "age_verified",
  theme: "theme",
  profile: "profile_hint",
  cart: "local_cart",
  cartCount: "cart_count",
  /** The account's cart as it was last seen, for when the server cannot be asked. */
  knownCart: "known_cart",
  /** A guest's cart on its way into the account: its idempotency key and lines, kept until the server has answered. */
  cartMerge: "cart_merge",
  clearCart: "cart_should_clear",
  /** The models that were looked at last in this browser. */
  recent: "recently_viewed",
  /** Begins the name of the messages that wait to be sent, by account and room. */
  chatQueue: "chat_queue",
  /** Begins the name of what is being written in a room. */
  chatDraft: "chat_draft",
  /** The last notice that was announced in this browser, in whichever tab. */
  toldNotice: "told_notice",
} as const
