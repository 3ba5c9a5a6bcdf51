import type { FastifyBaseLogger } from "fastify"
import type { Bus } from "./bus.ts"
import { createListeners } from "./listeners.ts"

/** For a shop that is one process: nothing is ever lost, so it never has to return. */
export function createMemoryBus(log: FastifyBaseLogger): Bus {
  const listeners = createListeners(log)
  return {
    publish: listeners.tell,
    subscribe: listeners.subscribe,
    up: true,
    onReturn: listeners.onReturn,
    ping: async () => {},
    close: async () => {},
  }
}
