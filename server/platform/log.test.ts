import { Writable } from "node:stream"
import { sql } from "drizzle-orm"
import { afterEach, expect, test, vi } from "vitest"
import { openShop } from "#test/shop.ts"
import { hashPassword } from "./auth/passwords.ts"
import { systemClock } from "./clock.ts"
import { createResponseCache } from "./http/caching.ts"
import { createHttp } from "./http/createHttp.ts"
import { servePages, type Visit } from "./http/pages.ts"
import { createLog, logConsole } from "./log.ts"
import { readSettings } from "./settings.ts"

const sent = 'x"}\n{"level":60,"msg":"forged"}\u2028'

function aLog() {
  let text = ""
  const to = new Writable({
    write: (chunk, _encoding, done) => {
      text += chunk
      done()
    },
  })
  const lines = () =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return { log: createLog("trace", to), lines, text: () => text }
}

afterEach(() => vi.restoreAllMocks())

test("a page that fails is logged without user input", async () => {
  const { log, lines, text } = aLog()
  const web = {
    constantScripts: [],
    render: async (_request: Request, visit: Visit) => {
      visit.fault(new Error(`select 1\nparams: ${sent}`))
      return new Response("broken", { status: 500 })
    },
  }
  const http = createHttp(readSettings({}), { log, actorOf: () => Promise.reject(new Error("nobody")) })
  const raw = vi.spyOn(console, "error")
  const cache = createResponseCache(systemClock, readSettings({}))
  await servePages(http, readSettings({}), {} as never, { takeNow: () => {} } as never, cache, web)
  expect((await http.inject(`/model/1?q=${encodeURIComponent(sent)}`)).statusCode).toBe(500)
  const told = lines().filter(({ msg }) => msg === "could not render a page")
  expect(told).toEqual([expect.objectContaining({ level: 50, err: expect.objectContaining({ message: "select 1" }) })])
  expect(text()).not.toContain("forged")
  expect(raw).not.toHaveBeenCalled()
})

test("console output of a library is a log line like all others", () => {
  const { log, lines, text } = aLog()
  const { error, warn } = console
  try {
    logConsole(log)
    console.error(new Error(`Failed query: select 1\nparams: ${sent}`), sent)
    console.warn(sent)
  } finally {
    Object.assign(console, { error, warn })
  }
  expect(lines().map(({ level, msg }) => [level, msg])).toEqual([
    [50, "console output"],
    [40, "console output"],
  ])
  expect(text()).not.toContain("forged")
})

test("neither invalid JSON nor a value that a column refuses is logged", async () => {
  const { log, text } = aLog()
  const shop = await openShop({}, { log })
  for (const payload of [sent, `{"email": "${sent}`, JSON.stringify({ email: sent, password: sent })])
    await shop.call("POST /api/auth/login", { payload, headers: { "content-type": "application/json" } })
  await shop.call(`GET /api/dolls/${encodeURIComponent(sent)}?q=${encodeURIComponent(sent)}`, {
    as: sent.replace(/\s/g, ""),
  })
  await shop.call("GET /api/dolls", {
    headers: { "user-agent": "forged", "x-forwarded-for": "forged", referer: "forged" },
  })
  const failed = await shop.app.store.db.execute(sql`select ${sent}::int`).catch((error: unknown) => error)
  log.error({ err: failed }, "planted")
  expect(text()).toContain("planted")
  expect(text()).not.toContain("forged")
  await shop.close()
})

test("a wrong password, a call that is not allowed and a flood are logged, without an address or an email", async () => {
  const { log, lines, text } = aLog()
  const shop = await openShop({ RATE_LIMIT_SCALE: "1" }, { log })
  const email = "nobody-at-all@demo.example"
  for (let n = 0; n < 12; n++) {
    await shop.call("POST /api/auth/login", { body: { email, password: "Wrong-Word-1" } })
  }
  const customer = await shop.aUser({ passwordHash: await hashPassword("Turned-Brass-7") })
  const login = { email: customer.email, password: "Turned-Brass-7" }
  expect((await shop.call("POST /api/auth/login", { body: login })).status).toBe(200)
  expect(lines()).toContainEqual(expect.objectContaining({ msg: "signed in", user: customer.id, by: "password" }))
  await shop.call("GET /api/admin/users", { as: customer })
  await shop.call("GET /api/auth/me", { as: "not-a-token" })
  // A guest who is asked to sign in is no event.
  await shop.call("GET /api/auth/me")
  const refused = lines().filter(({ msg }) => msg === "refused")
  const route = "/api/auth/login"
  const visitor = expect.stringMatching(/^[\w-]{12}$/)
  expect(refused[0]).toMatchObject({ level: 30, code: "BAD_CREDENTIALS", method: "POST", route, visitor })
  expect(refused.map(({ code }) => code)).toEqual([
    ...Array(10).fill("BAD_CREDENTIALS"),
    ...Array(2).fill("RATE_LIMITED"),
    "FORBIDDEN",
    "UNAUTHENTICATED",
  ])
  expect(refused.find(({ code }) => code === "FORBIDDEN")).toMatchObject({ user: customer.id })
  for (const secret of ["nobody-at-all", customer.email, "Turned-Brass"]) expect(text()).not.toContain(secret)
  expect(text()).not.toContain("127.0.0.1")
  const leaving = await shop.aUser({ passwordHash: await hashPassword(login.password) })
  await shop.call("DELETE /api/users/account", { as: leaving, body: { password: login.password } })
  expect(lines()).toContainEqual(expect.objectContaining({ msg: "account deleted", user: leaving.id }))
  await shop.close()
})
