import type { FastifyBaseLogger } from "fastify"
import { type Settings, SettingsError } from "../settings.ts"
import { type Counters, noCounters } from "./counters.ts"
import { createMemoryBus } from "./memory.ts"

/** What can be said on the bus: it may leave the process as JSON. Never a token, and as a rule no more than whom it is about. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json | undefined }

/**
 * How the parts of the shop, and its nodes, tell each other that something has changed. It is news and no record: whoever hears it
 * reads the database, and after `onReturn` reads it again without having heard anything. Only what is told in a chat's room and on an
 * account's pages goes along with the news, so that it need not be read on each node.
 * Listeners of this process hear a message as soon as the code that said it waits for anything, those of other nodes some milliseconds later.
 * What one node says arrives everywhere in the order it was said; of two nodes there is no order.
 */
export interface Bus {
  publish(topic: string, message: Json): void
  /** Returns the way to stop. What is said from now on is heard, on every node: there is nothing to wait for. */
  subscribe<M extends Json>(topic: string, heard: (message: M) => void): () => void
  /** Whether what any node says now is heard here within a second. While it is false, read the database rather than a cache. */
  readonly up: boolean
  /** Something that was said may have been lost: catch up from the database, drop what is cached. Returns the way to stop. */
  onReturn(again: () => void): () => void
  ping(): Promise<void>
  close(): Promise<void>
}

/** Redis where REDIS_URL is set; else the process itself, which on PostgreSQL looks whether it is alone there. */
export async function openBus(
  { databaseUrl, redisUrl }: Pick<Settings, "databaseUrl" | "redisUrl">,
  log: FastifyBaseLogger,
): Promise<{ bus: Bus; counters: Counters }> {
  // Loaded only where they are used: a shop without PostgreSQL or Redis does not carry their clients.
  if (!redisUrl && !databaseUrl) return { bus: createMemoryBus(log), counters: noCounters }
  if (!redisUrl) return { bus: await (await import("./solo.ts")).openSoloBus(databaseUrl!, log), counters: noCounters }
  const { openRedis } = await import("./redis.ts")
  try {
    return await openRedis(redisUrl, log)
  } catch (error) {
    throw new SettingsError(`REDIS_URL must be the address of a Redis that answers: ${reasonOf(error)}`)
  }
}

function reasonOf(error: unknown): string {
  const { message = "", code } = error as Partial<NodeJS.ErrnoException>
  return message.split("\n", 1)[0] || code || "no answer"
}
