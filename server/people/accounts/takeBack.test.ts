import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { secondFactorTexts } from "#contract/memberText.ts"
import { aDevice } from "#test/authenticator.ts"
import { secondFactorOf } from "#test/secondFactor.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { users } from "../../platform/auth/tables.ts"
import { days, minutes } from "../../platform/clock.ts"

const origin = "http://localhost:3000"
const fresh = "Glazed-Porcelain-8"
let shop: TestShop
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop({ PUBLIC_URL: origin })
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

const { post, codeOf, aCustomer, withApp, withPasskey, addPasskey, secondStepOf } = secondFactorOf(() => shop, origin)

const codeIn = (text: string) => /oob_code=([\w-]+)/.exec(text)![1]!
/** The code of the newest email to an address with this subject. */
async function linkOf(email: string, subject: string): Promise<string> {
  const found = (await v.emailsTo(email)).find((one) => one.subject === subject)
  return codeIn(found!.bodyText)
}
const undoFactor = (oob_code: string) => post("second-factor/undo", { oob_code })
const reset = (oob_code: string) => post("password-reset/confirm", { oob_code, new_password: fresh })
async function byPasskeyAlone(device: ReturnType<typeof aDevice>): Promise<number> {
  const asked = (await post("passkey/options", {})).body
  return (await post("passkey", { token: asked.token, credential: device.get(asked.options) })).status
}

test("the email about a passkey that an intruder added removes it, ends every session, and leads to a new password", async () => {
  const { email } = await aCustomer()
  const intruder = (await v.signIn(email)).body.access_token
  const device = aDevice(origin)
  expect((await addPasskey(intruder, device)).status).toBe(201)
  const [sent] = await v.emailsTo(email)
  expect(sent!.bodyText).toContain(`${origin}/undo-second-factor?oob_code=`)
  shop.clock.advance(days(6))
  const code = codeIn(sent!.bodyText)
  const undone = await undoFactor(code)
  expect(undone).toMatchObject({ status: 200, headers: { "cache-control": "private, no-store" } })
  expect(await v.statusOf(intruder)).toBe(401)
  expect(await byPasskeyAlone(device)).toBe(422)
  expect((await v.signIn(email, password)).status).toBe(401)
  expect((await v.kindsTo(email))[0]).toBe("second_factor_undone")
  expect((await reset(undone.body.oob_code)).status).toBe(204)
  expect((await v.signIn(email, fresh)).body.user.email).toBe(email)
  expect((await undoFactor(code)).body.code).toBe("BAD_CODE")
})

test("a factor that was there before stays, with its recovery codes, and what was added after goes", async () => {
  const { email, token, secret, recoveryCodes } = await withApp()
  shop.clock.advance(minutes(1))
  const device = aDevice(origin)
  await addPasskey(token, device, "Intruder")
  const code = await linkOf(email, "A passkey was added")
  shop.clock.advance(minutes(1))
  const later = aDevice(origin)
  await addPasskey(token, later, "Intruder, too")
  const laterCode = await linkOf(email, "A passkey was added")
  const { body } = await undoFactor(code)
  expect([await byPasskeyAlone(device), await byPasskeyAlone(later)]).toEqual([422, 422])
  expect((await undoFactor(laterCode)).body.code).toBe("BAD_CODE")
  await reset(body.oob_code)
  const { body: signIn } = await v.signIn(email, fresh)
  expect(signIn.second_step.methods).toEqual(["totp", "recovery_code"])
  const { token: step } = signIn.second_step
  const opened = await post("second-step", { token: step, code: codeOf(secret) })
  const left = (await shop.call("GET /api/auth/second-factor", { as: opened.body.access_token })).body
  expect(left.recovery_codes_left).toBe(recoveryCodes.length)
})

test("recovery codes that an intruder renewed end by the link of their email", async () => {
  const { email, token } = await withPasskey()
  shop.clock.advance(minutes(1))
  const [stolen] = (await post("recovery-codes", undefined, token)).body.recovery_codes
  await reset((await undoFactor(await linkOf(email, "Your recovery codes were replaced"))).body.oob_code)
  const { second_step: step } = (await v.signIn(email, fresh)).body
  expect(step.methods).toEqual(["passkey"])
  expect((await post("second-step", { token: step.token, code: stolen })).status).toBe(422)
})

test("a change of address that is undone takes the factors with it that were added since it was asked for", async () => {
  const { email, token } = await aCustomer()
  const wanted = `thief-${email}`
  await shop.call("PATCH /api/auth/me", { as: token, body: { email: wanted, current_password: password } })
  const device = aDevice(origin)
  await addPasskey(token, device)
  await post("verify-email/confirm", { oob_code: await v.codeFor(wanted) })
  const app = (await post("authenticator", undefined, token)).body
  await post("authenticator/confirm", { code: codeOf(app.secret) }, token)
  const thiefsLink = await linkOf(wanted, "Two-step verification is on")
  const undone = await post("email-change/undo", { oob_code: await linkOf(email, "Your email address was changed") })
  await reset(undone.body.oob_code)
  expect((await v.signIn(email, fresh)).body.user.email).toBe(email)
  expect(await byPasskeyAlone(device)).toBe(422)
  // Links sent to the address that the intruder chose no longer work.
  expect((await undoFactor(thiefsLink)).body.code).toBe("BAD_CODE")
})

test("the link about a factor gives the address back too that was changed after it", async () => {
  const { email, token } = await aCustomer()
  await addPasskey(token, aDevice(origin))
  const code = await linkOf(email, "A passkey was added")
  const wanted = `later-${email}`
  await shop.call("PATCH /api/auth/me", { as: token, body: { email: wanted, current_password: password } })
  await post("verify-email/confirm", { oob_code: await v.codeFor(wanted) })
  await reset((await undoFactor(code)).body.oob_code)
  expect((await v.signIn(email, fresh)).body.user.email).toBe(email)
  expect((await v.kindsTo(wanted))[0]).toBe("email_taken_back")
})

test("a link to undo a factor is valid for seven days", async () => {
  const { email } = await withPasskey()
  const code = await linkOf(email, "A passkey was added")
  shop.clock.advance(days(7))
  expect((await undoFactor(code)).body.code).toBe("BAD_CODE")
})

test("a first factor needs a confirmed address, and one from before ends when the owner of the address resets", async () => {
  const { email, token, id } = await v.aCustomer()
  for (const path of ["passkeys/options", "authenticator"]) {
    const refused = await post(path, undefined, token)
    expect([path, refused.status, refused.body.detail]).toEqual([path, 409, secondFactorTexts.confirmAddress])
  }
  await post("verify-email/confirm", { oob_code: await v.codeFor(email) })
  await addPasskey(token, aDevice(origin))
  // An older server stored it this way.
  await shop.app.store.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, id))
  expect((await secondStepOf(email)).methods).toEqual(["passkey", "recovery_code"])
  await post("password-reset/request", { email })
  await reset(await v.codeFor(email))
  expect((await v.signIn(email, fresh)).body.user.email).toBe(email)
})

test("a super admin's API keys and webhooks since then end as well", async () => {
  const boss = await shop.anAdmin()
  const make = (what: string, body: object) => shop.call(`POST /api/admin/${what}`, { as: boss, body })
  const key = (name: string) => make("api-keys", { name, scopes: ["customers:read"], days: null })
  const hook = (url: string) => make("webhooks", { url, events: ["order.paid"] })
  const [oldKey, oldHook] = [(await key("Old")).body, (await hook("https://old.example/hook")).body]
  shop.clock.advance(minutes(1))
  await addPasskey(boss.token, aDevice(origin))
  const [newKey, newHook] = [(await key("New")).body, (await hook("https://evil.example/hook")).body]
  await undoFactor(await linkOf(boss.email, "A passkey was added"))
  const as = await shop.anAdmin()
  const states = (await shop.call("GET /api/admin/api-keys", { as })).body
  expect(states.map((one: any) => [one.id, one.state])).toEqual([
    [oldKey.id, "active"],
    [newKey.id, "revoked"],
  ])
  const hooks = (await shop.call("GET /api/admin/webhooks", { as })).body
  expect(hooks.map((one: any) => [one.id, one.active])).toEqual([
    [oldHook.id, true],
    [newHook.id, false],
  ])
  const [noted] = (await shop.call("GET /api/admin/audit-log?action=second_factor.undone", { as })).body
  expect(noted).toMatchObject({ actor_id: null, target_id: boss.id })
})
