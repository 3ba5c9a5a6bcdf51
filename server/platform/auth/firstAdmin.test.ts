import { afterEach, expect, test } from "vitest"
import { openTestDatabase } from "#test/database.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { makeFirstAdmin } from "./firstAdmin.ts"

let shop: TestShop
afterEach(() => shop.close())

const env = { ADMIN_EMAIL: "Owner@demo.example", ADMIN_PASSWORD: password }

test("a database without an admin gets the first one from the settings, once", async () => {
  shop = await openShop(env)
  const v = visitorsOf(shop)
  const { body } = await v.signIn("owner@demo.example")
  expect(body.user).toMatchObject({ role: "admin", admin_type: "super_admin", region: "global", is_active: true })
  await makeFirstAdmin(shop.app.store, { ...shop.app.settings, firstAdmin: { email: "b@demo.example", password } })
  expect((await v.signIn("b@demo.example")).status).toBe(401)
})

test("a weak password, a wrong address or a customer's address stops the start with the setting's name", async () => {
  shop = await openShop()
  const start = (email: string, given: string) =>
    makeFirstAdmin(shop.app.store, { ...shop.app.settings, firstAdmin: { email, password: given } })
  await expect(start("owner@demo.example", "weak")).rejects.toThrow("ADMIN_PASSWORD is too weak")
  await expect(start("owner", password)).rejects.toThrow("ADMIN_EMAIL must be an email address")
  const { email } = await visitorsOf(shop).register()
  await expect(start(email, password)).rejects.toThrow("ADMIN_EMAIL belongs to an account that is not an admin")
})

test("two nodes that start concurrently create one admin", async () => {
  const database = await openTestDatabase()
  shop = await openShop({}, { database })
  const settings = { ...shop.app.settings, firstAdmin: { email: "owner@demo.example", password } }
  await Promise.all([1, 2, 3].map(() => makeFirstAdmin(shop.app.store, settings)))
  expect((await visitorsOf(shop).signIn("owner@demo.example")).body.user.role).toBe("admin")
})
