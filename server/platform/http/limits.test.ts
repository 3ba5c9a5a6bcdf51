import { afterAll, beforeAll, expect, test } from "vitest"
import { generalTexts } from "#contract/texts.ts"
import { testClock } from "#test/clock.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { delayAfter } from "../../people/accounts/loginBackoff.ts"
import { noCounters } from "../bus/counters.ts"
import { hours, minutes, seconds } from "../clock.ts"
import { addressOf, createLimit } from "./limits.ts"

let shop: TestShop
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop({ RATE_LIMIT_SCALE: "1", TRUST_PROXY: "1" })
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

const from = (address: string) => ({ "x-forwarded-for": address })
const signIn = (email: string, address: string, given = "Wrong-Word-1") =>
  shop.call("POST /api/auth/login", { body: { email, password: given }, headers: from(address) })

test("the eleventh sign-in of a minute is limited, for this account from this address only", async () => {
  const { email } = await v.register()
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await signIn(email, "198.51.100.1")).status)
  for (let i = 0; i < 6; i++) statuses.push((await signIn(email, "198.51.100.1", password)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 200, 200, 200, 200, 200, 200])
  const refused = await signIn(email, "198.51.100.1", password)
  expect(refused).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } })
  expect(refused.body.detail).toMatch(/^Too many requests\. Please try again in \d+ seconds?\.$/)
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0)
  const headers = { ...from("198.51.100.1"), "accept-language": "de" }
  const inGerman = await shop.call("POST /api/auth/login", { body: { email, password }, headers })
  expect(inGerman.body.detail).toMatch(/^Zu viele Anfragen\. Bitte versuchen Sie es in \d+ Sekunden? noch einmal\.$/)
  expect((await signIn("other@demo.example", "198.51.100.1")).status).toBe(401)
  expect((await signIn(email, "198.51.100.2", password)).status).toBe(200)
  shop.clock.advance(minutes(1))
  expect((await signIn(email, "198.51.100.1", password)).status).toBe(200)
})

test("attempts on an account from many addresses are increasingly delayed; its owner can still sign in", async () => {
  const { email } = await v.register()
  for (let i = 0; i < 5; i++) await signIn(email, `198.51.100.${10 + i}`)
  const began = performance.now()
  expect((await signIn(email, "198.51.100.99", password)).status).toBe(200)
  expect(performance.now() - began).toBeGreaterThanOrEqual(249)
  expect([0, 4, 5, 6, 9, 10, 1000].map(delayAfter)).toEqual([0, 0, 250, 500, 4000, 8000, 8000])
})

test("one password tried on many accounts is limited by address, in IPv6 by /64, and nobody else is", async () => {
  const owner = await v.register()
  const here = (i: number) => `2001:db8:5:5::${i.toString(16)}`
  expect((await signIn(owner.email, here(1), password)).status).toBe(200)
  const statuses = []
  for (let i = 0; i < 40; i++) statuses.push((await signIn(`victim${i}@demo.example`, here(i))).status)
  expect(statuses).toEqual([...Array(30).fill(401), ...Array(10).fill(429)])
  const victim = await v.register()
  expect((await signIn(victim.email, here(99), password)).status).toBe(429)
  expect((await signIn(victim.email, "2001:db8:5:6::1", password)).status).toBe(200)
  // A user who has signed in from there before is not locked out by others behind the same address.
  expect((await signIn(owner.email, here(2), password)).status).toBe(200)
  shop.clock.advance(minutes(15))
  expect((await signIn(victim.email, here(99), password)).status).toBe(200)
})

test("successful sign-ins do not count against an address, however many users share it", async () => {
  const many = await Promise.all(Array.from({ length: 25 }, () => v.register()))
  for (let round = 0; round < 3; round++) {
    for (const { email } of many) expect((await signIn(email, "198.51.100.77", password)).status).toBe(200)
  }
})

test("one address registers and resets thirty times a minute, each with its own limit", async () => {
  const headers = from("198.51.100.3")
  const reset = () => shop.call("POST /api/auth/password-reset/request", { body: { email: "x@demo.example" }, headers })
  for (let i = 0; i < 30; i++) expect((await reset()).status).toBe(202)
  expect((await reset()).status).toBe(429)
  const body = { email: "one-more@demo.example", password, full_name: "Vera", region: "eu" }
  expect((await shop.call("POST /api/auth/register", { body, headers })).status).toBe(201)
})

test("one recipient gets three emails of a kind an hour, and the response does not change", async () => {
  const { email } = await v.register()
  const request = () =>
    shop.call("POST /api/auth/password-reset/request", { body: { email }, headers: from("198.51.100.4") })
  const answers = []
  for (let i = 0; i < 5; i++) answers.push(await request())
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
  const resets = async () => (await v.kindsTo(email)).filter((kind) => kind === "password_reset").length
  expect(await resets()).toBe(3)
  for (let i = 0; i < 5; i++) await v.register({ email })
  expect((await v.kindsTo(email)).filter((kind) => kind === "existing_account")).toHaveLength(3)
  shop.clock.advance(hours(1))
  await request()
  expect(await resets()).toBe(4)
})

test("an account writes 120 times a minute from any address, and can still read", async () => {
  const { token } = await shop.aUser()
  const write = (i: number) =>
    shop.call("PATCH /api/auth/me", { as: token, body: {}, headers: from(`198.51.100.${i}`) })
  for (let i = 0; i < 120; i++) expect((await write(i)).status).toBe(200)
  expect((await write(200)).status).toBe(429)
  expect(await v.statusOf(token)).toBe(200)
  const other = await shop.aUser()
  expect((await shop.call("PATCH /api/auth/me", { as: other, body: {} })).status).toBe(200)
})

test("a signed-in user may confirm their password ten times a minute at most", async () => {
  const { token } = await shop.aUser()
  const body = { current_password: "Wrong-Word-1", new_password: "Glazed-Clay-1" }
  const guess = () => shop.call("POST /api/auth/change-password", { as: token, body })
  for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(403)
  expect((await guess()).status).toBe(429)
})

test("a guest reads 1,200 times a minute from one address, and a /64 is one address", async () => {
  const read = async (address: string) => (await shop.call("GET /api/nothing", { headers: from(address) })).status
  const statuses = new Set<number>()
  for (let i = 0; i < 1200; i++) statuses.add(await read(`2001:db8::${(i % 60_000).toString(16)}`))
  expect([...statuses]).toEqual([404])
  expect(await read("2001:db8:0:0:ffff::1")).toBe(429)
  expect(await read("2001:db8:0:1::1")).toBe(404)
})

test("without TRUST_PROXY nobody can choose their own address, and the log says so once", async () => {
  const plain = await openShop({ RATE_LIMIT_SCALE: "0.01", PUBLIC_URL: "https://shop.example" })
  const warned: string[] = []
  plain.app.log.warn = ((text: string) => void warned.push(text)) as never
  const read = async (i: number) => (await plain.call("GET /api/nothing", { headers: from(`203.0.113.${i}`) })).status
  const statuses = []
  for (let i = 0; i < 13; i++) statuses.push(await read(i))
  expect(statuses).toEqual([...Array(12).fill(404), 429])
  expect(warned).toHaveLength(1)
  await plain.close()
})

test("a limit drops expired windows and never exceeds its maximum size", () => {
  const clock = testClock()
  const limit = createLimit("test", 1, seconds(10), clock, noCounters)
  for (let i = 0; i < 60_000; i++) limit.takeNow(i)
  expect(() => limit.takeNow(0)).not.toThrow()
  expect(() => limit.takeNow(59_999)).toThrow(generalTexts.tooManyRequests("10 seconds"))
  clock.advance(seconds(10))
  expect(() => limit.takeNow(59_999)).not.toThrow()
})

test.each([
  ["198.51.100.7:4711", "198.51.100.7"],
  ["[2001:db8::7]:4711", "2001:db8:0:0"],
  ["[2001:db8::7]", "2001:db8:0:0"],
  ["::ffff:198.51.100.7", "198.51.100.7"],
  [undefined, ""],
])("a proxy that forwards %s, with a port or without, means the address %s", (ip, address) => {
  expect(addressOf({ ip })).toBe(address)
})
