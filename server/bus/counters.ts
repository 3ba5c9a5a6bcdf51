import { createHash } from "node:crypto"

/** Counts that the nodes keep together. A key may hold an address: what is kept is its hash. */
export interface Counters {
  /** One more in a window that begins with its first; null when nobody can be asked, and each node counts for itself. */
  add(key: string, milliseconds: number): Promise<Counted | null> | null
  read(key: string): Promise<number | null>
}
export interface Counted {
  count: number
  /** Milliseconds until it begins anew. */
  endsIn: number
}

/** For a shop that is one process. */
export const noCounters: Counters = { add: () => null, read: async () => null }

export const counterKey = (key: string) => `count:${createHash("sha256").update(key).digest("base64url").slice(0, 22)}`
