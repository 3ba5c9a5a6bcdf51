import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { users } from "../../platform/auth/tables.ts"
import { days, hours } from "../../platform/clock.ts"

let shop: TestShop
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop()
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

test("a visitor registers, signs in and is that user", async () => {
  const { email, answer } = await v.register({ role: "user", membership_level: "free", terms_version: "2025-05-02" })
  expect(answer).toMatchObject({ status: 201, body: { message: "Registration successful! Please log in." } })
  const signedIn = await v.signIn(email.toUpperCase())
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
    time_zone: null,
    language: null,
    video_access_count: 0,
  })
  expect(JSON.stringify(me.body)).not.toContain("argon2")
})

test("no cache may store the response to a sign-in or any other write", async () => {
  const { email, answer } = await v.register()
  const signedIn = await v.signIn(email)
  const refused = await v.signIn(email, "Wrong-Word-1")
  expect(signedIn.status).toBe(200)
  for (const { headers } of [answer, signedIn, refused]) expect(headers["cache-control"]).toContain("no-store")
})

test("registering a known address gives the same response, changes nothing, and emails its owner", async () => {
  const first = await v.register()
  const second = await v.register({ email: first.email, full_name: "Somebody Else", password: "Another-Word-8" })
  expect(second.answer.status).toBe(first.answer.status)
  expect(second.answer.body).toEqual(first.answer.body)
  expect(Object.keys(second.answer.headers)).toEqual(Object.keys(first.answer.headers))
  expect(await v.kindsTo(first.email)).toEqual(["existing_account", "verify_email"])
  expect((await v.signIn(first.email)).body.user.full_name).toBe("Vera Visitor")
  expect((await v.signIn(first.email, "Another-Word-8")).status).toBe(401)
})

test("a wrong password and an unknown address get the same error", async () => {
  const { email } = await v.register()
  const wrong = await v.signIn(email, "Wrong-Word-1")
  const unknown = await v.signIn("nobody@demo.example", "Wrong-Word-1")
  const said = ({ body: { request_id, ...body }, headers, status }: typeof wrong) => ({
    status,
    body,
    headers: { ...headers, date: "", "x-request-id": "" },
  })
  expect(said(wrong)).toEqual(said(unknown))
  expect(wrong).toMatchObject({ status: 401, body: { detail: "Incorrect email or password" } })
})

test("only the right password reveals that an account is inactive", async () => {
  const { email, token } = await v.aCustomer()
  await shop.app.store.db.update(users).set({ isActive: false }).where(eq(users.email, email))
  const detail = "This account is inactive. Please contact us."
  expect(await v.signIn(email)).toMatchObject({ status: 403, body: { code: "INACTIVE", detail } })
  expect((await v.signIn(email, "Wrong-Word-1")).status).toBe(401)
  expect(await v.statusOf(token)).toBe(401)
})

test("a session lasts 12 hours, or 30 days with Remember me, and signing out ends only this one", async () => {
  const { email } = await v.register()
  const short = (await v.signIn(email)).body.access_token
  const long = (await v.signIn(email, password, { remember_me: true })).body.access_token
  const other = (await v.signIn(email, password, { remember_me: true })).body.access_token
  expect((await shop.call("POST /api/auth/logout", { as: other })).status).toBe(204)
  expect(await v.statusOf(other)).toBe(401)
  shop.clock.advance(hours(12) - 1000)
  expect(await v.statusOf(short)).toBe(200)
  shop.clock.advance(2000)
  expect(await v.statusOf(short)).toBe(401)
  shop.clock.advance(days(29))
  expect(await v.statusOf(long)).toBe(200)
  shop.clock.advance(hours(12))
  expect(await v.statusOf(long)).toBe(401)
})

test("a membership counts until its end, by the clock", async () => {
  const { email, token } = await v.aCustomer()
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
  const { answer } = await v.register({ [field]: value })
  expect(answer.status).toBe(422)
  expect(answer.body.errors[0].path).toBe(field)
})

test("an unknown field such as is_active or admin_type is dropped", async () => {
  const { email, answer } = await v.register({ is_active: false, admin_type: "super_admin", id: 1 })
  expect(answer.status).toBe(201)
  expect((await v.signIn(email)).body.user).toMatchObject({ is_active: true, admin_type: null })
})

test("users edit their name and region, and nothing else", async () => {
  const { token, email } = await v.aCustomer()
  const body = { full_name: "Vera Verdant", region: "canada", email, role: "admin", is_active: false, vip: true, id: 1 }
  const edited = await shop.call("PATCH /api/auth/me", { as: token, body })
  expect(edited).toMatchObject({ status: 200, body: { full_name: "Vera Verdant", region: "canada", role: "user" } })
  expect((await shop.call("GET /api/auth/me", { as: token })).body).toEqual(edited.body)
  const wrong = await shop.call("PATCH /api/auth/me", { as: token, body: { region: "atlantis" } })
  expect(wrong).toMatchObject({ status: 422, body: { detail: "Please select your region." } })
})

test("only staff may be of the region global, written in any case", async () => {
  const { token } = await v.aCustomer()
  const refused = await shop.call("PATCH /api/auth/me", { as: token, body: { region: "global" } })
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: "region" }] } })
  const admin = await shop.anAdmin()
  const allowed = await shop.call("PATCH /api/auth/me", { as: admin, body: { region: "Asia" } })
  expect(allowed.body).toMatchObject({ region: "asia", admin_type: "super_admin" })
  const back = await shop.call("PATCH /api/auth/me", { as: admin, body: { region: "Global" } })
  expect(back.body.region).toBe("global")
})

test.each(["GET /api/auth/me", "PATCH /api/auth/me", "POST /api/auth/logout"])(
  "%s asks a guest to sign in",
  async (what) => {
    const answer = await shop.call(what, what.startsWith("PATCH") ? { body: {} } : {})
    expect(answer).toMatchObject({ status: 401, body: { detail: "Authentication required" } })
    expect(answer.headers["www-authenticate"]).toBe("Bearer")
  },
)

test("a demo account cannot be used in a shop that is not a demo", async () => {
  const { email, token } = await v.aCustomer()
  await shop.app.store.db.update(users).set({ isDemo: true }).where(eq(users.email, email))
  expect(await v.statusOf(token)).toBe(401)
  expect(await v.signIn(email)).toMatchObject({ status: 403, body: { code: "INACTIVE" } })
})

test("invalid JSON, another media type and a huge body get different errors", async () => {
  const send = (payload: string, type = "application/json") =>
    shop.call("POST /api/auth/login", { payload, headers: { "content-type": type } })
  expect(await send("{")).toMatchObject({ status: 400, body: { code: "MALFORMED" } })
  expect(await send("<a/>", "text/xml")).toMatchObject({ status: 415, body: { code: "UNSUPPORTED_MEDIA" } })
  expect(await send(JSON.stringify({ email: "x".repeat(2_000_000) }))).toMatchObject({ status: 413 })
  expect(await send("[]")).toMatchObject({ status: 422 })
  expect(await send('{"email":1,"password":{}}')).toMatchObject({ status: 422 })
})

test("a time zone is replaced by the newest one, and an invalid one is refused", async () => {
  const person = await shop.aUser()
  const say = (time_zone: string) => shop.call("PUT /api/auth/time-zone", { as: person, body: { time_zone } })
  for (const zone of ["Europe/Paris", "Asia/Kolkata"]) expect((await say(zone)).status).toBe(204)
  expect((await shop.call("GET /api/auth/me", { as: person })).body.time_zone).toBe("Asia/Kolkata")
  for (const zone of ["", "Mars/Olympus", "+05:30", "Europe/Paris; --", "x".repeat(200)]) {
    expect((await say(zone)).status, zone).toBe(422)
  }
  expect((await shop.call("GET /api/auth/me", { as: person })).body.time_zone).toBe("Asia/Kolkata")
})

test("an account's language is one the shop has", async () => {
  const person = await shop.aUser()
  const say = (language: string) => shop.call("PUT /api/auth/language", { as: person, body: { language } })
  expect((await say("ja")).status).toBe(204)
  for (const language of ["", "fr", "DE"]) expect((await say(language)).status, language).toBe(422)
  expect((await shop.call("GET /api/auth/me", { as: person })).body.language).toBe("ja")
})
