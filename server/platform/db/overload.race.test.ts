import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import pg from "pg"
import sharp from "sharp"
import { expect, inject, test, vi } from "vitest"
import { Problem } from "#contract/common.ts"
import { testBucket } from "#test/bucket.ts"
import { aRoom, inRoom, says } from "#test/chat.ts"
import { aForm } from "#test/forms.ts"
import { createDatabase, startPostgres } from "#test/postgres.ts"
import { type Answer, openShop, type TestShop } from "#test/shop.ts"
import { openPostgres } from "./open.ts"

/** 503 in the standard form, no later than the wait for a connection and some time for a busy machine. */
function isRefused({ status, body, headers }: Answer<unknown>, took: number): void {
  expect(status).toBe(503)
  expect(Problem.parse(body)).toMatchObject({
    code: "UNREADY",
    detail: "The shop is temporarily unavailable. Please try again in a moment.",
  })
  expect(Number(headers["retry-after"])).toBeGreaterThan(0)
  expect(took).toBeLessThan(9000)
}
async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; took: number }> {
  const began = performance.now()
  const answer = await work()
  return { answer, took: performance.now() - began }
}
const readiness = async (shop: TestShop) => (await shop.call("GET /readyz")).status

test("with all connections busy, calls wait and then get 503, health stays right, and no chat message is lost", async () => {
  const url = await createDatabase(inject("postgresUrl"), inject("postgresTemplate"))
  const shop = await openShop({ DATABASE_URL: url }, { database: openPostgres(url, { connections: 2 }) })
  const room = await aRoom(shop)
  const socket = await inRoom(shop.app, room, room.member)
  const { store } = shop.app
  const slow = [1, 2].map(() => store.transaction((tx) => tx.db.execute(sql`select pg_sleep(9)`)))
  const waiting = [1, 2, 3].map(() => timed(() => shop.call("GET /api/orders", { as: room.member })))
  socket.say({ type: "create", message: "Is anybody there?", client_id: "while-busy" })
  const health = await timed(() => shop.call("GET /healthz"))
  expect(health.answer.status).toBe(200)
  expect(health.took).toBeLessThan(2000)
  expect(await readiness(shop)).toBe(503)
  for (const { answer, took } of await Promise.all(waiting)) isRefused(answer, took)
  await Promise.all(slow)
  expect(await readiness(shop)).toBe(200)
  expect((await shop.call("GET /api/orders", { as: room.member })).status).toBe(200)
  // Clients send again what was not acknowledged, under the same id.
  await says(shop, room, room.member, "Is anybody there?", "while-busy")
  const { body: messages } = await shop.call(`GET /api/chat/rooms/${room.id}/messages`, { as: room.member })
  expect(messages.map(({ content }: { content: string }) => content)).toEqual(["Is anybody there?"])
  socket.close()
  await shop.close()
}, 60_000)

test("when PostgreSQL accepts no more connections, a node without one answers 503 until there is room again", async () => {
  const cluster = (await startPostgres({ maxConnections: 12 }))!
  const shop = await openShop({ DATABASE_URL: cluster.url }, { database: openPostgres(cluster.url) })
  const person = await shop.aUser()
  const others: pg.Client[] = []
  const takeAll = async () => {
    for (;;) {
      const client = new pg.Client({ connectionString: cluster.url })
      client.on("error", () => {})
      const state = await client.connect().then(
        () => null,
        (error) => error.code,
      )
      if (state === null) others.push(client)
      else {
        expect(state).toBe("53300")
        return
      }
    }
  }
  const ask = () => shop.call("GET /api/orders", { as: person })
  expect((await ask()).status).toBe(200)
  await takeAll()
  // It goes on with the connections it has.
  expect((await ask()).status).toBe(200)
  await others[0]!.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'vitrine-%'",
  )
  await takeAll()
  for (const { answer, took } of await Promise.all([1, 2, 3].map(() => timed(ask)))) isRefused(answer, took)
  expect((await shop.call("GET /healthz")).status).toBe(200)
  expect(await readiness(shop)).toBe(503)
  await Promise.all(others.map((one) => one.end()))
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), 10_000)
  expect(await readiness(shop)).toBe(200)
  await shop.close()
  await cluster.stop()
}, 60_000)

test("a node with its database and its files elsewhere starts, and takes uploads, without a data folder to write to", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-test-"))
  await writeFile(join(folder, "file"), "")
  const url = await createDatabase(inject("postgresUrl"), inject("postgresTemplate"))
  const env = { DATABASE_URL: url, DATA_DIR: join(folder, "file", "data"), ...testBucket() }
  const shop = await openShop(env, { database: openPostgres(url) })
  const image = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#345" } })
    .png()
    .toBuffer()
  const as = await shop.anAdmin("content_admin")
  const { status } = await shop.call("POST /api/slideshow/upload", { as, ...(await aForm({}, { file: image })) })
  expect(status).toBe(201)
  expect(await shop.filesIn("slides")).not.toEqual([])
  expect((await shop.call("GET /readyz")).status).toBe(200)
  await shop.close()
  await rm(folder, { recursive: true })
}, 60_000)
