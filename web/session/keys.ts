/** Names in the browser's storage. `access_token` and `age_verified` are the specification's. */
export const keys = {
  token: "access_token",
  age: "age_verified",
  theme: "theme",
  profile: "profile_hint",
  cart: "local_cart",
  cartCount: "cart_count",
  clearCart: "cart_should_clear",
} as const
