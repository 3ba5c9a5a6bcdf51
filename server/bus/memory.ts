import type { FastifyBaseLogger } from "fastify"
import type { Bus } from "./bus.ts"
import { createEars } from "./ears.ts"

/** For a shop that is one process: nothing is ever lost, so it never has to return. */
export function createMemoryBus(log: FastifyBaseLogger): Bus {
  const ears = createEars(log)
  return {
    publish: ears.tell,
    subscribe: ears.subscribe,
    up: true,
    onReturn: ears.onReturn,
    ping: async () => {},
    close: async () => {},
  }
}
