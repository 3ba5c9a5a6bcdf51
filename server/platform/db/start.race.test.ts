import { setTimeout as pause } from "node:timers/promises"
import { sql } from "drizzle-orm"
import { expect, inject, test } from "vitest"
import { createDatabase, query, startPostgres } from "#test/postgres.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { wireTo } from "#test/tcpProxy.ts"
import { users } from "../auth/tables.ts"
import { createLog } from "../log.ts"
import { SettingsError } from "../settings.ts"
import type { OpenDatabase } from "./database.ts"
import { migrate } from "./migrate.ts"
import { openPostgres } from "./open.ts"
import { awaitDatabase } from "./start.ts"

const nodes = [1, 2, 3]
const rowsOf = async ({ db }: OpenDatabase, query: string) =>
  ((await db.execute(sql.raw(query))) as unknown as { rows: { count: number }[] }).rows

test("three nodes that start concurrently on an empty database create it once", async () => {
  for (let round = 0; round < 5; round++) {
    const url = await createDatabase(inject("postgresUrl"))
    const databases = nodes.map(() => openPostgres(url, { connections: 3 }))
    const done = await Promise.all(databases.map(migrate))
    const [{ count }] = (await rowsOf(databases[0]!, "select count(*)::int from migrations")) as [{ count: number }]
    expect(done.flat()).toHaveLength(count)
    await Promise.all(databases.map((one) => one.close()))
  }
})

test("three nodes that start concurrently fill the demo shop once", async () => {
  const url = await createDatabase(inject("postgresUrl"), inject("postgresTemplate"))
  const shops = await Promise.all(
    nodes.map(() => openShop({ DATABASE_URL: url, DEMO: "1" }, { database: openPostgres(url, { connections: 4 }) })),
  )
  const people = await shops[0]!.app.store.db.select().from(users)
  expect(new Set(people.map(({ email }) => email)).size).toBe(people.length)
  expect(people.length).toBeGreaterThan(7)
  await Promise.all(shops.map((shop) => shop.close()))
})

test("the server waits for PostgreSQL, and logs it once", async () => {
  const wire = await wireTo(await createDatabase(inject("postgresUrl"), inject("postgresTemplate")))
  wire.cut()
  const lines: string[] = []
  const log = createLog("warn", { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const opening = openShop({ DATABASE_URL: wire.url }, { database: openPostgres(wire.url), log })
  await pause(2500)
  expect(lines).toEqual([expect.stringMatching(/^waiting for PostgreSQL, which does not respond yet: /)])
  wire.mend()
  const shop = await opening
  expect((await shop.call("GET /readyz")).status).toBe(200)
  await shop.close()
  await wire.close()
})

test("a PostgreSQL that does not respond, or has no such database, ends the start with one line", async () => {
  const url = new URL(inject("postgresUrl"))
  url.pathname = "/nowhere"
  const nowhere = openPostgres(url.href)
  const none = openPostgres("postgresql://shop@127.0.0.1:1/shop")
  const log = createLog("silent")
  const line = (database: OpenDatabase) =>
    awaitDatabase(database, log, { timeout: 300 }).then(
      () => "",
      (error) => (error instanceof SettingsError ? error.message : "no line"),
    )
  expect(await line(nowhere)).toBe('DATABASE_URL does not open a database: database "nowhere" does not exist')
  expect(await line(none)).toBe(
    "DATABASE_URL must be the address of a PostgreSQL that answers: connect ECONNREFUSED 127.0.0.1:1",
  )
  await Promise.all([nowhere.close(), none.close()])
})

test("a PostgreSQL whose locale knows ASCII only, or whose encoding is another one, ends the start with one line", async () => {
  for (const [name, options, found] of [
    ["c_locale", "encoding UTF8 locale 'C'", "in UTF8 with the locale C"],
    ["c_ascii", "encoding SQL_ASCII locale 'C'", "in SQL_ASCII with the locale C"],
  ] as const) {
    await query(inject("postgresUrl"), `create database ${name} template template0 ${options}`)
    const url = new URL(inject("postgresUrl"))
    url.pathname = `/${name}`
    const database = openPostgres(url.href)
    const said = await openShop({ DATABASE_URL: url.href }, { database }).catch((error) => error)
    expect(said).toBeInstanceOf(SettingsError)
    expect(said.message).toBe(
      "DATABASE_URL must be a database in UTF8 whose locale knows letters beyond ASCII, such as C.UTF-8 or en_US.UTF-8: " +
        `this one is ${found}`,
    )
    await database.close()
  }
})

test("three nodes on a PostgreSQL with ten connections all serve requests", async () => {
  const cluster = (await startPostgres({ maxConnections: 10 }))!
  const shops: TestShop[] = []
  for (const _ of nodes)
    shops.push(await openShop({ DATABASE_URL: cluster.url }, { database: openPostgres(cluster.url) }))
  const buyers = await Promise.all(shops.map(() => shops[0]!.aUser()))
  const doll = await shops[0]!.aDoll()
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(
      shops.flatMap((shop, node) =>
        Array.from({ length: 15 }, (_, n) => [
          shop.call(`GET /api/dolls?skip=${round * 20 + n}`),
          shop.call("GET /api/orders", { as: buyers[node]! }),
          shop.call("POST /api/cart/", { as: buyers[node]!, body: { doll_id: doll.id, quantity: 1 } }),
        ]).flat(),
      ),
    )
    expect([200, 201]).toEqual(expect.arrayContaining([...new Set(answers.map(({ status }) => status))]))
  }
  await Promise.all(shops.map((shop) => shop.close()))
  await cluster.stop()
}, 120_000)
