import { t } from "#contract/t.ts"
import type { Bus } from "../bus/bus.ts"
import type { OpenDatabase } from "../db/database.ts"
import { Refusal } from "../refusal.ts"
import type { Http } from "./http.ts"

export function healthRoutes(http: Http, database: OpenDatabase, bus: Bus, isRetired: () => boolean): void {
  http.get("/healthz", { schema: { hide: true } }, (_, reply) =>
    reply.header("cache-control", "no-store").send({ status: "up" }),
  )
  http.get("/readyz", { schema: { hide: true } }, async (_, reply) => {
    if (isRetired()) throw new Refusal("UNREADY", t`The server is shutting down.`, { retryAfter: 2 })
    await database.ping().catch(() => {
      throw new Refusal("UNREADY", t`The database is not responding.`, { retryAfter: 2 })
    })
    // Without Redis every node still works: a balancer that removed them all would close the shop.
    const degraded = await bus.ping().then(
      () => ({}),
      () => ({ degraded: ["redis"] }),
    )
    return reply.header("cache-control", "no-store").send({ status: "ready", ...degraded })
  })
}
