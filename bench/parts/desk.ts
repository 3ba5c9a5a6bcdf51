import pg from "pg"
import { hashPassword } from "../../server/platform/auth/passwords.ts"
import { filledDatabase } from "../fill.ts"
import { serveShop } from "../processes.ts"
import { type Row, verdict } from "../table.ts"

const moderators = 20
const rooms = 10_000
const messages = 1_000_000
const password = "Copper-Lathe-25"

/** Words that occur in every message, in many, some, few and none, beginnings of words, and several words at once. */
const words = [
  "the",
  "glaze",
  "quiet edge",
  "porc",
  "number 7777",
  "lantern",
  "crate handle",
  "nothing",
  "zeppelin",
  "ti",
]

/** Measures a moderator's search in the messages of a shop, of which a twentieth belong to the moderator. */
export async function desk(cluster: string): Promise<Row[]> {
  const url = await filledDatabase(cluster, 200)
  await fill(url)
  const shop = await serveShop({ DATABASE_URL: url, DEMO: "0", VITRINE_CACHE: "0", RATE_LIMIT_SCALE: "1000" })
  const body = JSON.stringify({ email: "moderator-1@demo.example", password })
  const headers = { "content-type": "application/json" }
  const answer = await fetch(`${shop.url}/api/auth/login`, { method: "POST", body, headers })
  const { access_token } = (await answer.json()) as { access_token: string }
  const timed = async (path: string) => {
    const began = performance.now()
    const answer = await fetch(`${shop.url}${path}`, { headers: { authorization: `Bearer ${access_token}` } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
    return performance.now() - began
  }
  const searches: number[] = []
  const queues: number[] = []
  for (let round = 0; round < 22; round++) {
    for (const word of words) {
      const time = await timed(`/api/chat/moderator/messages?q=${encodeURIComponent(word)}`)
      if (round > 1) searches.push(time)
    }
    const time = await timed("/api/chat/moderator/rooms?queue=waiting&limit=100")
    if (round > 1) queues.push(time)
  }
  await shop.stop()
  const [search, queue] = [p95(searches), p95(queues)]
  return [
    {
      part: "desk",
      what: "a moderator's search in 1,000,000 messages, p95",
      measured: `${search.toFixed(1)} ms`,
      must: "50 ms",
      wanted: "20 ms",
      reached: verdict(search, 50, 20),
    },
    {
      part: "desk",
      what: "100 longest waiting of 500 chats, p95",
      measured: `${queue.toFixed(1)} ms`,
      must: "50 ms",
      wanted: "20 ms",
      reached: verdict(queue, 50, 20),
    },
  ]
}

const p95 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const hash = await hashPassword(password)
  const person = (role: string, count: number, level: string) =>
    client.query(
      `insert into users (uuid, email, full_name, role, password_hash, membership_level, region, created_at, updated_at)
       select gen_random_uuid(), $1::text || '-' || n || '@demo.example', initcap($1) || ' ' || n, $1::text, $2, $3, 'eu', now(), now()
       from generate_series(1, $4::int) n`,
      [role, hash, level, count],
    )
  await person("moderator", moderators, "free")
  await person("user", rooms / 10, "vip")
  await client.query(
    `update dolls d set moderator_id = m.id from (select id, row_number() over (order by id) as n from users
     where role = 'moderator') m where d.id % $1 = m.n - 1`,
    [moderators],
  )
  await client.query(
    `insert into chat_rooms (user_id, doll_id, moderator_id, head_seq, message_count, moderator_unread, waiting_since,
       last_activity_at, created_at)
     select u.id, d.id, d.moderator_id, $1, $1, 1, case when (u.id + d.id) % 2 = 0 then now() - (u.id || ' seconds')::interval end,
       now(), now()
     from (select id, row_number() over (order by id) as n from users where role = 'user') u
     join dolls d on d.id between 1 + (u.n % 20) * 10 and 10 + (u.n % 20) * 10`,
    [messages / rooms],
  )
  // Each message has its own mixture of words. In order of time, the rooms take turns.
  await client.query(
    `insert into chat_messages (room_id, sender_id, moderator_id, client_id, seq, created_seq, type, content, created_at,
       updated_at)
     select r.id, case when n % 2 = 0 then r.user_id else r.moderator_id end, r.moderator_id, null, n, n, 'TEXT',
       'The ' || (array['glaze','bisque','bronze','rim','crate','handle','lantern','stand'])[1 + (r.id + n) % 8]
         || ' of number ' || (r.id * 7919 + n) % 10000 || ' is '
         || (array['quiet','warm','cold','porcelain white','timeless','level'])[1 + (r.id * n) % 6] || ' at the edge'
         || case when (r.id + n * 31) % 5000 = 0 then ', like a zeppelin' else '' end
         || (array['',', said the workshop',' and it rings',', in daylight'])[1 + (r.id + n / 3) % 4],
       now() - ($1 - n) * interval '1 hour', now()
     from generate_series(1, $1::int) n cross join chat_rooms r order by n, r.id`,
    [messages / rooms],
  )
  await client.query(
    `insert into chat_words select m.id, m.room_id, to_tsvector('simple', m.content) || array_to_tsvector(array['#' || r.doll_id])
     from chat_messages m join chat_rooms r on r.id = m.room_id`,
  )
  await client.query("update chat_words_until set message_id = (select max(id) from chat_messages)")
  await client.query("vacuum analyze")
  await client.end()
}
