import { and, eq, gt } from "drizzle-orm"
import type { FastifyRequest } from "fastify"
import { hours, after as later, minutes } from "../clock.ts"
import type { Store } from "../db/store.ts"
import type { Limits } from "../http/limits.ts"
import { audit } from "../records/audit.ts"
import { auditLog } from "../records/tables.ts"
import { Refusal } from "../refusal.ts"

/** The paths of listings and reviews. */
const kinds: [prefix: string, kind: string][] = [
  ["/api/dolls/", "doll"],
  ["/api/images/", "image"],
  ["/api/videos", "video"],
  ["/api/slideshow/", "slide"],
  ["/api/reviews", "review"],
]
const interval = minutes(10)
const maxPerHour = 60

/**
 * Audits refused listings and reviews: who, where and why, never the text. At most once per account and kind in ten
 * minutes, and sixty times an hour in total, so that nobody can flood the log.
 */
export function createRefusalAudit(store: Store, limits: Limits) {
  const perHour = limits.make("refusedTexts", maxPerHour, hours(1))
  return async (request: FastifyRequest, error: unknown): Promise<void> => {
    const { actor } = request
    if (!(error instanceof Refusal) || (error.code !== "ADULTS_ONLY" && error.code !== "BLOCKED")) return
    const url = request.routeOptions.url ?? ""
    const kind = kinds.find(([prefix]) => url.startsWith(prefix))?.[1]
    if (!kind || actor.kind !== "person") return
    const action = `${kind}.refuse`
    const isRecent = gt(auditLog.createdAt, later(store.now(), -interval))
    const [known] = await store.db
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(and(eq(auditLog.actorId, actor.id), eq(auditLog.action, action), isRecent))
      .limit(1)
    if (known || !(await isWithin(perHour))) return
    const fields = error.details.errors?.map(({ path }) => path)
    const { id = null } = request.params as { id?: number }
    const after = { reason: error.reason, ...(fields && { fields }) }
    await store.transaction((tx) => audit(tx, actor, { action, target: { kind, id }, after }))
  }
}

async function isWithin(limit: ReturnType<Limits["make"]>): Promise<boolean> {
  try {
    await limit.take("all")
    return true
  } catch {
    return false
  }
}
