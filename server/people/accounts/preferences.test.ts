import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { visitorsOf } from "#test/visitors.ts"
import { wants } from "./preferences.ts"

let shop: TestShop
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop()
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

const path = "/api/auth/me/preferences"
const read = async (token: string) => (await shop.call(`GET ${path}`, { as: token })).body
const edit = (token: string, body: object) => shop.call(`PATCH ${path}`, { as: token, body })
async function aConfirmedCustomer() {
  const customer = await v.aCustomer()
  await shop.call("POST /api/auth/verify-email/confirm", { body: { oob_code: await v.codeFor(customer.email) } })
  return customer
}

test("by default a user gets emails and sound, and no previews", async () => {
  const { token } = await v.aCustomer()
  expect(await read(token)).toEqual({
    mail_orders: true,
    mail_membership_reminders: true,
    mail_reviews: true,
    mail_new_sign_in: true,
    mail_news: false,
    browser_notifications: false,
    sound: true,
    text_previews: false,
    tell_messages: true,
    tell_flagged: true,
    tell_orders: true,
    mail_waiting_orders: false,
    mail_flagged: false,
    tell_paid_orders: true,
    mail_paid_orders: false,
    digest_paid_orders: null,
    tell_stock: true,
    mail_stock: false,
    push_messages: true,
    push_orders: true,
    push_memberships: true,
  })
})

test("changed preferences are stored, the others stay, and those of other users are unchanged", async () => {
  const [one, other] = [await v.aCustomer(), await v.aCustomer()]
  const changed = await edit(one.token, { sound: false, mail_membership_reminders: false })
  expect(changed).toMatchObject({ status: 200, body: { sound: false, mail_membership_reminders: false } })
  expect(await edit(one.token, { text_previews: true })).toMatchObject({ body: { sound: false, text_previews: true } })
  expect(await read(one.token)).toMatchObject({ sound: false, text_previews: true, mail_new_sign_in: true })
  expect(await read(other.token)).toMatchObject({ sound: true, text_previews: false })
  expect(await wants(shop.app.store, one.id, "mail_membership_reminders")).toBe(false)
  expect(await wants(shop.app.store, other.id, "mail_membership_reminders")).toBe(true)
})

test("emails about orders cannot be switched off", async () => {
  const { token } = await v.aCustomer()
  const refused = await edit(token, { mail_orders: false })
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [{ path: "mail_orders", message: "Emails about your orders can't be turned off." }] },
  })
  expect((await edit(token, { mail_orders: true })).status).toBe(200)
})

test("a value that is not a boolean is refused at its field, and unknown fields are dropped", async () => {
  const { token } = await v.aCustomer()
  expect(await edit(token, { sound: "no" })).toMatchObject({ status: 422, body: { errors: [{ path: "sound" }] } })
  expect((await edit(token, { user_id: 1, loud: true })).status).toBe(200)
})

test("a confirmed address is subscribed and unsubscribed at once", async () => {
  const { token, email } = await aConfirmedCustomer()
  expect((await edit(token, { mail_news: true })).body.mail_news).toBe(true)
  expect((await v.kindsTo(email))[0]).toBe("newsletter_confirmed")
  expect((await edit(token, { mail_news: false })).body.mail_news).toBe(false)
  expect(await read(token)).toMatchObject({ mail_news: false })
})

test("an unconfirmed address is asked by email, and its subscription is not revealed", async () => {
  const { token, email } = await v.aCustomer()
  expect((await edit(token, { mail_news: true })).body.mail_news).toBe(false)
  expect((await v.kindsTo(email))[0]).toBe("newsletter_confirm")
  await shop.call("POST /api/newsletter/confirm", { body: { oob_code: await v.codeFor(email) } })
  expect((await read(token)).mail_news).toBe(false)
  await edit(token, { mail_news: false })
  const { token: owner } = await aConfirmedCustomer()
  expect((await read(owner)).mail_news).toBe(false)
})

test.each([`GET ${path}`, `PATCH ${path}`])("%s asks a guest to sign in, and works for staff too", async (what) => {
  const body = what.startsWith("PATCH") ? { body: {} } : {}
  expect((await shop.call(what, body)).status).toBe(401)
  expect((await shop.call(what, { as: await shop.aModerator(), ...body })).status).toBe(200)
})
