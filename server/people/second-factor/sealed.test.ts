import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openShop, type TestShop } from "#test/shop.ts"
import { visitorsOf } from "#test/visitors.ts"
import { createSealer, sealAgain } from "../../platform/auth/sealed.ts"
import { authenticators } from "../../platform/auth/tables.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test("keys are replaced two at a time: the new one seals, and both open", async () => {
  const { store } = shop.app
  const [old, next] = [randomBytes(32), randomBytes(32)]
  const sealed = await createSealer([old]).seal(store, "a secret")
  const both = createSealer([next, old])
  expect(await both.open(store, sealed)).toBe("a secret")
  const renewed = await both.seal(store, "a secret")
  expect(await createSealer([next]).open(store, renewed)).toBe("a secret")
  await expect(createSealer([next]).open(store, sealed)).rejects.toThrow("ENCRYPTION_KEYS")
  // Sealed before any key was set.
  const plain = await createSealer([]).seal(store, "a secret")
  expect(await both.open(store, plain)).toBe("a secret")
})

test("a changed byte is noticed", async () => {
  const sealer = createSealer([randomBytes(32)])
  const sealed = await sealer.seal(shop.app.store, "a secret")
  sealed[sealed.length - 1]! ^= 1
  await expect(sealer.open(shop.app.store, sealed)).rejects.toThrow()
})

test("what an older key has sealed is sealed again, so that the older key can be removed", async () => {
  const { store } = shop.app
  const [old, next] = [randomBytes(32), randomBytes(32)]
  const { id: userId } = await visitorsOf(shop).aCustomer()
  const secret = await createSealer([old]).seal(store, "a secret")
  await store.db.insert(authenticators).values({ userId, secret, createdAt: store.now() })
  // Without the older key its secret stays unchanged, and the other secrets are sealed again.
  await expect(sealAgain(store, createSealer([next]), authenticators.secret)).rejects.toThrow("ENCRYPTION_KEYS")
  await sealAgain(store, createSealer([next, old]), authenticators.secret)
  const [row] = await store.db.select().from(authenticators)
  expect(await createSealer([next]).open(store, row!.secret)).toBe("a secret")
  await sealAgain(store, createSealer([next]), authenticators.secret)
  expect((await store.db.select().from(authenticators))[0]!.secret).toEqual(row!.secret)
})
