import { and, eq } from "drizzle-orm"
import { Secret, TOTP } from "otpauth"
import { afterAll, beforeAll, expect, test } from "vitest"
import { secondFactorTexts } from "#contract/memberText.ts"
import { aDevice } from "#test/authenticator.ts"
import { oneOfEach } from "#test/estate.ts"
import { filledIn, operationsOf, sampleOf } from "#test/operations.ts"
import { secondFactorOf } from "#test/secondFactor.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { openSocket } from "#test/sockets.ts"
import { visitorsOf } from "#test/visitors.ts"
import { authenticators, sessions, signInChallenges, users } from "../../platform/auth/tables.ts"
import { minutes, seconds } from "../../platform/clock.ts"

/** Attacks with a password or a session of another person, but without their second factor. */
const origin = "http://localhost:3000"
let shop: TestShop
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop({ PUBLIC_URL: origin, RATE_LIMIT_SCALE: "100" })
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

const { post, codeOf, aCustomer, withApp, withPasskey, addPasskey, secondStepOf } = secondFactorOf(() => shop, origin)

const openSessions = async (userId: number) =>
  (await shop.app.store.db.select().from(sessions).where(eq(sessions.userId, userId))).filter((one) => !one.revokedAt)

test("a code of the app that opened one sign-in opens no other, and confirms nothing, while it would still be valid", async () => {
  const { email, token, secret } = await withApp()
  const [first, second] = [await secondStepOf(email), await secondStepOf(email)]
  const code = codeOf(secret)
  expect((await post("second-step", { token: first.token, code })).status).toBe(200)
  expect((await post("second-step", { token: second.token, code })).status).toBe(422)
  expect((await post("confirm", { code }, token)).status).toBe(422)
  // Nor one of an earlier step that was never used.
  expect((await post("confirm", { code: codeOf(secret, -seconds(30)) }, token)).status).toBe(422)
})

test("of ten concurrent answers with one right code, by one challenge or by ten, one opens a session", async () => {
  const { id, email, secret, recoveryCodes } = await withApp()
  const steps = await Promise.all(Array.from({ length: 5 }, () => secondStepOf(email)))
  for (const code of [codeOf(secret), recoveryCodes[0]]) {
    const before = (await openSessions(id)).length
    const tokens = [...steps, ...Array(5).fill(await secondStepOf(email))].map(({ token }) => token)
    const answers = await Promise.all(tokens.map((token) => post("second-step", { token, code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await openSessions(id)).length).toBe(before + 1)
    shop.clock.advance(seconds(60))
  }
})

test("of fifty concurrent guesses at three sign-ins ten are looked at, and then for ten minutes none, not even a right one", async () => {
  const limited = await openShop({ PUBLIC_URL: origin, RATE_LIMIT_SCALE: "1" })
  const visitor = visitorsOf(limited)
  const { email, token } = await visitor.aCustomer()
  const ask = (path: string, body?: unknown, as?: string) => limited.call(`POST /api/auth/${path}`, { as, body })
  await ask("verify-email/confirm", { oob_code: await visitor.codeFor(email) })
  const { secret } = (await ask("authenticator", undefined, token)).body
  const timestamp = () => limited.clock.now().getTime()
  const right = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: timestamp() })
  await ask("authenticator/confirm", { code: right() }, token)
  limited.clock.advance(minutes(1))
  const guess = () => (right() === "000000" ? "000001" : "000000")
  const challenges: string[] = []
  for (let i = 0; i < 3; i++) challenges.push((await visitor.signIn(email)).body.second_step.token as string)
  // At most sixty calls a minute are answered per address.
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => ask("second-step", { token: challenges[i % 3], code: guess() })),
  )
  expect(answers.filter(({ body }) => body.errors?.[0]?.path === "code").length).toBeLessThanOrEqual(10)
  // Even the right one is not looked at any more, on a new challenge or to confirm a session.
  limited.clock.advance(minutes(1))
  const { body } = await visitor.signIn(email)
  expect((await ask("second-step", { token: body.second_step.token, code: right() })).status).toBe(429)
  expect((await ask("confirm", { code: right() }, token)).status).toBe(429)
  limited.clock.advance(minutes(10))
  const again = (await visitor.signIn(email)).body.second_step
  expect((await ask("second-step", { token: again.token, code: right() })).status).toBe(200)
  await limited.close()
})

test("a code of another account is wrong, and so is a recovery code of another account", async () => {
  const [owner, thief] = [await withApp(), await withApp()]
  const { token } = await secondStepOf(owner.email)
  for (const code of [codeOf(thief.secret), thief.recoveryCodes[0]])
    expect((await post("second-step", { token, code })).body.errors).toEqual([
      { path: "code", message: secondFactorTexts.wrongCode },
    ])
  expect((await post("confirm", { code: codeOf(thief.secret) }, owner.token)).status).toBe(422)
  // The code was not spent on it.
  expect((await post("confirm", { code: codeOf(thief.secret) }, thief.token)).status).toBe(204)
})

test("a challenge answers only the purpose it was made for, and only once", async () => {
  const { email, token, device } = await withPasskey()
  const step = await secondStepOf(email)
  const asked = {
    second_factor: (await post("passkey/options", { token: step.token })).body,
    passkey: (await post("passkey/options", {})).body,
    confirm: (await post("confirm/passkey/options", {}, token)).body,
    new_passkey: (await post("passkeys/options", {}, token)).body,
  }
  const accepts: Record<string, (keyof typeof asked)[]> = {
    passkey: ["second_factor", "passkey"],
    "confirm/passkey": ["confirm"],
    passkeys: ["new_passkey"],
  }
  const answerTo = (path: string, { token: challenge, options }: any) => {
    const credential = path === "passkeys" ? aDevice(origin).create(options) : device.get(options)
    return post(path, { token: challenge, credential, name: "X" }, path === "passkey" ? undefined : token)
  }
  const wrong: string[] = []
  for (const [path, right] of Object.entries(accepts)) {
    for (const [purpose, options] of Object.entries(asked)) {
      if (right.includes(purpose as never)) continue
      const { status, body } = await answerTo(path, options)
      if (status !== 422 || body.code !== "BAD_CODE") wrong.push(`${purpose} at ${path}: ${status} ${body.code}`)
    }
    for (const purpose of ["passkey", "confirm", "new_passkey"] as const) {
      const { status } = await post("second-step", { token: asked[purpose].token, code: "123456" })
      if (status !== 422) wrong.push(`${purpose} at second-step: ${status}`)
    }
  }
  expect(wrong).toEqual([])
  for (const [path, right] of Object.entries(accepts)) {
    for (const purpose of right) {
      expect([purpose, (await answerTo(path, asked[purpose])).status < 300]).toEqual([purpose, true])
      expect([purpose, (await answerTo(path, asked[purpose])).body.code]).toEqual([purpose, "BAD_CODE"])
    }
  }
})

test("a creation is no sign-in, and a passkey signs in its own account only", async () => {
  const [owner, thief] = [await withPasskey(), await withPasskey()]
  const { token } = await secondStepOf(owner.email)
  const { options } = (await post("passkey/options", { token })).body
  for (const credential of [
    thief.device.get(options),
    { ...thief.device.get(options), id: owner.device.get(options).id },
    { ...owner.device.get(options), response: thief.device.get(options).response },
    owner.device.create(options),
  ]) {
    expect((await post("passkey", { token, credential })).body.code).toBe("BAD_CODE")
  }
  const alone = (await post("passkey/options", {})).body
  // The user handle is only said by the browser: the passkey decides whose session it is.
  const credential = thief.device.get(alone.options)
  const handle = Buffer.from((await shop.call("GET /api/auth/me", { as: owner.token })).body.uuid).toString("base64url")
  const opened = await post("passkey", {
    token: alone.token,
    credential: { ...credential, response: { ...credential.response, userHandle: handle } },
  })
  expect(opened.body.user.email).toBe(thief.email)
})

test("confirming one session confirms no other, and a session that was not confirmed turns nothing off", async () => {
  const { email, token, secret } = await withApp()
  const { body } = await post("second-step", { token: (await secondStepOf(email)).token, code: codeOf(secret) })
  const other = body.access_token as string
  shop.clock.advance(minutes(10))
  expect((await post("confirm", { code: codeOf(secret) }, token)).status).toBe(204)
  expect((await shop.call("DELETE /api/auth/authenticator", { as: other })).body.code).toBe("CONFIRMATION_REQUIRED")
  expect((await post("recovery-codes", undefined, other)).body.code).toBe("CONFIRMATION_REQUIRED")
  expect((await shop.call("DELETE /api/users/account", { as: other, body: {} })).body.code).toBe(
    "CONFIRMATION_REQUIRED",
  )
  // The session of somebody else does not become theirs either.
  const stranger = await withApp()
  shop.clock.advance(minutes(10))
  expect((await post("confirm", { code: codeOf(stranger.secret) }, stranger.token)).status).toBe(204)
  expect((await shop.call("DELETE /api/auth/authenticator", { as: token })).body.code).toBe("CONFIRMATION_REQUIRED")
})

test("sessions opened with the password alone end when the account gets its first factor, except the one that adds it", async () => {
  const { email, token } = await aCustomer()
  const stolen = (await v.signIn(email)).body.access_token
  expect((await addPasskey(token, aDevice(origin))).status).toBe(201)
  expect(await v.statusOf(stolen)).toBe(401)
  expect(await v.statusOf(token)).toBe(200)
})

test("a new password does not remove the second factor, and after it the old sessions and challenges are useless", async () => {
  const { email, token, secret } = await withApp()
  const step = await secondStepOf(email)
  await post("password-reset/request", { email })
  const oob_code = await v.codeFor(email)
  expect((await post("password-reset/confirm", { oob_code, new_password: "Another-Word-8" })).status).toBe(204)
  expect(await v.statusOf(token)).toBe(401)
  expect((await post("second-step", { token: step.token, code: codeOf(secret) })).body.code).toBe("BAD_CODE")
  const { body } = await v.signIn(email, "Another-Word-8")
  expect([body.access_token, body.second_step.methods]).toEqual([undefined, ["totp", "recovery_code"]])
})

test("after a reset by a super admin the old codes, passkeys, challenges and sessions are useless", async () => {
  const boss = await shop.anAdmin()
  const { id, email, token, secret, recoveryCodes } = await withApp()
  const device = aDevice(origin)
  expect((await addPasskey(token, device)).status).toBe(201)
  const step = await secondStepOf(email)
  const alone = (await post("passkey/options", {})).body
  expect((await shop.call(`DELETE /api/admin/users/${id}/second-factor`, { as: boss })).status).toBe(204)
  expect(await openSessions(id)).toEqual([])
  expect((await post("second-step", { token: step.token, code: codeOf(secret) })).status).toBe(422)
  expect((await post("passkey", { token: alone.token, credential: device.get(alone.options) })).status).toBe(422)
  // A new factor does not revive them.
  const again = (await v.signIn(email)).body.access_token
  await addPasskey(again, aDevice(origin))
  const next = await secondStepOf(email)
  for (const code of [codeOf(secret), recoveryCodes[0]])
    expect((await post("second-step", { token: next.token, code })).status).toBe(422)
})

test("of two concurrent removals of the last two factors of staff one is refused where the shop asks for a factor", async () => {
  const boss = await shop.anAdmin()
  for (let i = 0; i < 2; i++) await addPasskey(boss.token, aDevice(origin))
  const set = (on: boolean) => shop.call("PATCH /api/admin/settings", { as: boss, body: { require_second_factor: on } })
  expect((await set(true)).status).toBe(200)
  const { passkeys } = (await shop.call("GET /api/auth/second-factor", { as: boss.token })).body
  const removals = await Promise.all(
    passkeys.map(({ id }: { id: number }) => shop.call(`DELETE /api/auth/passkeys/${id}`, { as: boss })),
  )
  expect(removals.map(({ status }) => status).sort()).toEqual([204, 409])
  expect((await set(false)).status).toBe(200)
})

test("starting an app again does not replace one that is in use", async () => {
  const { id, token, secret } = await withApp()
  expect((await post("authenticator", undefined, token)).status).toBe(409)
  // The same happens if the app was put into use between the check and the write.
  const { makeSecret } = await import("./authenticator.ts")
  const { createSealer } = await import("../../platform/auth/sealed.ts")
  const wanted = { userId: id, issuer: "Vitrine", label: "x" }
  await expect(makeSecret(shop.app.store, createSealer([]), wanted)).rejects.toMatchObject({ code: "CONFLICT" })
  shop.clock.advance(minutes(10))
  expect((await post("confirm", { code: codeOf(secret) }, token)).status).toBe(204)
})

test("where the shop asks staff for a factor, no call and no socket lets staff without one do anything else", async () => {
  const boss = await shop.anAdmin()
  await addPasskey(boss.token, aDevice(origin))
  const people = await oneOfEach(shop)
  const set = (on: boolean) => shop.call("PATCH /api/admin/settings", { as: boss, body: { require_second_factor: on } })
  const early = await openSocket(shop.app, people.m!)
  await early.next("unread")
  expect((await set(true)).status).toBe(200)
  try {
    const open: string[] = []
    for (const who of "mscb") {
      for (const operation of operationsOf(shop)) {
        if (/^\/api\/(auth\/|settings$)/.test(operation.path)) continue
        const body = operation.body && !operation.isForm ? sampleOf(operation.body) : undefined
        const { status, body: told } = await shop.call(filledIn(operation, { name: "x.pdf" }), {
          as: people[who],
          body,
        })
        if (status !== 403 || told.code !== "SECOND_FACTOR_REQUIRED")
          open.push(`${operation.call} as ${who}: ${status}`)
      }
      for (const url of [
        "//api/admin/users",
        "/api/auth/..%2fadmin/users",
        "/api/auth/../admin/users",
        "/api/auth//../admin/users",
        "/%61pi/admin/users",
        "http://localhost:3000/api/admin/users",
      ]) {
        const { status } = await shop.call(`GET ${url}`, { as: people[who] })
        if (status < 300) open.push(`${url} as ${who}`)
      }
    }
    expect(open).toEqual([])
    expect(await early.closed()).toBe(4403)
    for (const path of ["/api/ws", "/api/chat/ws/1/1"])
      expect(await (await openSocket(shop.app, people.m!, { path })).closed()).toBe(4403)
  } finally {
    expect((await set(false)).status).toBe(200)
  }
})

test("what opens an account is stored only as a hash or sealed", async () => {
  const { id, email, secret } = await withApp()
  const { token } = await secondStepOf(email)
  const { db } = shop.app.store
  const [row] = await db.select().from(authenticators).where(eq(authenticators.userId, id))
  const [challenge] = await db
    .select()
    .from(signInChallenges)
    .where(and(eq(signInChallenges.userId, id), eq(signInChallenges.purpose, "second_factor")))
  const [user] = await db.select().from(users).where(eq(users.id, id))
  const stored = [row, challenge, user].map((one) => JSON.stringify(one)).join()
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(secret)
})
