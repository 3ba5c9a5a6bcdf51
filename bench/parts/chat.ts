import { spawn } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"
import type { Seat } from "../chat/load.ts"
import { pairs, whole } from "../compare.ts"
import { cpuOf, cpuOfDatabase, fsyncDuring, pinDatabase } from "../cores.ts"
import { filledDatabase } from "../fill.ts"
import { memoryAfterCollection, type Served, serveScript, serveShop, tellsMemory } from "../processes.ts"
import { type Row, verdict } from "../table.ts"

const rooms = 500

/** The results of a load. Each mode has some of them. */
interface Load {
  rate: number
  p50: number
  p99: number
  sent: number
  answered: number
}

/** Uses 500 rooms with a member of the highest level and a moderator. The member writes in every second room. */
export async function chat(cluster: string): Promise<Row[]> {
  const database = await filledDatabase(cluster, rooms)
  const seats = await fillRooms(database)
  await pinDatabase(cluster)
  const shop = await serveShop({ DATABASE_URL: database, DEMO: "0" })
  const bare = await serveScript("bench/chat/raw.ts")
  try {
    const file = await keep(shop, seats, "seats")
    const used: string[] = []
    // This warms up both servers.
    for (const { url } of [shop, bare]) await load("flood", url, file, 8)
    const flood = await pairs(
      async () => {
        const busy = await busyDuring(cluster, shop, () => load("flood", shop.url, file, 5))
        used.push(`server ${share(busy.server)}, PostgreSQL ${share(busy.database)} of a core`)
        return busy.result
      },
      () => load("flood", bare.url, file, 5),
    )
    const disk = await fsyncDuring(shop.dataDir, load("steady", shop.url, file, 12))
    const { p50, p99, sent, answered } = disk.result
    if (answered < sent) throw new Error(`${sent - answered} of ${sent} messages were not acknowledged`)
    // The first poll counts every room for the first time.
    await load("poll", shop.url, file, 4)
    const asking = await busyDuring(cluster, shop, () => load("poll", shop.url, file, 10))
    await shop.stop()
    return [
      {
        part: "chat",
        what: "chat: 500 rooms × 2 sockets, senders as fast as acknowledged, stored: deliveries/s against raw `ws` without storing",
        measured: `${flood.ratio.toFixed(2)} (${whole(flood.ours)} of ${whole(flood.bare)} a second)`,
        must: "0.50",
        wanted: "0.80",
        reached: verdict(flood.ratio, 0.5, 0.8),
        note: `the raw server parses each frame and numbers and sends the same one; PostgreSQL shares core 1 with the load; ${used[1]}`,
      },
      {
        part: "chat",
        what: "chat: send to acknowledgement at 200 stored messages/s, p99",
        measured: `${p99.toFixed(1)} ms (median ${p50.toFixed(1)} ms)`,
        must: "25 ms",
        wanted: "8 ms",
        reached: verdict(p99, 25, 8),
        note: `every commit reaches the disk; a bare write of 8 kB and fsync of it meanwhile: p99 ${disk.p99.toFixed(1)} ms, median ${disk.p50.toFixed(1)} ms`,
      },
      {
        part: "chat",
        what: "`GET /api/chat/unread-count`, 1,000 users asking every 2 s: share of one core",
        measured: share(asking.server),
        must: "30 %",
        wanted: "10 %",
        reached: verdict(asking.server, 0.3, 0.1),
      },
      ...(await idleSockets(database, seats)),
    ]
  } finally {
    await shop.stop()
    await bare.stop()
  }
}

async function idleSockets(database: string, seats: Seat[]): Promise<Row[]> {
  return [
    await memoryOfSockets(database, seats, "a room", "idle"),
    await memoryOfSockets(database, seats, "an account", "idleAccount"),
  ]
}

const share = (of: number) => `${(of * 100).toFixed(1)} %`

/** Inserts users, sessions and rooms directly into the database. */
async function fillRooms(database: string): Promise<Seat[]> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const people = await client.query(
    `insert into users (uuid, email, full_name, region, role, membership_level, password_hash, created_at, updated_at)
     select gen_random_uuid(), 'chat' || n || '@demo.example', 'Demo Bench', 'eu', case n % 2 when 0 then 'user' else 'moderator' end,
       case n % 2 when 0 then 'vvip' else 'free' end, 'none', now() - interval '1 day', now()
     from generate_series(1, $1::int) n returning id`,
    [rooms * 2],
  )
  const ids: number[] = people.rows.map((row) => row.id)
  const tokens = ids.map(() => randomBytes(32).toString("base64url"))
  await client.query(
    `insert into sessions (user_id, token_hash, remember, created_at, last_seen_at, expires_at)
     select t.id, decode(t.hash, 'hex'), true, now(), now(), now() + interval '1 day' from unnest($1::int[], $2::text[]) as t(id, hash)`,
    [ids, tokens.map((token) => createHash("sha256").update(token).digest("hex"))],
  )
  await client.query(
    `insert into membership_periods (user_id, level, kind, price_cents, starts_at, created_at)
     select id, 'vvip', 'granted', 5000, created_at, created_at from users where role = 'user'`,
  )
  await client.query("update dolls set moderator_id = ($1::int[])[2 * id - 1] where id <= $2", [ids, rooms])
  const made = await client.query(
    `insert into chat_rooms (user_id, doll_id, moderator_id, last_activity_at, created_at)
     select ($1::int[])[2 * d.id], d.id, d.moderator_id, now(), now() from dolls d where d.id <= $2 order by d.id
     returning id, user_id, moderator_id`,
    [ids, rooms],
  )
  // Each room gets some history, so that the planner's statistics are those of a chat in use.
  await client.query(
    `insert into chat_messages (room_id, sender_id, client_id, seq, created_seq, type, content, created_at, updated_at)
     select r.id, case n % 2 when 0 then r.user_id else r.moderator_id end, 'old-' || r.id || '-' || n, n, n, 'TEXT',
       'Something that was said before, number ' || n || ' of many in this room.', now(), now()
     from chat_rooms r cross join generate_series(1, 60) n order by n, r.id`,
  )
  await client.query("update chat_rooms set head_seq = 60, message_count = 60")
  await client.query(
    `insert into chat_reads (room_id, user_id, last_message_id)
     select r.id, p.id, (select max(m.id) from chat_messages m where m.room_id = r.id)
     from chat_rooms r cross join lateral (values (r.user_id), (r.moderator_id)) as p(id)`,
  )
  await client.query("vacuum analyze")
  await client.end()
  const tokenOf = new Map(ids.map((id, i) => [id, tokens[i]!]))
  return made.rows.flatMap(({ id: room, user_id, moderator_id }, i) => [
    { room, user: user_id, token: tokenOf.get(user_id)!, writes: i % 2 === 0 },
    { room, user: moderator_id, token: tokenOf.get(moderator_id)!, writes: i % 2 === 1 },
  ])
}

async function keep({ dataDir }: Served, seats: Seat[], name: string): Promise<string> {
  const file = join(dataDir, `${name}.json`)
  await writeFile(file, JSON.stringify(seats))
  return file
}

/** Runs bench/chat/load.ts on core 1. `opened` is awaited each time it reports open sockets. */
function load(mode: string, url: string, file: string, seconds: number, opened?: () => Promise<void>): Promise<Load> {
  return new Promise((resolve, reject) => {
    const args = ["-c", "1", process.execPath, "bench/chat/load.ts", mode, url, file, String(seconds)]
    const child = spawn("taskset", args, { stdio: ["pipe", "pipe", "pipe"] })
    let said = ""
    let wrong = ""
    child.stdout.setEncoding("utf8").on("data", (text) => {
      said += text
    })
    child.stderr.setEncoding("utf8").on("data", async (text) => {
      wrong += text
      if (!text.startsWith("open")) return
      await opened?.()
      child.stdin.write("go on\n")
    })
    child.once("exit", (code) => (code === 0 ? resolve(JSON.parse(said)) : reject(new Error(wrong))))
  })
}

/** Returns the CPU use of the server and the database during `work`. */
async function busyDuring<T>(cluster: string, { pid }: Served, work: () => Promise<T>) {
  const begun = performance.now()
  const before = { server: cpuOf(pid), database: await cpuOfDatabase(cluster) }
  const result = await work()
  const seconds = (performance.now() - begun) / 1000
  return {
    result,
    server: (cpuOf(pid) - before.server) / seconds,
    database: ((await cpuOfDatabase(cluster)) - before.database) / seconds,
  }
}

/**
 * Measures the server's additional memory from 2,000 to 4,000 idle sockets, each after a garbage collection, in
 * kilobytes per socket.
 */
async function memoryOfSockets(database: string, seats: Seat[], whose: string, mode: string): Promise<Row> {
  const { half, all } = await openIdle(database, [...seats, ...seats, ...seats, ...seats], mode)
  const each = (name: "rss" | "held") => (all[name] - half[name]) / (seats.length * 2) / 1024
  return {
    part: "chat",
    what: `memory of one idle socket of ${whose}`,
    measured: `${each("rss").toFixed(1)} kB`,
    must: "30 kB",
    wanted: "12 kB",
    reached: verdict(each("rss"), 30, 12),
    note: `resident, from 2,000 to 4,000 sockets, after a collection; ${each("held").toFixed(1)} kB of objects and buffers`,
  }
}

/** Returns the server's memory in bytes with half of the sockets open and with all, each after a garbage collection. */
export async function openIdle(database: string, seats: Seat[], mode: string) {
  const shop = await serveShop({ DATABASE_URL: database, DEMO: "0", ...tellsMemory })
  try {
    const file = await keep(shop, seats, "many")
    const seen: { rss: number; held: number }[] = []
    await load(mode, shop.url, file, 2, async () => void seen.push(await memoryAfterCollection(shop)))
    const [half, all] = seen
    return { half: half!, all: all! }
  } finally {
    await shop.stop()
  }
}
