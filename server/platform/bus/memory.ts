import type { FastifyBaseLogger } from "fastify"
import type { Bus } from "./bus.ts"
import { createListeners } from "./listeners.ts"

/** Creates the bus of a shop that is a single process: no event is ever lost, so it never reconnects. */
export function createMemoryBus(log: FastifyBaseLogger): Bus {
  const listeners = createListeners(log)
  return {
    publish: listeners.publish,
    subscribe: listeners.subscribe,
    up: true,
    onReconnect: listeners.onReconnect,
    ping: async () => {},
    close: async () => {},
  }
}
