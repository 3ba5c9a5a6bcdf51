/** The maximum age, in milliseconds, of the last heartbeat of a node. */
const fresh = 900
/** A silent node may still be running, cut off from Redis. After this many milliseconds it is presumed dead. */
const deadAfter = 600_000

/**
 * What a node knows from heartbeats: whether its own come back, and which other nodes there are. All times are of
 * `performance.now()`.
 */
export function createLiveness() {
  /** The other nodes, with the time of their last heartbeat. */
  const others = new Map<string, number>()
  /** When the newest heartbeat that came back was sent. */
  let proven = Number.NEGATIVE_INFINITY
  let lost = Number.NEGATIVE_INFINITY
  let unanswered = 0
  return {
    /** Counts a heartbeat that is about to be sent; returns how many have had no answer. */
    sending: () => ++unanswered,
    /** False for a heartbeat from before the connection broke: it proves nothing about events published since. */
    returned(sent: number): boolean {
      if (!(sent > lost)) return false
      proven = sent
      unanswered = 0
      return true
    },
    /** From now on only later heartbeats count. */
    lose(now: number): void {
      lost = now
    },
    saw(id: string, now: number): void {
      others.set(id, now)
    },
    left(id: string): void {
      others.delete(id)
    },
    /** Forgets dead nodes; returns whether there were any. */
    forgetDead(now: number): boolean {
      const before = others.size
      for (const [id, seen] of others) if (seen <= now - deadAfter) others.delete(id)
      return others.size < before
    },
    /** Whether every event published by now has arrived, or soon will. */
    isProven(now: number): boolean {
      return now - proven <= fresh && [...others.values()].every((seen) => now - seen <= fresh)
    },
  }
}
