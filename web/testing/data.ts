import type { User } from "#contract/accounts.ts"
import type { CartItem } from "#contract/cart.ts"
import type { Doll } from "#contract/catalog.ts"
import type { Favorite } from "#contract/favorites.ts"
import type { PaidLevel } from "#contract/membership.ts"
import type { Membership } from "#contract/memberships.ts"
import { forFacts } from "#contract/modelFacts.ts"
import type { CartQuote, Order } from "#contract/orders.ts"
import type { OwnReview } from "#contract/reviews.ts"
import type { Slide } from "#contract/slideshow.ts"
import { cardOf } from "../shopfront/shop/card.ts"
import type { Answers } from "./page.tsx"

const created_at = "2026-01-05T10:00:00.000Z"

export const aCustomer: User = {
  id: 1,
  uuid: "0b9f2c1e-6a3d-4a55-9d1c-2f0f5a8f7c11",
  email: "sally@shop.example",
  full_name: "Sally Shopper",
  region: "usa",
  role: "user",
  membership_level: "free",
  vip: false,
  created_at,
  video_access_count: 0,
  is_active: true,
  suspended: false,
  email_verified: true,
  pending_email: null,
  membership_expires_at: null,
  admin_type: null,
  time_zone: null,
  terms_seen: 0,
  privacy_seen: 0,
  language: null,
}

export const aDoll: Doll = {
  id: 20,
  name: "Isolde",
  price: 1450,
  description: "A seated figure.",
  long_description: "",
  hs_code: null,
  origin_country: null,
  customs_value: null,
  doll_category: "standard",
  is_available: true,
  rating: 0,
  review_count: 0,
  created_at,
  release_date: null,
  images: [],
  ...forFacts(
    () => null,
    () => null,
  ),
  doll_height: 168,
  doll_material: "Porcelain",
  specifications: [],
  stock: 40,
  in_stock: true,
}

export const aCartItem: CartItem = {
  id: 3,
  doll_id: aDoll.id,
  quantity: 1,
  name: aDoll.name,
  price: aDoll.price,
  price_was: null,
  description: aDoll.description,
  image: null,
  available: 40,
  notice: null,
}

export const aFavorite: Favorite = { id: 4, doll_id: aDoll.id, created_at, doll: aDoll }

export const aReview: OwnReview = {
  id: 5,
  doll_id: aDoll.id,
  author: "Sally S.",
  rating: 4,
  comment: "Quiet and heavy.",
  verified_purchase: false,
  created_at,
  updated_at: created_at,
  doll_name: aDoll.name,
  image_url: null,
  picture: null,
}

export const anOrder: Order = {
  id: 6,
  orderNumber: "ORD-000006",
  reference: "R6",
  date: "2026-01-05",
  time: "10:00",
  createdAt: created_at,
  paymentTime: created_at,
  paymentMethod: "Crypto Wallet",
  status: "to_be_shipped",
  review: null,
  trackingNumber: null,
  carrier: null,
  trackingUrl: null,
  invoiceNumber: null,
  shippedAt: null,
  completedAt: null,
  cancelReason: null,
  holdExpiresAt: null,
  shippingAddress: {
    name: "Sally Shopper",
    street: "1 Main Street",
    city: "Springfield",
    state: "IL",
    zipCode: "62701",
    country: "US",
    email: "sally@shop.example",
    phone: "+1 555 0100",
  },
  items: [
    {
      doll_id: aDoll.id,
      name: aDoll.name,
      description: aDoll.description,
      price: aDoll.price,
      discount: 0,
      refunded: 0,
      quantity: 1,
      image: null,
      picture: null,
    },
  ],
  productsAmount: aDoll.price,
  shippingFee: 0,
  shippingMethod: null,
  shippingDiscount: 0,
  discount: null,
  tax: null,
  paymentAmount: aDoll.price,
  refund: { refunded: 0, due: 0, state: "none" },
  payment: null,
}

/** The shipping and tax of a quote in a new shop. */
export const noFees = {
  shipping: { country: "US", methods: [], chosen: null, price: 0, is_standard: true },
  tax: null,
} satisfies Pick<CartQuote, "shipping" | "tax">

export const aSlide: Slide = {
  id: 7,
  slideshow_image_url: null,
  slideshow_video_url: null,
  slideshow_caption: "The kiln room",
  is_video: false,
  position: 0,
  width: null,
  height: null,
  color: null,
  variants: null,
  dark: null,
  created_at,
  updated_at: created_at,
}

export const modelPage = {
  at: `/model/${aDoll.id}`,
  loader: () => ({
    doll: aDoll,
    related: [cardOf({ ...aDoll, id: aDoll.id + 1, name: "Odette" })],
    reviews: { items: [], total: 0, counts: [0, 0, 0, 0, 0] },
    origin: "http://localhost",
  }),
} as const

/** The answers for a customer who has nothing yet. */
const aPlan = { discount: 0, sold: true, recommended: false, description: "" }
/** The plans of the specification. */
export const plans: Membership[] = [
  {
    ...{ ...aPlan, level: "standard", name: "Standard", price: 15, messages: 10, photos: 1 },
    features: ["10 messages", "All models", "One photo", "Email support"],
    periods: [{ days: 30, price: 15 }],
  },
  {
    ...{ ...aPlan, level: "vip", name: "VIP", price: 20, messages: 30, photos: 3, recommended: true },
    features: ["30 messages", "All models", "Three photos", "Priority email support", "Premium videos"],
    periods: [{ days: 30, price: 20 }],
  },
  {
    ...{ ...aPlan, level: "vvip", name: "VVIP", price: 50, messages: null, photos: 5 },
    features: [
      "Unlimited messages",
      "2 premium videos",
      "Limited edition content",
      "5 photos",
      "24/7 priority support",
    ],
    periods: [{ days: 30, price: 50 }],
  },
]
export const planOf = (level: PaidLevel) => plans.find((plan) => plan.level === level)!

export const usual: Answers = {
  "GET /memberships": plans,
  "GET /auth/me": aCustomer,
  "GET /auth/addresses": [],
  "GET /auth/second-factor": { required: false, passkeys: [], app: null, recovery_codes_left: 0 },
  "GET /auth/me/preferences": {
    mail_orders: true,
    mail_membership_reminders: true,
    mail_reviews: true,
    mail_new_sign_in: true,
    mail_news: false,
    browser_notifications: false,
    sound: false,
    text_previews: false,
    tell_messages: true,
    tell_flagged: true,
    tell_orders: true,
    tell_paid_orders: true,
    mail_paid_orders: true,
    digest_paid_orders: null,
    tell_stock: true,
    mail_stock: true,
    mail_waiting_orders: true,
    mail_flagged: true,
    push_messages: false,
    push_orders: false,
    push_memberships: false,
  },
  "GET /auth/restock-requests": [],
  "GET /auth/sessions": [],
  "GET /cart/": [],
  "GET /favorites/": [],
  "GET /favorites/link": { token: null },
  "GET /gifts": [],
  "GET /invoices": [],
  "GET /notifications": [],
  "GET /orders": [],
  "GET /payments/half-paid": [],
  "GET /reviews/user/": [],
  "POST /memberships/price": { price: 20, discount: null, total: 20, code_problem: null, accepts_codes: false },
  "POST /orders/quote": {
    subtotal: aDoll.price,
    discount: null,
    ...noFees,
    total: aDoll.price,
    code_problem: null,
    accepts_codes: false,
    member_offers: [],
  },
}
