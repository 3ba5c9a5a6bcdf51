import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { WebSocket } from "ws"
import { startEmbedded } from "#server/platform/db/embedded.ts"
import { demoPassword } from "#server/start/demo/accounts.ts"
import { query } from "#test/postgres.ts"
import { fillDataDir } from "#test/template.ts"
import { pause, startServer } from "./servers.ts"

const buyers = 4

export interface Verdict {
  kills: number
  /** Milliseconds from the loss of the database to the first write that succeeded again. */
  awayFor: number
  ordersAcknowledged: number
  paymentsAcknowledged: number
  messagesAcknowledged: number
  /** Descriptions of violations; empty when all invariants hold. */
  faults: string[]
}

export interface Seen {
  /** Orders that were answered with 201, by number, with the key of the request. */
  orders: Map<string, string>
  /** The number of order requests that were never answered. Each may have placed an order. */
  unanswered: number
  /** Orders whose payment the sandbox's page has acknowledged. */
  paid: Set<string>
  /** Invoice pages whose payment request was not answered, so that it may or may not have succeeded. */
  doubtful: Set<string>
  /** Messages that were answered with 201 or 200, by `client_id`. */
  messages: Map<string, number>
  /** Ids of those messages whose deletion was answered. */
  deleted: Set<number>
}

export const nothingSeen = (): Seen => ({
  orders: new Map(),
  unanswered: 0,
  paid: new Set(),
  doubtful: new Set(),
  messages: new Map(),
  deleted: new Set(),
})

interface Run {
  kills: number
  databaseUrl?: string
  replicaUrl?: string
  /** Kills the database instead of the server and promotes its standby. Returns the standby's address. */
  failOver?: () => Promise<string>
}

/**
 * Customers order, pay and chat while the server is repeatedly killed, on the embedded database or on the given
 * PostgreSQL. Afterwards nothing acknowledged may be lost or duplicated, no stock may be negative, and every piece must
 * be accounted for.
 */
export async function killRun({ kills, databaseUrl, replicaUrl, failOver }: Run): Promise<Verdict> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-kill-"))
  const seen = nothingSeen()
  const database = { DATABASE_URL: databaseUrl ?? "", DATABASE_REPLICA_URL: replicaUrl ?? "" }
  const env = { DATA_DIR: dataDir, DEMO: "1", ...database }
  try {
    if (!databaseUrl) await fillDataDir(dataDir)
    let server = await startServer(env)
    const tokens = await Promise.all(Array.from({ length: buyers }, (_, index) => signIn(server.url, index)))
    const chatTokens = await Promise.all(
      ["vvip@demo.example", "moderator@demo.example"].map((email) => enter(server.url, email)),
    )
    const before = await listStock(server.url)
    let awayFor = 0
    let booksUrl = databaseUrl
    for (let kill = 0; kill < kills; kill++) {
      const alive = { now: true, url: server.url }
      const work = Promise.all([
        ...tokens.map((token, index) => shop(alive, token, index + kill, seen)),
        ...chatTokens.map((token) => chat(alive, token, chatTokens[0]!, seen)),
      ])
      await workedAWhile(seen)
      if (failOver) {
        const began = performance.now()
        booksUrl = await failOver()
        await writesAgain(server.url, tokens[0]!)
        awayFor = performance.now() - began
        await workedAWhile(seen)
      }
      alive.now = false
      if (!failOver) {
        server.child.kill("SIGKILL")
        await once(server.child, "exit")
      }
      await work
      // The last server's clock is ahead of the payments, so it asks the provider for them at once, not in a minute.
      const clock: Record<string, string> = kill === kills - 1 ? { CLOCK_SKEW: "120000" } : {}
      if (!failOver) server = await startServer({ ...env, ...clock })
    }
    // The jobs process what the last kill has left: webhooks that were stored but not applied, and those that were
    // refused while the database was away.
    const isSettled = failOver ? () => allAreApplied(booksUrl!) : () => jobsHaveRun(server.url)
    const late = performance.now() + 100_000
    let faults: string[]
    do {
      await pause(250)
      faults = (await isSettled()) ? await judge(server.url, tokens, seen) : ["The webhooks were not applied"]
    } while (faults.length > 0 && performance.now() < late)
    server.child.kill("SIGTERM")
    await once(server.child, "exit")
    faults.push(...(await judgeBooks(dataDir, booksUrl, before, seen)))
    return {
      kills,
      awayFor,
      ordersAcknowledged: seen.orders.size,
      paymentsAcknowledged: seen.paid.size,
      messagesAcknowledged: seen.messages.size,
      faults,
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Waits for one to three more acknowledged payments, however slow the machine is, and then until a random moment of the
 * work that follows.
 */
async function workedAWhile(seen: Seen): Promise<void> {
  const enough = seen.paid.size + 1 + Math.floor(Math.random() * 3)
  const late = performance.now() + 20_000
  while (seen.paid.size < enough && performance.now() < late) await pause(5)
  await pause(Math.random() * 200)
}

const unapplied = "select id from payment_events where processed_at is null"

const allAreApplied = async (databaseUrl: string) => (await query(databaseUrl, unapplied)).length === 0

/** Whether this server has applied stored webhooks and asked the provider for missing ones since its start. */
async function jobsHaveRun(url: string): Promise<boolean> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return ["apply pending webhooks", "reconcile payments"].every((name) =>
    new RegExp(`^job_runs_total\\{name="${name}",result="done"\\} [1-9]`, "m").test(metrics),
  )
}

/** Waits until the server accepts a write. */
async function writesAgain(url: string, token: string): Promise<void> {
  const form = { email: "buyer@demo.example", name: "Demo Buyer", subject: "Again", message: "Are you open?" }
  for (;;) {
    const { status } = await call(url, "POST", "/api/contact", token, form)
    if (status < 300) return
    if (status !== 503) throw new Error(`A write was answered with ${status} while the database was away`)
    await pause(50)
  }
}

export interface Alive {
  now: boolean
  url: string
}

/** Acts as a customer: adds to the cart, orders, creates an invoice and pays, until the server is gone. */
export async function shop(alive: Alive, token: string, seed: number, seen: Seen, pay = payInSandbox): Promise<void> {
  for (let turn = 0; alive.now; turn++) {
    try {
      await call(alive.url, "POST", "/api/cart/", token, { doll_id: 1 + ((seed * 13 + turn * 7) % 40), quantity: 1 })
      const key = crypto.randomUUID()
      const order = await place(alive, token, key, seen)
      if (order.status >= 400) {
        await call(alive.url, "DELETE", "/api/cart/", token)
        continue
      }
      seen.orders.set(order.body.orderNumber, key)
      const invoice = await call(alive.url, "POST", "/api/nowpayments/create-invoice", token, {
        order_id: order.body.reference,
      })
      if (invoice.status >= 400) continue
      seen.doubtful.add(order.body.orderNumber)
      if (!(await pay(alive, invoice.body))) continue
      seen.paid.add(order.body.orderNumber)
      seen.doubtful.delete(order.body.orderNumber)
    } catch {
      // The server was killed meanwhile. Unacknowledged work promises nothing.
      await pause(20)
    }
  }
}

/** Repeats the request with the same key until it is answered, as the shop's page does. At most one order is placed. */
async function place(alive: Alive, token: string, key: string, seen: Seen) {
  for (;;) {
    const headers = { "idempotency-key": key }
    const order = await call(alive.url, "POST", "/api/orders", token, address, headers).catch(() => null)
    if (order && order.status < 500 && order.body?.code !== "IDEMPOTENCY_IN_FLIGHT") return order
    if (!alive.now) {
      seen.unanswered++
      throw new Error("The server is gone")
    }
    await pause(100)
  }
}

async function payInSandbox(alive: Alive, { invoice_url }: { invoice_url: string }): Promise<boolean> {
  const page = new URL(new URL(invoice_url).pathname, alive.url)
  const body = new URLSearchParams({ outcome: "finished" })
  return (await fetch(page, { method: "POST", body, redirect: "manual" })).status === 303
}

/**
 * Acts as one side of a chat: sends each message with the same `client_id` until it is acknowledged, and deletes every
 * fifth. The member uses HTTP, the moderator a socket.
 */
async function chat(alive: Alive, token: string, member: string, seen: Seen): Promise<void> {
  const isMember = token === member
  const name = isMember ? "member" : "moderator"
  const send = isMember ? byHttp : bySocket
  try {
    const { body: rooms } = await call(alive.url, "GET", "/api/chat/user/rooms/", member)
    // This continues with the message that was unacknowledged at the last kill.
    for (let turn = [...seen.messages.keys()].filter((id) => id.startsWith(name)).length; alive.now; turn++) {
      const client_id = `${name}-${String(turn).padStart(8, "0")}`
      const message = { chat_room_id: rooms[turn % 2].id, content: `Line ${turn} of the ${name}`, client_id }
      const id = await send(alive, token, message)
      if (id === null) {
        await pause(50)
        continue
      }
      seen.messages.set(client_id, id)
      if (turn % 5 > 0) continue
      const gone = await call(alive.url, "DELETE", `/api/chat/messages/${id}`, token)
      if (gone.status === 204) seen.deleted.add(id)
    }
  } catch {
    // The server was killed; see `shop`.
  }
}

interface Draft {
  chat_room_id: number
  content: string
  client_id: string
}

async function byHttp(alive: Alive, token: string, message: Draft): Promise<number | null> {
  const sent = await call(alive.url, "POST", "/api/chat/messages/", token, message)
  return sent.status < 300 ? sent.body.id : null
}

/** Opens a socket for each message, so that kills can interrupt the opening too. */
async function bySocket(alive: Alive, token: string, { content, ...message }: Draft): Promise<number | null> {
  const { body: me } = await call(alive.url, "GET", "/api/auth/me", token)
  const ws = new WebSocket(`${alive.url.replace("http", "ws")}/api/chat/ws/${message.chat_room_id}/${me.id}`)
  ws.on("error", () => {})
  ws.on("open", () => {
    ws.send(JSON.stringify({ type: "identify", access_token: token }))
    ws.send(JSON.stringify({ type: "create", message: content, ...message }))
  })
  const answer = await new Promise<number | null>((resolve) => {
    ws.on("close", () => resolve(null))
    ws.on("message", (data) => {
      const frame = JSON.parse(String(data))
      if (frame.client_id === message.client_id) resolve(frame.message?.id ?? null)
    })
  })
  ws.terminate()
  return answer
}

export async function judge(url: string, tokens: string[], seen: Seen): Promise<string[]> {
  const faults: string[] = []
  const found = new Map<string, string>()
  for (const token of tokens) {
    for (let skip = 0; ; skip += 100) {
      const { body } = await call(url, "GET", `/api/orders?limit=100&skip=${skip}`, token)
      for (const order of body) {
        if (found.has(order.orderNumber)) faults.push(`${order.orderNumber} is there twice`)
        found.set(order.orderNumber, order.status)
      }
      if (body.length < 100) break
    }
  }
  if (found.size > seen.orders.size + seen.unanswered)
    faults.push(
      `${found.size} orders were placed by ${seen.orders.size} answered requests, and ${seen.unanswered} others`,
    )
  for (const number of seen.orders.keys()) if (!found.has(number)) faults.push(`${number} was acknowledged and is lost`)
  for (const number of seen.paid) {
    if (found.get(number) !== "to_be_shipped") faults.push(`${number} was paid and is ${found.get(number)}`)
  }
  return faults
}

const books: Record<string, string> = {
  "stock below zero": "select id from dolls where stock < 0",
  "an order paid twice": `select order_id from payments where status = 'completed' and order_id is not null
    group by order_id having count(*) > 1`,
  "a paid order without its payment": `select o.id from orders o where o.status = 'to_be_shipped' and o.cart_fingerprint not like 'demo %'
    and not exists (select from payments p where p.order_id = o.id and p.status = 'completed')`,
  "a completed payment whose order does not show it": `select p.id from payments p join orders o on o.id = p.order_id
    where p.status = 'completed' and o.status in ('unpaid', 'cancelled') and o.review is null`,
  "a notice that was never applied": unapplied,
  "an order without its pieces":
    "select o.id from orders o where not exists (select from order_items i where i.order_id = o.id)",
  "a room whose head is not the number of its changes": `select r.id, r.head_seq from chat_rooms r where r.head_seq <>
    (select count(*) + count(m.deleted_at) from chat_messages m where m.room_id = r.id)
    or r.message_count <> (select count(*) from chat_messages m where m.room_id = r.id and m.deleted_at is null)`,
  "a message that is there twice": `select content from chat_messages where content like 'Line %' and deleted_at is null
    group by content having count(*) > 1`,
  "an unread count that is not what is unread": `select r.id, p.user_id, p.unread
    from chat_rooms r cross join lateral (values (r.user_id, r.user_unread), (r.moderator_id, r.moderator_unread)) as p(user_id, unread)
    where p.user_id is not null and p.unread <> (select count(*) from chat_messages m left join chat_reads c on c.room_id = r.id and c.user_id = p.user_id
      where m.room_id = r.id and m.id > coalesce(c.last_message_id, 0) and m.sender_id <> p.user_id and m.deleted_at is null)`,
  "an allowance that is not the number of messages": `select p.user_id, u.used from allowance_uses u join membership_periods p on p.id = u.period_id
    where u.kind = 'messages' and u.used <>
      (select count(*) from chat_messages m where m.sender_id = p.user_id and m.moderator_id is not null and m.client_id is not null)`,
  "two live unpaid orders of one account": `select user_id from orders where status = 'unpaid' and superseded_at is null group by user_id having count(*) > 1`,
}

export async function judgeBooks(
  dataDir: string,
  databaseUrl: string | undefined,
  before: Map<number, number>,
  seen: Seen,
): Promise<string[]> {
  const database = await open(dataDir, databaseUrl)
  const faults: string[] = []
  for (const [what, query] of Object.entries(books)) {
    const { rows } = await database.query(query)
    if (rows.length > 0) faults.push(`${what}: ${JSON.stringify(rows).slice(0, 200)}`)
  }
  const { rows } =
    await database.query(`select d.id, d.stock, coalesce((select sum(i.held) from order_items i join orders o on o.id = i.order_id
    where i.doll_id = d.id and o.holds_stock and o.cart_fingerprint not like 'demo %'), 0)::int as held from dolls d where d.stock is not null`)
  for (const row of rows as { id: number; stock: number; held: number }[]) {
    if (row.stock + row.held !== before.get(row.id))
      faults.push(`model ${row.id}: ${before.get(row.id)} pieces became ${row.stock} + ${row.held} held`)
  }
  const stored = await database.query("select id, client_id, deleted_at is not null as gone from chat_messages")
  const byClient = new Map((stored.rows as Stored[]).map((row) => [row.client_id, row]))
  for (const [clientId, id] of seen.messages) {
    const row = byClient.get(clientId)
    if (row?.id !== id) faults.push(`message ${id} was acknowledged and is ${row ? `number ${row.id}` : "lost"}`)
    else if (seen.deleted.has(id) && !row.gone) faults.push(`message ${id} was deleted and is back`)
  }
  await database.close()
  return faults
}

interface Stored {
  id: number
  client_id: string | null
  gone: boolean
}

interface Readable {
  query(text: string): Promise<{ rows: unknown[] }>
  close(): Promise<void>
}

async function open(dataDir: string, databaseUrl?: string): Promise<Readable> {
  if (!databaseUrl) return startEmbedded({ dataDir: join(dataDir, "db") })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return { query: (text) => client.query(text), close: () => client.end() }
}

export async function signIn(url: string, index: number): Promise<string> {
  const person = {
    email: `buyer${index}@demo.example`,
    password: "Kiln-And-Glaze-71",
    full_name: "Demo Buyer",
    region: "eu",
  }
  await call(url, "POST", "/api/auth/register", null, person)
  const answer = await call(url, "POST", "/api/auth/login", null, { ...person, remember_me: true })
  return answer.body.access_token
}

export async function enter(url: string, email: string): Promise<string> {
  const answer = await call(url, "POST", "/api/auth/login", null, { email, password: demoPassword, remember_me: true })
  return answer.body.access_token
}

async function listStock(url: string): Promise<Map<number, number>> {
  const { body } = await call(url, "GET", "/api/dolls?limit=100", null)
  return new Map(
    body
      .filter((doll: { stock: number | null }) => doll.stock !== null)
      .map((doll: { id: number; stock: number }) => [doll.id, doll.stock]),
  )
}

export async function call(
  url: string,
  method: string,
  path: string,
  token: string | null,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, body: text ? JSON.parse(text) : null }
}

export const address = {
  firstName: "Demo",
  lastName: "Buyer",
  email: "buyer@demo.example",
  phone: "+1 555 0100",
  address: "1 Sample Street",
  city: "Springfield",
  state: "Oregon",
  zipCode: "97477",
  country: "US",
}
