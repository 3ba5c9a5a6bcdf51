import { createHash } from "node:crypto"

/** Counters shared by all nodes. A key may contain an address, so only its hash is stored. */
export interface Counters {
  /** Increments a counter, whose window begins with the first increment. Null if each node counts for itself. */
  add(key: string, milliseconds: number): Promise<Counted | null> | null
  read(key: string): Promise<number | null>
}
export interface Counted {
  count: number
  /** The number of milliseconds until the window ends. */
  endsIn: number
}

/** The counters of a shop that is a single process. */
export const noCounters: Counters = { add: () => null, read: async () => null }

export const counterKey = (key: string) => `count:${createHash("sha256").update(key).digest("base64url").slice(0, 22)}`
