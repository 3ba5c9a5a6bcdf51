import { setTimeout as pause } from "node:timers/promises"
import { eq } from "drizzle-orm"
import pg from "pg"
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest"
import { seconds } from "#server/platform/clock.ts"
import { aRoom, post, type TestRoom } from "#test/chat.ts"
import { addToCart, checkOut } from "#test/orders.ts"
import { createDatabase } from "#test/postgres.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { type Wire, wireTo } from "#test/tcpProxy.ts"
import { cartItems } from "../../sales/cart/tables.ts"
import { openPostgres } from "./open.ts"

/** Two nodes on one database, in which an outside client, frozen or slow, holds a lock. */
let here: TestShop
let there: TestShop
let wire: Wire
let outsider: pg.Client
let own: TestRoom[]
let buyers: TestPerson[]
beforeAll(async () => {
  const url = await createDatabase(inject("postgresUrl"), inject("postgresTemplate"))
  wire = await wireTo(url)
  here = await openShop({ DATABASE_URL: wire.url }, { database: openPostgres(wire.url) })
  there = await openShop({ DATABASE_URL: url }, { database: openPostgres(url) })
  outsider = new pg.Client({ connectionString: url })
  await outsider.connect()
  own = [await aRoom(here), await aRoom(here)]
  buyers = [await here.aUser(), await here.aUser()]
  await others()
})
afterEach(async () => {
  wire.mend()
  await outsider.query("rollback")
})
afterAll(async () => {
  await outsider.end()
  await Promise.all([here.close(), there.close()])
  await wire.close()
})

let count = 0
/** Actions of everybody else, on both nodes: how long each answer took. */
async function others(statuses: number[] = []): Promise<number[]> {
  const doll = await there.aDoll()
  const timed = async (call: Promise<{ status: number }>) => {
    const began = performance.now()
    statuses.push((await call).status)
    return performance.now() - began
  }
  return Promise.all(
    [here, there].flatMap((shop, node) => {
      const [room, buyer] = [own[node]!, buyers[node]!]
      const say = (as: TestPerson) => {
        const message = { chat_room_id: room.id, content: "Good evening", client_id: `others-${++count}` }
        return timed(post(shop, as, message))
      }
      return [
        say(room.member),
        say(room.moderator),
        timed(addToCart(shop, buyer, doll.id)),
        timed(shop.call("GET /api/cart/", { as: buyer })),
        timed(shop.call(`GET /api/dolls?limit=${1 + (++count % 90)}`)),
        timed(shop.call(`GET /api/dolls/${doll.id}`)),
        timed(shop.call(`GET /api/chat/rooms/${room.id}/messages`, { as: room.member })),
        timed(shop.call("GET /api/orders", { as: buyer })),
      ]
    }),
  )
}

/** A busy machine takes no longer than this; a request that waited for a lock would take many seconds. */
const soon = 2500
const atOnce = 1000

test.each([6, 14])(
  "a room, a cart line and a model that are locked for %i s block only the requests that need them",
  async (long) => {
    const rooms = [await aRoom(here), await aRoom(here), await aRoom(here)]
    const doll = await here.aDoll({ stock: 50 })
    const [owner, ...people] = await Promise.all(Array.from({ length: 13 }, () => here.aUser()))
    const ready = people.slice(0, 6)
    for (const buyer of [owner!, ...ready]) await addToCart(here, buyer, doll.id)
    const [line] = await here.app.store.db.select().from(cartItems).where(eq(cartItems.userId, owner!.id))
    await outsider.query("begin")
    await outsider.query(`select id from chat_rooms where id in (${rooms.map(({ id }) => id)}) for update`)
    await outsider.query(`select id from cart_items where id = ${line!.id} for update`)
    await outsider.query(`select id from dolls where id = ${doll.id} for update`)

    const began = performance.now()
    const waiting = [here, there].flatMap((shop, node) => [
      ...rooms.flatMap(({ id, member, moderator }) =>
        [member, moderator, member, moderator].map((as, n) =>
          post(shop, as, { chat_room_id: id, content: `Line ${n}`, client_id: `locked-${++count}` }),
        ),
      ),
      ...Array.from({ length: 8 }, (_, n) =>
        shop.call(`PUT /api/cart/${line!.id}`, { as: owner!, body: { quantity: n + 1 } }),
      ),
      ...ready.filter((_, n) => n % 2 === node).map((buyer) => checkOut(shop, buyer)),
      ...people.slice(6).map((buyer) => addToCart(shop, buyer, doll.id)),
    ])
    const released = pause(seconds(long)).then(() => outsider.query("rollback"))
    const took: number[] = []
    const theirs: number[] = []
    while (performance.now() - began < seconds(long) - 1500) {
      took.push(...(await others(theirs)))
      await pause(100)
    }
    await released
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)

    took.sort((a, b) => a - b)
    expect([200, 201]).toEqual(expect.arrayContaining([...new Set(theirs)]))
    expect(took.at(-1)).toBeLessThan(soon)
    expect(took[took.length >> 1]).toBeLessThan(atOnce)
    // Requests that waited for less than ten seconds succeed; after that the answer is as if the database were away.
    const expected = long === 6 ? [200, 201] : [200, 201, 503]
    expect(expected).toEqual(expect.arrayContaining([...new Set(statuses)]))
    for (const { id, member } of rooms) {
      const again = { chat_room_id: id, content: "Again", client_id: `again-${++count}` }
      expect((await post(here, member, again)).status).toBe(201)
    }
  },
)

test("a half-open connection, whichever it is, delays its statements by a second and nothing else", async () => {
  await Promise.all(Array.from({ length: 4 }, others))
  const connections = wire.count
  expect(connections).toBeGreaterThan(5)
  for (let index = 0; index < connections; index++) {
    if (index >= wire.count) break
    wire.lose(index)
    const took: number[] = []
    const statuses: number[] = []
    for (let round = 0; round < 6; round++) took.push(...(await others(statuses)))
    expect(Math.max(...took), `connection ${index}`).toBeLessThan(soon)
    // A write that may have been committed is not repeated: the client is asked to retry.
    expect(statuses.filter((status) => status === 503).length, `connection ${index}`).toBeLessThan(3)
    expect([200, 201, 503]).toEqual(expect.arrayContaining([...new Set(statuses)]))
    wire.mend()
  }
}, 120_000)
