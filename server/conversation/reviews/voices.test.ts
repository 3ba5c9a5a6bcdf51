import { afterAll, beforeAll, expect, test } from "vitest"
import { voiceTexts } from "#contract/panelText.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { auditLog } from "../../platform/records/tables.ts"
import { reviews } from "./tables.ts"
import { listVoices } from "./voices.ts"

let shop: TestShop
let owner: TestPerson
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.anAdmin("content_admin")
})
afterAll(() => shop.close())

async function aReview(comment: string, verifiedPurchase = true): Promise<number> {
  const [doll, user] = [await shop.aDoll({ name: "Isolde" }), await shop.aUser()]
  const now = shop.clock.now()
  const values = {
    dollId: doll.id,
    userId: user.id,
    rating: 5,
    comment,
    verifiedPurchase,
    createdAt: now,
    updatedAt: now,
  }
  const [row] = await shop.app.store.db.insert(reviews).values(values).returning()
  return row!.id
}
const change = (method: "PUT" | "DELETE", id: number) =>
  shop.call(`${method} /api/admin/home-reviews/${id}`, { as: owner })
const shown = async () => (await listVoices(shop.app.store)).map(({ comment }) => comment)

test("the home page shows up to three verified reviews, in the order in which the owner chose them", async () => {
  const ids = [await aReview("One"), await aReview("Two"), await aReview("Three"), await aReview("Four")]
  expect(await shown()).toEqual([])
  for (const id of [ids[1]!, ids[0]!, ids[2]!]) {
    expect((await change("PUT", id)).status).toBe(204)
    shop.clock.advance(1000)
  }
  expect(await shown()).toEqual(["Two", "One", "Three"])
  const full = await change("PUT", ids[3]!)
  expect([full.status, full.body.detail]).toEqual([422, voiceTexts.full])
  expect((await change("DELETE", ids[1]!)).status).toBe(204)
  expect((await change("PUT", ids[3]!)).status).toBe(204)
  expect(await shown()).toEqual(["One", "Three", "Four"])
  const { body, headers } = await shop.call("GET /api/admin/home-reviews?q=isolde", { as: owner })
  expect(headers["x-total-count"]).toBe("4")
  expect(body.map((one: { comment: string; is_on_home: boolean }) => [one.comment, one.is_on_home])).toEqual([
    ["One", true],
    ["Three", true],
    ["Four", true],
    ["Two", false],
  ])
  const log = await shop.app.store.db.select().from(auditLog)
  expect(log.filter(({ action }) => action.startsWith("voice.")).map(({ action }) => action)).toEqual([
    ...Array(3).fill("voice.pick"),
    "voice.drop",
    "voice.pick",
  ])
  for (const id of ids) await change("DELETE", id)
})

test("a review that nobody's purchase stands behind, or that is gone, is not shown", async () => {
  const unverified = await change("PUT", await aReview("I saw a picture", false))
  expect([unverified.status, unverified.body.detail]).toEqual([422, voiceTexts.notVerified])
  expect((await change("PUT", 999_999)).status).toBe(404)
  expect(await shown()).toEqual([])
})

test("of four that are chosen at once, three are shown", async () => {
  const ids = [await aReview("A"), await aReview("B"), await aReview("C"), await aReview("D")]
  const answers = await Promise.all(ids.map((id) => change("PUT", id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 204, 204, 422])
  expect(await shown()).toHaveLength(3)
})
