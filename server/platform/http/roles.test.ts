import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Scope, scopes } from "#contract/integrations.ts"
import { everybody } from "#contract/newsletters.ts"
import { apiKeyTexts } from "#contract/texts.ts"
import { shipping } from "#test/orders.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { users } from "../auth/tables.ts"
import { minutes } from "../clock.ts"

/**
 * Every call of the API, with those who may make it: g a guest, f a member of the free level, v a vip, m a moderator,
 * and the admins: s super, c content, b books (financial). Everybody else is refused: a guest with 401, others with
 * 403. An allowed call may still answer "unknown" or "not valid", because the ids are made up; a caller who is not in a
 * chat is told that it is unknown. Every new call needs a line here.
 */
const everyone = "gfvmscb"
const signedIn = "fvmscb"
const customers = "fv"
const watchers = "vmscb"
const staff = "mscb"
const admins = "scb"
const content = "sc"
const books = "sb"
const boss = "s"

const account = { email: "x@demo.example", password: "Copper-Lathe-25", full_name: "X", region: "eu" }
const code = "a-code-that-nobody-has"
const credential = { id: "x", rawId: "x", type: "public-key", response: {}, clientExtensionResults: {} }
const discount = { title: "X", code: "NOBODYS", kind: "percent", value: 10, starts_at: "2026-01-01T00:00:00.000Z" }
const plan = {
  ...{ price: 20, price_90: null, price_180: null, price_360: null, messages: 30, photos: 3, discount: 0 },
  ...{ recommended: true, sold: true, texts: {}, valid_from: null },
}
const carrier = { name: "Nobody's", tracking_url: "https://carrier.example/{number}" }
const calls: Record<string, [who: string, body?: unknown]> = {
  "POST /api/auth/register": [everyone, account],
  "POST /api/auth/login": [everyone, account],
  "POST /api/auth/second-step": [everyone, { token: code, code: "123456" }],
  "POST /api/auth/passkey/options": [everyone, {}],
  "POST /api/auth/passkey": [everyone, { token: code, credential }],
  "POST /api/auth/confirm": [signedIn, { password: "Wrong1234" }],
  "POST /api/auth/confirm/passkey/options": [signedIn],
  "POST /api/auth/confirm/passkey": [signedIn, { token: code, credential }],
  "GET /api/auth/second-factor": [signedIn],
  "POST /api/auth/passkeys/options": [signedIn],
  "POST /api/auth/passkeys": [signedIn, { token: code, credential, name: "Phone" }],
  "PATCH /api/auth/passkeys/{id}": [signedIn, { name: "Phone" }],
  "DELETE /api/auth/passkeys/{id}": [signedIn],
  "POST /api/auth/authenticator": [signedIn],
  "POST /api/auth/authenticator/confirm": [signedIn, { code: "123456" }],
  "DELETE /api/auth/authenticator": [signedIn],
  "POST /api/auth/recovery-codes": [signedIn],
  "POST /api/auth/logout": [signedIn],
  "GET /api/auth/me": [signedIn],
  "PATCH /api/auth/me": [signedIn, {}],
  "PUT /api/auth/time-zone": [signedIn, { time_zone: "UTC" }],
  "PUT /api/auth/language": [signedIn, { language: "en" }],
  "PUT /api/auth/seen-terms": [signedIn, { terms: 0, privacy: 0 }],
  "POST /api/auth/password-reset/request": [everyone, { email: account.email }],
  "POST /api/auth/password-reset/confirm": [everyone, { oob_code: code, new_password: account.password }],
  "POST /api/auth/invitation": [everyone, { oob_code: code }],
  "POST /api/auth/invitation/accept": [everyone, { oob_code: code, new_password: account.password }],
  "POST /api/auth/password-update": [signedIn, { password: "Wrong1234", new_password: account.password }],
  "POST /api/auth/change-password": [signedIn, { current_password: "Wrong1234", new_password: account.password }],
  "POST /api/auth/verify-email/request": [everyone, { email: account.email }],
  "POST /api/auth/verify-email/confirm": [everyone, { oob_code: code }],
  "POST /api/auth/email-change/resend": [signedIn],
  "POST /api/auth/email-change/undo": [everyone, { oob_code: code }],
  "POST /api/auth/second-factor/undo": [everyone, { oob_code: code }],
  "GET /api/auth/sessions": [signedIn],
  "DELETE /api/auth/sessions": [signedIn],
  "DELETE /api/auth/sessions/{id}": [signedIn],
  "GET /api/auth/me/preferences": [signedIn],
  "PATCH /api/auth/me/preferences": [signedIn, {}],
  "GET /api/users/account/export": [signedIn],
  "DELETE /api/users/account": [customers, {}],
  "GET /api/notifications": [signedIn],
  "POST /api/notifications/read": [signedIn, { up_to_id: 1 }],
  "POST /api/notifications/{id}/read": [signedIn],
  "GET /api/push": [signedIn],
  "PUT /api/push/subscription": [
    signedIn,
    { endpoint: "https://push.example/x", p256dh: "x", auth: "x", public_key: "x" },
  ],
  "DELETE /api/push/subscription": [signedIn],
  "POST /api/push/test": [signedIn],
  "GET /api/admin/letters/dead": [boss],

  "GET /api/dolls": [everyone],
  "GET /api/dolls/category/{category}": [everyone],
  "GET /api/dolls/moderator/{id}": [staff],
  "GET /api/dolls/assigned/false": [content],
  "GET /api/dolls/{id}": [everyone],
  "PATCH /api/dolls/{id}": [content, {}],
  "GET /api/dolls/{id}/related": [everyone],
  "POST /api/dolls/create": [content, { name: "A piece", price: 10, description: "Glazed." }],
  "POST /api/dolls/{id}/approve": [content],
  "POST /api/dolls/{id}/duplicate": [content],
  "GET /api/admin/redirects": [content],
  "POST /api/admin/redirects": [content, { from: "/old", to: "/models" }],
  "PUT /api/admin/redirects/{id}": [content, { from: "/old", to: "/models" }],
  "DELETE /api/admin/redirects/{id}": [content],
  "GET /api/admin/pages": [content],
  "POST /api/admin/pages": [content, { slug: "roles" }],
  "POST /api/admin/pages/preview": [content, { language: "en", content: "Words" }],
  "GET /api/admin/pages/{id}": [content],
  "GET /api/admin/pages/{id}/versions/{numberId}": [content],
  "PUT /api/admin/pages/{id}": [content, { slug: "roles", place: "none", position: 0, texts: {} }],
  "POST /api/admin/pages/{id}/publish": [content],
  "POST /api/admin/pages/{id}/withdraw": [content],
  "POST /api/admin/pages/{id}/pictures": [content],
  "DELETE /api/admin/pages/{id}": [content],
  "POST /api/dolls/edit-many": [content, { rows: [{ id: 1, version: 1, fields: {} }] }],
  "POST /api/dolls/import": [content],
  "POST /api/dolls/{id}/restore": [content],
  "DELETE /api/dolls/delete/{id}": [content],
  "GET /api/dolls/{id}/texts": [content],
  "PUT /api/dolls/{id}/texts/{language}": [content, { description: "Ein Text" }],
  "GET /api/images/{dollId}/images": [everyone],
  "PATCH /api/images/{id}": [content, {}],
  "DELETE /api/images/{id}": [content],
  "PUT /api/images/{id}/dark": [content],
  "DELETE /api/images/{id}/dark": [content],
  "POST /api/images/upload": [content],
  "POST /api/images/{dollId}/images/bulk": [content],
  "GET /api/reviews/doll/{id}": [everyone],
  "GET /api/reviews/user": [customers],
  "POST /api/reviews": [customers, { doll_id: 999_999, rating: 5, comment: "Good." }],
  "PUT /api/reviews/{id}": [customers, { rating: 5, comment: "Good." }],
  "DELETE /api/reviews/{id}": [customers],
  "GET /api/favorites": [customers],
  "POST /api/favorites": [customers, { doll_id: 999_999 }],
  "DELETE /api/favorites/by-id/{id}": [customers],
  "DELETE /api/favorites/{id}": [customers],
  "GET /api/favorites/link": [customers],
  "PUT /api/favorites/link": [customers],
  "DELETE /api/favorites/link": [customers],
  "GET /api/favorites/check/{dollId}": [customers],
  "GET /api/slideshow/slideshows": [everyone],
  "GET /api/slideshow/slideshows/{id}": [everyone],
  "PATCH /api/slideshow/slideshows/{id}": [content, {}],
  "DELETE /api/slideshow/slideshows/{id}": [content],
  "PUT /api/slideshow/slideshows/{id}/dark": [content],
  "DELETE /api/slideshow/slideshows/{id}/dark": [content],
  "POST /api/slideshow/upload": [content],

  "GET /api/videos": [everyone],
  "GET /api/videos/category/{category}": [everyone],
  "GET /api/videos/tag/{tag}": [everyone],
  "GET /api/videos/doll/{id}": [everyone],
  "GET /api/videos/categories": [everyone],
  "GET /api/videos/{id}": [everyone],
  // The signed link identifies its person.
  "GET /api/videos/{id}/media": [everyone],
  "GET /api/videos/{id}/captions": [everyone],
  "POST /api/videos/{id}/views": [watchers],
  "POST /api/videos/{id}/likes": [watchers],
  "POST /api/videos": [content, { title: "A film", description: "It turns.", doll_id: 999_999 }],
  "PUT /api/videos/{id}": [content, {}],
  "DELETE /api/videos/{id}": [content],
  "POST /api/videos/upload": [content],
  "POST /api/videos/{id}/thumbnail": [content],
  "POST /api/videos/{id}/approve": [content],
  "PUT /api/images/videos/{id}/thumbnail": [content],

  "POST /api/contact": [everyone, { name: "A", email: account.email, subject: "S", message: "M" }],
  "POST /api/newsletter": [everyone, { email: account.email }],
  "POST /api/newsletter/confirm": [everyone, { oob_code: code }],
  "POST /api/newsletter/unsubscribe": [everyone, { oob_code: code }],
  "POST /api/newsletter/reports": [everyone, {}],
  "GET /api/admin/newsletters": [content],
  "POST /api/admin/newsletters": [content],
  "POST /api/admin/newsletters/preview": [content, { language: "en", title: "X", content: "Y", is_discreet: true }],
  "POST /api/admin/newsletters/audience": [content, everybody],
  "GET /api/admin/newsletters/{id}": [content],
  "PUT /api/admin/newsletters/{id}": [content, { is_discreet: true, texts: {}, segment: everybody }],
  "DELETE /api/admin/newsletters/{id}": [content],
  "POST /api/admin/newsletters/{id}/test": [content, { language: "en" }],
  "POST /api/admin/newsletters/{id}/send": [content, { at: null }],
  "POST /api/admin/newsletters/{id}/stop": [content],
  "GET /api/admin/subscribers": [content],
  "POST /api/admin/subscribers/import": [content],
  "POST /api/admin/subscribers/{id}/unsubscribe": [content],
  "POST /api/reports": [everyone, { kind: "doll", id: 999_999, reason: "Odd" }],

  "POST /api/cart": [customers, { doll_id: 999_999, quantity: 1 }],
  "GET /api/cart": [signedIn],
  "DELETE /api/cart": [customers],
  "PUT /api/cart/{id}": [customers, { quantity: 1 }],
  "DELETE /api/cart/{id}": [customers],
  "POST /api/cart/merge": [customers, { items: [] }],
  "GET /api/auth/addresses": [customers],
  "POST /api/auth/addresses": [customers, shipping],
  "PUT /api/auth/addresses/{id}": [customers, shipping],
  "DELETE /api/auth/addresses/{id}": [customers],
  "GET /api/admin/stock": [admins],
  "POST /api/admin/stock": [content, { reason: "corrected", changes: [{ doll_id: 999_999 }] }],
  "GET /api/admin/stock/{id}/entries": [admins],
  "POST /api/restock-requests": ["gfv", { doll_id: 999_999, email: account.email }],
  "POST /api/restock-requests/confirm": [everyone, { oob_code: code }],
  "POST /api/restock-requests/unsubscribe": [everyone, { oob_code: code }],
  "GET /api/auth/restock-requests": [customers],
  "DELETE /api/auth/restock-requests/{id}": [customers],
  "POST /api/orders": [customers, shipping],
  "POST /api/orders/lookup": [everyone, { order_number: "ORD-000000", email: account.email }],
  "POST /api/orders/quote": [customers, {}],
  "GET /api/admin/carriers": [books],
  "POST /api/admin/carriers": [boss, carrier],
  "PUT /api/admin/carriers/{id}": [boss, carrier],
  "GET /api/admin/business": [boss],
  "PATCH /api/admin/business": [boss, {}],
  "GET /api/admin/print/invoices": [books],
  "GET /api/admin/print/slips": [books],
  "GET /api/invoices": [customers],
  "GET /api/invoices/{number}": [customers],
  "GET /api/admin/plans": [books],
  "PUT /api/admin/plans/{level}": [boss, plan],
  "DELETE /api/admin/plans/{level}/next": [boss],
  "GET /api/admin/discounts": [books],
  "POST /api/admin/discounts": [books, discount],
  "GET /api/admin/discounts/{id}": [books],
  "PUT /api/admin/discounts/{id}": [books, discount],
  "GET /api/orders": [customers],
  "GET /api/orders/{id}": [customers],
  "DELETE /api/orders/{id}": [customers],
  "POST /api/orders/{id}/cancel": [customers],
  "GET /api/orders/{id}/returns": [customers],
  "POST /api/orders/{id}/returns": [customers, { lines: [{ doll_id: 1, quantity: 1 }], reason: "other" }],
  "POST /api/returns/{id}/withdraw": [customers],
  "POST /api/returns/{id}/photos": [customers],
  "GET /api/returns/{id}/photos/{photoId}": ["fvsb"],
  "POST /api/nowpayments/create-invoice": [everyone, { order_id: "no-such-order-reference" }],
  "POST /api/nowpayments/create-subscription-invoice": [customers, { level: "vip" }],
  "POST /api/nowpayments/ipn": [everyone, {}],
  "GET /api/payments/{id}/status": [signedIn],
  "GET /api/payments/half-paid": [signedIn],
  "GET /api/memberships": [everyone],
  "GET /api/gifts": [customers],
  "POST /api/gifts/redeem": [customers, { code: "ABCD-EFGH-JKMN" }],
  "GET /api/memberships/quote": [customers],
  "POST /api/memberships/price": [customers, { level: "vip" }],

  "GET /api/chat/access-status": [signedIn],
  "POST /api/chat/rooms": ["v", { doll_id: 999_999 }],
  "GET /api/chat/user/rooms": ["v"],
  "GET /api/chat/moderator/rooms": ["m"],
  "GET /api/chat/rooms/{id}": ["vmscb"],
  "GET /api/chat/rooms/{id}/messages": ["vmscb"],
  "POST /api/chat/rooms/{id}/read": ["vmscb", { last_message_id: 1 }],
  "POST /api/chat/messages": ["vmscb", { content: "Hello", chat_room_id: 999_999, message_type: "TEXT" }],
  "POST /api/chat/messages/{id}/upload": ["vmscb"],
  "DELETE /api/chat/messages/{id}": [watchers],
  "PATCH /api/chat/messages/{id}/flag": [watchers, { flagged: true }],
  "GET /api/chat/unread-count": [signedIn],
  "GET /api/chat/files/{name}": [watchers],
  "GET /api/chat/moderator/messages": ["m"],
  "GET /api/chat/moderators": ["m"],
  "PUT /api/chat/rooms/{id}/snooze": ["m", { until: null, last_message_id: 1 }],
  "DELETE /api/chat/rooms/{id}/snooze": ["m"],
  "POST /api/chat/rooms/{id}/hand-over": ["m", { moderator_id: 999_999 }],
  "GET /api/chat/rooms/{id}/rating": ["v"],
  "POST /api/chat/rooms/{id}/rating": ["v", { id: 999_999, score: 5 }],
  "GET /api/chat/rooms/{id}/ratings": [staff],
  "GET /api/chat/canned-replies": ["m"],
  "POST /api/chat/canned-replies": ["m", { title: "Hello", content: "Good evening" }],
  "PATCH /api/chat/canned-replies/{id}": ["m", { title: "Hello", content: "Good evening" }],
  "DELETE /api/chat/canned-replies/{id}": ["m"],

  "GET /api/moderators/dashboard": ["m"],
  "GET /api/moderators/moderators": [staff],
  "GET /api/moderators/moderators/{id}": [staff],
  "PUT /api/moderators/moderators/{id}": [boss, {}],
  "GET /api/moderators/{id}/metrics": [admins],
  "GET /api/moderators/{id}/dolls": [staff],
  "POST /api/moderators/{moderatorId}/dolls/{dollId}": [content],
  "DELETE /api/moderators/{moderatorId}/dolls/{dollId}": [content],
  "DELETE /api/moderators/{id}": [boss],
  "POST /api/admin/moderators": [boss, { ...account, email: "mo@demo.example" }],

  "GET /api/admin/users": [admins],
  "GET /api/admin/users/{id}/dependents": [boss],
  "POST /api/admin/users/{id}/deactivate": [boss],
  "POST /api/admin/users/{id}/invitation": [boss],
  "DELETE /api/admin/users/{id}/invitation": [boss],
  "POST /api/admin/users/{id}/suspend": [boss],
  "POST /api/admin/users/{id}/unsuspend": [boss],
  "POST /api/admin/users/{id}/reactivate": [boss],
  "POST /api/admin/users/{id}/sign-out": [boss],
  "POST /api/admin/users/{id}/revoke-keys": [boss],
  "DELETE /api/admin/users/{id}/second-factor": [boss],
  "GET /api/admin/customers/{id}": [admins],
  "POST /api/admin/customers/{id}/memberships": [boss, { level: "vip", days: 7, reason: "Goodwill" }],
  "POST /api/admin/customers/{id}/memberships/end": [boss, { reason: "Asked for it" }],
  "PUT /api/admin/customers/{id}/email": [boss, { email: "new@demo.example" }],
  "POST /api/admin/customers/{id}/password-reset": [boss],
  "GET /api/admin/customers/{id}/orders": [books],
  "GET /api/admin/customers/{id}/returns": [books],
  "GET /api/admin/customers/{id}/payments": [books],
  "GET /api/admin/customers/{id}/memberships": [books],
  "GET /api/admin/customers/{id}/reviews": [admins],
  "GET /api/admin/customers/{id}/chats": [content],
  "GET /api/admin/customers/{id}/reports": [content],
  "GET /api/admin/customers/{id}/sessions": [boss],
  "GET /api/admin/customers/{id}/emails": [books],
  "POST /api/admin/customers/{id}/emails/{emailId}/resend": [books],
  "POST /api/admin/customers/{id}/tags": [admins, { tag: "wholesale" }],
  "DELETE /api/admin/customers/{id}/tags/{tag}": [admins],
  "GET /api/admin/customer-tags": [admins],
  "GET /api/admin/customers/{id}/timeline": [admins],
  "GET /api/admin/customers/{id}/notes": [admins],
  "POST /api/admin/customers/{id}/notes": [admins, { content: "Called." }],
  "GET /api/admin/customers/{id}/notes/people": [admins],
  "GET /api/admin/orders/{id}/timeline": [books],
  "GET /api/admin/orders/{id}/notes": [books],
  "POST /api/admin/orders/{id}/notes": [books, { content: "Called." }],
  "GET /api/admin/orders/{id}/notes/people": [books],
  "GET /api/chat/rooms/{id}/timeline": [staff],
  "GET /api/chat/rooms/{id}/notes": [staff],
  "POST /api/chat/rooms/{id}/notes": [staff, { content: "Called." }],
  "GET /api/chat/rooms/{id}/notes/people": [staff],
  "PATCH /api/notes/{id}": [staff, { content: "Called." }],
  "DELETE /api/notes/{id}": [staff],
  "GET /api/admin/admins": [boss],
  "POST /api/admin/admins": [boss, { ...account, email: "ad@demo.example", admin_type: "content_admin" }],
  "GET /api/admin/admins/{id}": [boss],
  "PUT /api/admin/admins/{id}": [boss, {}],
  "DELETE /api/admin/admins/{id}": [boss],
  "GET /api/admin/audit-log": [boss],
  "GET /api/admin/audit-log/verify": [boss],
  "GET /api/admin/audit-log/{id}": [boss],
  "GET /api/admin/settings": [boss],
  "PATCH /api/admin/settings": [boss, {}],
  "GET /api/admin/home-reviews": [content],
  "PUT /api/admin/home-reviews/{id}": [content],
  "DELETE /api/admin/home-reviews/{id}": [content],
  "GET /api/admin/copy": [content],
  "GET /api/admin/copy/{page}/{language}": [content],
  "PATCH /api/admin/copy/{page}/{language}": [content, { publish: "now" }],
  "POST /api/admin/copy/{page}/{language}/preview": [content, {}],
  "GET /api/admin/brand": [boss],
  "PUT /api/admin/brand": [boss],
  "DELETE /api/admin/brand": [boss],
  "GET /api/admin/shipping": [books],
  "PATCH /api/admin/shipping": [boss, {}],
  "GET /api/admin/age": [boss],
  "GET /api/admin/api-keys": [boss],
  "POST /api/admin/api-keys": [boss, { name: "Warehouse", scopes: ["orders:read"], days: null }],
  "DELETE /api/admin/api-keys/{id}": [boss],
  "GET /api/admin/webhooks": [boss],
  "POST /api/admin/webhooks": [boss, { url: "https://hooks.example/shop", events: ["order.paid"] }],
  "GET /api/admin/webhooks/{id}": [boss],
  "PATCH /api/admin/webhooks/{id}": [boss, {}],
  "DELETE /api/admin/webhooks/{id}": [boss],
  "POST /api/admin/webhooks/{id}/rotate-secret": [boss],
  "POST /api/admin/webhooks/{id}/test": [boss],
  "GET /api/admin/webhook-deliveries": [boss],
  "GET /api/admin/webhook-deliveries/{id}": [boss],
  "POST /api/admin/webhook-deliveries/{id}/send": [boss, { attempts: 0 }],
  "GET /api/settings": [everyone],

  "GET /api/admin/dashboard-stats": [admins],
  "GET /api/admin/setup": [boss],
  "POST /api/admin/letters/test": [boss],
  "GET /api/admin/recent-activity": [admins],
  "GET /api/admin/contacts": [admins],
  "GET /api/admin/contacts/{id}": [admins],
  "GET /api/admin/contacts/people": [admins],
  "GET /api/admin/contacts/{id}/orders": [books],
  "POST /api/admin/contacts/{id}/answers": [admins, { content: "Yes." }],
  "PATCH /api/admin/contacts/{id}": [admins, { handled: true }],

  "GET /api/admin/flagged-messages": [content],
  "GET /api/admin/flagged-messages/count": [content],
  "GET /api/admin/flagged-messages/{id}/context": [content],
  "POST /api/admin/flagged-messages/{id}/approve": [content],
  "GET /api/admin/flagged-messages/{id}/file": [content],
  "POST /api/admin/flagged-messages/{id}/notify": [content],
  "DELETE /api/admin/flagged-messages/{id}/delete": [content],

  "GET /api/admin/revenue": [books],
  "GET /api/admin/reports/sales": [books],
  "GET /api/admin/reports/memberships": [books],
  "GET /api/admin/reports/taxes": [books],
  "GET /api/admin/reports/responses": [admins],
  "GET /api/admin/orders": [books],
  "GET /api/admin/orders/{id}": [books],
  "PATCH /api/admin/orders/{id}": [books, {}],
  "PUT /api/admin/orders/{id}/address": [books, shipping],
  "POST /api/admin/orders/{id}/reopen": [books],
  "GET /api/admin/orders/count": [books],
  "GET /api/admin/returns": [books],
  "GET /api/admin/returns/count": [books],
  "PATCH /api/admin/returns/{id}": [books, { status: "approved", instructions: "Send it to us." }],
  "POST /api/admin/orders/{id}/refunds": [books, { amount: 1, reason: "goodwill" }],
  "POST /api/admin/refunds/{id}/settle": [books, { payout_id: "p", amount: "1", currency: "usdc" }],
  "POST /api/admin/refunds/{id}/cancel": [books],
  "POST /api/admin/orders/ship": [books, { parcels: [{ order_number: "ORD-000000", tracking_number: "RM 1" }] }],
  "GET /api/admin/payments": [books],
  "GET /api/admin/subscription-payments": [books],
  "GET /api/admin/payments/{id}": [books],
  "GET /api/admin/payments/{id}/events": [books],
  "POST /api/admin/payments/{id}/recheck": [books],
  "POST /api/admin/payments/{id}/review": [books, { review: "settled" }],
  "POST /api/admin/payments/test-invoice": [boss],
  "POST /api/admin/payments/lookup": [books, { payment_id: "4000000001" }],
}

/** The calls that an API key may make, each with the scope that it needs. A key may make no other call. */
const scopeOf: Record<string, Scope> = {
  "GET /api/dolls": "models:read",
  "GET /api/dolls/{id}": "models:read",
  "GET /api/images/{dollId}/images": "models:read",
  "POST /api/dolls/create": "models:write",
  "PATCH /api/dolls/{id}": "models:write",
  "GET /api/admin/users": "customers:read",
  "GET /api/admin/orders": "orders:read",
  "GET /api/admin/orders/{id}": "orders:read",
  "GET /api/admin/orders/count": "orders:read",
  "GET /api/admin/returns": "orders:read",
  "GET /api/admin/returns/count": "orders:read",
  "POST /api/admin/orders/ship": "orders:write",
  "GET /api/admin/carriers": "orders:read",
  "GET /api/admin/payments": "payments:read",
  "GET /api/admin/subscription-payments": "payments:read",
  "GET /api/admin/payments/{id}": "payments:read",
}

/**
 * Whether a call of the staff that writes asks those with a second factor for it again: it moves money, changes a link
 * that customers follow, the rules of age or security, keys or somebody else's account, or deletes. A body stands where
 * that depends on what is changed. Every new call of the staff needs a line here.
 */
const stepUp: Record<string, boolean | object> = {
  "PATCH /api/dolls/{id}": false,
  "POST /api/dolls/create": false,
  "POST /api/dolls/{id}/approve": false,
  "POST /api/dolls/{id}/duplicate": false,
  "POST /api/admin/redirects": false,
  "PUT /api/admin/redirects/{id}": false,
  "DELETE /api/admin/redirects/{id}": false,
  "POST /api/admin/pages": false,
  "POST /api/admin/pages/preview": false,
  "PUT /api/admin/pages/{id}": false,
  "POST /api/admin/pages/{id}/publish": false,
  "POST /api/admin/pages/{id}/withdraw": false,
  "POST /api/admin/pages/{id}/pictures": false,
  "DELETE /api/admin/pages/{id}": false,
  "POST /api/admin/newsletters": false,
  "POST /api/admin/newsletters/preview": false,
  "POST /api/admin/newsletters/audience": false,
  "PUT /api/admin/newsletters/{id}": false,
  "DELETE /api/admin/newsletters/{id}": false,
  "POST /api/admin/newsletters/{id}/test": false,
  "POST /api/admin/newsletters/{id}/send": true,
  "POST /api/admin/newsletters/{id}/stop": false,
  "POST /api/admin/subscribers/import": false,
  "POST /api/admin/subscribers/{id}/unsubscribe": false,
  "POST /api/dolls/edit-many": false,
  "POST /api/dolls/import": false,
  "POST /api/dolls/{id}/restore": false,
  "DELETE /api/dolls/delete/{id}": true,
  "PUT /api/dolls/{id}/texts/{language}": false,
  "PATCH /api/images/{id}": false,
  "DELETE /api/images/{id}": false,
  "PUT /api/images/{id}/dark": false,
  "DELETE /api/images/{id}/dark": false,
  "POST /api/images/upload": false,
  "POST /api/images/{dollId}/images/bulk": false,
  "PATCH /api/slideshow/slideshows/{id}": false,
  "DELETE /api/slideshow/slideshows/{id}": false,
  "PUT /api/slideshow/slideshows/{id}/dark": false,
  "DELETE /api/slideshow/slideshows/{id}/dark": false,
  "POST /api/slideshow/upload": false,
  "POST /api/videos": false,
  "PUT /api/videos/{id}": false,
  "DELETE /api/videos/{id}": true,
  "POST /api/videos/upload": false,
  "POST /api/videos/{id}/thumbnail": false,
  "POST /api/videos/{id}/approve": false,
  "PUT /api/images/videos/{id}/thumbnail": false,
  "POST /api/admin/stock": false,
  "POST /api/admin/carriers": true,
  "PUT /api/admin/carriers/{id}": true,
  "PATCH /api/admin/business": false,
  "PUT /api/admin/plans/{level}": true,
  "DELETE /api/admin/plans/{level}/next": true,
  "POST /api/admin/discounts": true,
  "PUT /api/admin/discounts/{id}": true,
  "PUT /api/chat/rooms/{id}/snooze": false,
  "DELETE /api/chat/rooms/{id}/snooze": false,
  "POST /api/chat/rooms/{id}/hand-over": false,
  "POST /api/chat/canned-replies": false,
  "PATCH /api/chat/canned-replies/{id}": false,
  "DELETE /api/chat/canned-replies/{id}": false,
  "PUT /api/moderators/moderators/{id}": true,
  "POST /api/moderators/{moderatorId}/dolls/{dollId}": false,
  "DELETE /api/moderators/{moderatorId}/dolls/{dollId}": false,
  "DELETE /api/moderators/{id}": true,
  "POST /api/admin/moderators": true,
  "POST /api/admin/users/{id}/deactivate": true,
  "POST /api/admin/users/{id}/invitation": true,
  "DELETE /api/admin/users/{id}/invitation": true,
  "POST /api/admin/users/{id}/suspend": true,
  "POST /api/admin/users/{id}/unsuspend": true,
  "POST /api/admin/users/{id}/reactivate": true,
  "POST /api/admin/users/{id}/sign-out": true,
  "POST /api/admin/users/{id}/revoke-keys": true,
  "DELETE /api/admin/users/{id}/second-factor": true,
  "POST /api/admin/customers/{id}/emails/{emailId}/resend": false,
  "POST /api/admin/customers/{id}/tags": false,
  "DELETE /api/admin/customers/{id}/tags/{tag}": false,
  "POST /api/admin/customers/{id}/notes": false,
  "POST /api/admin/orders/{id}/notes": false,
  "POST /api/chat/rooms/{id}/notes": false,
  "PATCH /api/notes/{id}": false,
  "DELETE /api/notes/{id}": false,
  "POST /api/admin/admins": true,
  "PUT /api/admin/admins/{id}": true,
  "DELETE /api/admin/admins/{id}": true,
  "PATCH /api/admin/settings": { age_rule: "none" },
  "PUT /api/admin/home-reviews/{id}": false,
  "DELETE /api/admin/home-reviews/{id}": false,
  "PATCH /api/admin/copy/{page}/{language}": false,
  "POST /api/admin/copy/{page}/{language}/preview": false,
  "PUT /api/admin/brand": false,
  "DELETE /api/admin/brand": false,
  "PATCH /api/admin/shipping": false,
  "POST /api/admin/api-keys": true,
  "DELETE /api/admin/api-keys/{id}": false,
  "POST /api/admin/webhooks": true,
  "PATCH /api/admin/webhooks/{id}": { url: "https://hooks.example/other" },
  "DELETE /api/admin/webhooks/{id}": false,
  "POST /api/admin/webhooks/{id}/rotate-secret": true,
  "POST /api/admin/webhooks/{id}/test": false,
  "POST /api/admin/webhook-deliveries/{id}/send": false,
  "PATCH /api/admin/contacts/{id}": false,
  "POST /api/admin/flagged-messages/{id}/approve": false,
  "POST /api/admin/flagged-messages/{id}/notify": false,
  "DELETE /api/admin/flagged-messages/{id}/delete": false,
  "PATCH /api/admin/orders/{id}": { status: "refunded" },
  "PATCH /api/admin/returns/{id}": false,
  "POST /api/admin/orders/{id}/refunds": true,
  "POST /api/admin/orders/{id}/reopen": false,
  "PUT /api/admin/orders/{id}/address": true,
  "POST /api/admin/contacts/{id}/answers": false,
  "POST /api/admin/customers/{id}/memberships": true,
  "POST /api/admin/customers/{id}/memberships/end": true,
  "POST /api/admin/customers/{id}/password-reset": true,
  "PUT /api/admin/customers/{id}/email": true,
  "POST /api/admin/refunds/{id}/settle": true,
  "POST /api/admin/refunds/{id}/cancel": true,
  "POST /api/admin/orders/ship": false,
  "POST /api/admin/payments/{id}/recheck": false,
  "POST /api/admin/payments/{id}/review": true,
  "POST /api/admin/payments/lookup": false,
  "POST /api/admin/payments/test-invoice": false,
  "POST /api/admin/letters/test": false,
}
/** The lists whose file of all rows asks for it: they hold data of people, or of money. */
const exportsThatAsk = [
  "GET /api/admin/users",
  "GET /api/admin/admins",
  "GET /api/admin/audit-log",
  "GET /api/admin/discounts",
  "GET /api/admin/contacts",
  "GET /api/admin/flagged-messages",
  "GET /api/admin/recent-activity",
  "GET /api/moderators/moderators",
  "GET /api/admin/orders",
  "GET /api/admin/payments",
  "GET /api/admin/subscription-payments",
  "GET /api/admin/subscribers",
]

/** Calls that end the person's session or account. */
const endingCalls = ["POST /api/auth/logout", "DELETE /api/users/account"]
/** The codes of a refusal because of who is calling. */
const refusals = ["UNAUTHENTICATED", "FORBIDDEN", "MEMBERS_ONLY", "STAFF_CART"]

let shop: TestShop
const people = new Map<string, TestPerson | undefined>()
beforeAll(async () => {
  shop = await openShop()
  for (const who of everyone) people.set(who, await aPerson(who))
})
afterAll(() => shop.close())

test("every call of the API has its row in the matrix", async () => {
  const { body } = await shop.call("GET /api/openapi.json")
  const known = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(known.filter((call) => !Object.hasOwn(calls, call))).toEqual([])
  expect(Object.keys(calls).filter((call) => !known.includes(call))).toEqual([])
})

test("the matrix is exactly what each role may do", async () => {
  const found: Record<string, string> = {}
  const wanted: Record<string, string> = {}
  for (const [call, [may, body]] of Object.entries(calls)) {
    wanted[call] = said(may)
    found[call] = ""
    for (const who of everyone) found[call] += await answer(call, who, body)
  }
  expect(found).toEqual(wanted)
}, 120_000)

test("an API key makes only the calls of its scopes", async () => {
  const as = people.get("s")
  const keyWith = async (wanted: readonly Scope[]) => {
    const body = { name: "Program", scopes: wanted, days: null }
    return (await shop.call("POST /api/admin/api-keys", { as, body })).body.secret as string
  }
  const all = await keyWith(scopes)
  const others = new Map<Scope, string>()
  for (const scope of scopes) others.set(scope, await keyWith(scopes.filter((one) => one !== scope)))
  const found: Record<string, string> = {}
  for (const [call, [, body]] of Object.entries(calls)) {
    const { status, body: told } = await shop.call(filled(call), { as: all, body })
    expect(status, call).not.toBe(500)
    if (told?.detail === apiKeyTexts.notAllowed) continue
    expect([401, 403], call).not.toContain(status)
    for (const [scope, key] of others) {
      if ((await shop.call(filled(call), { as: key, body })).body?.detail !== apiKeyTexts.missingScope(scope)) continue
      found[call] = scope
    }
  }
  expect(found).toEqual(scopeOf)
}, 120_000)

test("an unauthorized call gets only that error, and none about its input", async () => {
  const wrong: [what: string, url: (call: string) => string, headers: Record<string, string>, payload: string][] = [
    ["a body of another shape", filled, { "content-type": "application/json" }, "[7]"],
    ["a body that is no JSON", filled, { "content-type": "application/json" }, "{"],
    ["a body of an unknown kind", filled, { "content-type": "text/x-odd" }, "odd"],
    ["a form that ends in the middle", filled, { "content-type": "multipart/form-data; boundary=cut" }, "--cut"],
    ["ids and filters that are none", (call) => `${filled(call, "none")}?skip=-1&limit=many&level=x`, {}, ""],
  ]
  const failures: string[] = []
  for (const [call, [may]] of Object.entries(calls)) {
    for (const who of [...everyone].filter((one) => !may.includes(one))) {
      for (const [what, url, headers, payload] of wrong) {
        const isBare = payload === "" || call.startsWith("GET")
        const { status } = await shop.call(url(call), { as: people.get(who), ...(isBare ? {} : { headers, payload }) })
        if (status !== (who === "g" ? 401 : 403)) failures.push(`${status}: ${call} as ${who}, ${what}`)
      }
    }
  }
  expect(failures).toEqual([])
}, 120_000)

test("what is costly asks staff with a second factor for it again, and nothing else does", async () => {
  const isStaffOnly = ([call, [may]]: (typeof entries)[number]) => !call.startsWith("GET") && !/[gfv]/.test(may)
  const entries = Object.entries(calls)
  expect(Object.keys(stepUp).sort()).toEqual(
    entries
      .filter(isStaffOnly)
      .map(([call]) => call)
      .sort(),
  )
  const late = { s: await shop.anAdmin("super_admin"), m: await shop.aModerator() }
  for (const { id } of Object.values(late)) {
    await shop.app.store.db.update(users).set({ secondFactorSince: shop.clock.now() }).where(eq(users.id, id))
  }
  shop.clock.advance(minutes(11))
  const asks = async (call: string, options: object) => {
    const as = calls[call]![0].includes("s") ? late.s : late.m
    return (await shop.call(filled(call), { as, ...options })).body?.code === "CONFIRMATION_REQUIRED"
  }
  const found: Record<string, boolean | object> = {}
  for (const [call, wanted] of Object.entries(stepUp)) {
    const body = typeof wanted === "object" ? wanted : calls[call]![1]
    found[call] = (await asks(call, { body })) && (wanted || true)
  }
  expect(found).toEqual(stepUp)
  const files: string[] = []
  for (const [call] of entries.filter(([call, [may]]) => call.startsWith("GET") && !/[gfv]/.test(may))) {
    if (await asks(call, { headers: { accept: "text/csv" } })) files.push(call)
  }
  expect(files.sort()).toEqual(exportsThatAsk.toSorted())
}, 120_000)

const said = (may: string) =>
  [...everyone].map((who) => (may.includes(who) ? who : who === "g" ? "401 " : "403 ")).join("")

const filled = (call: string, id = "999999") =>
  call
    .replace("{category}", "premium")
    .replace("{name}", "x.pdf")
    .replace("{level}", "vip")
    .replace("{tag}", "wholesale")
    .replace(/\{\w+\}/g, id)

async function answer(call: string, who: string, body: unknown): Promise<string> {
  const as = endingCalls.includes(call) ? await aPerson(who) : people.get(who)
  const url = filled(call).replace("/quote", "/quote?level=vip")
  const { status, body: told } = await shop.call(url, { as, body })
  expect(status, `${call} as ${who}`).not.toBe(500)
  return refusals.includes(told?.code) ? `${status} ` : who
}

function aPerson(who: string): Promise<TestPerson> | undefined {
  if (who === "f") return shop.aUser()
  if (who === "v") return shop.aUser({ membershipLevel: "vip" })
  if (who === "m") return shop.aModerator()
  if (who === "s") return shop.anAdmin("super_admin")
  if (who === "c") return shop.anAdmin("content_admin")
  return who === "b" ? shop.anAdmin("financial_admin") : undefined
}
