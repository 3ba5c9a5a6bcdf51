import { afterAll, beforeAll, expect, test } from "vitest"
import { everything } from "#test/allRows.ts"
import { anEstate, type Estate, oneOfEach } from "#test/estate.ts"
import { filledIn, type Operation, operationsOf, type Schema, sampleOf } from "#test/operations.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"

/**
 * The meaning of each id of each call in the OpenAPI document: a thing of somebody (a key of `Estate["ids"]`), which is
 * not found by others; `shop`, which belongs to the shop and not to a person; `staff`, which only staff may name at all
 * (roles.test.ts); `secret`, a code or reference that is itself the permission; `own`, an id within what belongs to the
 * caller. Every new id needs its entry here.
 */
type Thing = keyof Estate["ids"] | "shop" | "staff" | "secret" | "own"
const named: Record<string, Record<string, Thing>> = {
  "POST /api/auth/password-reset/confirm": { oob_code: "secret" },
  "POST /api/auth/invitation": { oob_code: "secret" },
  "POST /api/auth/invitation/accept": { oob_code: "secret" },
  "POST /api/auth/verify-email/confirm": { oob_code: "secret" },
  "POST /api/auth/email-change/undo": { oob_code: "secret" },
  "POST /api/auth/second-factor/undo": { oob_code: "secret" },
  "POST /api/auth/second-step": { token: "secret" },
  "POST /api/auth/passkey/options": { token: "secret" },
  "POST /api/auth/passkey": { token: "secret", id: "secret", rawId: "secret" },
  "POST /api/auth/confirm/passkey": { token: "secret", id: "secret", rawId: "secret" },
  "POST /api/auth/passkeys": { token: "secret", id: "secret", rawId: "secret" },
  "PATCH /api/auth/passkeys/{id}": { id: "passkey" },
  "DELETE /api/auth/passkeys/{id}": { id: "passkey" },
  "DELETE /api/auth/sessions/{id}": { id: "session" },
  "PUT /api/auth/addresses/{id}": { id: "address" },
  "DELETE /api/auth/addresses/{id}": { id: "address" },
  "POST /api/notifications/read": { up_to_id: "own" },
  "POST /api/notifications/{id}/read": { id: "notification" },
  "GET /api/dolls/moderator/{id}": { id: "moderator" },
  "GET /api/dolls/{id}": { id: "shop" },
  "PATCH /api/dolls/{id}": { id: "shop" },
  "GET /api/dolls/{id}/related": { id: "shop" },
  "GET /api/dolls/{id}/texts": { id: "shop" },
  "PUT /api/dolls/{id}/texts/{language}": { id: "shop" },
  "POST /api/dolls/{id}/approve": { id: "shop" },
  "POST /api/dolls/{id}/duplicate": { id: "shop" },
  "PUT /api/admin/redirects/{id}": { id: "shop" },
  "DELETE /api/admin/redirects/{id}": { id: "shop" },
  "PUT /api/admin/home-reviews/{id}": { id: "shop" },
  "DELETE /api/admin/home-reviews/{id}": { id: "shop" },
  "GET /api/admin/pages/{id}": { id: "shop" },
  "GET /api/admin/pages/{id}/versions/{numberId}": { id: "shop", numberId: "shop" },
  "PUT /api/admin/pages/{id}": { id: "shop" },
  "POST /api/admin/pages/{id}/publish": { id: "shop" },
  "POST /api/admin/pages/{id}/withdraw": { id: "shop" },
  "POST /api/admin/pages/{id}/pictures": { id: "shop" },
  "DELETE /api/admin/pages/{id}": { id: "shop" },
  "GET /api/admin/copy/{page}/{language}": { page: "shop" },
  "PATCH /api/admin/copy/{page}/{language}": { page: "shop" },
  "POST /api/admin/copy/{page}/{language}/preview": { page: "shop" },
  "GET /api/admin/newsletters/{id}": { id: "staff" },
  "PUT /api/admin/newsletters/{id}": { id: "staff" },
  "DELETE /api/admin/newsletters/{id}": { id: "staff" },
  "POST /api/admin/newsletters/{id}/test": { id: "staff" },
  "POST /api/admin/newsletters/{id}/send": { id: "staff" },
  "POST /api/admin/newsletters/{id}/stop": { id: "staff" },
  "POST /api/admin/subscribers/{id}/unsubscribe": { id: "staff" },
  "POST /api/dolls/edit-many": { id: "shop" },
  "POST /api/dolls/{id}/restore": { id: "shop" },
  "DELETE /api/dolls/delete/{id}": { id: "shop" },
  "GET /api/images/{dollId}/images": { dollId: "shop" },
  "PATCH /api/images/{id}": { id: "shop" },
  "DELETE /api/images/{id}": { id: "shop" },
  "PUT /api/images/{id}/dark": { id: "shop" },
  "DELETE /api/images/{id}/dark": { id: "shop" },
  "POST /api/images/{dollId}/images/bulk": { dollId: "shop" },
  "GET /api/reviews/doll/{id}": { id: "shop" },
  "POST /api/reviews": { doll_id: "shop" },
  "PUT /api/reviews/{id}": { id: "review" },
  "DELETE /api/reviews/{id}": { id: "review" },
  "POST /api/favorites": { doll_id: "shop" },
  "DELETE /api/favorites/by-id/{id}": { id: "favorite" },
  "DELETE /api/favorites/{id}": { id: "favoriteDoll" },
  "GET /api/favorites/check/{dollId}": { dollId: "shop" },
  "GET /api/slideshow/slideshows/{id}": { id: "shop" },
  "PATCH /api/slideshow/slideshows/{id}": { id: "shop" },
  "DELETE /api/slideshow/slideshows/{id}": { id: "shop" },
  "PUT /api/slideshow/slideshows/{id}/dark": { id: "shop" },
  "DELETE /api/slideshow/slideshows/{id}/dark": { id: "shop" },
  "POST /api/newsletter/confirm": { oob_code: "secret" },
  "POST /api/newsletter/unsubscribe": { oob_code: "secret" },
  "POST /api/admin/stock": { doll_id: "shop" },
  "GET /api/admin/stock/{id}/entries": { id: "shop" },
  "POST /api/orders/lookup": { order_number: "secret" },
  "POST /api/contact": { order_number: "own" },
  "POST /api/restock-requests": { doll_id: "shop" },
  "POST /api/restock-requests/confirm": { oob_code: "secret" },
  "POST /api/restock-requests/unsubscribe": { oob_code: "secret" },
  "DELETE /api/auth/restock-requests/{id}": { id: "stockRequest" },
  "POST /api/cart": { doll_id: "shop" },
  "PUT /api/cart/{id}": { id: "line" },
  "DELETE /api/cart/{id}": { id: "line" },
  "POST /api/cart/merge": { doll_id: "shop" },
  "GET /api/orders/{id}": { id: "order" },
  "DELETE /api/orders/{id}": { id: "order" },
  "POST /api/orders/{id}/cancel": { id: "order" },
  "GET /api/orders/{id}/returns": { id: "order" },
  "POST /api/orders/{id}/returns": { id: "order", doll_id: "own" },
  "POST /api/returns/{id}/withdraw": { id: "return" },
  "POST /api/returns/{id}/photos": { id: "return" },
  "GET /api/returns/{id}/photos/{photoId}": { id: "return", photoId: "photo" },
  "POST /api/nowpayments/create-invoice": { order_id: "secret" },
  "GET /api/payments/{id}/status": { id: "invoice" },
  "POST /api/chat/rooms": { doll_id: "shop" },
  "GET /api/chat/moderator/rooms": { doll_id: "own" },
  "GET /api/chat/rooms/{id}": { id: "room" },
  "GET /api/chat/rooms/{id}/messages": { id: "room", before_id: "own", after_id: "own", around_id: "own" },
  "POST /api/chat/rooms/{id}/read": { id: "room", last_message_id: "message" },
  "POST /api/chat/messages": { chat_room_id: "room", client_id: "own" },
  "POST /api/chat/messages/{id}/upload": { id: "room", client_id: "own" },
  "DELETE /api/chat/messages/{id}": { id: "message" },
  "PATCH /api/chat/messages/{id}/flag": { id: "message" },
  "GET /api/chat/files/{name}": { name: "file" },
  "PATCH /api/chat/canned-replies/{id}": { id: "reply" },
  "PUT /api/chat/rooms/{id}/snooze": { id: "room", last_message_id: "message" },
  "DELETE /api/chat/rooms/{id}/snooze": { id: "room" },
  "POST /api/chat/rooms/{id}/hand-over": { id: "room", moderator_id: "moderator" },
  "GET /api/chat/rooms/{id}/rating": { id: "room" },
  "POST /api/chat/rooms/{id}/rating": { id: "room" },
  "GET /api/chat/rooms/{id}/ratings": { id: "room" },
  "DELETE /api/chat/canned-replies/{id}": { id: "reply" },
  "POST /api/reports": { id: "message" },
  "GET /api/moderators/{id}/metrics": { id: "moderator" },
  "GET /api/moderators/{id}/dolls": { id: "moderator" },
  "GET /api/moderators/moderators/{id}": { id: "moderatorProfile" },
  "GET /api/videos": { doll_id: "shop" },
  "POST /api/videos": { doll_id: "shop" },
  "GET /api/videos/doll/{id}": { id: "shop" },
  "GET /api/videos/{id}": { id: "shop" },
  "PUT /api/videos/{id}": { id: "shop", doll_id: "shop" },
  "DELETE /api/videos/{id}": { id: "shop" },
  "GET /api/videos/{id}/media": { id: "secret" },
  "GET /api/videos/{id}/captions": { id: "secret" },
  "POST /api/videos/{id}/views": { id: "shop" },
  "POST /api/videos/{id}/likes": { id: "shop" },
  "POST /api/videos/{id}/approve": { id: "shop" },
  "POST /api/videos/{id}/thumbnail": { id: "shop" },
  "PUT /api/images/videos/{id}/thumbnail": { id: "shop" },
  "DELETE /api/admin/users/{id}/second-factor": { id: "staff" },
  "GET /api/admin/contacts/{id}": { id: "staff" },
  "PATCH /api/admin/contacts/{id}": { id: "staff", assignee_id: "staff" },
  "GET /api/admin/contacts/{id}/orders": { id: "staff" },
  "POST /api/admin/contacts/{id}/answers": { id: "staff" },
  "POST /api/admin/orders/ship": { order_number: "staff" },
  "GET /api/admin/orders": { doll_id: "shop" },
  "GET /api/admin/orders/{id}": { id: "staff" },
  "PATCH /api/admin/orders/{id}": { id: "staff" },
  "PUT /api/admin/orders/{id}/address": { id: "staff" },
  "POST /api/admin/orders/{id}/reopen": { id: "staff" },
  "GET /api/invoices/{number}": { number: "salesInvoice" },
  "PUT /api/admin/carriers/{id}": { id: "staff" },
  "POST /api/admin/orders/{id}/refunds": { id: "staff", doll_id: "staff", return_id: "staff" },
  "POST /api/admin/refunds/{id}/settle": { id: "staff", payout_id: "staff" },
  "POST /api/admin/refunds/{id}/cancel": { id: "staff" },
  "PATCH /api/admin/returns/{id}": { id: "staff" },
  "PUT /api/admin/plans/{level}": { level: "shop" },
  "DELETE /api/admin/plans/{level}/next": { level: "shop" },
  "PATCH /api/admin/shipping": { id: "staff" },
  "GET /api/admin/discounts/{id}": { id: "staff" },
  "PUT /api/admin/discounts/{id}": { id: "staff" },
  "GET /api/admin/payments/{id}": { id: "staff" },
  "GET /api/admin/payments/{id}/events": { id: "staff" },
  "POST /api/admin/payments/{id}/recheck": { id: "staff" },
  "POST /api/admin/payments/{id}/review": { id: "staff" },
  "POST /api/admin/payments/lookup": { payment_id: "staff" },
  "GET /api/admin/flagged-messages/{id}/context": { id: "staff" },
  "GET /api/admin/flagged-messages/{id}/file": { id: "staff" },
  "POST /api/admin/flagged-messages/{id}/approve": { id: "staff" },
  "POST /api/admin/flagged-messages/{id}/notify": { id: "staff" },
  "DELETE /api/admin/flagged-messages/{id}/delete": { id: "staff" },
  "POST /api/moderators/{moderatorId}/dolls/{dollId}": { moderatorId: "staff", dollId: "shop" },
  "DELETE /api/moderators/{moderatorId}/dolls/{dollId}": { moderatorId: "staff", dollId: "shop" },
  "PUT /api/moderators/moderators/{id}": { id: "staff" },
  "DELETE /api/moderators/{id}": { id: "staff" },
  "GET /api/admin/users/{id}/dependents": { id: "staff" },
  "POST /api/admin/users/{id}/deactivate": { id: "staff" },
  "POST /api/admin/users/{id}/reactivate": { id: "staff" },
  "POST /api/admin/users/{id}/invitation": { id: "staff" },
  "DELETE /api/admin/users/{id}/invitation": { id: "staff" },
  "POST /api/admin/users/{id}/suspend": { id: "staff" },
  "POST /api/admin/users/{id}/unsuspend": { id: "staff" },
  "POST /api/admin/users/{id}/sign-out": { id: "staff" },
  "POST /api/admin/users/{id}/revoke-keys": { id: "staff" },
  "GET /api/admin/customers/{id}": { id: "staff" },
  "POST /api/admin/customers/{id}/memberships": { id: "staff" },
  "POST /api/admin/customers/{id}/memberships/end": { id: "staff" },
  "PUT /api/admin/customers/{id}/email": { id: "staff" },
  "POST /api/admin/customers/{id}/password-reset": { id: "staff" },
  "GET /api/admin/customers/{id}/orders": { id: "staff" },
  "GET /api/admin/customers/{id}/returns": { id: "staff" },
  "GET /api/admin/customers/{id}/payments": { id: "staff" },
  "GET /api/admin/customers/{id}/memberships": { id: "staff" },
  "GET /api/admin/customers/{id}/reviews": { id: "staff" },
  "GET /api/admin/customers/{id}/chats": { id: "staff" },
  "GET /api/admin/customers/{id}/reports": { id: "staff" },
  "GET /api/admin/customers/{id}/sessions": { id: "staff" },
  "GET /api/admin/customers/{id}/emails": { id: "staff" },
  "POST /api/admin/customers/{id}/emails/{emailId}/resend": { id: "staff", emailId: "staff" },
  "POST /api/admin/customers/{id}/tags": { id: "staff" },
  "DELETE /api/admin/customers/{id}/tags/{tag}": { id: "staff" },
  "GET /api/admin/customers/{id}/timeline": { id: "staff" },
  "GET /api/admin/customers/{id}/notes": { id: "staff" },
  "POST /api/admin/customers/{id}/notes": { id: "staff" },
  "GET /api/admin/customers/{id}/notes/people": { id: "staff" },
  "GET /api/admin/orders/{id}/timeline": { id: "staff" },
  "GET /api/admin/orders/{id}/notes": { id: "staff" },
  "POST /api/admin/orders/{id}/notes": { id: "staff" },
  "GET /api/admin/orders/{id}/notes/people": { id: "staff" },
  "GET /api/chat/rooms/{id}/timeline": { id: "room" },
  "GET /api/chat/rooms/{id}/notes": { id: "room" },
  "POST /api/chat/rooms/{id}/notes": { id: "room" },
  "GET /api/chat/rooms/{id}/notes/people": { id: "room" },
  "PATCH /api/notes/{id}": { id: "note" },
  "DELETE /api/notes/{id}": { id: "note" },
  "GET /api/admin/admins/{id}": { id: "staff" },
  "PUT /api/admin/admins/{id}": { id: "staff" },
  "DELETE /api/admin/admins/{id}": { id: "staff" },
  "DELETE /api/admin/api-keys/{id}": { id: "staff" },
  "GET /api/admin/webhooks/{id}": { id: "staff" },
  "PATCH /api/admin/webhooks/{id}": { id: "staff" },
  "DELETE /api/admin/webhooks/{id}": { id: "staff" },
  "POST /api/admin/webhooks/{id}/rotate-secret": { id: "staff" },
  "POST /api/admin/webhooks/{id}/test": { id: "staff" },
  "GET /api/admin/webhook-deliveries": { webhook_id: "staff" },
  "GET /api/admin/webhook-deliveries/{id}": { id: "staff" },
  "POST /api/admin/webhook-deliveries/{id}/send": { id: "staff" },
  "GET /api/admin/audit-log": { actor_id: "staff", target_id: "staff" },
  "GET /api/admin/audit-log/{id}": { id: "staff" },
}

/** Roles for whom a thing is not somebody else's: content and super admins work on chats, all admins on moderators. */
const inCharge: Partial<Record<Thing, string>> = {
  room: "sc",
  message: "sc",
  note: "sc",
  file: "sc",
  photo: "sb",
  moderator: "scb",
  moderatorProfile: "scb",
}

let shop: TestShop
let estate: Estate
let people: Record<string, TestPerson | undefined>
let operations: Operation[]
beforeAll(async () => {
  shop = await openShop()
  estate = await anEstate(shop)
  people = await oneOfEach(shop)
  operations = operationsOf(shop)
})
afterAll(() => shop.close())

/** The names of the ids that a call takes. */
function idsOf({ params, query, body }: Operation): string[] {
  const found = new Set(Object.keys(params).filter((name) => !["category", "tag", "language"].includes(name)))
  const isId = (name: string) => /^(id|rawId|token|oob_code|order_number)$|_id$/.test(name)
  const walk = (schema: Schema | undefined) => {
    for (const [name, inner] of Object.entries<Schema>(schema?.properties ?? {})) {
      if (isId(name)) found.add(name)
      walk(inner)
    }
    for (const one of schema?.anyOf ?? []) walk(one)
    if (schema?.items) walk(schema.items)
  }
  walk({ properties: query })
  walk(body ?? undefined)
  return [...found]
}

test("every id that a call takes is known to name something of somebody, or of nobody", () => {
  const found = Object.fromEntries(
    operations.filter((one) => idsOf(one).length > 0).map((one) => [one.call, idsOf(one).sort()]),
  )
  const stated = Object.fromEntries(Object.entries(named).map(([call, ids]) => [call, Object.keys(ids).sort()]))
  expect(stated).toEqual(found)
})

/** An id of the same form that nobody has. */
const absent = (id: number | string) =>
  typeof id === "number" ? 999_999 : id.replace(/[1-9a-f]/g, (sign) => (sign === "a" ? "b" : "a"))

const isOwned = (thing: Thing): thing is keyof Estate["ids"] => thing in estate.ids

test("what belongs to another person is not found, by guests and by every role, and stays as it is", async () => {
  const failures: string[] = []
  let asked = 0
  let before = await everything(shop.app.store.db)
  for (const operation of operations) {
    const things = Object.entries(named[operation.call] ?? {}).filter(([, thing]) => isOwned(thing))
    if (things.length === 0) continue
    const theirs = Object.fromEntries(things.map(([name, thing]) => [name, estate.ids[thing as keyof Estate["ids"]]]))
    const nobodys = Object.fromEntries(Object.entries(theirs).map(([name, id]) => [name, absent(id)]))
    const strangers = Object.entries(people).filter(
      ([who]) => !things.some(([, thing]) => inCharge[thing]?.includes(who)),
    )
    for (const [who, as] of strangers) {
      const answer = await ask(operation, theirs, as)
      const unknown = await ask(operation, nobodys, as)
      asked++
      const what = `${operation.call} as ${who}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`
      if (![401, 403, 404].includes(answer.status)) failures.push(`not refused: ${what}`)
      if (JSON.stringify(told(answer)) !== JSON.stringify(told(unknown)))
        failures.push(`tells that it exists: ${what}, otherwise ${JSON.stringify(told(unknown))}`)
      for (const secret of estate.secrets) if (answer.raw.includes(secret)) failures.push(`${secret}: ${what}`)
    }
    const after = await everything(shop.app.store.db)
    const changed = differences(before, after)
    if (changed.length > 0) failures.push(`${operation.call} changed ${changed}`)
    before = after
  }
  expect(failures).toEqual([])
  expect(asked).toBeGreaterThan(150)
})

test("an id of another person in the query, or beside the caller's own, changes and shows nothing of theirs", async () => {
  const { ids, owner, moderator } = estate
  const before = await everything(shop.app.store.db)
  for (const [who, as] of Object.entries(people)) {
    const read = await shop.call("POST /api/notifications/read", { as, body: { up_to_id: ids.notification + 1 } })
    expect([who, read.status]).toEqual([who, who === "g" ? 401 : 204])
    for (const order_id of [String(ids.order).padStart(16, "0"), "ORD-0000000000000"]) {
      const { status } = await shop.call("POST /api/nowpayments/create-invoice", { as, body: { order_id } })
      expect([who, status]).toEqual([who, 404])
    }
  }
  const rooms = await shop.call(`GET /api/chat/moderator/rooms?doll_id=${ids.favoriteDoll}`, { as: people.m })
  expect([rooms.status, rooms.body]).toEqual([200, []])
  const isTheirs = ({ user_id }: Record<string, unknown>) => user_id === owner.id
  const after = await everything(shop.app.store.db)
  expect(after.get("notifications")!.filter(isTheirs)).toEqual(before.get("notifications")!.filter(isTheirs))
  expect(differences(before, after).filter((table) => table !== "notifications")).toEqual([])
  // A client_id of another sender's message does not answer it.
  const content = "Good evening"
  const body = { chat_room_id: ids.room, content, client_id: "0123456789" }
  const first = await shop.call("POST /api/chat/messages", { as: owner, body })
  const second = await shop.call("POST /api/chat/messages", { as: moderator, body })
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.id).not.toBe(first.body.id)
})

test("no list, count or overview shows a stranger anything of another person, or may be stored for others", async () => {
  const failures: string[] = []
  let asked = 0
  for (const operation of operations.filter(({ method, params }) => method === "GET" && !Object.keys(params).length)) {
    for (const who of "gfvm") {
      for (const search of ["", `?q=${encodeURIComponent(estate.owner.email)}&limit=100`]) {
        const level = operation.call.endsWith("/quote") ? "?level=vip" : search
        const { raw, headers } = await shop.call(operation.call + level, { as: people[who] })
        // The shop's name and announcement are the same for everybody.
        const isShared = operation.call === "GET /api/settings"
        if (who !== "g" && !isShared && !/private|no-store/.test(String(headers["cache-control"])))
          failures.push(`${operation.call} as ${who}: ${headers["cache-control"]}`)
        asked++
        for (const secret of estate.secrets)
          if (raw.includes(secret)) failures.push(`${operation.call} as ${who}: ${secret}`)
      }
    }
  }
  expect(failures).toEqual([])
  expect(asked).toBeGreaterThan(300)
})

test("the code of a gift is shown to its buyer only, and works for a customer only, once", async () => {
  const { gift, owner } = estate
  const own = await shop.call("GET /api/gifts", { as: owner })
  expect(own.body).toMatchObject([{ code: gift.code, state: "open" }])
  // The lists of the others have been requested above.
  for (const who of "scb") {
    for (const operation of operations.filter(({ method }) => method === "GET")) {
      const { raw } = await shop.call(filledIn(operation, { ...estate.ids, id: owner.id }), { as: people[who] })
      expect(raw.includes(gift.code), `${operation.call} as ${who}`).toBe(false)
    }
  }
  const statuses: Record<string, number> = {}
  for (const who of "gmscbfv") {
    const answer = await shop.call("POST /api/gifts/redeem", { as: people[who], body: { code: gift.code } })
    statuses[who] = answer.status
  }
  expect(statuses).toEqual({ g: 401, m: 403, s: 403, c: 403, b: 403, f: 200, v: 422 })
}, 120_000)

function ask(operation: Operation, ids: Record<string, unknown>, as: TestPerson | undefined) {
  const { body, isForm } = operation
  const values = { ...ids, ...(operation.call === "POST /api/reports" && { kind: "message" }) }
  const given = body && !isForm ? { body: sampleOf(body, { client_id: "abcdefgh12", ...values }) } : {}
  return shop.call(filledIn(operation, ids), { as, ...given })
}

const told = ({ status, body }: { status: number; body: any }) => [status, body?.code, body?.detail, body?.errors]

/** Tables whose rows differ, without the times at which sessions and accounts were last seen. */
function differences(before: Awaited<ReturnType<typeof everything>>, after: typeof before): string[] {
  const plain = (rows: object[] = []) =>
    rows
      .map((row) => JSON.stringify({ ...row, last_seen_at: null }))
      .sort()
      .join("\n")
  return [...after.keys()].filter((table) => plain(before.get(table)) !== plain(after.get(table)))
}
