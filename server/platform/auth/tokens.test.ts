import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import type { Bus } from "../bus/bus.ts"
import { createListeners } from "../bus/listeners.ts"
import { createMemoryBus } from "../bus/memory.ts"
import { days, minutes, seconds } from "../clock.ts"
import { createStore, type Store } from "../db/store.ts"
import { endSession, forgetPerson } from "./sessions.ts"
import { users } from "./tables.ts"
import { createTokens } from "./tokens.ts"

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** The cache alone, over the shop's database; its reads are counted and can be held back. */
function aCache(bus: Bus = createMemoryBus(shop.app.log)) {
  const store: Store = createStore(shop.app.store.db, shop.clock, bus)
  let gate: Promise<void> | null = null
  let read = 0
  const select = store.db.select.bind(store.db)
  const counting = Object.create(store.db, {
    select: {
      value: (...fields: []) => {
        const query = select(...fields)
        return new Proxy(query, {
          get: (target, name) =>
            name === "from" ? (table: never) => counted(target.from(table)) : Reflect.get(target, name),
        })
      },
    },
  })
  const counted = (query: any) => {
    const prepare = query.prepare.bind(query)
    query.prepare = (name: string) => {
      const prepared = prepare(name)
      return {
        execute: async (values: never) => {
          read++
          const rows = await prepared.execute(values)
          await gate
          return rows
        },
      }
    }
    return query
  }
  const tokens = createTokens({ ...store, db: counting }, bus, shop.app.settings, shop.app.shop)
  return {
    bus,
    store,
    look: async (person: TestPerson) => (await tokens.personOf(person.token)).level,
    reads: () => read,
    hold: () => {
      let open = () => {}
      gate = new Promise((resolve) => {
        open = resolve
      })
      return () => {
        gate = null
        open()
      }
    },
  }
}
const promote = (store: Store, person: TestPerson, fields: Partial<typeof users.$inferInsert>) =>
  store.transaction(async (tx) => {
    await tx.db.update(users).set(fields).where(eq(users.id, person.id))
    forgetPerson(tx, person.id)
  })

test("a token is read once and then cached, however many requests use it", async () => {
  const cache = aCache()
  const person = await shop.aUser()
  await Promise.all([cache.look(person), cache.look(person), cache.look(person)])
  for (let i = 0; i < 100; i++) await cache.look(person)
  expect(cache.reads()).toBe(1)
})

test("tokens that are asked for at once are read by one statement, each with its own answer", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => shop.aUser()))
  const cache = aCache()
  await promote(cache.store, people[3]!, { membershipLevel: "vip" })
  const unknown = { ...people[0]!, token: "unknown" }
  const answers = await Promise.allSettled([...people, unknown, people[5]!].map(cache.look))
  const levels = answers.map((answer) => (answer.status === "fulfilled" ? answer.value : answer.reason.code))
  expect(levels).toEqual([...people.map((_, i) => (i === 3 ? "vip" : "free")), "UNAUTHENTICATED", "free"])
  expect(cache.reads()).toBe(1)
})

test("a change of one user takes effect at once, and costs no query for others", async () => {
  const cache = aCache()
  const [one, other] = [await shop.aUser(), await shop.aUser()]
  await Promise.all([cache.look(one), cache.look(other)])
  await promote(cache.store, one, { membershipLevel: "vip" })
  expect(await cache.look(one)).toBe("vip")
  expect(await cache.look(other)).toBe("free")
  expect(cache.reads()).toBe(2)
})

test("a read during which a change was published is neither cached nor returned to later callers", async () => {
  const cache = aCache()
  const person = await shop.aUser()
  const release = cache.hold()
  const slow = cache.look(person)
  await vi.waitFor(() => expect(cache.reads()).toBe(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  await promote(cache.store, person, { membershipLevel: "vvip" })
  const quick = cache.look(person)
  release()
  expect([await slow, await quick]).toEqual(["free", "vvip"])
  expect(await cache.look(person)).toBe("vvip")
})

test("a level is cached until it ends by the clock, and a session until it expires", async () => {
  const person = await shop.aUser({ membershipLevel: "vip", membershipExpiresAt: new Date(+shop.clock.now() + 30_000) })
  const cache = aCache()
  expect(await cache.look(person)).toBe("vip")
  shop.clock.advance(seconds(29))
  expect(await cache.look(person)).toBe("vip")
  expect(cache.reads()).toBe(1)
  shop.clock.advance(seconds(1))
  expect(await cache.look(person)).toBe("free")
  shop.clock.advance(days(30) - seconds(40))
  await cache.look(person)
  shop.clock.advance(minutes(1))
  await expect(cache.look(person)).rejects.toMatchObject({ code: "UNAUTHENTICATED" })
})

test("while the bus is down each check reads the database, and afterwards nothing stale is used", async () => {
  const listeners = createListeners(shop.app.log)
  const bus = {
    ...createMemoryBus(shop.app.log),
    subscribe: listeners.subscribe,
    onReconnect: listeners.onReconnect,
    up: true,
  }
  const cache = aCache(bus)
  const person = await shop.aUser()
  await cache.look(person)
  await cache.look(person)
  expect(cache.reads()).toBe(1)
  bus.up = false
  await cache.look(person)
  await cache.look(person)
  expect(cache.reads()).toBe(3)
  await shop.app.store.db.update(users).set({ membershipLevel: "standard" }).where(eq(users.id, person.id))
  bus.up = true
  listeners.publishReconnect()
  expect(await cache.look(person)).toBe("standard")
})

test("an ended session is invalid at once, the account's others are not", async () => {
  const person = await shop.aUser()
  const known = await shop.app.tokens.personOf(person.token)
  await endSession(shop.app.store, known.sessionId)
  await expect(shop.app.tokens.personOf(person.token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" })
})
