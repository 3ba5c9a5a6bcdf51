import pg from "pg"
import { againstBare, pairs, rateOf, whole } from "../compare.ts"
import { filledDatabase } from "../fill.ts"
import { load, serveShop } from "../processes.ts"
import { type Row, verdict } from "../table.ts"

const path = "/api/dolls?skip=24&limit=24"

export async function dolls(cluster: string): Promise<Row[]> {
  const small = await filledDatabase(cluster, 1000)
  const large = await filledDatabase(cluster, 100_000)
  const few = await serveShop({ DATABASE_URL: small, DEMO: "0" })
  const rows: Row[] = []
  const bare = await againstBare(few.url + path)
  rows.push({
    part: "dolls",
    what: "`GET /api/dolls?skip=24&limit=24`, 1,000 models, against bare node:http with the same bytes",
    measured: `${bare.ratio.toFixed(2)} (${whole(bare.ours)} of ${whole(bare.bare)} requests/s, ${whole(bare.bytes)} bytes)`,
    must: "0.60",
    wanted: "0.85",
    reached: verdict(bare.ratio, 0.6, 0.85),
  })
  const many = await serveShop({ DATABASE_URL: large, DEMO: "0" })
  await load(many.url + path, { seconds: 1 })
  const size = await pairs(
    () => load(many.url + path),
    () => load(few.url + path),
  )
  rows.push({
    part: "dolls",
    what: "the same with 100,000 models, against itself with 1,000",
    measured: `${size.ratio.toFixed(2)} (${whole(size.ours)} of ${whole(size.bare)} requests/s)`,
    must: "0.90",
    wanted: "1.0",
    reached: verdict(size.ratio, 0.9, 1),
  })
  await many.stop()
  await few.stop()
  rows.push(await uncached(small))
  return rows
}

/** Compares the route without its cache with its SQL statement in a loop of the same concurrency. */
async function uncached(url: string): Promise<Row> {
  const shop = await serveShop({ DATABASE_URL: url, DEMO: "0", VITRINE_CACHE: "0" })
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const statement = {
    name: "page",
    text: `select d.*, (select json_agg(i order by i.position, i.id) from images i where i.doll_id = d.id) as images
      from dolls d where d.deleted_at is null and d.is_available and not d.needs_approval
      order by d.created_at desc, d.id desc limit 24 offset 24`,
  }
  const both = await pairs(
    () => load(shop.url + path, { connections: 10 }),
    () => rateOf(() => pool.query(statement), 10),
  )
  await pool.end()
  await shop.stop()
  return {
    part: "dolls",
    what: "the same, response cache off, against the bare SQL statement alone",
    measured: `${both.ratio.toFixed(2)} (${whole(both.ours)} of ${whole(both.bare)} a second)`,
    must: "0.50",
    wanted: "0.70",
    reached: verdict(both.ratio, 0.5, 0.7),
  }
}
