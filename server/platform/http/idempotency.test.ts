import { eq } from "drizzle-orm"
import type { FastifyReply } from "fastify"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { days, seconds } from "#server/platform/clock.ts"
import { idempotencyKeys } from "#server/platform/http/tables.ts"
import { Refusal } from "#server/platform/refusal.ts"
import { aForm } from "#test/forms.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { readVideoFile } from "#test/videoFiles.ts"
import { forgetOldKeys, withIdempotencyKey } from "./idempotency.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const reply = { status: () => reply, header: () => reply } as unknown as FastifyReply

function call(key: string, work: () => Promise<unknown>, body: unknown = {}) {
  return withIdempotencyKey(
    shop.app.store,
    { headers: { "idempotency-key": key }, reply, scope: "test", body },
    async (finish) => finish(shop.app.store, 200, await work()),
  )
}

test("while the first call is in progress the second is asked to retry, and then gets its response", async () => {
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

test("a refused call releases its key, so that it can be repeated", async () => {
  await expect(call("refused-1", () => Promise.reject(new Refusal("OUT_OF_STOCK", "None left")))).rejects.toThrow(
    "None left",
  )
  expect(await call("refused-1", async () => "there again")).toBe("there again")
})

test("a process that died does not block its key forever", async () => {
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
  expect(await call("dead-caller", async () => "done", { other: "body" })).toBe("done")
  await expect(call("dead-caller", async () => 1)).rejects.toMatchObject({ code: "IDEMPOTENCY_MISMATCH" })
})

test("another body is only told that the key was used once the first call has done something", async () => {
  let refuse = () => {}
  const first = call("with-another", () => new Promise((_, no) => (refuse = () => no(new Refusal("CONFLICT", "No")))))
  const other = () => call("with-another", async () => "other", { other: "body" })
  const held = eq(idempotencyKeys.key, "with-another")
  await vi.waitFor(async () => expect(await shop.app.store.db.$count(idempotencyKeys, held)).toBe(1))
  await expect(other()).rejects.toMatchObject({ code: "IDEMPOTENCY_IN_FLIGHT" })
  refuse()
  await expect(first).rejects.toThrow("No")
  expect(await other()).toBe("other")
})

test("a call that finishes after its key was taken over stores nothing", async () => {
  let release = () => {}
  const slow = call("taken-over", () => new Promise((done) => (release = () => done("late"))))
  await new Promise((done) => setTimeout(done, 50))
  shop.clock.advance(seconds(61))
  expect(await call("taken-over", async () => "second")).toBe("second")
  release()
  await expect(slow).rejects.toMatchObject({ code: "IDEMPOTENCY_IN_FLIGHT" })
  expect(await call("taken-over", async () => "third")).toBe("second")
})

test("keys are deleted after a day", async () => {
  await call("yesterday", async () => "old")
  shop.clock.advance(days(1))
  expect(await call("yesterday", async () => "new")).toBe("new")
  shop.clock.advance(days(1))
  await forgetOldKeys(shop.app.store)
  expect(await shop.app.store.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.scope, "test"))).toEqual([])
})

const picture = () =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: "#456" } })
    .png()
    .toBuffer()
const person = (email: string) => ({ email, full_name: "Nora New", password: "Copper-Lathe-25" })
const video = (doll_id: number) => ({ title: "One turn", description: "It turns.", doll_id })

test.each<[string, string, (doll: number) => Promise<object>]>([
  [
    "a model",
    "POST /api/dolls/create",
    async () => ({ body: { name: "Isolde", description: "White.", price: 5, draft: true } }),
  ],
  ["a video", "POST /api/videos", async (doll) => ({ body: video(doll) })],
  ["a film", "POST /api/videos/upload", async (doll) => aForm(video(doll), { file: await readVideoFile() })],
  ["a slide", "POST /api/slideshow/upload", async () => aForm({ caption: "The studio" }, { file: await picture() })],
  ["an image", "POST /api/images/upload", async (doll_id) => aForm({ doll_id }, { file: await picture() })],
  [
    "an admin",
    "POST /api/admin/admins",
    async () => ({ body: { ...person("a@demo.example"), admin_type: "content_admin" } }),
  ],
  ["a moderator", "POST /api/admin/moderators", async () => ({ body: person("m@demo.example") })],
])("%s whose call is sent again after a lost answer is made once", async (_, path, sent) => {
  const as = await shop.anAdmin()
  const { id: doll } = await shop.aDoll()
  const send = async (key: string) => {
    const { headers = {}, ...options } = (await sent(doll)) as { headers?: Record<string, string> }
    return shop.call(path as "POST /api", { as, ...options, headers: { ...headers, "idempotency-key": key } })
  }
  const first = await send("the-same-key")
  const again = await send("the-same-key")
  expect([first.status, first.headers["idempotent-replayed"]]).toEqual([201, undefined])
  expect([again.status, again.headers["idempotent-replayed"]]).toEqual([201, "true"])
  expect([again.body.id, again.headers.etag]).toEqual([first.body.id, first.headers.etag])
  const next = await send("another-key")
  if (path.startsWith("POST /api/admin")) expect(next.status).toBe(409)
  else expect(next.body.id).toBe(first.body.id + 1)
})

test("several images whose upload is sent again after a lost answer are stored once", async () => {
  const as = await shop.anAdmin()
  const { id } = await shop.aDoll()
  const send = async () => {
    const { headers, payload } = await aForm({}, { files: [await picture(), await picture()] })
    const options = { as, payload, headers: { ...headers, "idempotency-key": "the-same-key" } }
    return shop.call(`POST /api/images/${id}/images/bulk`, options)
  }
  const [first, again] = [await send(), await send()]
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect((await shop.call(`GET /api/images/${id}/images`)).body).toHaveLength(2)
})

test("several images whose upload is sent again after the process died between two of them are stored once", async () => {
  const as = await shop.anAdmin()
  const { id } = await shop.aDoll()
  const files = [await picture(), await picture()]
  const send = async () => {
    const { headers, payload } = await aForm({}, { files })
    const options = { as, payload, headers: { ...headers, "idempotency-key": "a-killed-key" } }
    return shop.call(`POST /api/images/${id}/images/bulk`, options)
  }
  const { images } = (await send()).body
  const { db } = shop.app.store
  const mine = eq(idempotencyKeys.scope, `images of ${id} user ${as.id}`)
  // The process died before the second file: nothing of it is stored, and the call is still claimed.
  const [whole, first, second] = await db.select().from(idempotencyKeys).where(mine).orderBy(idempotencyKeys.id)
  expect([whole!.key, first!.status]).toEqual(["a-killed-key", 201])
  await db.delete(idempotencyKeys).where(eq(idempotencyKeys.id, second!.id))
  await shop.call(`DELETE /api/images/${images[1].id}`, { as })
  const past = new Date(0)
  const unanswered = { status: null, response: null, claimedUntil: past }
  await db.update(idempotencyKeys).set(unanswered).where(eq(idempotencyKeys.id, whole!.id))

  const again = await send()
  expect([again.status, again.headers["idempotent-replayed"]]).toEqual([201, undefined])
  const stored = (await shop.call(`GET /api/images/${id}/images`)).body.map((image: any) => image.id)
  expect(stored).toEqual([images[0].id, again.body.images[1].id])
})

test("another password is another call, though it is not among what the key keeps", async () => {
  const as = await shop.anAdmin()
  const send = (password: string) =>
    shop.call("POST /api/admin/moderators", {
      as,
      body: { ...person("secret@demo.example"), password },
      headers: { "idempotency-key": "a-secret-key" },
    })
  const [first, again, other] = [
    await send("Copper-Lathe-25"),
    await send("Copper-Lathe-25"),
    await send("Turned-Brass-7"),
  ]
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(other).toMatchObject({ status: 409, body: { code: "IDEMPOTENCY_MISMATCH" } })
  expect(other.headers["idempotent-replayed"]).toBe("true")
})
