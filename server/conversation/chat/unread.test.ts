import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { aRoom, says, type TestRoom, unreadOf } from "#test/chat.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import type { Person } from "../../platform/auth/actor.ts"
import type { Bus } from "../../platform/bus/bus.ts"
import { recount } from "./recount.ts"
import { createUnread } from "./unread.ts"

let shop: TestShop
let room: TestRoom
beforeAll(async () => {
  shop = await openShop()
  room = await aRoom(shop)
})
afterAll(() => shop.close())

/** The moderator's page on a node whose database and bus can fail. */
async function aPage() {
  const house = { database: true, bus: true, late: Promise.resolve() }
  const { db } = shop.app.store
  const { session } = (db as any)._
  const prepareQuery = (...given: unknown[]) => ({
    execute: async () => {
      if (!house.database) throw new Error("away")
      const { late } = house
      const found = await session.prepareQuery(...given).execute()
      await late
      return found
    },
  })
  const store = { ...shop.app.store, db: Object.assign(Object.create(db), { _: { session: { prepareQuery } } }) }
  const bus: Bus = {
    ...shop.app.bus,
    subscribe: (topic, heard) => shop.app.bus.subscribe(topic, (message) => house.bus && heard(message as never)),
  }
  Object.defineProperty(bus, "up", { get: () => house.bus })
  const told: number[] = []
  const person = { ...room.moderator, role: "moderator", level: "free" } as unknown as Person
  const page = { person, send: ({ total_unread }: { total_unread: number }) => void told.push(total_unread) }
  const { stop } = createUnread(store, bus).subscribe(page)
  const at = (count: number) => expect.poll(() => told.at(-1), { timeout: 10_000 }).toBe(count)
  return { house, at, stop, told }
}

test("a count that could not be read is read again, without another change", async () => {
  const { house, at, stop } = await aPage()
  await at(0)
  house.database = false
  await says(shop, room, room.member, "Hello")
  await new Promise((resolve) => setTimeout(resolve, 500))
  house.database = true
  await at(1)
  stop()
})

test("a count that was read before another one is not sent after it", async () => {
  const { house, at, stop, told } = await aPage()
  await at(1)
  let arrive = () => {}
  house.late = new Promise((resolve) => {
    arrive = resolve
  })
  await says(shop, room, room.member, "First")
  await new Promise((resolve) => setTimeout(resolve, 300))
  house.late = Promise.resolve()
  await says(shop, room, room.member, "Second")
  await at(3)
  arrive()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(told.at(-1)).toBe(3)
  stop()
})

test("while events of other nodes may be lost, the count is polled", async () => {
  const { house, at, stop } = await aPage()
  await at(3)
  house.bus = false
  await says(shop, room, room.member, "Anybody?")
  await at(4)
  stop()
})

test("messages that an older node has not counted are counted within minutes", async () => {
  const other = await aRoom(shop)
  for (const line of ["One", "Two", "Three"]) await says(shop, other, other.member, line)
  await shop.app.store.db.execute(
    sql`update chat_rooms set moderator_unread = 0, user_unread = 7 where id = ${other.id}`,
  )
  expect(await unreadOf(shop, other.moderator)).toEqual({})
  expect(await recount(shop.app.store)).toBeGreaterThan(0)
  expect(await unreadOf(shop, other.moderator)).toEqual({ [other.id]: 3 })
  expect(await unreadOf(shop, other.member)).toEqual({})
  expect(await recount(shop.app.store)).toBe(0)
})
