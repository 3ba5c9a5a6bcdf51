import { afterAll, beforeAll, expect, test } from "vitest"
import { passwordTexts } from "#contract/passwords.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { SettingsError } from "../settings.ts"
import { makeFirstAdmin } from "./firstAdmin.ts"
import { hashPassword, isPassword } from "./passwords.ts"

let shop: TestShop
let v: ReturnType<typeof visitorsOf>
beforeAll(async () => {
  shop = await openShop({ TRUST_PROXY: "1" })
  v = visitorsOf(shop)
})
afterAll(() => shop.close())

test("a hash is argon2id, salted, and fits its password however its letters are composed", async () => {
  const composed = "Gr\u00fcner-Ton-7"
  const [one, two] = [await hashPassword(composed), await hashPassword(composed)]
  expect(one).toMatch(/^\$argon2id\$/)
  expect(one).not.toBe(two)
  expect(await isPassword("Gru\u0308ner-Ton-7", one)).toBe(true)
  expect(await isPassword("Gruner-Ton-7", one)).toBe(false)
})

test("without a stored hash, or with an invalid one, every password is wrong", async () => {
  expect(await isPassword("Turned-Brass-7", null)).toBe(false)
  expect(await isPassword("none", "none")).toBe(false)
})

test("a flood of sign-ins is refused with Retry-After, and those before it are served", async () => {
  const flooders = Array.from({ length: 500 }, (_, i) => isPassword("Turned-Brass-7", null, `192.0.2.${i % 50}`))
  const newcomer = isPassword("Turned-Brass-7", null, "203.0.113.9")
  const refused = (await Promise.allSettled(flooders)).filter((result) => result.status === "rejected")
  expect(refused).toHaveLength(99)
  expect(refused[0]!.reason).toMatchObject({ code: "UNREADY", status: 503 })
  expect(await newcomer).toBe(false)
})

test("a flooding address has a share of the queue, and another one is served after two of its requests", async () => {
  const servedBefore: number[] = []
  // While a busy machine holds up the other address's check, the second thread serves some more of the flood.
  for (let attempt = 0; attempt < 3 && !servedBefore.some((count) => count < 5); attempt++) {
    let served = 0
    const flood = Promise.allSettled(
      Array.from({ length: 300 }, () => isPassword("Turned-Brass-7", null, "198.51.100.7").then(() => ++served)),
    )
    const before = served
    await isPassword("Turned-Brass-7", null, "203.0.113.9")
    servedBefore.push(served - before)
    const refused = (await flood).filter(({ status }) => status === "rejected")
    expect(refused).toHaveLength(300 - 42)
  }
  // Two are being checked when it arrives, and one more is served before it.
  expect(Math.min(...servedBefore)).toBeLessThan(5)
})

test("a flood of sign-ins from one address does not block those from another", async () => {
  const { email } = await v.aCustomer()
  const signInFrom = (address: string, to: string) =>
    shop.call("POST /api/auth/login", { body: { email: to, password }, headers: { "x-forwarded-for": address } })
  const flood = Array.from({ length: 300 }, async (_, i) => {
    const { status } = await signInFrom("198.51.100.7", `nobody${i}@demo.example`)
    return status
  })
  await Promise.race(flood)
  expect((await signInFrom("203.0.113.9", email)).status).toBe(200)
  expect(new Set(await Promise.all(flood))).toEqual(new Set([401, 503]))
})

test.each([
  ["POST /api/auth/register", "password", { email: "new@demo.example", full_name: "Vera", region: "eu" }],
  ["POST /api/auth/password-reset/confirm", "new_password", {}],
  ["POST /api/auth/password-update", "new_password", { password }],
  ["POST /api/auth/change-password", "new_password", { current_password: password }],
  [
    "POST /api/admin/admins",
    "password",
    { email: "a@demo.example", full_name: "A", admin_type: "content_admin", is_active: true },
  ],
  ["POST /api/admin/moderators", "password", { email: "m@demo.example", full_name: "M", is_active: true }],
])("%s refuses a password that is on the list of common ones, whatever its case", async (what, field, rest) => {
  const { email, token } = await v.aCustomer()
  await shop.call("POST /api/auth/password-reset/request", { body: { email } })
  const code = what.includes("reset") ? { oob_code: await v.codeFor(email) } : {}
  const as = what.includes("admin") ? await shop.anAdmin() : what.includes("register") ? undefined : token
  const choose = (chosen: string) => shop.call(what, { as, body: { ...rest, ...code, [field]: chosen } })
  for (const chosen of ["Password1", "PASSw0rd", "Qwerty123", "Password1!", "Vitrine2025", "Moderator-1"]) {
    expect(await choose(chosen)).toMatchObject({
      status: 422,
      body: { errors: [{ path: field, message: passwordTexts.common }] },
    })
  }
  expect((await choose("Copper-Lathe-25")).status).toBeLessThan(300)
})

test("a first admin with a common password stops the start, and no start of a shop that has one", async () => {
  const env = { ADMIN_EMAIL: "boss@demo.example", ADMIN_PASSWORD: "Password1" }
  await expect(openShop(env)).rejects.toThrow(SettingsError)
  const store = shop.app.store
  const settings = { ...shop.app.settings, firstAdmin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } }
  await shop.anAdmin()
  await expect(makeFirstAdmin(store, settings)).resolves.toBeUndefined()
})
