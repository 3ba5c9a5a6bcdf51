import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { staffAnswerTexts } from "#contract/adminText.ts"
import { accountTexts } from "#contract/memberText.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { users } from "../../platform/auth/tables.ts"
import { days, hours } from "../../platform/clock.ts"
import { forgetUnconfirmed } from "./emailAddress.ts"

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

test("the link of the first email confirms the address, once", async () => {
  const { email, token } = await v.aCustomer()
  const [sent] = await v.emailsTo(email)
  expect(sent!.bodyText).toContain("http://localhost:80/verify-email?oob_code=")
  const code = await v.codeFor(email)
  expect((await confirm(code)).status).toBe(204)
  expect((await me(token)).email_verified).toBe(true)
})

test("a link for a confirmed address says so, whether this link was used or not", async () => {
  const { email } = await v.register()
  const first = await v.codeFor(email)
  await shop.call("POST /api/auth/verify-email/request", { body: { email } })
  const second = await v.codeFor(email)
  expect(await confirm(first)).toMatchObject({ status: 422, body: { code: "BAD_CODE" } })
  expect((await confirm(second)).status).toBe(204)
  const detail = "This email address is already confirmed. There's nothing else to do."
  for (const code of [first, second]) {
    expect(await confirm(code)).toMatchObject({ status: 409, body: { code: "ALREADY_CONFIRMED", detail } })
  }
  expect(await confirm("a-code-that-nobody-has")).toMatchObject({ status: 422, body: { code: "BAD_CODE" } })
})

test("the email is sent again while the address is pending, and the response never says whether it is", async () => {
  const { email } = await v.aCustomer()
  const request = (to: string) => shop.call("POST /api/auth/verify-email/request", { body: { email: to } })
  const waiting = await request(email)
  const message = "If this email address is waiting to be confirmed, we've sent a new link."
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

test("the email of a change is sent again while the new address is pending, and its link works", async () => {
  const { email, token } = await v.aCustomer()
  const wanted = `again-${email}`
  await change(token, wanted, password)
  const first = await v.codeFor(wanted)
  const again = () => shop.call("POST /api/auth/email-change/resend", { as: token })
  const message = "We've sent a new link. The previous one no longer works."
  expect(await again()).toMatchObject({ status: 202, body: { message } })
  expect(await v.kindsTo(wanted)).toEqual(["change_email", "change_email"])
  expect((await confirm(first)).status).toBe(422)
  expect((await confirm(await v.codeFor(wanted))).status).toBe(204)
  expect(await me(token)).toMatchObject({ email: wanted, pending_email: null })
  expect(await again()).toMatchObject({ status: 409, body: { detail: accountTexts.noChangeWaits } })
  expect((await v.kindsTo(wanted)).filter((kind: string) => kind === "change_email")).toHaveLength(2)
})

test("only the owner can have the email of a change sent again", async () => {
  const { email, token } = await v.aCustomer()
  const other = await v.aCustomer()
  const wanted = `private-${email}`
  await change(token, wanted, password)
  await shop.call("POST /api/auth/verify-email/request", { body: { email: wanted } })
  expect((await shop.call("POST /api/auth/email-change/resend")).status).toBe(401)
  expect((await shop.call("POST /api/auth/email-change/resend", { as: other.token })).status).toBe(409)
  expect(await v.kindsTo(wanted)).toEqual(["change_email"])
})

test("an unconfirmed change ends after a day, however often its email was sent", async () => {
  const { email } = await v.register()
  const wanted = `late-riser-${email}`
  const { body } = await v.signIn(email, password, { remember_me: true })
  const token = body.access_token
  await change(token, wanted, password)
  shop.clock.advance(hours(23))
  await shop.call("POST /api/auth/email-change/resend", { as: token })
  const code = await v.codeFor(wanted)
  shop.clock.advance(hours(1))
  expect((await me(token)).pending_email).toBeNull()
  expect((await confirm(code)).status).toBe(422)
  expect((await shop.call("POST /api/auth/email-change/resend", { as: token })).status).toBe(409)
  await shop.app.store.longRunning(forgetUnconfirmed)
  const [row] = await shop.app.store.db.select().from(users).where(eq(users.email, email))
  expect(row).toMatchObject({ pendingEmail: null, pendingEmailAt: null })
})

test.each(["a reset", "a change"])("a pending change of address ends with %s of the password", async (how) => {
  const { email, token } = await v.aCustomer()
  const wanted = `intruder-${email}`
  await change(token, wanted, password)
  const code = await v.codeFor(wanted)
  if (how === "a reset") {
    await shop.call("POST /api/auth/password-reset/request", { body: { email } })
    const body = { oob_code: await v.codeFor(email), new_password: "Glazed-Porcelain-8" }
    expect((await shop.call("POST /api/auth/password-reset/confirm", { body })).status).toBe(204)
  } else {
    const body = { current_password: password, new_password: "Glazed-Porcelain-8" }
    expect((await shop.call("POST /api/auth/change-password", { as: token, body })).status).toBe(204)
  }
  const signedIn = (await v.signIn(email, "Glazed-Porcelain-8")).body
  expect(signedIn.user.pending_email).toBeNull()
  expect((await confirm(code)).status).toBe(422)
  expect((await me(signedIn.access_token)).email).toBe(email)
})

test("a confirmed change ends every session but the one that requested it", async () => {
  const { email, token } = await v.aCustomer()
  const other = (await v.signIn(email)).body.access_token
  await change(token, `calm-${email}`, password)
  expect((await confirm(await v.codeFor(`calm-${email}`))).status).toBe(204)
  expect(await v.statusOf(token)).toBe(200)
  expect(await v.statusOf(other)).toBe(401)
})

const undo = (oob_code: string) => shop.call("POST /api/auth/email-change/undo", { body: { oob_code } })
const reset = (oob_code: string, new_password: string) =>
  shop.call("POST /api/auth/password-reset/confirm", { body: { oob_code, new_password } })

test("the old address is notified at the request and at the change, and can undo it by either link", async () => {
  for (const which of ["email_change_requested", "email_changed"]) {
    const { email, token } = await v.aCustomer()
    const wanted = `thief-${email}`
    await change(token, wanted, password)
    expect((await v.kindsTo(email))[0]).toBe("email_change_requested")
    const early = await v.codeFor(email)
    expect((await confirm(await v.codeFor(wanted))).status).toBe(204)
    expect((await v.kindsTo(email))[0]).toBe("email_changed")
    const link = which === "email_changed" ? await v.codeFor(email) : early
    expect((await v.emailsTo(email))[0]!.bodyText).toContain("/undo-email-change?oob_code=")
    shop.clock.advance(days(6))
    const thief = (await v.signIn(wanted)).body.access_token

    const undone = await undo(link)
    expect(undone).toMatchObject({ status: 200, headers: { "cache-control": "private, no-store" } })
    expect(await v.statusOf(thief)).toBe(401)
    expect((await v.signIn(wanted)).status).toBe(401)
    // Whoever changed the address knew the password, so it no longer works.
    expect((await v.signIn(email)).status).toBe(401)
    expect((await v.kindsTo(email))[0]).toBe("email_restored")
    expect((await v.kindsTo(wanted))[0]).toBe("email_taken_back")
    expect((await reset(undone.body.oob_code, "Glazed-Porcelain-8")).status).toBe(204)
    expect((await v.signIn(email, "Glazed-Porcelain-8")).body.user).toMatchObject({ email, email_verified: true })
    expect((await undo(link)).status).toBe(422)
  }
})

test("a change undone before its confirmation never takes effect, and the password used is reset", async () => {
  const { email, token } = await v.aCustomer()
  const wanted = `early-${email}`
  await change(token, wanted, password)
  const code = await v.codeFor(wanted)
  expect((await undo(await v.codeFor(email))).status).toBe(200)
  expect((await confirm(code)).status).toBe(422)
  expect(await v.statusOf(token)).toBe(401)
  expect((await v.signIn(email)).status).toBe(401)
  expect(await v.kindsTo(wanted)).toEqual(["change_email"])
})

test("a link to undo a change is valid for seven days", async () => {
  const { email, token } = await v.aCustomer()
  await change(token, `week-${email}`, password)
  await confirm(await v.codeFor(`week-${email}`))
  const code = await v.codeFor(email)
  shop.clock.advance(days(7))
  expect(await undo(code)).toMatchObject({ status: 422, body: { code: "BAD_CODE" } })
})

test("of several changes the oldest address takes precedence", async () => {
  const { email, token } = await v.aCustomer()
  const [second, third] = [`second-${email}`, `third-${email}`]
  await change(token, second, password)
  await confirm(await v.codeFor(second))
  const first = await v.codeFor(email)
  await change(token, third, password)
  await confirm(await v.codeFor(third))
  const later = await v.codeFor(second)
  // The thief, who holds the second address, undoes first; the owner loses nothing by it.
  const { body } = await undo(later)
  expect((await reset(body.oob_code, "Thiefs-Clay-99")).status).toBe(204)
  const owner = await undo(first)
  expect(owner.status).toBe(200)
  expect((await v.signIn(second, "Thiefs-Clay-99")).status).toBe(401)
  expect((await reset(owner.body.oob_code, "Owners-Clay-99")).status).toBe(204)
  expect((await v.signIn(email, "Owners-Clay-99")).status).toBe(200)
})

test("while a change can be undone, nobody else can take the old address", async () => {
  const { email, token } = await v.aCustomer()
  await change(token, `moved-${email}`, password)
  await confirm(await v.codeFor(`moved-${email}`))
  const code = await v.codeFor(email)
  const { answer } = await v.register({ email })
  expect(answer.status).toBe(201)
  expect((await v.signIn(email)).status).toBe(401)
  expect((await v.kindsTo(email))[0]).toBe("email_taken")
  const other = await v.aCustomer()
  await change(other.token, email, password)
  expect((await v.kindsTo(email))[0]).toBe("email_taken")
  const boss = await shop.anAdmin()
  const body = { email, full_name: "Nora New", password: "Copper-Lathe-25" }
  const moderator = await shop.aModerator()
  for (const [what, given] of [
    ["POST /api/admin/admins", { ...body, admin_type: "content_admin" }],
    ["POST /api/admin/moderators", body],
    [`PUT /api/moderators/moderators/${moderator.id}`, { email }],
  ] as const) {
    const { status, body } = await shop.call(what, { as: boss, body: given })
    expect([what, status, body.detail]).toEqual([what, 409, staffAnswerTexts.addressTaken])
  }
  expect((await undo(code)).status).toBe(200)
  // The account itself can return to its address by an ordinary change.
  const again = await v.aCustomer()
  await change(again.token, `there-${again.email}`, password)
  await confirm(await v.codeFor(`there-${again.email}`))
  await change(again.token, again.email, password)
  expect((await confirm(await v.codeFor(again.email))).status).toBe(204)
  expect((await me(again.token)).email).toBe(again.email)
})

test("a cancelled change is neither sent again nor confirmed", async () => {
  const { email, token } = await v.aCustomer()
  const wanted = `dropped-${email}`
  await change(token, wanted, password)
  const code = await v.codeFor(wanted)
  expect((await change(token, email)).body.pending_email).toBeNull()
  await shop.call("POST /api/auth/verify-email/request", { body: { email: wanted } })
  expect(await v.kindsTo(wanted)).toEqual(["change_email"])
  expect((await confirm(code)).status).toBe(422)
})

test("a confirmation link expires after a day", async () => {
  const { email } = await v.register()
  const code = await v.codeFor(email)
  shop.clock.advance(hours(24))
  expect((await confirm(code)).status).toBe(422)
})

test("a new address requires the password, is pending until confirmed, and the old one is notified", async () => {
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

test("an address that is taken gets the same response, and its owner an email", async () => {
  const owner = await v.aCustomer()
  const { email, token } = await v.aCustomer()
  const free = await change(token, `free-${email}`, password)
  const taken = await change(token, owner.email, password)
  expect(taken.status).toBe(free.status)
  expect(taken.body).toEqual({ ...free.body, pending_email: owner.email })
  expect((await v.kindsTo(owner.email))[0]).toBe("email_taken")
  expect((await v.emailsTo(owner.email))[0]!.bodyText).not.toContain("oob_code")
})

test("an address that was taken while pending stays with its owner", async () => {
  const { email, token } = await v.aCustomer()
  const wanted = `late-${email}`
  await change(token, wanted, password)
  const code = await v.codeFor(wanted)
  await v.register({ email: wanted })
  expect(await confirm(code)).toMatchObject({
    status: 409,
    body: { detail: "This email address belongs to another account." },
  })
  expect((await me(token)).email).toBe(email)
})

test("requesting another address, or the old one again, cancels the first request", async () => {
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
