import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"
import { pairs, rateOf, whole } from "../compare.ts"
import { filledDatabase } from "../fill.ts"
import { load, serveShop } from "../processes.ts"
import { type Row, verdict } from "../table.ts"

export async function cart(cluster: string): Promise<Row[]> {
  const database = await filledDatabase(cluster, 1000)
  const shop = await serveShop({ DATABASE_URL: database, DEMO: "0" })
  const token = await customer(shop.url)
  const script = join(shop.dataDir, "cart.lua")
  // Every request names another model, so that no line reaches the limit of 99 pieces.
  await writeFile(
    script,
    `local n = 0
request = function()
  n = n + 1
  return wrk.format("POST", "/api/cart/", { ["content-type"] = "application/json", ["authorization"] = "Bearer ${token}" }, '{"doll_id":' .. (1 + n % 1000) .. ',"quantity":1}')
end`,
  )
  const pool = new pg.Pool({ connectionString: database, max: 10 })
  const { rows: users } = await pool.query("select id from users limit 1")
  let turn = 0
  const upsert = () =>
    pool.query({
      name: "upsert",
      text: `insert into cart_items (user_id, doll_id, quantity, created_at, updated_at) values ($1, $2, 1, now(), now())
        on conflict (user_id, doll_id) do update set quantity = least(99, cart_items.quantity + 1), updated_at = now() returning *`,
      values: [users[0].id, 1 + (turn++ % 1000)],
    })
  const empty = () => pool.query("truncate cart_items")
  const both = await pairs(
    async () => {
      await empty()
      return load(shop.url, { connections: 10, script })
    },
    async () => {
      await empty()
      return rateOf(upsert, 10)
    },
  )
  await pool.end()
  await shop.stop()
  return [
    {
      part: "cart",
      what: "`POST /api/cart/`, 10 connections, against the bare upsert in the same database",
      measured: `${both.ratio.toFixed(2)} (${whole(both.ours)} of ${whole(both.bare)} a second)`,
      must: "0.35",
      wanted: "0.60",
      reached: verdict(both.ratio, 0.35, 0.6),
    },
  ]
}

export async function customer(url: string): Promise<string> {
  const person = { email: "bench@demo.example", password: "Bench-2025", full_name: "Demo Bench", region: "eu" }
  const post = (path: string, body: unknown) =>
    fetch(url + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
  await post("/api/auth/register", person)
  const answer = await post("/api/auth/login", { email: person.email, password: person.password, remember_me: true })
  return (await answer.json()).access_token
}
