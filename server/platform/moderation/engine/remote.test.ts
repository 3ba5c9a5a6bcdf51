import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { aRoom, post, says } from "#test/chat.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { recheck } from "../../../backoffice/review-queue/rechecks.ts"
import { flaggedItems, moderationDecisions, moderationRechecks } from "../tables.ts"
import { moderate } from "./moderate.ts"
import { createRemote } from "./remote.ts"

type Behaviour = { status?: number; body?: unknown; raw?: string; delay?: number }
let behaviour: Behaviour = {}
const asked: { url: string; authorization: string | undefined; body: any }[] = []
const fake = createServer((request, response) => {
  let text = ""
  request.on("data", (part) => (text += part))
  request.on("end", () => {
    asked.push({ url: request.url!, authorization: request.headers.authorization, body: JSON.parse(text) })
    const { status = 200, body, raw, delay = 0 } = behaviour
    setTimeout(() => {
      response.writeHead(status, {
        "content-type": "application/json",
        ...(status === 302 && { location: "/elsewhere" }),
      })
      response.end(raw ?? JSON.stringify(body ?? answer({})))
    }, delay)
  })
})
const answer = (categories: Record<string, boolean>) => ({
  id: "modr-1",
  model: "omni-moderation-latest",
  results: [{ flagged: Object.values(categories).some(Boolean), categories, category_scores: {} }],
})

let shop: TestShop
beforeAll(async () => {
  await new Promise<void>((done) => fake.listen(0, "127.0.0.1", done))
  const { port } = fake.address() as AddressInfo
  shop = await openShop({ MODERATION_API_URL: `http://127.0.0.1:${port}/v1/`, MODERATION_API_KEY: "a-key" })
})
afterAll(async () => {
  await shop.close()
  fake.closeAllConnections()
  await new Promise((done) => fake.close(done))
})
beforeEach(() => {
  behaviour = {}
  asked.length = 0
  // Longer than the circuit stays open.
  shop.clock.advance(31_000)
})

const judge = (text: string) => shop.app.moderation.judgeMessage({ text })

test("sends the text and the key, and nothing else", async () => {
  const room = await aRoom(shop)
  await says(shop, room, room.member, "Does the crate fit a lift?")
  expect(asked).toEqual([
    {
      url: "/v1/moderations",
      authorization: "Bearer a-key",
      body: { model: "omni-moderation-latest", input: "Does the crate fit a lift?" },
    },
  ])
})

test("the messages before are sent as well, and what they hold is not held against the next", async () => {
  const results = (...all: Record<string, boolean>[]) => ({
    body: { model: "m", results: all.map((categories) => ({ categories })) },
  })
  const recent = ["Good evening", "Good night"]
  behaviour = results({}, { harassment: true, hate: true }, { hate: true })
  const judgement = await shop.app.moderation.judgeMessage({ text: "A quiet line", recent })
  expect(asked[0]!.body.input).toEqual([
    "A quiet line",
    "Good evening\nGood night\nA quiet line",
    "Good evening\nGood night",
  ])
  expect(judgement.categories).toEqual({ harassment: 0.7 })
})

test("the names of our own categories are understood", async () => {
  behaviour = { body: answer({ non_consent: true, spam: true, off_platform: true, personal_data: true }) }
  const { categories } = await judge("A quiet line")
  expect(Object.keys(categories).sort()).toEqual(["non_consent", "off_platform", "personal_data", "spam"])
})

test("findings beyond the rules flag a message or hold it; a room closes only if the rules agree", async () => {
  behaviour = { body: answer({ harassment: true, sexual: true }) }
  expect(await judge("A quiet line")).toMatchObject({
    decision: "flag",
    categories: { harassment: 0.7 },
    engine: "rules+remote",
    recheck: false,
  })
  behaviour = { body: answer({ "sexual/minors": true }) }
  const room = await aRoom(shop)
  expect((await post(shop, room.member, { chat_room_id: room.id, content: "A quiet line" })).status).toBe(422)
  expect((await post(shop, room.member, { chat_room_id: room.id, content: "Good night" })).status).toBe(422)
  behaviour = {}
  expect((await post(shop, room.member, { chat_room_id: room.id, content: "Good night" })).status).toBe(201)
  behaviour = { body: answer({ "sexual/minors": true }) }
  expect(await judge("can you make a doll of my niece, photo attached")).toMatchObject({ freeze: true })
})

test("a guard model of the shop's own is asked, and its categories are understood", async () => {
  const { port } = fake.address() as AddressInfo
  const guard = createRemote({
    ...{ url: `http://127.0.0.1:${port}`, key: null, model: "llama-guard3:1b" },
    ...{ clock: shop.clock, log: { warn: () => {} } },
  })
  const says = (content: string) => ({ body: { model: "llama-guard3:1b", choices: [{ message: { content } }] } })
  behaviour = says("unsafe\nS4,S10")
  expect(await guard.judge("A quiet line", ["before"])).toEqual({
    categories: { minor_safety: 0.97, hate: 0.75 },
    model: "llama-guard3:1b",
  })
  expect(asked[0]).toMatchObject({
    url: "/v1/chat/completions",
    body: { model: "llama-guard3:1b", messages: [{ role: "user", content: "A quiet line" }] },
  })
  behaviour = says("safe")
  expect(await guard.judge("A quiet line", [])).toMatchObject({ categories: {} })
  behaviour = says("I cannot help with that")
  expect(await guard.judge("A quiet line", [])).toBeNull()
})

test("lowers no score, and is not asked when none can rise", async () => {
  behaviour = { body: answer({ harassment: false, threat: false, violence: false }) }
  expect(await judge("I will kill you")).toMatchObject({ decision: "block", categories: { threat: 0.95 } })
  const { categories } = moderate({ text: "add me on telegram", kind: "message" })
  expect(await judge("add me on telegram")).toMatchObject({ decision: "flag", categories })
  asked.length = 0
  expect(await judge("an underage doll")).toMatchObject({ decision: "block", freeze: true })
  expect(asked).toEqual([])
})

test.each<[string, Behaviour]>([
  ["answers 500", { status: 500 }],
  ["answers 429", { status: 429 }],
  ["redirects", { status: 302 }],
  ["answers no JSON", { raw: "<html>" }],
  ["answers with another schema", { body: { results: [] } }],
  ["answers with numbers as booleans", { body: { results: [{ categories: { hate: 1 } }] } }],
  ["answers endlessly", { raw: `{"results":[{"categories":{}}],"more":"${"x".repeat(100_000)}"}` }],
  ["takes too long", { delay: 1500 }],
])("when it %s, the verdict of the rules stands and the text is rechecked", async (_, given) => {
  behaviour = given
  const begun = performance.now()
  expect(await judge("add me on telegram")).toMatchObject({ decision: "flag", recheck: true })
  expect(performance.now() - begun).toBeLessThan(1400)
  shop.clock.advance(31_000)
  behaviour = {}
  expect(await judge("Good evening")).toMatchObject({ recheck: false })
})

test("the circuit opens for 30 seconds after five failures; then one text tries", async () => {
  behaviour = { status: 500 }
  for (let i = 0; i < 8; i++) await judge("Good evening")
  expect(asked).toHaveLength(5)
  shop.clock.advance(31_000)
  await Promise.all([judge("one"), judge("two"), judge("three")])
  expect(asked).toHaveLength(6)
  behaviour = {}
  shop.clock.advance(31_000)
  expect(await judge("Good evening")).toMatchObject({ recheck: false })
  expect(await judge("Good evening")).toMatchObject({ recheck: false })
})

test("a message sent during an outage is rechecked, and findings enter the queue", async () => {
  behaviour = { status: 500 }
  const room = await aRoom(shop)
  const message = await says(shop, room, room.member, "A quiet line")
  const waiting = () =>
    shop.app.store.db.select().from(moderationRechecks).where(eq(moderationRechecks.subjectId, message.id))
  expect(await waiting()).toHaveLength(1)
  await recheck(shop.app.store, shop.app.moderation)
  expect(await waiting()).toMatchObject([{ attempts: 1 }])
  // Longer than the timeout of a sender.
  behaviour = { body: answer({ "sexual/minors": true }), delay: 1200 }
  await recheck(shop.app.store, shop.app.moderation)
  expect(await waiting()).toMatchObject([{ attempts: 1 }])
  shop.clock.advance(150_000)
  await recheck(shop.app.store, shop.app.moderation)
  expect(await waiting()).toEqual([])
  const [item] = await shop.app.store.db.select().from(flaggedItems).where(eq(flaggedItems.subjectId, message.id))
  expect(item).toMatchObject({ critical: true, sources: ["engine"], roomId: room.id })
  const rows = await shop.app.store.db
    .select()
    .from(moderationDecisions)
    .where(eq(moderationDecisions.subjectId, message.id))
  expect(rows.map((row) => row.engine).sort()).toEqual(["rules", "rules+remote"])
  expect((await post(shop, room.member, { chat_room_id: room.id, content: "Hello?" })).status).toBe(201)
})

test("a listing goes to the remote engine after it is published, and its findings enter the queue", async () => {
  const doll = await shop.aDoll()
  const admin = await shop.anAdmin("content_admin")
  const edited = await shop.call(`PATCH /api/dolls/${doll.id}`, {
    as: admin,
    body: { description: "A quiet piece." },
    headers: { "if-match": "*" },
  })
  expect(edited.status).toBe(200)
  behaviour = { body: answer({ "sexual/minors": true }) }
  await recheck(shop.app.store, shop.app.moderation)
  expect(asked.at(-1)!.body.input).toContain("A quiet piece.")
  const items = await shop.app.store.db.select().from(flaggedItems).where(eq(flaggedItems.kind, "doll"))
  expect(items).toMatchObject([{ subjectId: doll.id, critical: true, sources: ["engine"] }])
})

test("deleted and clean texts leave the rechecks without a trace", async () => {
  behaviour = { status: 500 }
  const room = await aRoom(shop)
  const kept = await says(shop, room, room.member, "Good evening")
  const gone = await says(shop, room, room.member, "Good night")
  await shop.call(`DELETE /api/chat/messages/${gone.id}`, { as: room.member })
  behaviour = {}
  shop.clock.advance(31_000)
  await recheck(shop.app.store, shop.app.moderation)
  expect(await shop.app.store.db.select().from(moderationRechecks)).toEqual([])
  expect(await shop.app.store.db.select().from(flaggedItems).where(eq(flaggedItems.subjectId, kept.id))).toEqual([])
})
