import { execFileSync } from "node:child_process"
import { writeFile } from "node:fs/promises"
import { cpus, totalmem } from "node:os"
import pg from "pg"
import { createDatabase, query } from "../../test/postgres.ts"
import type { Seat } from "../chat/load.ts"
import { insertModels } from "../fill.ts"
import { memoryAfterCollection, serveShop, tellsMemory } from "../processes.ts"
import { median } from "../table.ts"
import { openIdle } from "./chat.ts"

/** Rows at one point of the growth. Every second user has an order, and every hundred messages are a room. */
interface Size {
  models: number
  users: number
  messages: number
}

const sizes: Size[] = [
  { models: 10_000, users: 10_000, messages: 100_000 },
  { models: 100_000, users: 100_000, messages: 1_000_000 },
  { models: 1_000_000, users: 1_000_000, messages: 10_000_000 },
]
const perRoom = 100
const rounds = 25
/** The number of measured users. No token and no room is requested twice, so that no cache answers. */
const people = 1000
const result = new URL("../scaling.md", import.meta.url)

/**
 * Milliseconds of the first request, which also counts what later ones find cached, and the median and the fastest of
 * the others. Other work on the machine changes the fastest least.
 */
interface Measured {
  first: number
  p50: number
  best: number
}

interface Stage {
  size: Size
  /** In seconds. */
  filling: number
  paths: Map<string, Measured>
  /** Resident memory of the server after all requests, in bytes. */
  memory: number
  tables: Table[]
}

interface Table {
  name: string
  rows: number
  table: number
  indexes: number
}

/** Grows one database in place, measures every hot path at each size, and writes bench/scaling.md. */
export async function scaling(cluster: string): Promise<void> {
  const url = await createDatabase(cluster)
  const shop = await serveShop({ DATABASE_URL: url, DEMO: "0" })
  await shop.stop()
  const stages: Stage[] = []
  let before: Size = { models: 0, users: 0, messages: 0 }
  for (const size of sizes) {
    const began = performance.now()
    const long = await grow(url, before, size)
    const filling = (performance.now() - began) / 1000
    console.log(`${whole(size.messages)} messages: filled in ${filling.toFixed(0)} s`)
    stages.push({ size, filling, ...(await measure(url, size, long)), tables: await tablesOf(url) })
    before = size
    await writeFile(result, render(stages, []))
  }
  await writeFile(result, render(stages, await sockets(url)))
}

/** Returns the id of the room of this size with the long history. */
async function grow(url: string, from: Size, to: Size): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = async (text: string) => void (await client.query(text))
  // Rows refer only to rows made here, so foreign keys need no check.
  for (const setting of ["session_replication_role = replica", "synchronous_commit = off", "work_mem = '256MB'"])
    await run(`set ${setting}`)
  await run("set maintenance_work_mem = '1GB'")
  const [first, last] = [from.users + 1, to.users]
  await withoutIndexes(client, ["dolls", "images"], () => insertModels(client, from.models + 1, to.models))
  await withoutIndexes(client, ["users", "sessions", "membership_periods", "orders", "order_items"], async () => {
    await run(`insert into users (id, uuid, email, full_name, region, role, admin_type, membership_level, password_hash, is_active, created_at, updated_at)
      overriding system value
      select n, gen_random_uuid(), 'person' || n || '@demo.example', 'Person ' || n || ' ' || (array['Ada','Mara','Sten','Vera','Viola'])[1 + n % 5], 'eu',
        case when n = 1 then 'admin' when n % 1000 = 2 then 'moderator' else 'user' end, case when n = 1 then 'super_admin' end,
        case when n % 10 = 0 then 'vvip' else 'free' end, 'none', n % 97 <> 90 or n % 10 = 0, now() - (${last} - n) * interval '1 year' / ${last}, now()
      from generate_series(${first}, ${last}) as n`)
    await run(`insert into sessions (user_id, token_hash, remember, created_at, last_seen_at, expires_at)
      select n, sha256(('${tokenOf("")}' || n)::bytea), true, now(), now(), now() + interval '1 day' from generate_series(${first}, ${last}) as n`)
    await run(`insert into membership_periods (user_id, level, kind, price_cents, starts_at, created_at)
      select n, 'vvip', 'granted', 5000, now() - interval '1 day', now() from generate_series(${first}, ${last}) as n where n % 10 = 0`)
    await run(`insert into orders (id, user_id, reference, order_number, status, shipping, products_cents, total_cents, cart_fingerprint, holds_stock, paid_at, tracking_number, created_at, updated_at)
      overriding system value
      select n / 2, n, 'reference-' || n, 'ORD-' || lpad((n / 2)::text, 6, '0'), (array['shipped','completed','completed','cancelled','to_be_shipped'])[1 + n / 2 % 5],
        jsonb_build_object('firstName', 'Ada', 'lastName', 'Byron', 'email', 'buyer' || n || '@demo.example', 'phone', '+44 20 7946 ' || n, 'address', n % 200 || ' Row',
          'city', (array['London','Leeds','Bath','York','Derby'])[1 + n % 5], 'state', 'England', 'zipCode', 'N1 ' || n, 'country', 'GB'),
        30000, 30000, 'bench', false, case when n / 2 % 5 <> 3 then at end, 'RM ' || n, at, now()
      from (select n, now() - (${last} - n) * interval '1 year' / ${last} as at from generate_series(${first}, ${last}) as n where n % 2 = 0) made`)
    await run(`insert into order_items (order_id, doll_id, name, description, price_cents, quantity)
      select n / 2, 1 + n % ${to.models}, 'Piece ' || 1 + n % ${to.models}, 'A form on a turned stand.', 30000, 1
      from generate_series(${first}, ${last}) as n where n % 2 = 0`)
  })
  const long = await insertMessages(client, from.messages / perRoom + 1, to)
  await run("vacuum analyze")
  await client.end()
  return long
}

/**
 * Inserts rooms of a hundred messages over a year. Rooms take turns, so that a room is spread over the table as in a
 * real shop. The first new room has a hundredth of all messages. The first moderator has every tenth room.
 */
async function insertMessages(client: pg.Client, first: number, { messages, users }: Size): Promise<number> {
  const rooms = messages / perRoom
  const long = messages / 100
  await withoutIndexes(client, ["chat_rooms", "chat_messages", "chat_reads"], async () => {
    await client.query(`insert into chat_rooms (id, user_id, doll_id, moderator_id, head_seq, message_count, moderator_unread, user_unread, last_activity_at, created_at)
      overriding system value
      select n, n * 10, 1 + n % 1000, case when n % 10 = 1 then 2 else 2 + 1000 * (n % ${Math.max(1, users / 1000)}) end,
        case when n = ${first} then ${long} else ${perRoom} end, case when n = ${first} then ${long} else ${perRoom} end, n % 3, n % 2,
        now() - ${shareOf("n")} * interval '3 days', now() - interval '1 year'
      from generate_series(${first}, ${rooms}) as n`)
    for (let n = 1; n <= perRoom; n++) {
      await client.query(`insert into chat_messages (room_id, sender_id, moderator_id, client_id, seq, created_seq, type, content, judged_by, created_at, updated_at)
        select r.id, case when (${n} + r.id) % 2 = 0 then r.user_id else r.moderator_id end, r.moderator_id, 'old-' || r.id || '-${n}', ${n}, ${n}, 'TEXT',
          'The glaze looks calm in the morning, and I would like to know how the studio does it, line ${n}.', 'bench', at, at
        from (select *, now() - (${perRoom - n} + ${shareOf("id")}) * interval '3 days' as at from chat_rooms where id > ${first} and id <= ${rooms}) r`)
      await client.query(`insert into chat_messages (room_id, sender_id, moderator_id, client_id, seq, created_seq, type, content, judged_by, created_at, updated_at)
        select r.id, case when n % 2 = 0 then r.user_id else r.moderator_id end, r.moderator_id, 'old-' || r.id || '-' || n, n, n, 'TEXT',
          'The glaze looks calm in the morning, and I would like to know how the studio does it.', 'bench', at, at
        from chat_rooms r, lateral (select n, now() - (${long} - n) * interval '1 year' / ${long} as at
          from generate_series(${((n - 1) * long) / perRoom + 1}, ${(n * long) / perRoom}) n) said where r.id = ${first}`)
    }
  })
  await client.query(`insert into chat_reads (room_id, user_id, last_message_id)
    select r.id, p.id, m.id from chat_rooms r join chat_messages m on m.room_id = r.id and m.created_seq = r.head_seq
      cross join lateral (values (r.user_id), (r.moderator_id)) as p(id) where r.id >= ${first}`)
  return first
}

/** Spreads ids evenly between 0 and 1. */
const shareOf = (id: string) => `(${id} * 7919 % 10007) / 10007.0`

const tokenOf = (user: number | string) => `bench-${user}`

/** Fills tables without their indexes and builds these afterwards, which is faster. */
async function withoutIndexes(client: pg.Client, tables: string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const table of tables) await client.query(`analyze ${table}`)
  for (const { made } of rows) await client.query(made)
}

async function measure(url: string, size: Size, long: number): Promise<Pick<Stage, "paths" | "memory">> {
  const shop = await serveShop({ DATABASE_URL: url, DEMO: "0", VITRINE_CACHE: "0", ...tellsMemory })
  const found = new Map<string, Measured>()
  const ask = async (path: string, user?: number, body?: object) => {
    const began = performance.now()
    const answer = await fetch(`${shop.url}/api/${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        ...(user ? { authorization: `Bearer ${tokenOf(user)}` } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${text}`)
    return { ms: performance.now() - began, text }
  }
  const time = async (what: string, once: (turn: number) => Promise<{ ms: number }>, times = rounds) => {
    const taken: number[] = []
    try {
      for (let turn = 0; turn < times; turn++) taken.push((await once(turn)).ms)
      found.set(what, { first: taken[0]!, p50: median(taken.slice(1)), best: Math.min(...taken.slice(1)) })
    } catch (error) {
      console.error(`${what}: ${error}`)
      found.set(what, { first: fails, p50: fails, best: fails })
    }
    const { first, p50, best } = found.get(what)!
    console.log(`${what}: ${shown(p50)}, at best ${shown(best)} (first ${shown(first)})`)
  }
  /** The rooms of the measured members are spread over all. */
  const rooms = size.messages / perRoom
  const room = (turn: number) => 2 + ((turn * 7919) % (rooms - 2))
  const [boss, moderator] = [1, 2]
  const middle = await middleOf(url, long)
  try {
    for (const [what, query] of Object.entries({
      "catalogue: first page": "",
      "catalogue: page at 90 % of the list": `&skip=${size.models * 0.9}`,
      "catalogue: by category": "&category=premium",
      "catalogue: by form": "&form=Closed%20loop",
      "catalogue: by material": "&material=Bisque",
      "catalogue: by material, cheapest first": "&material=Bisque&sort=price_asc",
      "catalogue: by price and form": "&form=Closed%20loop&min_price=1000&max_price=1100",
      "search: a word in a sixth of all": "&q=bronze",
      "search: words in few": "&q=number%20777%20",
      "search: words in none": "&q=nothing%20like%20it",
      "search: two letters, in none": "&q=zq",
    }))
      await time(what, () => ask(`dolls?limit=24${query}`))
    await time("one model", (turn) => ask(`dolls/${1 + Math.floor((turn * size.models) / people)}`), 200)
    await time("related models", (turn) => ask(`dolls/${1 + Math.floor((turn * size.models) / people)}/related`), 200)
    await time("a token seen for the first time (`GET /api/auth/me`)", (turn) => ask("auth/me", room(turn) * 10), 200)
    for (const [what, path] of Object.entries({
      "panel: users, first page": "users?",
      "panel: users, page at 90 %": `users?skip=${size.users * 0.9}`,
      "panel: users by level, page at 5 %": `users?level=vvip&skip=${size.users * 0.05}`,
      "panel: users, `q=` one": `users?q=person${size.users - 1}@`,
      "panel: users, `q=` all": "users?q=person",
      "panel: orders, first page": "orders?",
      "panel: orders, page at 90 %": `orders?skip=${size.users * 0.45}`,
      "panel: orders, `q=` one": `orders?q=buyer${size.users - 2}@`,
      "panel: orders, `q=` a fifth": "orders?q=london",
      "panel: dashboard": "dashboard-stats",
    }))
      await time(what, () => ask(`admin/${path}`, boss))
    await time("a member's orders", (turn) => ask("orders", room(turn) * 10), 100)
    await time("chat: entering the room with the longest history", () =>
      ask(`chat/rooms/${long}`, moderatorOf(long, size)),
    )
    await time("chat: the same, a page from its middle (`before_id`)", async () => {
      return ask(`chat/rooms/${long}/messages?before_id=${middle}`, moderatorOf(long, size))
    })
    await time("chat: the same, by `offset` of a half", () =>
      ask(`chat/rooms/${long}/messages?offset=${size.messages / 200}`, moderatorOf(long, size)),
    )
    await time("chat: entering a room of 100", (turn) => ask(`chat/rooms/${room(turn)}`, room(turn) * 10), 200)
    await time("chat: unread count, not cached", (turn) => ask("chat/unread-count", room(turn + 200) * 10), 200)
    await time("chat: a member's rooms", (turn) => ask("chat/user/rooms/", room(turn) * 10), 100)
    await time(
      "chat: sending a message, to the answer",
      (turn) =>
        ask("chat/messages/", room(turn) * 10, {
          content: `The seam looks cool after the firing, number ${turn}.`,
          chat_room_id: room(turn),
          client_id: `new-${size.messages}-${turn}`,
        }),
      200,
    )
    await time("chat: the busiest moderator's rooms, first page", () => ask("chat/moderator/rooms", moderator))
    await time("chat: the same, the unread ones", () => ask("chat/moderator/rooms?queue=unread", moderator))
    await time("chat: the same, `q=`", () => ask("chat/moderator/rooms?q=person%2010", moderator))
    await time("chat: that moderator's numbers (first: a year rolled up)", () => ask("moderators/dashboard", moderator))
    return { paths: found, memory: (await memoryAfterCollection(shop)).rss }
  } finally {
    await shop.stop()
  }
}

const moderatorOf = (room: number, { users }: Size) =>
  room % 10 === 1 ? 2 : 2 + 1000 * (room % Math.max(1, users / 1000))

async function middleOf(url: string, room: number): Promise<number> {
  const text = `select id from chat_messages where room_id = ${room} order by created_seq
    offset (select head_seq / 2 from chat_rooms where id = ${room}) limit 1`
  const [row] = await query<{ id: number }>(url, text)
  return row!.id
}

const watched = [
  "dolls",
  "images",
  "users",
  "sessions",
  "orders",
  "order_items",
  "chat_rooms",
  "chat_messages",
  "chat_reads",
]

function tablesOf(url: string): Promise<Table[]> {
  return query<Table & pg.QueryResultRow>(
    url,
    `select relname as name, reltuples::int as rows, pg_table_size(oid)::float8 as table, pg_indexes_size(oid)::float8 as indexes
     from pg_class where relname = any('{${watched}}') and relkind = 'r' order by array_position('{${watched}}', relname::text)`,
  )
}

/** Measures idle sockets of one node, each of another member in another room. */
async function sockets(url: string): Promise<string[]> {
  const rows: string[] = []
  for (const [whose, mode] of [
    ["a room", "idle"],
    ["an account", "idleAccount"],
  ] as const) {
    for (const many of [5000, 10_000]) {
      const seats: Seat[] = Array.from({ length: many }, (_, n) => {
        const room = n + 2
        return { room, user: room * 10, token: tokenOf(room * 10), writes: false }
      })
      const { half, all } = await openIdle(url, seats, mode)
      for (const [open, { rss, held }] of [
        [many / 2, half],
        [many, all],
      ] as const) {
        if (many === 10_000 && open === 5000) continue
        rows.push(`| ${whole(open)} of ${whose} | ${megabytes(rss)} | ${megabytes(held)} |`)
        console.log(rows.at(-1))
      }
    }
  }
  return rows
}

function render(stages: Stage[], idle: string[]): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
  const at = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim()
  const columns = stages.map(({ size }) => `${whole(size.models)} / ${whole(size.users)} / ${whole(size.messages)}`)
  const last = stages.at(-1)!
  const paths = [...stages[0]!.paths.keys()].map((what) => {
    const at = stages.map(({ paths }) => paths.get(what)!)
    const growth = at.at(-1)!.best / (at.at(-2) ?? at[0])!.best
    const times = at.map(({ p50, best }) => `${shown(p50)} (${shown(best)})`)
    return `| ${what} | ${times.join(" | ")} | × ${growth.toFixed(1)} | ${shown(at.at(-1)!.first)} |`
  })
  const tables = last.tables.map(({ name, rows, table, indexes }) => {
    const each = (bytes: number) => megabytes((bytes / rows) * 1_000_000)
    return `| ${name} | ${whole(rows)} | ${megabytes(table)} | ${megabytes(indexes)} | ${each(table)} | ${each(indexes)} |`
  })
  return `# Growth

Made by \`npm run bench -- scaling\` on ${new Date().toISOString().slice(0, 10)} at ${at}. One node with its response cache off, and PostgreSQL with
its default settings, on one machine: ${machine}. Milliseconds with the HTTP request: the median of 24 to 199 requests one after another, and in brackets the
fastest, of which the growth to ten times the rows is the ratio, because the machine is shared. Filled in ${stages.map(({ filling }) => `${filling.toFixed(0)} s`).join(", ")}; memory of the
server after all requests of a size: ${stages.map(({ memory }) => megabytes(memory)).join(", ")} MB.

| path; models / users / messages | ${columns.join(" | ")} | growth, last size to the one before | first request at the last size |
|---|${"---|".repeat(stages.length + 2)}
${paths.join("\n")}

| table, MB | rows | table | indexes | table per million rows | indexes per million rows |
|---|---|---|---|---|---|
${tables.join("\n")}

| idle sockets | resident, MB | objects and buffers, MB |
|---|---|---|
${idle.join("\n")}
`
}

const whole = (number: number) => number.toLocaleString("en-US")
const megabytes = (bytes: number) => whole(Math.round(bytes / 2 ** 20))
/** A statement fails after ten seconds, its limit. */
const fails = Number.POSITIVE_INFINITY
const shown = (ms: number) => (ms === fails ? "fails" : ms >= 100 ? whole(Math.round(ms)) : ms.toFixed(1))
