import type { FastifyBaseLogger } from "fastify"
import type { NodeConnections } from "../db/open.ts"
import type { Json, Publisher } from "../db/store.ts"
import { type Settings, SettingsError } from "../settings.ts"
import { type Counters, noCounters } from "./counters.ts"
import { createMemoryBus } from "./memory.ts"

/**
 * Events between the features of the shop and between its nodes. Events carry no state: subscribers re-read the
 * database, and do so again after `onReconnect`. The exceptions are messages of a chat room and frames of an account's
 * pages, which carry their content so that it need not be read on each node.
 *
 * Subscribers in this process are called as soon as the publishing code awaits, those on other nodes some milliseconds
 * later. Events of one node arrive everywhere in the order they were published; there is no order between nodes.
 */
export interface Bus extends Publisher {
  /** Returns a function that unsubscribes. The subscription is in force at once, on every node. */
  subscribe<M extends Json>(topic: string, listener: (message: M) => void): () => void
  /** Whether events of every node arrive here within a second. While it is false, read the database and not a cache. */
  readonly up: boolean
  /** Events may have been lost: re-read the database and drop caches. Returns a function that unsubscribes. */
  onReconnect(listener: () => void): () => void
  ping(): Promise<void>
  close(): Promise<void>
}

/** Redis if REDIS_URL is set; otherwise the process itself, which on PostgreSQL checks whether it is the only node. */
export async function openBus(
  { databaseUrl, redisUrl }: Pick<Settings, "databaseUrl" | "redisUrl">,
  log: FastifyBaseLogger,
  node: NodeConnections | null = null,
): Promise<{ bus: Bus; counters: Counters }> {
  // Loaded only where they are used: a shop without PostgreSQL or Redis does not load their clients.
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
