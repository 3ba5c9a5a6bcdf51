import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { oneTimeCodes, users } from "../../platform/auth/tables.ts"
import { minutes } from "../../platform/clock.ts"

let shop: TestShop
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop()
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

const fresh = "Glazed-Porcelain-8"
const requestReset = (email: string) => shop.call("POST /api/auth/password-reset/request", { body: { email } })
const confirmReset = (oob_code: string, new_password = fresh) =>
  shop.call("POST /api/auth/password-reset/confirm", { body: { oob_code, new_password } })

test("requesting a new password gets the same response for everyone, and only an owner gets an email", async () => {
  const { email } = await v.aCustomer()
  const known = await requestReset(email)
  const unknown = await requestReset("stranger@demo.example")
  const message = "If there is an account with this email address, we've sent a link to reset the password."
  expect(known).toMatchObject({ status: 202, body: { message } })
  expect(unknown.status).toBe(202)
  expect(unknown.body).toEqual(known.body)
  expect(await v.kindsTo(email)).toEqual(["password_reset", "verify_email"])
  expect(await v.kindsTo("stranger@demo.example")).toEqual([])
})

test("the link sets a new password once, ends every session, and notifies the owner", async () => {
  const { email, token } = await v.aCustomer()
  await requestReset(email)
  const code = await v.codeFor(email)
  expect((await confirmReset(code)).status).toBe(204)
  expect(await v.statusOf(token)).toBe(401)
  expect((await v.signIn(email)).status).toBe(401)
  expect((await v.signIn(email, fresh)).status).toBe(200)
  expect((await v.kindsTo(email))[0]).toBe("password_changed")
  const again = await confirmReset(code, "Another-Word-9")
  expect(again).toMatchObject({ status: 422, body: { code: "BAD_CODE" } })
  expect((await v.signIn(email, fresh)).status).toBe(200)
})

test("a second request invalidates the link of the first, used or not", async () => {
  const { email } = await v.aCustomer()
  await requestReset(email)
  const first = await v.codeFor(email)
  await requestReset(email)
  const second = await v.codeFor(email)
  expect(await confirmReset(first)).toMatchObject({ status: 422, body: { code: "BAD_CODE" } })
  expect((await confirmReset(second)).status).toBe(204)
})

test("a link is valid for one hour, by the clock", async () => {
  const { email } = await v.aCustomer()
  await requestReset(email)
  const early = await v.codeFor(email)
  shop.clock.advance(minutes(60))
  expect((await confirmReset(early)).status).toBe(422)
  await requestReset(email)
  const late = await v.codeFor(email)
  shop.clock.advance(minutes(59))
  expect((await confirmReset(late)).status).toBe(204)
})

test("a weak new password does not consume the link", async () => {
  const { email } = await v.aCustomer()
  await requestReset(email)
  const code = await v.codeFor(email)
  expect(await confirmReset(code, "weak")).toMatchObject({
    status: 422,
    body: { errors: [{ path: "new_password", message: "Password must be at least 8 characters long" }] },
  })
  expect((await confirmReset(code)).status).toBe(204)
})

test("a code for one purpose is invalid for another, and none is stored in plain text", async () => {
  const { email } = await v.register()
  const code = await v.codeFor(email)
  expect((await confirmReset(code)).status).toBe(422)
  const rows = await shop.app.store.db.select().from(oneTimeCodes)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows.map((row) => ({ ...row, codeHash: row.codeHash.toString() })))).not.toContain(code)
})

test("an inactive account gets no link", async () => {
  const { email } = await v.aCustomer()
  await shop.app.store.db.update(users).set({ isActive: false }).where(eq(users.email, email))
  expect((await requestReset(email)).status).toBe(202)
  expect(await v.kindsTo(email)).toEqual(["verify_email"])
})

test.each([
  ["POST /api/auth/password-update", "password"],
  ["POST /api/auth/change-password", "current_password"],
])("%s requires the current password, and ends every other session and open link", async (what, field) => {
  const { email, token } = await v.aCustomer()
  const other = (await v.signIn(email)).body.access_token
  await requestReset(email)
  const code = await v.codeFor(email)

  const wrong = await shop.call(what, { as: token, body: { [field]: "Wrong-Word-1", new_password: fresh } })
  expect(wrong).toMatchObject({ status: 403, body: { code: "WRONG_PASSWORD" } })
  const weak = await shop.call(what, { as: token, body: { [field]: password, new_password: "weakweak" } })
  expect(weak).toMatchObject({ status: 422, body: { errors: [{ path: "new_password" }] } })
  expect(await v.statusOf(other)).toBe(200)

  const right = await shop.call(what, { as: token, body: { [field]: password, new_password: fresh } })
  expect(right.status).toBe(204)
  expect(await v.statusOf(token)).toBe(200)
  expect(await v.statusOf(other)).toBe(401)
  expect((await v.signIn(email, fresh)).status).toBe(200)
  expect((await v.signIn(email)).status).toBe(401)
  expect((await confirmReset(code)).status).toBe(422)
  expect((await v.kindsTo(email))[0]).toBe("password_changed")

  // After a lost answer the form is sent again, with the password that was current before.
  const emails = await v.kindsTo(email)
  const again = await shop.call(what, { as: token, body: { [field]: password, new_password: fresh } })
  expect(again.status).toBe(204)
  const different = await shop.call(what, { as: token, body: { [field]: password, new_password: "Another-Word-9" } })
  expect(different).toMatchObject({ status: 403, body: { code: "WRONG_PASSWORD" } })
  expect(await v.kindsTo(email)).toEqual(emails)
  expect((await v.signIn(email, fresh)).status).toBe(200)
})

test.each(["POST /api/auth/password-update", "POST /api/auth/change-password"])(
  "%s asks a guest to sign in",
  async (what) => {
    const body = { password, current_password: password, new_password: fresh }
    expect((await shop.call(what, { body })).status).toBe(401)
  },
)
