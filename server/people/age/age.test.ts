import { get } from "node:http"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { closeCodes } from "#contract/closeCodes.ts"
import { ageTexts } from "#contract/memberText.ts"
import { behindProxy, rule, setRules, TestBrowser } from "#test/age.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { listen, openSocket } from "#test/sockets.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { users } from "../../platform/auth/tables.ts"
import { days } from "../../platform/clock.ts"
import { forgetOldAssurances } from "./assurances.ts"
import { ageAssurances, ageChecks } from "./tables.ts"

let shop: TestShop
let boss: TestPerson
const british = { "x-country": "GB" }
const american = { "x-country": "US" }
beforeAll(async () => {
  shop = await openShop(behindProxy, { pages: true })
  boss = await shop.anAdmin()
})
afterAll(() => shop.close())
beforeEach(() => setRules(shop, boss, { age_rule: "declared", age_rules: [rule("GB", "verified")] }))

const aBrowser = (headers: Record<string, string> = british) => new TestBrowser(shop.app, headers)
const bearer = ({ token }: TestPerson) => ({ authorization: `Bearer ${token}` })
const stored = () => shop.app.store.db.select().from(ageAssurances)

/** Requests an address exactly as it is written; `fetch` would resolve it first. */
async function statusOf(path: string): Promise<number | undefined> {
  const origin = await listen(shop.app)
  return new Promise((done, fail) => {
    const sent = get(origin, { path, headers: british, agent: false }, (answer) => done(answer.resume().statusCode))
    sent.on("error", fail)
  })
}

const closed = [
  "/",
  "/models",
  "/model/1",
  "/MODELS",
  "/%6dodels",
  "/upgrade",
  "/cart",
  "/nothing-here",
  "/sandbox/pay/1",
]
const files = [
  "/media/demo/640.avif",
  "/og.jpg",
  "/sitemap.xml",
  "/sitemap.xml?part=1",
  "/api/dolls",
  "/api/slideshow/slideshows",
  "/api/videos",
]

test("without a verified age a visitor gets no page, file or answer of the catalogue, and with one all of them", async () => {
  const doll = await shop.aDoll({ name: "Quiet Celadon" })
  const visitor = aBrowser()
  for (const path of [...closed, `/model/${doll.id}`]) {
    const page = await visitor.ask(path)
    expect([page.status, page.headers.get("cache-control")], path).toEqual([403, "no-store"])
    expect(page.text, path).toMatch(/<title>Age verification · Vitrine<\/title>/)
    expect(page.text, path).not.toMatch(/<img|\/media\/|<script|Quiet Celadon|og:/)
    expect(page.text).toContain('name="robots" content="noindex"')
  }
  const open = ["/terms", "/admin", "/plain", "/age", "/sandbox/api", "/web", "/admin/x\\.."]
  const spellings = open.flatMap((one) => ["/../", "/%2e%2e/", "/.%2E/"].map((up) => `${one}${up}models`))
  for (const path of [
    ...spellings,
    "/admin/..\\models",
    "/admin/../models.data",
    "//models",
    "http://x.example/models",
  ]) {
    expect(await statusOf(path), path).toBe(path.endsWith(".data") ? 204 : 403)
  }
  for (const path of files) {
    const answer = await visitor.ask(path)
    expect([answer.status, answer.headers.get("cache-control")], path).toEqual([403, "no-store"])
    expect(JSON.parse(answer.text)).toMatchObject({ code: "AGE_REQUIRED", detail: ageTexts.required })
  }
  await visitor.verify()
  for (const path of [...closed, ...files]) {
    expect((await visitor.ask(path)).status, path).not.toBe(403)
  }
  expect((await visitor.ask("/api/dolls")).text).toContain("Quiet Celadon")
})

test("the router of an open page is told to load a closed one as a document", async () => {
  const answer = await aBrowser().ask("/models.data?q=brass&_routes=routes%2Fmodels")
  expect([
    answer.status,
    answer.headers.get("x-remix-redirect"),
    answer.headers.get("x-remix-reload-document"),
  ]).toEqual([204, "/models?q=brass", "true"])
  expect((await aBrowser().ask("/_.data")).headers.get("x-remix-redirect")).toBe("/")
  expect((await aBrowser().ask("/terms.data")).headers.get("x-remix-redirect")).toBe(null)
})

test("legal pages, signing in, the own data and machines stay open", async () => {
  const visitor = aBrowser()
  const pages = [
    "/terms",
    "/privacy",
    "/accessibility",
    "/imprint",
    "/underage",
    "/UnderAge",
    "/contact",
    "/login",
    "/admin",
  ]
  const files = [
    "/robots.txt",
    "/licenses.txt",
    "/.well-known/security.txt",
    "/favicon.svg",
    "/plain/page.css",
    "/media/demo/empty-plinth/320.webp",
  ]
  for (const path of [...pages, ...files, "/healthz", "/readyz", "/age"]) {
    expect((await visitor.ask(path)).status, path).not.toBe(403)
  }
  const refused = await visitor.ask("/api/nowpayments/ipn", { method: "POST", body: "{}" })
  expect(JSON.parse(refused.text).code).toBe("BAD_SIGNATURE")
  expect((await visitor.ask("/api/settings")).status).toBe(200)
  const member = await shop.aUser()
  for (const path of ["/api/auth/me", "/api/users/account/export"]) {
    expect((await visitor.ask(path, { headers: bearer(member) })).status, path).toBe(200)
  }
  expect((await visitor.ask("/api/cart", { headers: bearer(member) })).status).toBe(403)
})

test("the country decides, wherever an answer comes from", async () => {
  for (let turn = 0; turn < 3; turn++) {
    expect((await aBrowser(american).ask("/api/dolls")).status).toBe(200)
    expect((await aBrowser().ask("/api/dolls")).status).toBe(403)
    // No country, or one that the proxy does not know: the strictest rule.
    for (const headers of [{}, { "x-country": "XX" }, { "x-country": "US, GB" }]) {
      expect((await aBrowser(headers as Record<string, string>).ask("/api/dolls")).status).toBe(403)
    }
  }
  await setRules(shop, boss, { age_rules: [] })
  expect((await aBrowser().ask("/api/dolls")).status).toBe(200)
})

test("while answers depend on the visitor, no cache between us may keep them", async () => {
  const headersOf = async (path: string) => (await aBrowser(american).ask(path)).headers
  const kept = async (path: string) => (await headersOf(path)).get("cache-control")
  for (let turn = 0; turn < 2; turn++) {
    for (const path of ["/api/dolls", "/models", "/favicon.svg"]) {
      const headers = await headersOf(path)
      const told = headers.get("cache-control")
      // nginx would keep what has it, whatever Cache-Control says.
      expect(headers.has("x-accel-expires"), path).toBe(false)
      if (told !== null) expect(told, path).toMatch(/^(private, max-age=\d+|no-store|no-cache)$/)
    }
  }
  await setRules(shop, boss, { age_rules: [] })
  for (let turn = 0; turn < 2; turn++) {
    expect(await kept("/api/dolls")).toMatch(/^public, .*s-maxage=1/)
    expect((await headersOf("/api/dolls")).has("x-accel-expires")).toBe(true)
  }
  await setRules(shop, boss, { age_rules: [rule("FR", "none")] })
  expect(await kept("/api/dolls")).toMatch(/^private, max-age=0$/)
})

test("a member is refused until their age is verified, and keeps it in every browser", async () => {
  const member = await shop.aUser({ region: "uk" })
  const first = aBrowser()
  expect((await first.ask("/api/cart", { headers: bearer(member) })).status).toBe(403)
  await first.verify()
  expect((await first.ask("/api/cart", { headers: bearer(member) })).status).toBe(200)
  const second = aBrowser()
  expect((await second.ask("/models")).status).toBe(403)
  expect((await second.ask("/api/cart", { headers: bearer(member) })).status).toBe(200)
  expect((await second.ask("/models")).status).not.toBe(403)
  const { text } = await second.ask("/api/users/account/export", { headers: bearer(member) })
  const held = { over_18: true, provider: "sandbox" }
  expect(JSON.parse(text).age_assurances).toMatchObject([held])
  expect((await second.ask("/api/users/account", { method: "DELETE", headers: bearer(member) })).status).toBe(204)
  expect((await stored()).filter((row) => row.userId === member.id)).toEqual([])
})

test("only when, by whom and until when is stored of a verification", async () => {
  const before = shop.clock.now()
  await aBrowser().verify()
  const { assuredAt, ...row } = (await stored()).at(-1)!
  expect(row).toEqual({
    id: expect.any(Number),
    userId: null,
    provider: "sandbox",
    expiresAt: new Date(assuredAt.getTime() + days(365)),
  })
  expect([assuredAt >= before, assuredAt <= shop.clock.now()]).toEqual([true, true])
  expect(await shop.app.store.db.select().from(ageChecks)).toEqual([])
})

test("one account's verification is of no use to another", async () => {
  const [verified, other] = [await shop.aUser(), await shop.aUser()]
  const browser = aBrowser()
  await browser.verify()
  expect((await browser.ask("/api/cart", { headers: bearer(verified) })).status).toBe(200)
  const cookie = browser.cookies.get("age")!
  expect((await browser.ask("/api/cart", { headers: bearer(other) })).status).toBe(403)
  // The browser is the other's now: its pages are closed too.
  expect((await browser.ask("/models")).status).toBe(403)
  expect((await browser.ask("/api/cart", { headers: bearer(verified) })).status).toBe(200)
  expect(browser.cookies.get("age")).toBe(cookie)
})

test("of two accounts that use one browser's verification at once, one gets it", async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => shop.aUser()))
  const browser = aBrowser()
  await browser.verify()
  const cookie = `age=${browser.cookies.get("age")}`
  const ask = (one: TestPerson) => shop.call("GET /api/cart", { as: one, headers: { ...british, cookie } })
  const answers = await Promise.all(people.map(ask))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403])
})

test("an account's first calls after a verification are all answered, also at once", async () => {
  const member = await shop.aUser({ region: "uk" })
  const browser = aBrowser()
  await browser.verify()
  const cookie = `age=${browser.cookies.get("age")}`
  const ask = () => shop.call("GET /api/cart", { as: member, headers: { ...british, cookie } })
  const answers = await Promise.all(Array.from({ length: 8 }, ask))
  expect(answers.map(({ status, headers }) => [status, headers["set-cookie"]])).toEqual(
    Array.from({ length: 8 }, () => [200, undefined]),
  )
})

test("a forged, cut or foreign cookie opens nothing", async () => {
  const browser = aBrowser()
  await browser.verify()
  const [id, seal] = browser.cookies.get("age")!.split(".")
  const changed = seal!.startsWith("A") ? `B${seal!.slice(1)}` : `A${seal!.slice(1)}`
  for (const value of [`${Number(id) + 1}.${seal}`, `${id}.${changed}`, `${id}.`, `${id}`, "true", "required", "%00"]) {
    const answer = await shop.call("GET /api/dolls", { headers: { ...british, cookie: `age=${value}` } })
    expect(answer.status, value).toBe(403)
  }
  // Nor does the name of an account that is known to be verified.
  const member = await shop.aUser({ region: "uk" })
  await browser.ask("/api/cart", { headers: bearer(member) })
  expect((await aBrowser().ask("/api/cart", { headers: bearer(member) })).status).toBe(200)
  for (const value of [`account ${member.id}`, `${member.id}`]) {
    const answer = await shop.call("GET /api/dolls", { headers: { ...british, cookie: `age=${value}` } })
    expect(answer.status, value).toBe(403)
  }
  const own = await shop.call("GET /api/dolls", { headers: { ...british, cookie: `a=b; age=${id}.${seal}` } })
  expect(own.status).toBe(200)
})

test("a verification ends after a year, and its row within the hour after", async () => {
  const member = await shop.aUser({ region: "uk" })
  const browser = aBrowser()
  await browser.verify()
  const cookie = `age=${browser.cookies.get("age")}`
  const ask = () => shop.call("GET /api/dolls", { headers: { ...british, cookie } })
  expect((await ask()).status).toBe(200)
  expect((await shop.call("GET /api/cart", { as: member, headers: { ...british, cookie } })).status).toBe(200)
  shop.clock.advance(days(365) + 1)
  expect((await ask()).status).toBe(403)
  expect((await shop.call("GET /api/cart", { as: await shop.aUser(), headers: { ...british, cookie } })).status).toBe(
    403,
  )
  await forgetOldAssurances(shop.app.store)
  expect((await stored()).filter((row) => row.userId === member.id)).toEqual([])
  boss = await shop.anAdmin()
})

test("an account can only make the rule stricter", async () => {
  const abroad = await shop.aUser({ region: "usa" })
  expect((await shop.call("GET /api/cart", { as: abroad, headers: british })).status).toBe(403)
  expect((await shop.call("GET /api/cart", { as: abroad, headers: american })).status).toBe(200)
  const home = await shop.aUser({ region: "uk" })
  const browser = aBrowser(american)
  expect((await browser.ask("/models")).status).not.toBe(403)
  expect((await browser.ask("/api/cart", { headers: bearer(home) })).status).toBe(403)
  // Pages and pictures carry no token: the cookie tells them.
  for (const path of ["/models", "/media/demo/640.avif", "/api/dolls"]) {
    expect((await browser.ask(path)).status, path).toBe(403)
  }
  await browser.verify()
  expect((await browser.ask("/api/cart", { headers: bearer(home) })).status).toBe(200)
  const left = aBrowser(american)
  await left.ask("/api/cart", { headers: bearer(await shop.aUser({ region: "uk" })) })
  await left.ask("/api/cart", { headers: bearer(abroad) })
  expect((await left.ask("/models")).status).not.toBe(403)
})

test("staff can work everywhere, and their browser shows pictures; a former one's does not", async () => {
  const moderator = await shop.aModerator()
  const browser = aBrowser()
  expect((await browser.ask("/media/demo/640.avif")).status).toBe(403)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => browser.ask("/api/dolls", { headers: bearer(moderator) })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await browser.ask("/media/demo/640.avif")).status).not.toBe(403)
  expect((await stored()).filter((row) => row.userId === moderator.id)).toMatchObject([{ provider: "staff" }])
  await shop.app.store.db.update(users).set({ role: "user" }).where(eq(users.id, moderator.id))
  shop.clock.advance(60_000)
  expect((await browser.ask("/media/demo/640.avif")).status).toBe(403)
})

test("signing in brings an account's verification to the browser with the same answer", async () => {
  const v = visitorsOf(shop)
  const { email, token } = await v.aCustomer()
  const before = aBrowser()
  await before.verify()
  expect((await before.ask("/api/cart", { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  const browser = aBrowser()
  const body = JSON.stringify({ email, password })
  await browser.ask("/api/auth/login?from=header", {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  })
  expect((await browser.ask("/models")).status).not.toBe(403)
})

test("a socket is closed with its own code, opens after a verification, and ends when the rule becomes stricter", async () => {
  const member = await shop.aUser({ region: "usa" })
  expect(await (await openSocket(shop.app, member, { headers: british })).closed()).toBe(closeCodes.ageRequired)
  const room = { path: "/api/chat/ws/1/1", headers: british }
  expect(await (await openSocket(shop.app, member, room)).closed()).toBe(closeCodes.ageRequired)
  const elsewhere = await openSocket(shop.app, member, { headers: american })
  await elsewhere.next("settings")
  await setRules(shop, boss, { age_rule: "verified" })
  expect(await elsewhere.closed()).toBe(closeCodes.ageRequired)
  const browser = aBrowser()
  await browser.verify()
  await browser.ask("/api/cart", { headers: bearer(member) })
  const open = await openSocket(shop.app, member, { headers: british })
  await open.next("settings")
  open.close()
  const staff = await openSocket(shop.app, await shop.aModerator(), { headers: british })
  await staff.next("settings")
  staff.close()
})

test("a socket that has just been checked by an earlier change of the settings is closed too", async () => {
  const [first, second] = [await shop.aUser({ region: "usa" }), await shop.aUser({ region: "usa" })]
  const sockets = [first, second].map((one) => openSocket(shop.app, one, { headers: american }))
  const [checked, waiting] = await Promise.all(sockets)
  for (const socket of [checked!, waiting!]) await socket.next("settings")
  let goOn = () => {}
  let reached = () => {}
  const isReached = new Promise<void>((done) => {
    reached = done
  })
  const held = new Promise<void>((done) => {
    goOn = done
  })
  const { resolve } = shop.app.tokens
  const spy = vi.spyOn(shop.app.tokens, "resolve").mockImplementation(async (token) => {
    if (token === second.token) {
      reached()
      await held
    }
    return resolve(token)
  })
  await setRules(shop, boss, { announcement: "Closed on Sunday" })
  await isReached
  await setRules(shop, boss, { age_rule: "verified", announcement: null })
  goOn()
  expect(await checked!.closed()).toBe(closeCodes.ageRequired)
  expect(await waiting!.closed()).toBe(closeCodes.ageRequired)
  spy.mockRestore()
})

test("super admins read how the rules work here, and change them with a trace", async () => {
  const state = await shop.call("GET /api/admin/age", { as: boss, headers: british })
  expect(state.body).toEqual({ provider: "sandbox", country_header: "x-country", country: "GB", rule: "verified" })
  const twice = [rule("GB", "none"), rule("GB", "verified")]
  const edit = (body: object) => shop.call("PATCH /api/admin/settings", { as: boss, body })
  for (const fields of [
    { age_rules: twice },
    { age_rule: "sometimes" },
    { age_rules: [{ country: "ZZ", rule: "none" }] },
  ]) {
    expect((await edit(fields)).status).toBe(422)
  }
  await setRules(shop, boss, { age_rules: [rule("GB", "verified"), rule("FR", "none")] })
  const log = await shop.call("GET /api/admin/audit-log?limit=1", { as: boss })
  expect(log.body[0]).toMatchObject({
    action: "settings.edit",
    before: { age_rules: [rule("GB", "verified")] },
    after: { age_rules: [rule("GB", "verified"), rule("FR", "none")] },
  })
})
