import type { Json, Publisher } from "../db/store.ts"

/**
 * Events between the features of the shop and between its nodes. Events carry no state: subscribers re-read the
 * database, and do so again after `onReconnect`. The exceptions are messages of a chat room and frames of an account's
 * pages, which carry their content so that it need not be read on each node.
 *
 * Subscribers in this process are called as soon as the publishing code awaits, those on other nodes some milliseconds
 * later. Events of one node arrive everywhere in the order they were published; there is no order between nodes.
 */
export interface Bus extends Publisher {
  /** Subscribes at once, on every node. Returns a function that unsubscribes. */
  subscribe<M extends Json>(topic: string, listener: (message: M) => void): () => void
  /** Whether events of every node arrive here within a second. While it is false, read the database and not a cache. */
  readonly up: boolean
  /** Called when events may have been lost: re-read the database, drop caches. Returns a function that unsubscribes. */
  onReconnect(listener: () => void): () => void
  ping(): Promise<void>
  close(): Promise<void>
}
