import type { FastifyBaseLogger } from "fastify"
import type { NodeConnections } from "../db/database.ts"
import { type Settings, SettingsError } from "../settings.ts"
import type { Bus } from "./bus.ts"
import { type Counters, noCounters } from "./counters.ts"
import { createMemoryBus } from "./memory.ts"

/** Opens a bus on REDIS_URL, or else one within the process, which on PostgreSQL checks that no other node runs. */
export async function openBus(
  { databaseUrl, redisUrl }: Pick<Settings, "databaseUrl" | "redisUrl">,
  log: FastifyBaseLogger,
  node: NodeConnections | null = null,
): Promise<{ bus: Bus; counters: Counters }> {
  // These modules are loaded only if they are used: a shop without PostgreSQL or Redis does not load their clients.
  if (!redisUrl && !databaseUrl) return { bus: createMemoryBus(log), counters: noCounters }
  if (!redisUrl)
    return { bus: await (await import("./singleNode.ts")).openSingleNodeBus(databaseUrl!, log), counters: noCounters }
  const { openRedis } = await import("./redis.ts")
  try {
    return await openRedis(redisUrl, log, node)
  } catch (error) {
    throw new SettingsError(`REDIS_URL must be the address of a Redis that answers: ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  const { message = "", code } = error as Partial<NodeJS.ErrnoException>
  return message.split("\n", 1)[0] || code || "no answer"
}
