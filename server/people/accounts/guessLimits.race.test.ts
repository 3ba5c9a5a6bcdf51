import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { createDatabase } from "#test/postgres.ts"
import { hasRedis, startRedis } from "#test/redis.ts"
import { openShop, type TestShop } from "#test/shop.ts"
import { password, visitorsOf } from "#test/visitors.ts"
import { openPostgres } from "../../platform/db/open.ts"

/** Two nodes on one PostgreSQL and one Redis. */
let redis: Awaited<ReturnType<typeof startRedis>>
let nodes: TestShop[] = []
beforeAll(async () => {
  if (!hasRedis) return
  redis = await startRedis()
  const database = await createDatabase(inject("postgresUrl"))
  const env = { DATABASE_URL: database, REDIS_URL: redis!.url, RATE_LIMIT_SCALE: "1", TRUST_PROXY: "1" }
  nodes = [
    await openShop(env, { database: openPostgres(database) }),
    await openShop(env, { database: openPostgres(database) }),
  ]
  await new Promise((resolve) => setTimeout(resolve, 500))
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await redis?.stop()
})

test.skipIf(!hasRedis)(
  "two nodes count the failures of an address together, and know who has signed in from there",
  async () => {
    const one = nodes[0]!
    const v = visitorsOf(one)
    const signIn = (node: TestShop, email: string, given: string, address = "198.51.100.4") =>
      node.call("POST /api/auth/login", {
        body: { email, password: given },
        headers: { "x-forwarded-for": address },
      })
    const [owner, other] = [await v.register(), await v.register()]
    expect((await signIn(one, owner.email, password)).status).toBe(200)
    for (let i = 0; i < 30; i++) {
      expect((await signIn(nodes[i % 2]!, `victim${i}@demo.example`, "Spring-Clay-25")).status).toBe(401)
    }
    for (const node of nodes) {
      expect((await signIn(node, other.email, password)).status).toBe(429)
      expect((await signIn(node, owner.email, password)).status).toBe(200)
      expect((await signIn(node, other.email, password, "203.0.113.8")).status).toBe(200)
    }
  },
)
