import { afterAll, beforeAll, expect, test } from "vitest"
import { aRoom, says, type TestRoom } from "#test/chat.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import type { Person } from "../accounts/actor.ts"
import type { Bus } from "../bus/bus.ts"
import { createUnread } from "./unread.ts"

let shop: TestShop
let room: TestRoom
beforeAll(async () => {
  shop = await openShop()
  room = await aRoom(shop)
})
afterAll(() => shop.close())

/** The moderator's page on a node whose database and bus may be away. */
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
  const { stop } = createUnread(store, bus).follow(page)
  const at = (count: number) => expect.poll(() => told.at(-1), { timeout: 10_000 }).toBe(count)
  return { house, at, stop, told }
}

test("a count that could not be read is read again, with no other change", async () => {
  const { house, at, stop } = await aPage()
  await at(0)
  house.database = false
  await says(shop, room, room.member, "Hello")
  await new Promise((resolve) => setTimeout(resolve, 500))
  house.database = true
  await at(1)
  stop()
})

test("a count that was read before another one is not told after it", async () => {
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

test("while other nodes may not be heard, the count is looked at now and then", async () => {
  const { house, at, stop } = await aPage()
  await at(3)
  house.bus = false
  await says(shop, room, room.member, "Anybody?")
  await at(4)
  stop()
})
