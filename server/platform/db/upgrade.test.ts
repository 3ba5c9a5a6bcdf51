import { readFile } from "node:fs/promises"
import { gunzipSync } from "node:zlib"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { demoPictures, type Everything, everything, lost, type Row } from "#test/allRows.ts"
import { onPostgres } from "#test/database.ts"
import { createDatabase } from "#test/postgres.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { demoPassword } from "../../start/demo/accounts.ts"
import type { OpenDatabase } from "./database.ts"
import { openEmbedded, startEmbedded } from "./embedded.ts"
import { openPostgres } from "./open.ts"

interface Column {
  place: string
  isFilled: boolean
}

/**
 * The database of commit 59141a4 (`pg_dump --inserts`): the demo shop, with one more order and one more conversation.
 */
const fixture = new URL("fixtures/59141a4.sql.gz", import.meta.url)
let before: Everything
let columnsBefore: Column[]
let shop: TestShop
beforeAll(async () => {
  const database = onPostgres
    ? openPostgres(await createDatabase(inject("postgresUrl")))
    : openEmbedded(await startEmbedded())
  await database.script(gunzipSync(await readFile(fixture)).toString())
  before = await everything(database.db)
  columnsBefore = await columnsOf(database)
  shop = await openShop({ DEMO: "1" }, { database })
})
afterAll(() => shop.close())

async function columnsOf({ db }: OpenDatabase): Promise<Column[]> {
  const found = await db.execute(sql`
    select table_name || '.' || column_name as place,
      is_nullable = 'YES' or column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as "isFilled"
    from information_schema.columns where table_schema = 'public'`)
  return (found as unknown as { rows: Column[] }).rows
}
const signIn = async (email: string) =>
  (await shop.call("POST /api/auth/login", { body: { email, password: demoPassword } })).body.access_token as string

test("a database of an older commit comes up with nothing lost", async () => {
  expect([...before.values()].flat().length).toBeGreaterThan(500)
  const after = await everything(shop.app.store.db)
  // The demo order under review counted as sold and paid in full.
  const review = before.get("orders")!.find(({ status }) => status === "needs_review")!
  const isItsSale = (row: Row) => row.type === "model_purchase" && row.subject_id === review.id
  const kept = new Map(before).set(
    "activities",
    before.get("activities")!.filter((row) => !isItsSale(row)),
  )
  expect(
    lost(kept, after, ["chat_reads.unread", "orders.paid_at", "activities.amount_cents", ...demoPictures]),
  ).toEqual([])
  expect(after.get("activities")!.filter(isItsSale)).toEqual([])
  const timesPaid = (all: Everything) =>
    new Map(all.get("orders")!.flatMap(({ id, paid_at }) => (id === review.id ? [] : [[id, paid_at]])))
  expect(after.get("orders")!.find(({ id }) => id === review.id)).toMatchObject({ paid_at: null })
  expect(timesPaid(after)).toEqual(timesPaid(before))
  // Unread counts have moved to the rooms.
  const waiting = (all: Row[], of: (row: Row) => number) => all.reduce((sum, row) => sum + of(row), 0)
  const [reads, rooms] = [before.get("chat_reads")!, after.get("chat_rooms")!]
  const isOfRoom = (row: Row) =>
    rooms.some(({ id, user_id, moderator_id }) => id === row.room_id && [user_id, moderator_id].includes(row.user_id))
  expect(waiting(rooms, (row) => Number(row.user_unread) + Number(row.moderator_unread))).toBe(
    waiting(reads.filter(isOfRoom), (row) => Number(row.unread)),
  )
})

test("its users sign in, and find their orders, conversations and videos", async () => {
  const mara = await signIn("mara@demo.example")
  const orders = await shop.call("GET /api/orders", { as: mara })
  expect(orders.body.length).toBe(before.get("orders")!.length)
  const vvip = await signIn("vvip@demo.example")
  const room = before.get("chat_rooms")!.at(-1)!
  const messages = await shop.call(`GET /api/chat/rooms/${room.id}/messages`, { as: vvip })
  expect(messages.body.at(-1).content).toBe("A line from before 11")
  const again = { chat_room_id: room.id, content: "And one from now", client_id: "from-now-0001" }
  expect((await shop.call("POST /api/chat/messages/", { as: vvip, body: again })).status).toBe(201)
  expect((await shop.call("GET /api/videos", { as: vvip })).body.length).toBeGreaterThan(0)
  const admin = await signIn("admin@demo.example")
  for (const list of ["orders", "users", "audit-log"]) {
    expect((await shop.call(`GET /api/admin/${list}`, { as: admin })).status, list).toBe(200)
  }
})

test("an older node can continue to write: its columns still exist, and new ones have defaults", async () => {
  const now = new Map((await columnsOf(shop.app.database)).map((column) => [column.place, column]))
  const known = new Set(columnsBefore.map(({ place }) => place))
  expect([...known].filter((place) => !now.has(place))).toEqual([])
  const tables = new Set([...known].map((place) => place.split(".")[0]))
  const isNew = ({ place }: Column) => !known.has(place) && tables.has(place.split(".")[0])
  expect([...now.values()].filter((column) => isNew(column) && !column.isFilled)).toEqual([])
})
