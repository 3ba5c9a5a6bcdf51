import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import type { OpenDatabase } from "#server/platform/db/database.ts"
import { openDatabase, openPostgres } from "#server/platform/db/open.ts"
import { demoPassword } from "#server/start/demo/accounts.ts"
import { demoPictures, type Everything, everything, lost, type Row } from "#test/allRows.ts"
import { shipping } from "#test/orders.ts"
import { createDatabase } from "#test/postgres.ts"
import { pause, type Server, startServer } from "./servers.ts"

/**
 * An earlier version and the current one on one database. Each can use the other's data, and nothing fails while both
 * serve. A clone without that commit has no older version; there, only `server/platform/db/upgrade.test.ts` applies.
 */
const released = "6fbaddfabe6972dbf8260633d723e249ceb76bd3"
const root = join(import.meta.dirname, "../..")
const git = (...given: string[]) => execFileSync("git", given, { cwd: root, encoding: "utf8" }).trim()
const can = isKnown(released)

function isKnown(commit: string): boolean {
  try {
    return git("cat-file", "-t", commit) === "commit"
  } catch {
    return false
  }
}

let directory: string
let old: string
const servers = new Set<Server>()
beforeAll(() => {
  if (!can) return
  directory = mkdtempSync(join(tmpdir(), "vitrine-upgrade-"))
  old = join(directory, "shop")
  mkdirSync(old)
  execFileSync("tar", ["-x", "-C", old], {
    input: execFileSync("git", ["archive", released], { cwd: root, maxBuffer: 2 ** 30 }),
  })
  symlinkSync(join(root, "node_modules"), join(old, "node_modules"))
  installGone()
})

/** Installs packages that only the older version has, except Node. Its files find them in a folder above. */
function installGone(): void {
  const { dependencies } = JSON.parse(readFileSync(join(old, "package.json"), "utf8"))
  const gone = Object.entries<string>(dependencies).filter(
    ([name]) => name !== "node" && !existsSync(join(root, "node_modules", name)),
  )
  if (gone.length === 0) return
  const packages = gone.map(([name, version]) => `${name}@${version}`)
  execFileSync("npm", ["install", "--prefix", directory, "--no-save", "--ignore-scripts", "--no-audit", ...packages])
}
afterAll(async () => {
  if (!can) return
  await Promise.all([...servers].map(stop))
  await rm(directory, { recursive: true, force: true })
})

async function start(env: Record<string, string>, cwd?: string): Promise<Server> {
  // The compiled code of the older version is deleted with its directory.
  const cache: Record<string, string> = cwd ? { NODE_COMPILE_CACHE: join(directory, "cache") } : {}
  const server = await startServer({ DEMO: "1", DATA_DIR: join(directory, "data"), ...cache, ...env }, cwd)
  servers.add(server)
  return server
}
async function stop(server: Server): Promise<void> {
  servers.delete(server)
  if (server.child.exitCode !== null) return
  const ended = once(server.child, "exit")
  server.child.kill("SIGTERM")
  await ended
}

async function ask(server: Server, what: string, token?: string, body?: unknown) {
  const [method, path] = what.split(" ") as [string, string]
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === "PATCH" ? { "if-match": "*" } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.status >= 400) throw new Error(`${what} on ${server.url}: ${answer.status} ${text.slice(0, 300)}`)
  return text ? JSON.parse(text) : null
}
const signIn = async (server: Server, who: string): Promise<string> =>
  (await ask(server, "POST /api/auth/login", undefined, { email: `${who}@demo.example`, password: demoPassword }))
    .access_token

let count = 0
/** Typical use of the shop. Each step runs on the first and then on the second server, and uses the other's data. */
async function aDay(first: Server, second: Server): Promise<void> {
  count++
  const [mara, vvip] = [await signIn(first, "mara"), await signIn(first, "vvip")]
  const [moderator, admin] = [await signIn(second, "moderator"), await signIn(second, "admin")]
  const models: { id: number; stock: number | null }[] = await ask(first, "GET /api/dolls")
  const model = models.find(({ stock }) => stock === null || stock > 4) ?? models[0]!
  await ask(first, "DELETE /api/cart/", mara)
  const line = await ask(first, "POST /api/cart/", mara, { doll_id: model.id, quantity: 1 })
  await ask(second, `PUT /api/cart/${line.id}`, mara, { quantity: 2 })
  const order = await ask(second, "POST /api/orders", mara, { ...shipping, email: "mara@demo.example" })
  expect((await ask(first, `GET /api/orders/${order.id}`, mara)).items[0].quantity).toBe(2)
  await ask(first, `POST /api/orders/${order.id}/cancel`, mara)
  await ask(second, `GET /api/orders/${order.id}`, mara)

  await aPurchase(first, second, model.id, admin)

  const { id: room } = await ask(first, "POST /api/chat/rooms/", vvip, { doll_id: model.id })
  const say = (server: Server, as: string, content: string) =>
    ask(server, "POST /api/chat/messages/", as, {
      chat_room_id: room,
      content,
      client_id: `upgrade-${count}-${content.replaceAll(/\W/g, "-")}`,
    })
  await say(first, vvip, "Good evening")
  const last = await say(second, vvip, "Is it still there")
  const said: { content: string }[] = await ask(first, `GET /api/chat/rooms/${room}/messages`, vvip)
  expect(said.slice(-2).map(({ content }) => content)).toEqual(["Good evening", "Is it still there"])
  for (const server of [first, second]) {
    await ask(server, `POST /api/chat/rooms/${room}/read`, vvip, { last_message_id: last.id })
    await ask(server, "GET /api/chat/unread-count", moderator)
    await ask(server, "GET /api/chat/moderator/rooms", moderator)
    await ask(server, "GET /api/notifications", mara)
    await ask(server, "GET /api/videos", vvip)
    for (const list of ["orders", "users", "audit-log", "contacts"]) await ask(server, `GET /api/admin/${list}`, admin)
  }
}

/** A new customer browses, registers, signs in, buys, pays and reviews, while staff change the model. */
async function aPurchase(first: Server, second: Server, model: number, admin: string): Promise<void> {
  const account = { email: `visitor${count}.${Date.now()}@demo.example`, password: "Turned-Brass-7" }
  await ask(first, "POST /api/auth/register", undefined, { ...account, full_name: "Vera Visitor", region: "eu" })
  const { access_token: vera } = await ask(second, "POST /api/auth/login", undefined, account)
  await ask(first, "GET /api/auth/me", vera)
  for (const [changes, shows] of [
    [first, second],
    [second, first],
  ] as const) {
    const { stock } = await ask(changes, `GET /api/dolls/${model}`, admin)
    await ask(changes, `PATCH /api/dolls/${model}`, admin, { stock: (stock ?? 5) + 2 })
    expect((await ask(shows, `GET /api/dolls/${model}`, admin)).stock).toBe((stock ?? 5) + 2)
  }
  await ask(first, "POST /api/cart/", vera, { doll_id: model, quantity: 1 })
  const order = await ask(second, "POST /api/orders", vera, { ...shipping, email: account.email })
  const invoice = await ask(first, "POST /api/nowpayments/create-invoice", vera, { order_id: order.reference })
  const outcome = new URLSearchParams({ outcome: "finished" })
  // The node that made the invoice has the sandbox, which sends it signed webhooks.
  const page = first.url + new URL(invoice.invoice_url).pathname
  expect((await fetch(page, { method: "POST", body: outcome, redirect: "manual" })).status).toBe(303)
  for (const server of [first, second])
    await expect
      .poll(async () => (await ask(server, `GET /api/orders/${order.id}`, vera)).status, { timeout: 30_000 })
      .toBe("to_be_shipped")
  await ask(first, `PATCH /api/admin/orders/${order.id}`, admin, { status: "shipped", tracking_number: "1Z" })
  expect((await ask(second, `GET /api/orders/${order.id}`, vera)).status).toBe("shipped")
  const review = await ask(first, "POST /api/reviews/", vera, { doll_id: model, rating: 5, comment: "Well made." })
  await ask(second, `PUT /api/reviews/${review.id}`, vera, { rating: 4, comment: "Well made, well packed." })
  const reviews: { id: number; rating: number }[] = await ask(first, `GET /api/reviews/doll/${model}?limit=100`)
  expect(reviews.find(({ id }) => id === review.id)?.rating).toBe(4)
}

/** Columns that a running server changes by itself, and those moved into `chat_rooms`. */
const changing = [
  "chat_reads.unread",
  "sessions.last_seen_at",
  "mail_outbox.attempts",
  "mail_outbox.next_attempt_at",
  "mail_outbox.sent_at",
]
changing.push("mail_outbox.body_text", "mail_outbox.body_html", "mail_outbox.unsubscribe_url", "mail_outbox.last_error")

/** Columns that migrations correct for a payment that was received in part. */
const corrected = ["orders.paid_at", "activities.amount_cents"]
/** Leaves out the sale of a demo order that is still under review, which the new version removes. */
function withoutReviewedSale(all: Everything): Everything {
  const reviewed = all.get("orders")!.filter(({ status }) => status === "needs_review")
  const isSale = (row: Row) => row.type === "model_purchase" && reviewed.some(({ id }) => id === row.subject_id)
  const rest = all.get("activities")!.filter((row) => !isSale(row))
  return new Map(all).set("activities", rest)
}

async function taken(database: OpenDatabase): Promise<Everything> {
  try {
    return await everything(database.db)
  } finally {
    await database.close()
  }
}

test.skipIf(!can)("an embedded database of the older version opens in the new one with nothing lost", async () => {
  const server = await start({}, old)
  await aDay(server, server)
  await stop(server)
  const open = () =>
    openDatabase({
      databaseUrl: null,
      databaseReplicaUrl: null,
      databaseConnections: 10,
      dataDir: join(directory, "data"),
    })
  const before = await taken(await open())
  const now = await start({})
  await aDay(now, now)
  await stop(now)
  // A new order and its emails were added. Everything else is unchanged.
  expect([...before.values()].flat().length).toBeGreaterThan(500)
  const after = await taken(await open())
  const kept = [
    "users",
    "orders",
    "order_items",
    "payments",
    "invoices",
    "chat_messages",
    "reviews",
    "dolls",
    "videos",
    "audit_log",
  ]
  const touched = [
    "dolls.stock",
    "dolls.version",
    "dolls.updated_at",
    "dolls.rating",
    "dolls.review_count",
    "dolls.rating_sum",
    "users.last_seen_at",
    "users.updated_at",
    ...corrected,
  ]
  const of = (all: Everything) => new Map([...all].filter(([table]) => kept.includes(table)))
  expect(lost(of(before), of(after), touched)).toEqual([])
})

test.skipIf(!can || !inject("postgresUrl"))("on PostgreSQL both serve side by side, and nothing fails", async () => {
  const url = await createDatabase(inject("postgresUrl"))
  const env = { DATABASE_URL: url, DATA_DIR: join(directory, "shared") }
  const older = await start(env, old)
  await aDay(older, older)
  const before = await taken(openPostgres(url))
  // The new version migrates while the old one serves.
  const starting = start(env)
  let isThere = false
  starting.then(() => {
    isThere = true
  })
  const people = await Promise.all(["mara", "vvip"].map((who) => signIn(older, who)))
  while (!isThere) {
    for (const token of people) await ask(older, "GET /api/orders", token)
    await ask(older, "GET /api/dolls?limit=5")
    await pause(20)
  }
  const newer = await starting
  const after = await taken(openPostgres(url))
  expect(lost(withoutReviewedSale(before), after, [...changing, ...corrected, ...demoPictures])).toEqual([])
  await aDay(older, newer)
  await aDay(newer, older)
  // The old version can be started again, so a rollback finds all data.
  await stop(older)
  const again = await start(env, old)
  await aDay(newer, again)
  await stop(again)
  await aDay(newer, newer)
  await stop(newer)
})
