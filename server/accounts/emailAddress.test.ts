import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { hours } from "../clock.ts"

let shop: TestShop
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop()
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

const confirm = (oob_code: string) => shop.call("POST /api/auth/verify-email/confirm", { body: { oob_code } })
const me = async (token: string) => (await shop.call("GET /api/auth/me", { as: token })).body
const change = (token: string, email: string, current_password?: string) =>
  shop.call("PATCH /api/auth/me", { as: token, body: { email, current_password } })

test("the link of the first letter confirms the address, once", async () => {
  const { email, token } = await v.aCustomer()
  const [letter] = await v.lettersTo(email)
  expect(letter!.bodyText).toContain("http://localhost:80/verify-email?oob_code=")
  const code = await v.codeFor(email)
  expect((await confirm(code)).status).toBe(204)
  expect((await me(token)).email_verified).toBe(true)
  expect(await confirm(code)).toMatchObject({ status: 422, body: { code: "BAD_CODE" } })
})

test("the letter is sent again while the address waits, and the answer never says whether it does", async () => {
  const { email } = await v.aCustomer()
  const request = (to: string) => shop.call("POST /api/auth/verify-email/request", { body: { email: to } })
  const waiting = await request(email)
  const message = "If this address waits to be confirmed, a letter with a link is on its way."
  expect(waiting).toMatchObject({ status: 202, body: { message } })
  expect(await v.kindsTo(email)).toEqual(["verify_email", "verify_email"])
  await confirm(await v.codeFor(email))
  const confirmed = await request(email)
  const unknown = await request("stranger@demo.example")
  expect(confirmed.body).toEqual(waiting.body)
  expect(unknown.body).toEqual(waiting.body)
  expect((await v.kindsTo(email)).length).toBe(2)
  expect(await v.kindsTo("stranger@demo.example")).toEqual([])
})

test("the letter of a change is sent again while the new address waits, and its link works", async () => {
  const { email, token } = await v.aCustomer()
  const wanted = `again-${email}`
  await change(token, wanted, password)
  const request = () => shop.call("POST /api/auth/verify-email/request", { body: { email: wanted } })
  expect((await request()).status).toBe(202)
  expect(await v.kindsTo(wanted)).toEqual(["change_email", "change_email"])
  expect((await confirm(await v.codeFor(wanted))).status).toBe(204)
  expect(await me(token)).toMatchObject({ email: wanted, pending_email: null })
  await request()
  expect((await v.kindsTo(wanted)).filter((kind: string) => kind === "change_email")).toHaveLength(2)
})

test("a change that was taken back is not asked for again", async () => {
  const { email, token } = await v.aCustomer()
  const wanted = `dropped-${email}`
  await change(token, wanted, password)
  const code = await v.codeFor(wanted)
  expect((await change(token, email)).body.pending_email).toBeNull()
  await shop.call("POST /api/auth/verify-email/request", { body: { email: wanted } })
  expect(await v.kindsTo(wanted)).toEqual(["change_email"])
  expect((await confirm(code)).status).toBe(422)
})

test("a confirmation link ends after a day", async () => {
  const { email } = await v.register()
  const code = await v.codeFor(email)
  shop.clock.advance(hours(24))
  expect((await confirm(code)).status).toBe(422)
})

test("a new address needs the password, waits until it is confirmed, and the old one is told", async () => {
  const { email, token } = await v.aCustomer()
  const wanted = `new-${email}`
  expect(await change(token, wanted)).toMatchObject({ status: 422, body: { errors: [{ path: "current_password" }] } })
  expect(await change(token, wanted, "Wrong-Word-1")).toMatchObject({ status: 403, body: { code: "WRONG_PASSWORD" } })
  expect((await me(token)).pending_email).toBeNull()

  const asked = await change(token, wanted.toUpperCase(), password)
  expect(asked).toMatchObject({ status: 200, body: { email, pending_email: wanted } })
  expect((await v.signIn(wanted)).status).toBe(401)
  expect((await confirm(await v.codeFor(wanted))).status).toBe(204)
  expect(await me(token)).toMatchObject({ email: wanted, pending_email: null, email_verified: true })
  expect((await v.signIn(wanted)).status).toBe(200)
  expect((await v.signIn(email)).status).toBe(401)
  expect((await v.kindsTo(email))[0]).toBe("email_changed")
})

test("an address that is taken gets the same answer, and its owner a letter", async () => {
  const owner = await v.aCustomer()
  const { email, token } = await v.aCustomer()
  const free = await change(token, `free-${email}`, password)
  const taken = await change(token, owner.email, password)
  expect(taken.status).toBe(free.status)
  expect(taken.body).toEqual({ ...free.body, pending_email: owner.email })
  expect((await v.kindsTo(owner.email))[0]).toBe("email_taken")
  expect((await v.lettersTo(owner.email))[0]!.bodyText).not.toContain("oob_code")
})

test("an address that was taken while it waited stays with its owner", async () => {
  const { email, token } = await v.aCustomer()
  const wanted = `late-${email}`
  await change(token, wanted, password)
  const code = await v.codeFor(wanted)
  await v.register({ email: wanted })
  expect(await confirm(code)).toMatchObject({
    status: 409,
    body: { detail: "This address belongs to another account." },
  })
  expect((await me(token)).email).toBe(email)
})

test("asking for another address, or for the old one again, ends the first wish", async () => {
  const { email, token } = await v.aCustomer()
  await change(token, `first-${email}`, password)
  const first = await v.codeFor(`first-${email}`)
  await change(token, `second-${email}`, password)
  expect((await confirm(first)).status).toBe(422)
  const second = await v.codeFor(`second-${email}`)
  expect((await change(token, email)).body.pending_email).toBeNull()
  expect((await confirm(second)).status).toBe(422)
  expect((await me(token)).email).toBe(email)
})
