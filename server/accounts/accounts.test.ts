import { desc, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { days, hours } from "../clock.ts"
import { mailOutbox } from "../mail/tables.ts"
import { users } from "./tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const password = "Turned-Brass-7"
let count = 0

async function register(fields: object = {}) {
  const email = `visitor${++count}@demo.example`
  const body = { email, password, full_name: "Vera Visitor", region: "eu", ...fields }
  return { email, answer: await shop.call("POST /api/auth/register", { body }) }
}

function signIn(email: string, given = password, fields: object = {}) {
  return shop.call("POST /api/auth/login", { body: { email, password: given, ...fields } })
}

async function aCustomer() {
  const { email } = await register()
  const { body } = await signIn(email)
  return { email, token: body.access_token as string, user: body.user }
}

function lettersTo(email: string) {
  return shop.app.store.db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, email)).orderBy(desc(mailOutbox.id))
}

const statusOf = async (token: string) => (await shop.call("GET /api/auth/me", { as: token })).status

test("a visitor registers, signs in and is who they said they are", async () => {
  const { email, answer } = await register({ role: "user", membership_level: "free", terms_version: "2025-05-02" })
  expect(answer).toMatchObject({ status: 201, body: { message: "Registration successful! Please log in." } })
  const signedIn = await signIn(email.toUpperCase())
  expect(signedIn.status).toBe(200)
  expect(signedIn.body.token_type).toBe("bearer")
  const me = await shop.call("GET /api/auth/me", { as: signedIn.body.access_token })
  expect(me.body).toEqual(signedIn.body.user)
  expect(me.body).toMatchObject({
    email,
    full_name: "Vera Visitor",
    region: "eu",
    role: "user",
    membership_level: "free",
    vip: false,
    is_active: true,
    email_verified: false,
    pending_email: null,
    membership_expires_at: null,
    admin_type: null,
    video_access_count: 0,
  })
  expect(JSON.stringify(me.body)).not.toContain("argon2")
})

test("registering a known address gives the same answer, changes nothing, and writes to its owner", async () => {
  const first = await register()
  const second = await register({ email: first.email, full_name: "Somebody Else", password: "Another-Word-8" })
  expect(second.answer.status).toBe(first.answer.status)
  expect(second.answer.body).toEqual(first.answer.body)
  expect(Object.keys(second.answer.headers)).toEqual(Object.keys(first.answer.headers))
  expect((await lettersTo(first.email)).map((letter) => letter.kind)).toEqual(["existing_account", "verify_email"])
  expect((await signIn(first.email)).body.user.full_name).toBe("Vera Visitor")
  expect((await signIn(first.email, "Another-Word-8")).status).toBe(401)
})

test("a wrong password and an unknown address get the same refusal", async () => {
  const { email } = await register()
  const wrong = await signIn(email, "Wrong-Word-1")
  const unknown = await signIn("nobody@demo.example", "Wrong-Word-1")
  const said = ({ body: { request_id, ...body }, headers, status }: typeof wrong) => ({
    status,
    body,
    headers: { ...headers, date: "", "x-request-id": "" },
  })
  expect(said(wrong)).toEqual(said(unknown))
  expect(wrong).toMatchObject({ status: 401, body: { detail: "Incorrect email or password" } })
})

test("an inactive account is told so only with the right password", async () => {
  const { email, token } = await aCustomer()
  await shop.app.store.db.update(users).set({ isActive: false }).where(eq(users.email, email))
  expect(await signIn(email)).toMatchObject({ status: 403, body: { code: "INACTIVE" } })
  expect((await signIn(email, "Wrong-Word-1")).status).toBe(401)
  expect(await statusOf(token)).toBe(401)
})

test("a session lasts 12 hours, or 30 days when it is to be remembered, and signing out ends only this one", async () => {
  const { email } = await register()
  const short = (await signIn(email)).body.access_token
  const long = (await signIn(email, password, { remember_me: true })).body.access_token
  const other = (await signIn(email, password, { remember_me: true })).body.access_token
  expect((await shop.call("POST /api/auth/logout", { as: other })).status).toBe(204)
  expect(await statusOf(other)).toBe(401)
  shop.clock.advance(hours(12) - 1000)
  expect(await statusOf(short)).toBe(200)
  shop.clock.advance(2000)
  expect(await statusOf(short)).toBe(401)
  shop.clock.advance(days(29))
  expect(await statusOf(long)).toBe(200)
  shop.clock.advance(hours(12))
  expect(await statusOf(long)).toBe(401)
})

test("a membership counts until its end, by the clock", async () => {
  const { email, token } = await aCustomer()
  const ends = new Date(shop.clock.now().getTime() + hours(1))
  await shop.app.store.db
    .update(users)
    .set({ membershipLevel: "vip", membershipExpiresAt: ends })
    .where(eq(users.email, email))
  const before = await shop.call("GET /api/auth/me", { as: token })
  expect(before.body).toMatchObject({ membership_level: "vip", vip: true, membership_expires_at: ends.toISOString() })
  shop.clock.advance(hours(1))
  const then = await shop.call("GET /api/auth/me", { as: token })
  expect(then.body).toMatchObject({ membership_level: "free", vip: false, membership_expires_at: null })
})

test.each([
  ["role", "admin"],
  ["role", "moderator"],
  ["membership_level", "vip"],
  ["region", "atlantis"],
  ["region", "global"],
  ["region", undefined],
  ["email", "not an address"],
  ["email", "a@demo.example\r\nBcc: b@demo.example"],
  ["full_name", "Vera\r\nBcc: b@demo.example"],
  ["full_name", "  "],
  ["password", "Short-1"],
  ["password", "no-upper-case-1"],
  ["password", "NO-LOWER-CASE-1"],
  ["password", "No-digit-here"],
  ["password", `Aa1${"x".repeat(126)}`],
])("registration with %s %j is refused at its field", async (field, value) => {
  const { answer } = await register({ [field]: value })
  expect(answer.status).toBe(422)
  expect(answer.body.errors[0].path).toBe(field)
})

test("an unknown field such as is_active or admin_type is dropped", async () => {
  const { email, answer } = await register({ is_active: false, admin_type: "super_admin", id: 1 })
  expect(answer.status).toBe(201)
  expect((await signIn(email)).body.user).toMatchObject({ is_active: true, admin_type: null })
})
