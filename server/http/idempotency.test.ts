import { eq } from "drizzle-orm"
import type { FastifyReply } from "fastify"
import { afterAll, beforeAll, expect, test } from "vitest"
import { days, seconds } from "#server/clock.ts"
import { idempotencyKeys } from "#server/payments/tables.ts"
import { Refusal } from "#server/refusal.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { forgetOldKeys, once } from "./idempotency.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const reply = { status: () => reply, header: () => reply } as unknown as FastifyReply

function call(key: string, work: () => Promise<unknown>, body: unknown = {}) {
  return once(shop.app.store, { headers: { "idempotency-key": key }, reply, scope: "test", body }, async (finish) =>
    finish(shop.app.store, 200, await work()),
  )
}

test("while the first call is under way the second is told to wait, and gets its answer afterwards", async () => {
  let release = () => {}
  const first = call("under-way", () => new Promise((done) => (release = () => done("answer"))))
  await new Promise((done) => setTimeout(done, 50))
  await expect(call("under-way", async () => "another")).rejects.toMatchObject({
    code: "IDEMPOTENCY_IN_FLIGHT",
    details: { retryAfter: 2 },
  })
  release()
  expect(await first).toBe("answer")
  expect(await call("under-way", async () => "another")).toBe("answer")
})

test("work that was refused leaves its key free, so that it can be tried again", async () => {
  await expect(call("refused-1", () => Promise.reject(new Refusal("OUT_OF_STOCK", "None left")))).rejects.toThrow(
    "None left",
  )
  expect(await call("refused-1", async () => "there again")).toBe("there again")
})

test("a process that died in the middle does not block its key for ever", async () => {
  const now = shop.clock.now()
  await shop.app.store.db.insert(idempotencyKeys).values({
    ...{
      scope: "test",
      key: "dead-caller",
      claim: "gone",
      createdAt: now,
      expiresAt: new Date(now.getTime() + days(1)),
    },
    ...{ bodyHash: "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a" },
    claimedUntil: new Date(now.getTime() + seconds(60)),
  })
  await expect(call("dead-caller", async () => 1)).rejects.toMatchObject({ code: "IDEMPOTENCY_IN_FLIGHT" })
  shop.clock.advance(seconds(61))
  await expect(call("dead-caller", async () => 1, { other: "body" })).rejects.toMatchObject({
    code: "IDEMPOTENCY_MISMATCH",
  })
  expect(await call("dead-caller", async () => "done")).toBe("done")
})

test("a call that comes back after its key was taken over keeps nothing of its own", async () => {
  let release = () => {}
  const slow = call("taken-over", () => new Promise((done) => (release = () => done("late"))))
  await new Promise((done) => setTimeout(done, 50))
  shop.clock.advance(seconds(61))
  expect(await call("taken-over", async () => "second")).toBe("second")
  release()
  await expect(slow).rejects.toMatchObject({ code: "IDEMPOTENCY_IN_FLIGHT" })
  expect(await call("taken-over", async () => "third")).toBe("second")
})

test("keys are forgotten after a day", async () => {
  await call("yesterday", async () => "old")
  shop.clock.advance(days(1))
  expect(await call("yesterday", async () => "new")).toBe("new")
  shop.clock.advance(days(1))
  await forgetOldKeys(shop.app.store)
  expect(await shop.app.store.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.scope, "test"))).toEqual([])
})
