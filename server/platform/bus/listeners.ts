import type { FastifyBaseLogger } from "fastify"
import type { Json } from "../db/store.ts"
import type { About } from "../tracing/span.ts"
import { startSpan } from "../tracing/tracing.ts"

type Listener = (message: Json) => void

interface Listeners {
  subscribe<M extends Json>(topic: string, callback: (message: M) => void): () => void
  has(topic: string): boolean
  /** Calls the listeners in a microtask; one that throws does not affect the others. */
  publish(topic: string, message: Json): void
  onReconnect(reconnected: () => void): () => void
  publishReconnect(): void
}

/** Traces only the kind of a topic: the rest may be the id of an account. */
function spanOf(what: "publish" | "receive", kind: "producer" | "consumer", topic: string): About {
  const destination = /^[a-z]+/i.exec(topic)?.[0] ?? "-"
  const attributes = { "messaging.destination.name": destination, "messaging.operation.name": what }
  return { name: `${what} ${destination}`, kind, attributes, within: "any" }
}

export function createListeners(log: FastifyBaseLogger): Listeners {
  const topics = new Map<string, Set<Listener>>()
  const returns = new Set<() => void>()
  return {
    subscribe: (topic, callback) => {
      // A new function for each call, so that one listener can subscribe twice and unsubscribe once.
      const listener: Listener = (message) => callback(message as Parameters<typeof callback>[0])
      const listeners = topics.get(topic) ?? new Set()
      topics.set(topic, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic)
      }
    },
    has: (topic) => topics.has(topic),
    publish: (topic, message) => {
      if (!topics.has(topic)) return
      const publishing = startSpan(() => spanOf("publish", "producer", topic))
      const deliver = () => {
        const span = startSpan(() => spanOf("receive", "consumer", topic))
        const call = () => {
          for (const callback of [...(topics.get(topic) ?? [])]) guarded(() => callback(message))
        }
        if (span) span.enter(call)
        else call()
        span?.end()
      }
      if (publishing) publishing.enter(() => queueMicrotask(deliver))
      else queueMicrotask(deliver)
      publishing?.end()
    },
    onReconnect: (reconnected) => {
      const listener = () => reconnected()
      returns.add(listener)
      return () => void returns.delete(listener)
    },
    publishReconnect: () => {
      for (const reconnected of [...returns]) guarded(reconnected)
    },
  }

  function guarded(run: () => void): void {
    try {
      run()
    } catch (err) {
      log.error({ err }, "event listener failed")
    }
  }
}
