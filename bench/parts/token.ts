import pg from "pg"
import { createDatabase } from "../../test/postgres.ts"
import { startRedis } from "../../test/redis.ts"
import { pause, type Served, serveShop } from "../processes.ts"
import { median, type Row, verdict } from "../table.ts"
import { customer } from "./cart.ts"

const requests = 3000
const rounds = 20

/**
 * Measures, with two node processes on one PostgreSQL and one Redis, the cost of a warm token check, and how long a
 * revoked token stays valid.
 */
export async function token(cluster: string): Promise<Row[]> {
  const redis = await startRedis()
  if (!redis) {
    console.log("token: left out, Redis is not installed")
    return []
  }
  const database = await createDatabase(cluster)
  const env = { DATABASE_URL: database, REDIS_URL: redis.url, DEMO: "0" }
  const a = await serveShop(env)
  const b = await serveShop(env)
  try {
    const calls = await callsPerRequest(database, a, await customer(a.url))
    const together = await lifetimes(a, b)
    await redis.stop()
    await pause(2000)
    const alone = await lifetimes(a, b)
    return [
      {
        part: "token",
        what: "database calls for a signed-in request that needs nothing else, once warm",
        measured: `${calls.toFixed(3)} (${requests} requests)`,
        must: "0.01",
        wanted: "0.001",
        reached: verdict(calls, 0.01, 0.001),
      },
      lifeRow("a token revoked on one node is dead on the other", together),
      lifeRow("the same while Redis is away", alone),
    ]
  } finally {
    await a.stop()
    await b.stop()
  }
}

function lifeRow(what: string, times: number[]): Row {
  const longest = Math.max(...times)
  return {
    part: "token",
    what,
    measured: `${longest.toFixed(0)} ms at most, ${median(times).toFixed(0)} ms as a rule (${rounds} times)`,
    must: "1,000 ms",
    wanted: "100 ms",
    reached: verdict(longest, 1000, 100),
  }
}

/** Counts the database's statements, less those of an idle period of the same length, because jobs run meanwhile. */
async function callsPerRequest(database: string, shop: Served, bearer: string): Promise<number> {
  const headers = { authorization: `Bearer ${bearer}` }
  const ask = async () => {
    const answer = await fetch(`${shop.url}/api/nothing`, { headers })
    await answer.arrayBuffer()
    if (answer.status !== 404) throw new Error(`/api/nothing answers ${answer.status}`)
  }
  await ask()
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const count = async () => {
    // A PostgreSQL connection reports its statistics at most once a second.
    await pause(1500)
    const { rows } = await client.query(
      "select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()",
    )
    return Number(rows[0].n)
  }
  const before = await count()
  const began = performance.now()
  for (let i = 0; i < requests; i++) await ask()
  const lasted = performance.now() - began
  const after = await count()
  await pause(lasted)
  const rested = await count()
  await client.end()
  return Math.max(0, after - before - (rested - after)) / requests
}

/** Measures the milliseconds from the response to a sign-out on one node until the other rejects the token. */
async function lifetimes(a: Served, b: Served): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const headers = { authorization: `Bearer ${await customer(a.url)}` }
    const statusOn = async (shop: Served) => (await fetch(`${shop.url}/api/auth/me`, { headers })).status
    if ((await statusOn(b)) !== 200) throw new Error("a fresh token is not good on the other node")
    await fetch(`${a.url}/api/auth/logout`, { method: "POST", headers })
    const began = performance.now()
    while ((await statusOn(b)) !== 401)
      if (performance.now() - began > 10_000) throw new Error("a revoked token lives on")
    times.push(performance.now() - began)
  }
  return times
}
