import type { FastifyBaseLogger } from "fastify"
import type { Json } from "./bus.ts"

type Heard = (message: Json) => void

/** Who listens to what in this process. */
interface Listeners {
  subscribe<M extends Json>(topic: string, heard: (message: M) => void): () => void
  has(topic: string): boolean
  /** Tells them once the running code has come to rest; one that throws keeps nothing from the others. */
  tell(topic: string, message: Json): void
  onReturn(again: () => void): () => void
  tellReturn(): void
}

export function createListeners(log: FastifyBaseLogger): Listeners {
  const topics = new Map<string, Set<Heard>>()
  const returns = new Set<() => void>()
  return {
    subscribe: (topic, heard) => {
      // A listener of its own for each call, so that the same function can listen twice and stop once.
      const listener: Heard = (message) => heard(message as Parameters<typeof heard>[0])
      const listeners = topics.get(topic) ?? new Set()
      topics.set(topic, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic)
      }
    },
    has: (topic) => topics.has(topic),
    tell: (topic, message) => {
      if (!topics.has(topic)) return
      queueMicrotask(() => {
        for (const heard of [...(topics.get(topic) ?? [])]) guarded(() => heard(message))
      })
    },
    onReturn: (again) => {
      const listener = () => again()
      returns.add(listener)
      return () => void returns.delete(listener)
    },
    tellReturn: () => {
      for (const again of [...returns]) guarded(again)
    },
  }

  function guarded(run: () => void): void {
    try {
      run()
    } catch (err) {
      log.error({ err }, "a listener of the bus failed")
    }
  }
}
