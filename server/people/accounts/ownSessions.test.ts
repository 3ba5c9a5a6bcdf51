import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { sessions } from "../../platform/auth/tables.ts"
import { hours, minutes } from "../../platform/clock.ts"
import { agentOf } from "./agents.ts"

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
const newerFirefox = firefox.replaceAll("140.0", "141.0")
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"

let shop: TestShop
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop()
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

async function signInWith(email: string, userAgent: string) {
  const headers = { "user-agent": userAgent }
  const { body } = await shop.call("POST /api/auth/login", { body: { email, password, remember_me: true }, headers })
  return body.access_token as string
}
const list = async (token: string) => (await shop.call("GET /api/auth/sessions", { as: token })).body

test("users see their sessions in readable words, and which one is the current", async () => {
  const { email } = await v.register()
  await signInWith(email, firefox)
  shop.clock.advance(minutes(1))
  const here = await signInWith(email, safari)
  const found = await list(here)
  expect(found.map((one: any) => [one.user_agent, one.current])).toEqual([
    ["Safari on iOS", true],
    ["Firefox on Windows", false],
  ])
  expect(Object.keys(found[0]).sort()).toEqual(["created_at", "current", "id", "last_seen_at", "method", "user_agent"])
})

test("a session can be ended from another one, and is then invalid and not listed", async () => {
  const { email } = await v.register()
  const there = await signInWith(email, firefox)
  const here = await signInWith(email, safari)
  const other = (await list(here)).find((one: any) => !one.current)
  expect((await shop.call(`DELETE /api/auth/sessions/${other.id}`, { as: here })).status).toBe(204)
  expect(await v.statusOf(there)).toBe(401)
  expect(await list(here)).toHaveLength(1)
  expect((await shop.call(`DELETE /api/auth/sessions/${other.id}`, { as: here })).status).toBe(404)
})

test("another user's session is not found, like one that never existed", async () => {
  const owner = await v.aCustomer()
  const stranger = await v.aCustomer()
  const [{ id }] = await list(owner.token)
  const foreign = await shop.call(`DELETE /api/auth/sessions/${id}`, { as: stranger.token })
  const unknown = await shop.call("DELETE /api/auth/sessions/999999", { as: stranger.token })
  expect([foreign.status, foreign.body.detail]).toEqual([404, unknown.body.detail])
  expect((await shop.call("DELETE /api/auth/sessions/abc", { as: stranger.token })).status).toBe(422)
  expect(await v.statusOf(owner.token)).toBe(200)
})

test("all others can be ended at once: this one and those of other users stay", async () => {
  const other = await v.aCustomer()
  const { email } = await v.register()
  const tokens = [await signInWith(email, firefox), await signInWith(email, safari)]
  const here = await signInWith(email, safari)
  expect((await shop.call("DELETE /api/auth/sessions", { as: here })).status).toBe(204)
  expect(await Promise.all(tokens.map(v.statusOf))).toEqual([401, 401])
  expect(await v.statusOf(here)).toBe(200)
  expect(await v.statusOf(other.token)).toBe(200)
})

test("the last use of a session is written at most once an hour, and not by the request", async () => {
  const { email } = await v.register()
  const there = await signInWith(email, firefox)
  const here = await signInWith(email, safari)
  const seen = async () => (await list(here)).find((one: any) => !one.current).last_seen_at
  const begin = await seen()
  shop.clock.advance(minutes(30))
  await v.statusOf(there)
  await shop.app.lastSeen.write()
  expect(await seen()).toBe(begin)
  shop.clock.advance(hours(1))
  await v.statusOf(there)
  expect(await seen()).toBe(begin)
  await shop.app.lastSeen.write()
  const noted = await seen()
  expect(Date.parse(noted) - Date.parse(begin)).toBeGreaterThanOrEqual(hours(1.5))
  shop.clock.advance(minutes(59))
  await v.statusOf(there)
  await shop.app.lastSeen.write()
  expect(await seen()).toBe(noted)
})

test.each(["GET /api/auth/sessions", "DELETE /api/auth/sessions", "DELETE /api/auth/sessions/1"])(
  "%s asks a guest to sign in",
  async (what) => {
    expect((await shop.call(what)).status).toBe(401)
  },
)

test("a sign-in from a new device is reported by email; the first, a known one and an update are not", async () => {
  const { email } = await v.register()
  const emails = async () => (await v.kindsTo(email)).filter((kind) => kind === "new_sign_in").length
  await signInWith(email, firefox)
  await signInWith(email, newerFirefox)
  expect(await emails()).toBe(0)
  await signInWith(email, safari)
  expect(await emails()).toBe(1)
  await signInWith(email, safari)
  await signInWith(email, firefox)
  expect(await emails()).toBe(1)
  const [sent] = await v.emailsTo(email)
  expect(sent!.bodyText).toContain("Safari on iOS")
})

test("a wrong password from a new device sends no email", async () => {
  const { email } = await v.register()
  await signInWith(email, firefox)
  const headers = { "user-agent": safari }
  const wrong = await shop.call("POST /api/auth/login", { body: { email, password: "Wrong-Word-1" }, headers })
  expect(wrong.status).toBe(401)
  expect(await v.kindsTo(email)).not.toContain("new_sign_in")
})

test("users who do not want emails about new sign-ins get none", async () => {
  const { email } = await v.register()
  const token = await signInWith(email, firefox)
  await shop.call("PATCH /api/auth/me/preferences", { as: token, body: { mail_new_sign_in: false } })
  await signInWith(email, safari)
  expect(await v.kindsTo(email)).not.toContain("new_sign_in")
})

test("an unrecognized user agent is an unknown browser, in the list and in emails", async () => {
  const { email } = await v.register()
  await signInWith(email, firefox)
  const token = await signInWith(email, "<b>Call 555-0100</b>")
  const [sent] = await v.emailsTo(email)
  expect(sent!.bodyHtml).not.toContain("555")
  expect((await list(token))[0].user_agent).toBe("an unknown browser")
  const [row] = await shop.app.store.db
    .select()
    .from(sessions)
    .where(eq(sessions.id, (await list(token))[0].id))
  expect(row!.userAgent).toBe("<b>Call 555-0100</b>")
})

test.each([
  [firefox, "Firefox on Windows"],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Chrome on Linux",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
    "Safari on macOS",
  ],
  ["curl/8.0", "an unknown browser"],
  [null, "an unknown browser"],
])("%s is %s", (given, words) => {
  expect(agentOf(given)).toBe(words)
})
