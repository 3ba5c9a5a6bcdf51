import type { Bus } from "../bus/bus.ts"
import type { OpenDatabase } from "../db/open.ts"
import { Refusal } from "../refusal.ts"
import type { Http } from "./http.ts"

export function healthRoutes(http: Http, database: OpenDatabase, bus: Bus): void {
  http.get("/healthz", { schema: { hide: true } }, (_, reply) =>
    reply.header("cache-control", "no-store").send({ status: "up" }),
  )
  http.get("/readyz", { schema: { hide: true } }, async (_, reply) => {
    await database.ping().catch(() => {
      throw new Refusal("UNREADY", "The database does not answer.", { retryAfter: 2 })
    })
    await bus.ping().catch(() => {
      throw new Refusal("UNREADY", "Redis does not answer.", { retryAfter: 2 })
    })
    return reply.header("cache-control", "no-store").send({ status: "ready" })
  })
}
