import { afterAll, beforeAll, expect, test } from "vitest"
import { secondFactorTexts } from "#contract/memberText.ts"
import { aDevice } from "#test/authenticator.ts"
import { secondFactorOf } from "#test/secondFactor.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { authenticators, passkeys, recoveryCodes } from "../../platform/auth/tables.ts"
import { minutes, seconds } from "../../platform/clock.ts"

const origin = "http://localhost:3000"
let shop: TestShop
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop({ PUBLIC_URL: origin, RATE_LIMIT_SCALE: "100" })
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

const { post, codeOf, aCustomer, withApp, withPasskey, addPasskey, secondStepOf } = secondFactorOf(() => shop, origin)

test("with an authenticator app, the password alone opens nothing; password and code do, once", async () => {
  const { email, secret } = await withApp()
  const answer = await v.signIn(email, password, { remember_me: true })
  expect(answer.body).toEqual({
    second_step: { token: expect.any(String), methods: ["totp", "recovery_code"], expires_at: expect.any(String) },
  })
  const { token } = answer.body.second_step
  const code = codeOf(secret)
  const wrong = await post("second-step", { token, code: code === "000000" ? "000001" : "000000" })
  expect([wrong.status, wrong.body.errors]).toEqual([422, [{ path: "code", message: secondFactorTexts.wrongCode }]])
  const right = await post("second-step", { token, code: `${code.slice(0, 3)} ${code.slice(3)}` })
  expect([right.status, right.body.user.email]).toEqual([200, email])
  const [session] = (await shop.call("GET /api/auth/sessions", { as: right.body.access_token })).body
  expect(session.method).toBe("password_totp")
  // Neither the challenge nor the code works a second time.
  expect((await post("second-step", { token, code })).status).toBe(422)
  const again = await secondStepOf(email)
  expect((await post("second-step", { token: again.token, code })).status).toBe(422)
  shop.clock.advance(seconds(60))
  expect((await post("second-step", { token: again.token, code: codeOf(secret) })).status).toBe(200)
})

test("a code is accepted for one step before and after, not two", async () => {
  const { email, secret } = await withApp()
  const code = codeOf(secret)
  const { token } = await secondStepOf(email)
  shop.clock.advance(seconds(60))
  expect((await post("second-step", { token, code })).status).toBe(422)
  const next = codeOf(secret)
  shop.clock.advance(seconds(30))
  expect((await post("second-step", { token, code: next })).status).toBe(200)
})

test("five wrong codes end the sign-in, and a second step ends after five minutes", async () => {
  const { email, secret } = await withApp()
  const { token } = await secondStepOf(email)
  for (let i = 0; i < 5; i++)
    expect((await post("second-step", { token, code: "aaaa-aaaa-aaaa-aaaa" })).status).toBe(422)
  const ended = await post("second-step", { token, code: codeOf(secret) })
  expect([ended.status, ended.body.detail]).toEqual([422, secondFactorTexts.expired])
  const late = await secondStepOf(email)
  shop.clock.advance(minutes(5))
  expect((await post("second-step", { token: late.token, code: codeOf(secret) })).body.code).toBe("BAD_CODE")
})

test("ten wrong codes in a day are told to the owner once, and slow down those that follow", async () => {
  const guessed = await openShop({ PUBLIC_URL: origin, RATE_LIMIT_SCALE: "1" })
  const own = secondFactorOf(() => guessed, origin)
  const { email, secret } = await own.withApp()
  const told = async () =>
    (await visitorsOf(guessed).emailsTo(email)).filter(({ subject }) => subject === "Wrong codes for your account")
  const guess = async () => {
    const { token } = await own.secondStepOf(email)
    return own.post("second-step", { token, code: "aaaa-aaaa-aaaa-aaaa" })
  }
  for (let n = 0; n < 10; n++) {
    expect(await told()).toHaveLength(0)
    expect((await guess()).status).toBe(422)
    guessed.clock.advance(minutes(2))
  }
  expect(await told()).toHaveLength(1)
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) {
    statuses.push((await guess()).status)
    guessed.clock.advance(minutes(2))
  }
  expect(statuses).toEqual([422, 422, 422, 422, 429, 429])
  expect(await told()).toHaveLength(1)
  guessed.clock.advance(minutes(60))
  const { token } = await own.secondStepOf(email)
  expect((await own.post("second-step", { token, code: own.codeOf(secret) })).status).toBe(200)
  await guessed.close()
})

test("a recovery code works once, whatever its spelling, and its use is told by email", async () => {
  const { email, recoveryCodes } = await withApp()
  expect(recoveryCodes).toHaveLength(10)
  for (const one of recoveryCodes) expect(one).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
  const [code] = recoveryCodes
  const first = await secondStepOf(email)
  const opened = await post("second-step", { token: first.token, code: code!.replaceAll("-", " ").toUpperCase() })
  expect(opened.status).toBe(200)
  expect((await v.emailsTo(email))[0]!.subject).toBe("A recovery code was used")
  const second = await secondStepOf(email)
  expect((await post("second-step", { token: second.token, code })).status).toBe(422)
  const found = (await shop.call("GET /api/auth/second-factor", { as: opened.body.access_token })).body
  expect(found.recovery_codes_left).toBe(9)
  const renewed = await post("recovery-codes", undefined, opened.body.access_token)
  expect(renewed.body.recovery_codes).toHaveLength(10)
  expect((await post("second-step", { token: second.token, code: recoveryCodes[1] })).status).toBe(422)
})

test("a changed password ends a sign-in that waits for its second step", async () => {
  const { email, token, secret } = await withApp()
  const step = await secondStepOf(email)
  const change = { current_password: password, new_password: "Another-Word-8" }
  expect((await post("change-password", change, token)).status).toBe(204)
  expect((await post("second-step", { token: step.token, code: codeOf(secret) })).body.code).toBe("BAD_CODE")
})

test("a passkey is the second step, and a sign-in of its own when it verifies its user", async () => {
  const { email, device } = await withPasskey()
  const { token, methods } = await secondStepOf(email)
  expect(methods).toEqual(["passkey", "recovery_code"])
  const asked = (await post("passkey/options", { token })).body
  const second = await post("passkey", { token, credential: device.get(asked.options, { userVerified: false }) })
  expect(second.status).toBe(200)

  const alone = (await post("passkey/options", {})).body
  expect(alone.options.allowCredentials ?? []).toEqual([])
  const touched = device.get(alone.options, { userVerified: false })
  expect((await post("passkey", { token: alone.token, credential: touched })).body.code).toBe("BAD_CODE")
  const opened = await post("passkey", { token: alone.token, credential: device.get(alone.options), remember_me: true })
  expect([opened.status, opened.body.user.email]).toEqual([200, email])
  const list = (await shop.call("GET /api/auth/sessions", { as: opened.body.access_token })).body
  expect(list.map((one: { method: string }) => one.method).sort()).toEqual(["passkey", "password", "password_passkey"])
})

test("a passkey's answer is refused from another site, for another challenge, a second time, and from a copy", async () => {
  const { device } = await withPasskey()
  const ask = async () => (await post("passkey/options", {})).body
  const answer = async (asked: any, credential: unknown) => {
    const { status, body } = await post("passkey", { token: asked.token, credential })
    return status === 200 ? status : body.detail
  }
  const foreign = await ask()
  expect(await answer(foreign, device.get(foreign.options, { from: "https://evil.example" }))).toBe(
    secondFactorTexts.passkeyFailed,
  )
  const other = await ask()
  expect(await answer(other, device.get(foreign.options))).toBe(secondFactorTexts.passkeyFailed)
  const right = device.get(other.options)
  expect(await answer(other, right)).toBe(200)
  expect(await answer(other, right)).toBe(secondFactorTexts.expired)
  device.rewind()
  const copied = await ask()
  expect(await answer(copied, device.get(copied.options))).toBe(secondFactorTexts.passkeyFailed)
  const stranger = await ask()
  expect(await answer(stranger, aDevice(origin).get(stranger.options))).toBe(secondFactorTexts.unknownPasskey)
})

test("nobody uses the challenge of another account, or changes its passkeys", async () => {
  const owner = await withPasskey()
  const thief = await withPasskey()
  const { token } = await secondStepOf(owner.email)
  const asked = (await post("passkey/options", { token })).body
  expect((await post("passkey", { token, credential: thief.device.get(asked.options) })).status).toBe(422)
  const [theirs] = (await shop.call("GET /api/auth/second-factor", { as: owner.token })).body.passkeys
  expect(
    (await shop.call(`PATCH /api/auth/passkeys/${theirs.id}`, { as: thief.token, body: { name: "X" } })).status,
  ).toBe(404)
  expect((await shop.call(`DELETE /api/auth/passkeys/${theirs.id}`, { as: thief.token })).status).toBe(404)
  const creating = (await post("passkeys/options", {}, owner.token)).body
  const credential = aDevice(origin).create(creating.options)
  const stolen = await post("passkeys", { token: creating.token, credential, name: "X" }, thief.token)
  expect(stolen.status).toBe(404)
  const confirming = (await post("confirm/passkey/options", {}, owner.token)).body
  const foreign = { token: confirming.token, credential: owner.device.get(confirming.options) }
  expect((await post("confirm/passkey", foreign, thief.token)).status).toBe(422)
})

test("a factor is added and removed only within ten minutes of proving who one is, and each change is told", async () => {
  const { email, token, device } = await withPasskey()
  shop.clock.advance(minutes(10))
  for (const [method, path] of [
    ["POST", "passkeys/options"],
    ["POST", "authenticator"],
    ["POST", "recovery-codes"],
    ["DELETE", "authenticator"],
  ]) {
    const refused = await shop.call(`${method} /api/auth/${path}`, { as: token })
    expect([path, refused.status, refused.body.code]).toEqual([path, 403, "CONFIRMATION_REQUIRED"])
    expect(refused.body.detail).toBe(secondFactorTexts.confirm)
  }
  const byPassword = await post("confirm", { password }, token)
  expect(byPassword.body.errors).toEqual([{ path: "code", message: secondFactorTexts.passwordNotEnough }])
  const asked = (await post("confirm/passkey/options", {}, token)).body
  expect(
    (await post("confirm/passkey", { token: asked.token, credential: device.get(asked.options) }, token)).status,
  ).toBe(204)
  expect((await addPasskey(token, aDevice(origin), "Key")).body.recovery_codes).toBeNull()
  const { passkeys: own } = (await shop.call("GET /api/auth/second-factor", { as: token })).body
  expect(own.map(({ name }: { name: string }) => name)).toEqual(["Phone", "Key"])
  for (const { id } of own) expect((await shop.call(`DELETE /api/auth/passkeys/${id}`, { as: token })).status).toBe(204)
  expect((await v.emailsTo(email)).slice(0, 3).map(({ subject }) => subject)).toEqual([
    "Two-step verification is off",
    "A passkey was removed",
    "A passkey was added",
  ])
  expect((await v.signIn(email)).body.access_token).toEqual(expect.any(String))
})

test("an account has each passkey once, ten at most, and one app", async () => {
  const { token, device } = await withPasskey()
  const ask = async () => (await post("passkeys/options", {}, token)).body
  const asked = await ask()
  const again = await post(
    "passkeys",
    { token: asked.token, credential: device.create(asked.options), name: "X" },
    token,
  )
  expect([again.status, again.body.detail]).toEqual([409, secondFactorTexts.passkeyExists])
  for (let i = 1; i < 10; i++) await addPasskey(token, aDevice(origin))
  const full = await post("passkeys/options", {}, token)
  expect([full.status, full.body.detail]).toEqual([409, secondFactorTexts.tooManyPasskeys])
  const { secret } = (await post("authenticator", undefined, token)).body
  expect((await post("authenticator/confirm", { code: codeOf(secret) }, token)).status).toBe(200)
  const second = await post("authenticator", undefined, token)
  expect([second.status, second.body.detail]).toEqual([409, secondFactorTexts.appExists])
})

test("an account without a second factor confirms by its password", async () => {
  const { token } = await aCustomer()
  shop.clock.advance(minutes(10))
  expect((await post("authenticator", undefined, token)).body.code).toBe("CONFIRMATION_REQUIRED")
  expect((await post("confirm", { password: "Wrong-Word-1" }, token)).body.code).toBe("WRONG_PASSWORD")
  expect((await post("confirm", { password }, token)).status).toBe(204)
  expect((await post("authenticator", undefined, token)).status).toBe(200)
})

test("with a second factor, exports and deletion of the account ask for it again after ten minutes", async () => {
  const { token, secret } = await withApp()
  const plain = await v.aCustomer()
  shop.clock.advance(minutes(10))
  expect((await shop.call("GET /api/users/account/export", { as: plain.token })).status).toBe(200)
  for (const what of ["GET /api/users/account/export", "DELETE /api/users/account"]) {
    expect((await shop.call(what, { as: token })).body.code).toBe("CONFIRMATION_REQUIRED")
  }
  expect((await post("confirm", { code: codeOf(secret) }, token)).status).toBe(204)
  const { body } = await shop.call("GET /api/users/account/export", { as: token })
  expect(body.second_factor).toMatchObject({ passkeys: [], app: { created_at: expect.any(String) } })
  expect(JSON.stringify(body)).not.toContain(secret)
  expect((await shop.call("DELETE /api/users/account", { as: token })).status).toBe(204)
  for (const table of [authenticators, recoveryCodes, passkeys]) {
    const owners = (await shop.app.store.db.select({ userId: table.userId }).from(table)).map(({ userId }) => userId)
    expect(owners).not.toContain(body.profile.id)
  }
})

test("with a second factor, a new email address asks for it again, besides the password", async () => {
  const { token, email, secret } = await withApp()
  shop.clock.advance(minutes(10))
  const body = { email: `new-${email}`, full_name: "Vera Visitor", region: "eu", current_password: password }
  const change = () => shop.call("PATCH /api/auth/me", { as: token, body })
  expect((await change()).body.code).toBe("CONFIRMATION_REQUIRED")
  expect((await post("confirm", { code: codeOf(secret) }, token)).status).toBe(204)
  expect((await change()).body.pending_email).toBe(body.email)
})

test("staff with a second factor step up before refunds, exports, deletions and changes of roles", async () => {
  const boss = await shop.anAdmin()
  const other = await shop.anAdmin("content_admin")
  const doll = await shop.aDoll()
  await addPasskey(boss.token, aDevice(origin))
  shop.clock.advance(minutes(10))
  const csv = { accept: "text/csv" }
  const calls: [string, unknown?, Record<string, string>?][] = [
    [`DELETE /api/dolls/delete/${doll.id}`],
    [`PUT /api/admin/admins/${other.id}`, { admin_type: "financial_admin" }],
    [`DELETE /api/admin/admins/${other.id}`],
    ["GET /api/admin/users", undefined, csv],
    ["GET /api/admin/orders", undefined, csv],
    ["GET /api/admin/audit-log", undefined, csv],
    ["PATCH /api/admin/orders/1", { status: "refunded" }],
    ["PATCH /api/admin/settings", { require_second_factor: true }],
    ["POST /api/admin/customers/1/memberships", { level: "vip", days: 7, reason: "Goodwill" }],
    ["POST /api/admin/customers/1/memberships/end", { reason: "Asked for it" }],
    ["PUT /api/admin/customers/1/email", { email: "new@demo.example" }],
    ["POST /api/admin/customers/1/password-reset"],
  ]
  for (const [what, body, headers] of calls) {
    const refused = await shop.call(what, { as: boss, body, headers })
    expect([what, refused.body.code]).toEqual([what, "CONFIRMATION_REQUIRED"])
  }
  expect((await shop.call("GET /api/admin/users", { as: boss })).status).toBe(200)
})

test("a shop that requires it lets staff without a second factor only add one, and none remove their last", async () => {
  const boss = await shop.anAdmin()
  const moderator = await shop.aModerator()
  const customer = await shop.aUser()
  await addPasskey(boss.token, aDevice(origin))
  const set = (on: boolean) => shop.call("PATCH /api/admin/settings", { as: boss, body: { require_second_factor: on } })
  expect((await set(true)).body.require_second_factor).toBe(true)
  try {
    const refused = await shop.call("GET /api/chat/moderator/rooms", { as: moderator })
    expect([refused.status, refused.body.code]).toEqual([403, "SECOND_FACTOR_REQUIRED"])
    expect((await shop.call("GET /api/auth/me", { as: moderator })).status).toBe(200)
    expect((await shop.call("GET /api/cart", { as: customer })).status).toBe(200)
    const state = (await shop.call("GET /api/auth/second-factor", { as: moderator })).body
    expect(state).toMatchObject({ required: true, passkeys: [], app: null })
    await addPasskey(moderator.token, aDevice(origin))
    expect((await shop.call("GET /api/chat/moderator/rooms", { as: moderator })).status).toBe(200)
    const [own] = (await shop.call("GET /api/auth/second-factor", { as: moderator })).body.passkeys
    const last = await shop.call(`DELETE /api/auth/passkeys/${own.id}`, { as: moderator })
    expect([last.status, last.body.detail]).toEqual([409, secondFactorTexts.lastFactor])
  } finally {
    expect((await set(false)).status).toBe(200)
  }
})

test("a super admin removes the second factor of somebody who lost it: logged, told, and logged out everywhere", async () => {
  const boss = await shop.anAdmin()
  const { id, email, token } = await withApp()
  for (const type of ["content_admin", "financial_admin"] as const) {
    const as = await shop.anAdmin(type)
    expect((await shop.call(`DELETE /api/admin/users/${id}/second-factor`, { as })).status).toBe(403)
  }
  const reset = () => shop.call(`DELETE /api/admin/users/${id}/second-factor`, { as: boss })
  expect([(await reset()).status, (await reset()).status]).toEqual([204, 204])
  expect(await v.statusOf(token)).toBe(401)
  expect((await v.emailsTo(email))[0]!.subject).toBe("Two-step verification was reset")
  expect((await v.signIn(email)).status).toBe(200)
  const log = (await shop.call("GET /api/admin/audit-log?action=user.reset_second_factor", { as: boss })).body
  expect(log.map(({ actor_id, target_id }: any) => [actor_id, target_id])).toEqual([[boss.id, id]])
  const own = await shop.call(`DELETE /api/admin/users/${boss.id}/second-factor`, { as: boss })
  expect([own.status, own.body.detail]).toEqual([409, secondFactorTexts.notOwnReset])
})

test("the secret of an app is sealed where it is stored", async () => {
  const { id, secret } = await withApp()
  const rows = await shop.app.store.db.select().from(authenticators)
  const row = rows.find(({ userId }) => userId === id)!
  expect(row.secret.includes(Buffer.from(secret))).toBe(false)
})
