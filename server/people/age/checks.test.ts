import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { afterAll, beforeAll, expect, test } from "vitest"
import { behindProxy, rule, setRules, TestBrowser } from "#test/age.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { listen } from "#test/sockets.ts"
import { minutes } from "../../platform/clock.ts"
import { ageAssurances, ageChecks } from "./tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop(behindProxy)
  await setRules(shop, await shop.anAdmin(), { age_rules: [rule("GB", "verified")] })
})
afterAll(() => shop.close())

const aBrowser = (app = shop.app) => new TestBrowser(app, { "x-country": "GB" })
const count = async () => (await shop.app.store.db.select().from(ageAssurances)).length

test("a visitor comes back to the page that was asked for", async () => {
  const browser = aBrowser()
  const asked = await browser.ask("/model/7?from=letter")
  const [, start] = /href="(\/age\/start[^"]*)"/.exec(asked.text)!
  const sent = await browser.ask(start!.replaceAll("&#38;", "&"))
  expect(sent.status).toBe(303)
  const to = new URL(sent.headers.get("location")!)
  expect(to.origin).toBe(await listen(shop.app))
  expect(Object.fromEntries(to.searchParams)).toMatchObject({ response_type: "code", code_challenge_method: "S256" })
  const back = await browser.ask(await browser.check("over", "/model/7?from=letter"))
  expect([back.status, back.headers.get("location"), back.headers.get("cache-control")]).toEqual([
    303,
    "/model/7?from=letter",
    "no-store",
  ])
  const cookie = back.headers.getSetCookie()[0]
  expect(cookie).toMatch(/^age=\d+\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=315\d{5}$/)
})

test("an answer is accepted once, also when it arrives twice at once", async () => {
  const browser = aBrowser()
  const address = await browser.check()
  const before = await count()
  const answers = await Promise.all(Array.from({ length: 6 }, () => browser.ask(address)))
  expect(answers.filter((one) => one.headers.getSetCookie().length > 0)).toHaveLength(1)
  expect(await count()).toBe(before + 1)
  // A browser that is verified by now continues; in any other the answer is invalid.
  const again = await browser.ask(address)
  expect([again.status, again.headers.get("location")]).toEqual([303, "/"])
  browser.cookies.delete("age")
  const replayed = await browser.ask(address)
  expect([replayed.status, replayed.headers.getSetCookie()]).toEqual([400, []])
  expect(replayed.text).toContain("This check has expired")
  expect(await count()).toBe(before + 1)
})

test("an answer is worth nothing in another browser, with another state, or after half an hour", async () => {
  const [mine, other] = [aBrowser(), aBrowser()]
  const address = await mine.check()
  await other.check()
  const elsewhere = new URL(await aBrowser().check())
  const mixed = new URL(address)
  mixed.searchParams.set("state", elsewhere.searchParams.get("state")!)
  for (const [browser, tried] of [
    [other, address],
    [aBrowser(), address],
    [mine, mixed.href],
    [mine, "/age/callback?code=x"],
    [mine, "/age/callback"],
  ] as const) {
    const answer = await browser.ask(tried)
    expect([answer.status, answer.headers.getSetCookie()], tried).toEqual([400, []])
  }
  // None of these has used up the real one.
  const late = await mine.check()
  expect((await mine.ask(address)).status).toBe(303)
  mine.cookies.delete("age")
  shop.clock.advance(minutes(31))
  expect((await mine.ask(late)).status).toBe(400)
})

test("a code that belongs to another check is refused", async () => {
  const [mine, other] = [aBrowser(), aBrowser()]
  const [own, theirs] = [new URL(await mine.check()), new URL(await other.check())]
  own.searchParams.set("code", theirs.searchParams.get("code")!)
  const answer = await mine.ask(own.href)
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []])
  expect(answer.text).toContain("Verification failed")
})

test("who is under 18 or gives up is told so, and can try again", async () => {
  const before = await count()
  const browser = aBrowser()
  const under = await browser.ask(await browser.check("under", "/models?page=2"))
  expect([under.status, under.headers.getSetCookie()]).toEqual([403, []])
  expect(under.text).toContain("<h1>You must be 18 or older</h1>")
  expect(under.text).toContain('href="/age/start?next=%2Fmodels%3Fpage%3D2"')
  const cancelled = await browser.ask(await browser.check("cancel"))
  expect(cancelled.status).toBe(400)
  expect(cancelled.text).toContain("<h1>Your age wasn&#39;t verified</h1>".replace("&#39;", "'"))
  expect(await count()).toBe(before)
  expect((await browser.ask("/models")).status).toBe(403)
})

test("two tabs of one browser can be sent away at once", async () => {
  const browser = aBrowser()
  const [first, second] = [await browser.check("over", "/models"), await browser.check("over", "/upgrade")]
  expect((await browser.ask(first)).headers.get("location")).toBe("/models")
  expect((await browser.ask(second)).headers.get("location")).toBe("/upgrade")
})

test("a visitor who asked for a very long address can begin a check, and comes back to the home page", async () => {
  const browser = aBrowser()
  const asked = await browser.ask(`/models?q=${"a".repeat(2500)}`)
  const [, start] = /href="(\/age\/start[^"]*)"/.exec(asked.text)!
  expect((await browser.ask(start!)).status).toBe(303)
  const back = await browser.ask(await browser.check("over", `/models?q=${"a".repeat(2500)}`))
  expect([back.status, back.headers.get("location")]).toEqual([303, "/"])
})

test("nobody is led to another site", async () => {
  const browser = aBrowser()
  const back = await browser.ask(await browser.check("over", "//evil.example/x"))
  expect(back.headers.get("location")).toBe("/")
  const verified = await browser.ask("/age?next=https%3A%2F%2Fevil.example%2F")
  expect([verified.status, verified.headers.get("location")]).toEqual([303, "/"])
  // The sandbox leads back to this shop only.
  const sent = await aBrowser().ask("/age/start")
  const asked = new URL(sent.headers.get("location")!)
  asked.searchParams.set("redirect_uri", "https://evil.example/age/callback")
  const refused = await aBrowser().ask(asked.href)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Unknown check")])
})

test("the sandbox gives nobody a token but the shop", async () => {
  const browser = aBrowser()
  const code = new URL(await browser.check()).searchParams.get("code")!
  const fields = { grant_type: "authorization_code", code, code_verifier: "x", redirect_uri: "x", client_id: "vitrine" }
  const answer = await browser.ask("/sandbox/age/token", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: String(new URLSearchParams({ ...fields, client_secret: "guessed" })),
  })
  expect([answer.status, JSON.parse(answer.text)]).toEqual([401, { error: "invalid_client" }])
})

test("without a provider a shop in production stays closed where age must be verified", async () => {
  const alone = await openShop({ TRUST_PROXY: "1", COUNTRY_HEADER: "x-country" })
  const boss = await alone.anAdmin()
  await setRules(alone, boss, { age_rules: [rule("GB", "verified")] })
  const browser = aBrowser(alone.app)
  const page = await browser.ask("/models")
  expect([page.status, page.text]).toEqual([403, expect.stringContaining("We can't do that at the moment")])
  expect(page.text).not.toContain("/age/start")
  expect((await browser.ask("/age/start")).status).toBe(503)
  expect((await browser.ask("/age/callback?state=x&code=y")).status).toBe(400)
  expect((await browser.ask("/sandbox/age/jwks")).status).toBe(404)
  const state = await alone.call("GET /api/admin/age", { as: boss })
  expect(state.body).toMatchObject({ provider: null, rule: "verified" })
  await alone.close()
})

/** A provider of another maker: it wants the secret in a header, and answers the question in the user info. */
async function otherProvider() {
  const { privateKey, publicKey } = await generateKeyPair("ES256")
  const { privateKey: strange } = await generateKeyPair("ES256")
  const jwk = { ...(await exportJWK(publicKey)), alg: "ES256", kid: "one" }
  const said: {
    over18: unknown
    nonce: string
    audience: string
    isDown: boolean
    isForged: boolean
    asked: string[]
  } = {
    over18: true,
    nonce: "",
    audience: "shop",
    isDown: false,
    isForged: false,
    asked: [],
  }
  const server: Server = createServer(async (request, response) => {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    said.asked.push(`${request.method} ${request.url} ${request.headers.authorization?.split(" ")[0] ?? ""}`.trim())
    const token = () =>
      new SignJWT({ nonce: said.nonce })
        .setProtectedHeader({ alg: "ES256", kid: "one" })
        .setIssuer(issuer)
        .setAudience(said.audience)
        .setSubject("a-person")
        .setIssuedAt()
        .setExpirationTime("1m")
        .sign(said.isForged ? strange : privateKey)
    const answers: Record<string, () => unknown> = {
      "/.well-known/openid-configuration": () => ({
        issuer,
        authorization_endpoint: `${issuer}/go`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["ES256"],
      }),
      "/jwks": () => ({ keys: [jwk] }),
      "/token": async () => ({ access_token: "a", token_type: "Bearer", id_token: await token() }),
      "/me": () => ({ sub: "a-person", name: "Not Ours To Keep", adult: said.over18 }),
    }
    const answer = said.isDown ? undefined : answers[request.url!]
    response.statusCode = answer ? 200 : 503
    response.setHeader("content-type", "application/json")
    response.end(answer ? JSON.stringify(await answer()) : "{}")
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  return { said, host: `127.0.0.1:${port}`, close: () => new Promise((done) => server.close(done)) }
}

test("another provider's answer counts as long as it is signed for this check; a provider that is down is no answer", async () => {
  const { said, host, close } = await otherProvider()
  const alone = await openShop({
    AGE_PROVIDER_ISSUER: `http://${host}`,
    AGE_PROVIDER_CLIENT_ID: "shop",
    AGE_PROVIDER_CLIENT_SECRET: "secret",
    AGE_PROVIDER_CLAIM: "adult",
    AGE_PROVIDER_SCOPE: "openid age",
  })
  await setRules(alone, await alone.anAdmin(), { age_rule: "verified" })
  const { db } = alone.app.store
  const begin = async (browser: TestBrowser) => {
    const sent = await browser.ask("/age/start?next=%2Fmodels")
    const to = new URL(sent.headers.get("location")!)
    expect([to.origin, to.searchParams.get("scope")]).toEqual([`http://${host}`, "openid age"])
    said.nonce = to.searchParams.get("nonce")!
    return `/age/callback?code=c&state=${to.searchParams.get("state")}`
  }
  const answered = async () => {
    const browser = aBrowser(alone.app)
    const back = await browser.ask(await begin(browser))
    return [back.status, browser.cookies.has("age")]
  }
  said.isDown = true
  const away = await aBrowser(alone.app).ask("/age/start")
  expect([away.status, away.text]).toEqual([503, expect.stringContaining("The verification service isn't responding")])
  said.isDown = false
  expect(await answered()).toEqual([303, true])
  expect(said.asked).toContain("POST /token Basic")
  expect(await db.select().from(ageAssurances)).toMatchObject([{ provider: host, userId: null }])
  expect(JSON.stringify(await db.select().from(ageAssurances))).not.toMatch(/Not Ours|a-person/)
  for (const [over18, status] of [
    [false, 403],
    ["true", 303],
    ["no", 403],
    [null, 403],
    [undefined, 400],
  ] as const) {
    said.over18 = over18
    expect((await answered())[0], String(over18)).toBe(status)
  }
  said.over18 = true
  said.audience = "another-shop"
  expect(await answered()).toEqual([400, false])
  said.audience = "shop"
  said.isForged = true
  expect(await answered()).toEqual([400, false])
  said.isForged = false
  const browser = aBrowser(alone.app)
  const address = await begin(browser)
  said.nonce = "of-another-check"
  expect((await browser.ask(address)).status).toBe(400)
  const late = await begin(browser)
  said.isDown = true
  expect((await browser.ask(late)).status).toBe(503)
  expect(await db.select().from(ageChecks)).toHaveLength(0)
  await alone.close()
  await close()
})
