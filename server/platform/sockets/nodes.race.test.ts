import { eq } from "drizzle-orm"
import pg from "pg"
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest"
import { closeCodes } from "#contract/closeCodes.ts"
import { createDatabase } from "#test/postgres.ts"
import { hasRedis, startRedis } from "#test/redis.ts"
import { openShop, type TestPerson, type TestShop } from "#test/shop.ts"
import { openSocket } from "#test/sockets.ts"
import { type Wire, wireTo } from "#test/tcpProxy.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { catalogChanged } from "../../shopfront/catalog/changes.ts"
import { dolls } from "../../shopfront/catalog/tables.ts"
import { endSessions, forgetPerson } from "../auth/sessions.ts"
import { users } from "../auth/tables.ts"
import { seconds } from "../clock.ts"
import { openPostgres } from "../db/open.ts"
import { notify } from "../notifications/notifications.ts"

/** Two nodes on one PostgreSQL and one Redis, each with its own connection to Redis that can be cut. */
const several = test.skipIf(!hasRedis)

interface Node extends TestShop {
  wire: Wire
}
let redis: Awaited<ReturnType<typeof startRedis>>
let a: Node
let b: Node
beforeAll(async () => {
  if (!hasRedis) return
  redis = await startRedis()
  const address = await createDatabase(inject("postgresUrl"))
  a = await aNode(address)
  b = await aNode(address)
  await whole()
})
afterAll(async () => {
  for (const node of [a, b]) {
    await node?.close()
    await node?.wire.close()
  }
  await redis?.stop()
})

async function aNode(address: string): Promise<Node> {
  const wire = await wireTo(redis!.url)
  const env = { REDIS_URL: wire.url, DATABASE_URL: address, RATE_LIMIT_SCALE: "1" }
  return Object.assign(await openShop(env, { database: openPostgres(address, { connections: 10 }) }), { wire })
}
const whole = () =>
  vi.waitFor(() => expect([a.app.bus.up, b.app.bus.up]).toEqual([true, true]), { timeout: seconds(15), interval: 20 })
const statusOf = async (node: Node, person: TestPerson) => (await node.call("GET /api/auth/me", { as: person })).status
const within = <T>(milliseconds: number, check: () => Promise<T>) =>
  vi.waitFor(check, { timeout: milliseconds, interval: 20 })
const promote = (node: Node, person: TestPerson, membershipLevel: "vip" | "vvip") =>
  node.app.store.transaction(async (tx) => {
    await tx.db.update(users).set({ membershipLevel }).where(eq(users.id, person.id))
    forgetPerson(tx, person.id)
  })
const levelOn = async (node: Node, person: TestPerson) => (await node.app.tokens.personOf(person.token)).level

several("a node that is cut off makes the others check all their sockets by a few statements", async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => a.aUser()))
  const pages = await Promise.all(people.map((person) => openSocket(a.app, person)))
  await Promise.all(pages.map((page) => page.next("account")))
  b.wire.cut()
  await vi.waitFor(() => expect(a.app.bus.up).toBe(false), { timeout: seconds(5) })
  const queries = vi.spyOn(pg.Client.prototype, "query")
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const lookups = queries.mock.calls.filter(([query]) => (query as { name?: string }).name === "people_of_tokens")
  queries.mockRestore()
  b.wire.mend()
  await whole()
  await a.app.store.transaction((tx) => endSessions(tx, people[7]!.id, null))
  expect(await pages[7]!.closed()).toBe(closeCodes.unauthenticated)
  for (const page of pages) page.close()
  expect(lookups.length).toBeGreaterThan(1)
  expect(lookups.length).toBeLessThan(8)
})

several("a level bought on one node reaches the pages on the other within 5 s", async () => {
  const person = await a.aUser()
  const page = await openSocket(b.app, person)
  await page.next("account")
  await promote(a, person, "vip")
  expect(await page.next("account", 5000)).toMatchObject({ membership_level: "vip" })
  await a.app.store.transaction((tx) =>
    notify(tx, person.id, { kind: "order_paid", title: "Paid", body: "It is paid." }),
  )
  await vi.waitFor(() =>
    expect(page.frames.at(-1)).toMatchObject({ type: "notice", unread: 1, notification: { title: "Paid" } }),
  )
  page.close()
})

several("a token revoked on one node is dead on the other within a second, and its sockets with it", async () => {
  const person = await a.aUser()
  const page = await openSocket(b.app, person)
  await page.next("account")
  expect(await statusOf(b, person)).toBe(200)
  const began = performance.now()
  await a.call("POST /api/auth/logout", { as: person })
  await within(1000, async () => expect(await statusOf(b, person)).toBe(401))
  expect(await page.closed(1000)).toBe(4401)
  expect(performance.now() - began).toBeLessThan(2000)
})

several(
  "a price changed on one node is the price on the other within a second, also after Redis was away",
  async () => {
    const { id } = await a.aDoll({ priceCents: 10_000 })
    const priceOn = async (node: Node) => (await node.call(`GET /api/dolls/${id}`)).body.price
    /** How long the nodes disagree, in milliseconds. */
    const changeTo = async (price: number) => {
      // Both have the old price in memory.
      for (const node of [a, b]) expect(await priceOn(node)).not.toBe(price)
      await a.app.store.transaction(async (tx) => {
        await tx.db
          .update(dolls)
          .set({ priceCents: price * 100 })
          .where(eq(dolls.id, id))
        catalogChanged(tx)
      })
      const changed = performance.now()
      await vi.waitFor(async () => expect(await Promise.all([priceOn(a), priceOn(b)])).toEqual([price, price]), {
        timeout: 5000,
        interval: 50,
      })
      return performance.now() - changed
    }
    expect(await changeTo(200)).toBeLessThan(1000)
    for (const { wire } of [a, b]) wire.cut()
    await vi.waitFor(() => expect([a.app.bus.up, b.app.bus.up]).toEqual([false, false]), { timeout: 3000 })
    // Nothing is heard of changes: each node forgets once a second.
    expect(await changeTo(300)).toBeLessThan(2000)
    for (const { wire } of [a, b]) wire.mend()
    await whole()
    expect(await changeTo(400)).toBeLessThan(1000)
  },
  60_000,
)

several(
  "what a node did not hear before it noticed that Redis was away is forgotten within two seconds",
  async () => {
    const { id } = await a.aDoll({ priceCents: 10_000 })
    const priceOn = async (node: Node) => (await node.call(`GET /api/dolls/${id}`)).body.price
    expect(await priceOn(b)).toBe(100)
    b.wire.freeze()
    await a.app.store.transaction(async (tx) => {
      await tx.db.update(dolls).set({ priceCents: 20_000 }).where(eq(dolls.id, id))
      catalogChanged(tx)
    })
    const changed = performance.now()
    await vi.waitFor(async () => expect(await priceOn(b)).toBe(200), { timeout: 5000, interval: 50 })
    // Noticed after 0.9 s, and a second at most until then.
    expect(performance.now() - changed).toBeLessThan(2500)
    b.wire.mend()
    await whole()
  },
  60_000,
)

several("sign-ins are counted together", async () => {
  const { email } = await visitorsOf(a).register()
  const signIn = async (node: Node) => (await node.call("POST /api/auth/login", { body: { email, password } })).status
  for (let i = 0; i < 5; i++) expect([await signIn(a), await signIn(b)]).toEqual([200, 200])
  expect([await signIn(a), await signIn(b)]).toEqual([429, 429])
})

several(
  "while Redis is away nothing breaks, the database is asked, and afterwards all is caught up",
  { timeout: 60_000 },
  async () => {
    const person = await a.aUser()
    const page = await openSocket(b.app, person)
    await page.next("account")
    await levelOn(b, person)
    for (const { wire } of [a, b]) wire.cut()
    await vi.waitFor(() => expect([a.app.bus.up, b.app.bus.up]).toEqual([false, false]), { timeout: 3000 })
    expect(await b.call("GET /readyz")).toMatchObject({ status: 200, body: { status: "ready", degraded: ["redis"] } })

    await promote(a, person, "vvip")
    expect(await levelOn(b, person)).toBe("vvip")
    expect(await page.next("account", 5000)).toMatchObject({ membership_level: "vvip" })
    const other = await a.aUser()
    expect(await statusOf(b, other)).toBe(200)
    await endSessions(a.app.store, other.id, null)
    expect(await statusOf(b, other)).toBe(401)
    await a.app.store.transaction((tx) =>
      notify(tx, person.id, { kind: "order_paid", title: "Missed", body: "It is paid." }),
    )

    for (const { wire } of [a, b]) wire.mend()
    await whole()
    await vi.waitFor(() => expect(page.frames.at(-1)).toMatchObject({ type: "notice", unread: 1 }), { timeout: 5000 })
    expect((await b.call("GET /readyz")).body).toEqual({ status: "ready" })
    await promote(a, person, "vip")
    expect(await page.next("account", 5000)).toMatchObject({ membership_level: "vip" })
    page.close()
  },
)

several(
  "a node that alone is cut off is not believed by the other, which loses nothing by it",
  { timeout: 60_000 },
  async () => {
    const person = await a.aUser()
    expect(await statusOf(b, person)).toBe(200)
    a.wire.freeze()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await endSessions(a.app.store, person.id, null)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(await statusOf(b, person)).toBe(401)
    a.wire.mend()
    await whole()
  },
)

several(
  "who was asked about before the bus came back, and signed out since, is not forgotten",
  { timeout: 60_000 },
  async () => {
    const [first, second] = [await a.aUser(), await a.aUser()]
    const page = await openSocket(a.app, first)
    const other = await openSocket(a.app, second)
    await other.next("account")
    const { tokens } = a.app
    const { resolve } = tokens
    let asked = () => {}
    let goOn = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    Object.assign(tokens, {
      resolve: async (token: string) => {
        if (token !== second.token) return resolve(token)
        asked()
        await held
        return resolve(token)
      },
    })
    a.wire.cut()
    await isAsked
    // Published while the node is cut off, about somebody whom this round has already checked.
    await endSessions(b.app.store, first.id, null)
    a.wire.mend()
    await whole()
    goOn()
    Object.assign(tokens, { resolve })
    expect(await page.closed()).toBe(4401)
    other.close()
  },
)
