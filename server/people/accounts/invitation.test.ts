import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { adminTexts, staffAnswerTexts } from "#contract/adminText.ts"
import { invitationTexts, loginTexts } from "#contract/memberText.ts"
import { oneTimeCodes, users } from "#server/platform/auth/tables.ts"
import { hours, minutes } from "#server/platform/clock.ts"
import { mailOutbox } from "#server/platform/mail/tables.ts"
import { auditLog } from "#server/platform/records/tables.ts"
import { secondFactorOf } from "#test/secondFactor.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { visitorsOf } from "#test/visitors.ts"

let shop: TestShop
let boss: TestPerson
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop({ SMTP_URL: "smtp://localhost:2525", RATE_LIMIT_SCALE: "2" })
  boss = await shop.anAdmin()
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

const password = "Copper-Lathe-25"
let made = 0
async function anInvited(path: "admins" | "moderators" = "moderators", more: object = {}) {
  const email = `invited${++made}@demo.example`
  const body = {
    email,
    full_name: "Ines Invited",
    ...(path === "admins" ? { admin_type: "content_admin" } : {}),
    ...more,
  }
  const answer = await shop.call(`POST /api/admin/${path}`, { as: boss, body })
  expect([answer.status, answer.body.invitation_link]).toEqual([201, null])
  return {
    email,
    id: answer.body.id as number,
    until: answer.body.invited_until as string,
    code: await v.codeFor(email),
  }
}
const open = (oob_code: string) => shop.call("POST /api/auth/invitation", { body: { oob_code } })
const accept = (oob_code: string, new_password = password) =>
  shop.call("POST /api/auth/invitation/accept", { body: { oob_code, new_password } })
const again = (id: number, as = boss) => shop.call(`POST /api/admin/users/${id}/invitation`, { as })
const withdraw = (id: number, as = boss) => shop.call(`DELETE /api/admin/users/${id}/invitation`, { as })
/** The clock of a test goes on. */
const expectIn72Hours = (moment: string) =>
  expect(Math.abs(new Date(moment).getTime() - shop.clock.now().getTime() - hours(72))).toBeLessThan(minutes(1))
const whyNot = async (code: string) => {
  const [opened, accepted] = [await open(code), await accept(code)]
  expect([opened.status, accepted.status, accepted.body.detail]).toEqual([422, 422, opened.body.detail])
  return opened.body.detail
}
const actionsOn = async (id: number) =>
  (await shop.app.store.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id))
    .filter(({ targetKind }) => targetKind === "user")
    .map(({ action, actorId }) => [action, actorId])

test.each(["admins", "moderators"] as const)(
  "somebody invited to the %s chooses their own password, once",
  async (path) => {
    const { email, id, until, code } = await anInvited(path)
    expectIn72Hours(until)
    const [stored] = await shop.app.store.db.select().from(oneTimeCodes).where(eq(oneTimeCodes.email, email))
    expect(JSON.stringify(stored)).not.toContain(code)
    const opened = await open(code)
    expect(opened.body).toEqual({ email, full_name: "Ines Invited", expires_at: until, needs_second_factor: false })
    expect((await accept(code, "short")).status).toBe(422)
    expect((await accept(code)).status).toBe(204)
    expect(await whyNot(code)).toBe(invitationTexts.used)
    const entered = await v.signIn(email, password)
    expect([entered.body.user.id, entered.body.user.email_verified]).toEqual([id, true])
    const listed = await shop.call(`GET /api/${path === "admins" ? "admin/admins" : "moderators/moderators"}/${id}`, {
      as: boss,
    })
    expect(listed.body.invited_until).toBeNull()
    const role = path.slice(0, -1)
    expect(await actionsOn(id)).toEqual([
      [`${role}.invite`, boss.id],
      [`${role}.join`, id],
    ])
    expect((await again(id)).body.detail).toBe(staffAnswerTexts.notInvited)
    expect((await withdraw(id)).status).toBe(409)
  },
)

test("of two who accept at the same time, one gets the account", async () => {
  const { code } = await anInvited()
  const answers = await Promise.all([accept(code), accept(code, "Other-Lathe-26")])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 422])
})

test("an invitation ends after 72 hours; sent again, only the newer link works", async () => {
  const { email, id, code } = await anInvited("admins")
  shop.clock.advance(hours(73))
  boss = await shop.anAdmin()
  expect(await whyNot(code)).toBe(invitationTexts.expired)
  const sent = await again(id)
  expect([sent.status, sent.body.invitation_link]).toEqual([200, null])
  expectIn72Hours(sent.body.invited_until)
  const newer = await v.codeFor(email)
  expect(await whyNot(code)).toBe(invitationTexts.replaced)
  expect((await accept(newer)).status).toBe(204)
  expect((await actionsOn(id)).map(([action]) => action)).toEqual(["admin.invite", "admin.invite_again", "admin.join"])
})

test("an invitation is not sent again without end", async () => {
  const { id } = await anInvited()
  const answers = []
  for (let time = 0; time < 6; time++) answers.push(await again(id))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  expect(answers[5]!.body.detail).toBe(staffAnswerTexts.invitedOften)
})

test("a withdrawn invitation opens nothing, frees its models, and its address can be invited again", async () => {
  const doll = await shop.aDoll()
  const { email, id, code } = await anInvited("moderators", { assigned_dolls: [doll.id] })
  expect((await withdraw(id)).status).toBe(204)
  expect(await whyNot(code)).toBe(invitationTexts.withdrawn)
  expect((await withdraw(id)).status).toBe(404)
  const next = await shop.call("POST /api/admin/moderators", {
    as: boss,
    body: { email, full_name: "Ines Invited", assigned_dolls: [doll.id] },
  })
  expect(next.status).toBe(201)
  expect(next.body.id).not.toBe(id)
  expect((await actionsOn(id)).at(-1)).toEqual(["moderator.withdraw", boss.id])
})

test("nobody signs in to an invited account, or gets another link to it", async () => {
  const { email, code } = await anInvited("admins")
  expect((await v.signIn(email, "")).status).toBe(422)
  expect((await v.signIn(email, password)).body.code).toBe("BAD_CREDENTIALS")
  const count = async () =>
    (await shop.app.store.db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, email))).length
  const before = await count()
  for (const what of ["password-reset", "verify-email"])
    await shop.call(`POST /api/auth/${what}/request`, { body: { email } })
  expect(await count()).toBe(before)
  // The link of an invitation resets no password, and a reset accepts no invitation.
  const body = { oob_code: code, new_password: password }
  expect((await shop.call("POST /api/auth/password-reset/confirm", { body })).body.detail).toBe(loginTexts.badLink)
  expect((await open("a-code-that-was-never-sent")).body.detail).toBe(loginTexts.badLink)
})

test("an address that has an account is refused at its field, and a short password of a script with its own text", async () => {
  const { email } = await anInvited()
  for (const path of ["admins", "moderators"]) {
    const body = { email, full_name: "Somebody Else", admin_type: "content_admin" }
    const taken = await shop.call(`POST /api/admin/${path}`, { as: boss, body })
    expect([taken.status, taken.body.errors]).toEqual([
      409,
      [{ path: "email", message: staffAnswerTexts.addressTaken }],
    ])
  }
  const body = { email: "weak@demo.example", full_name: "W", admin_type: "content_admin", password: "Short1" }
  const weak = await shop.call("POST /api/admin/admins", { as: boss, body })
  expect(weak.body.errors).toContainEqual({ path: "password", message: adminTexts.passwordShort })
})

test("an address that is corrected before the invitation is accepted gets it instead", async () => {
  const { id, code } = await anInvited()
  const email = "corrected@demo.example"
  const edited = await shop.call(`PUT /api/moderators/moderators/${id}`, { as: boss, body: { email } })
  expect(edited.status).toBe(200)
  expect(await whyNot(code)).toBe(invitationTexts.withdrawn)
  expect((await accept(await v.codeFor(email))).status).toBe(204)
  expect((await v.signIn(email, password)).body.user.id).toBe(id)
})

test("a deactivated invitation opens nothing, and an invited super admin does not count as another one", async () => {
  const { id, code } = await anInvited("admins", { admin_type: "super_admin" })
  const others = await shop.app.store.db.select().from(users).where(eq(users.adminType, "super_admin"))
  for (const other of others.filter((one) => one.id !== boss.id && one.id !== id))
    await shop.call(`POST /api/admin/users/${other.id}/deactivate`, { as: boss })
  const edit = await shop.call(`PUT /api/admin/admins/${boss.id}`, { as: boss, body: { admin_type: "content_admin" } })
  expect(edit.status).toBe(409)
  await shop.call(`POST /api/admin/users/${id}/deactivate`, { as: boss })
  expect(await whyNot(code)).toBe(invitationTexts.withdrawn)
})

test("only super admins invite, send again and withdraw", async () => {
  const { id } = await anInvited()
  for (const as of [await shop.anAdmin("content_admin"), await shop.aModerator(), await shop.aUser()])
    expect([(await again(id, as)).status, (await withdraw(id, as)).status]).toEqual([403, 403])
})

test("a shop that requires a second factor says so, and without a mail server the link is shown once", async () => {
  const without = await openShop()
  try {
    const as = await without.anAdmin()
    const body = { email: "ines@demo.example", full_name: "Ines Invited" }
    const headers = { "idempotency-key": "once-and-only-once" }
    const send = () => without.call("POST /api/admin/moderators", { as, body, headers })
    const { invitation_link: link, id } = (await send()).body
    expect(link).toMatch(/^http:\/\/localhost\S*\/invitation\?oob_code=[\w-]{24}$/)
    const repeated = await send()
    expect([repeated.status, repeated.body.id, repeated.body.invitation_link]).toEqual([201, id, null])
    expect(await without.app.store.db.select().from(mailOutbox).where(eq(mailOutbox.toAddress, body.email))).toEqual([])
    const code = /oob_code=([\w-]+)/.exec(link)![1]!
    const opened = await without.call("POST /api/auth/invitation", { body: { oob_code: code } })
    expect(opened.body.needs_second_factor).toBe(false)
    const { post, codeOf } = secondFactorOf(() => without, "http://localhost")
    const { secret } = (await post("authenticator", undefined, as.token)).body
    await post("authenticator/confirm", { code: codeOf(secret) }, as.token)
    expect(
      (await without.call("PATCH /api/admin/settings", { as, body: { require_second_factor: true } })).status,
    ).toBe(200)
    expect(
      (await without.call("POST /api/auth/invitation", { body: { oob_code: code } })).body.needs_second_factor,
    ).toBe(true)
  } finally {
    await without.close()
  }
})
