import { expect, test } from "vitest"
import { apiKeyMark } from "#server/platform/auth/actor.ts"
import { users } from "#server/platform/auth/tables.ts"
import { seconds } from "#server/platform/clock.ts"
import { openShop } from "#test/shop.ts"

test.each(["", apiKeyMark])(
  "an address that sends many wrong tokens (%s…) is refused before they are looked up",
  async (mark) => {
    const shop = await openShop({ RATE_LIMIT_SCALE: "0.1", TRUST_PROXY: "1" })
    const person = await shop.aUser()
    const ask = async (address: string, token: string) => {
      const headers = { "x-forwarded-for": address, authorization: `Bearer ${token}` }
      return (await shop.call("GET /api/auth/me", { headers })).status
    }
    const from = "203.0.113.7"
    expect(await ask(from, person.token)).toBe(200)
    const statuses = []
    for (let n = 0; n < 30; n++) statuses.push(await ask(from, `${mark}wrong-token-${n}`))
    expect(statuses).toEqual([...Array(12).fill(401), ...Array(18).fill(429)])
    // Whoever was known stays so, and other addresses notice nothing.
    expect(await ask(from, person.token)).toBe(200)
    expect(await ask("203.0.113.8", `${mark}wrong-token`)).toBe(401)
    expect(await ask("203.0.113.8", (await shop.aUser()).token)).toBe(200)
    shop.clock.advance(seconds(61))
    expect(await ask(from, (await shop.aUser()).token)).toBe(200)
    await shop.close()
  },
)

test("a wrong token is not looked up again for some seconds, unless an account has changed", async () => {
  const shop = await openShop()
  const person = await shop.aUser()
  // The change is made in SQL, so that the shop is not informed.
  const setActive = (isActive: boolean) => shop.app.store.db.update(users).set({ isActive })
  const ask = async () => (await shop.call("GET /api/auth/me", { as: person })).status
  await setActive(false)
  expect(await ask()).toBe(401)
  await setActive(true)
  expect(await ask()).toBe(401)
  shop.clock.advance(seconds(11))
  expect(await ask()).toBe(200)
  await shop.close()
})
