/** The maximum age, in milliseconds, of the last heartbeat of a node. */
const fresh = 900
/**
 * The milliseconds after which a silent node is presumed dead even if the database cannot tell whether it has
 * connections. Before that, it may still be running, cut off from Redis.
 */
const deadAfter = 600_000
/** The number of checks without connections after which a silent node that had some is dead. */
const maxMissed = 2

interface Other {
  /** When its last heartbeat arrived. */
  seen: number
  /** Whether a check has found connections of the node; behind some poolers none does. */
  hasConnected: boolean
  /** The number of consecutive checks that found none. */
  missed: number
}

/**
 * Tracks heartbeats and the database: whether this node's own heartbeats come back, and which other nodes there are.
 * All times are of `performance.now()`.
 */
export function createLiveness() {
  const others = new Map<string, Other>()
  /** Nodes that were found without connections. One that loses them only for a moment is added again. */
  const dead = new Map<string, Other>()
  /** When the newest heartbeat that came back was sent. */
  let proven = Number.NEGATIVE_INFINITY
  let lost = Number.NEGATIVE_INFINITY
  let unanswered = 0
  const isSilent = ({ seen }: Other, now: number) => now - seen > fresh
  return {
    /** Counts a heartbeat that is about to be sent. Returns the number of unanswered ones. */
    sending: () => ++unanswered,
    /**
     * Records a heartbeat that came back. Returns false for one from before the connection broke: it proves nothing.
     */
    returned(sent: number): boolean {
      if (!(sent > lost)) return false
      proven = sent
      unanswered = 0
      return true
    },
    /** Makes only later heartbeats count. */
    lose(now: number): void {
      lost = now
    },
    saw(id: string, now: number): void {
      const other = others.get(id) ?? dead.get(id) ?? { seen: now, hasConnected: false, missed: 0 }
      other.seen = now
      others.set(id, other)
      dead.delete(id)
    },
    left(id: string): void {
      others.delete(id)
      dead.delete(id)
    },
    /** Forgets nodes that have been silent for too long. Returns whether there were any. */
    forgetDead(now: number): boolean {
      const before = others.size
      for (const all of [others, dead]) for (const [id, { seen }] of all) if (seen <= now - deadAfter) all.delete(id)
      return others.size < before
    },
    /** Returns the nodes to look for in the database. */
    uncertain(now: number): string[] {
      const unsure = [...others].filter(([, other]) => !other.hasConnected || isSilent(other, now))
      return [...unsure, ...dead].map(([id]) => id)
    },
    /** Records the result of a check. Returns whether it shows that a node is dead. */
    looked(ids: string[], connected: string[], now: number): boolean {
      let isAnyDead = false
      for (const id of ids) {
        const other = others.get(id) ?? dead.get(id)
        if (!other) continue
        if (connected.includes(id)) {
          Object.assign(other, { hasConnected: true, missed: 0 })
          others.set(id, other)
          dead.delete(id)
        } else if (other.hasConnected && isSilent(other, now) && ++other.missed >= maxMissed) {
          isAnyDead = others.delete(id) || isAnyDead
          dead.set(id, other)
        }
      }
      return isAnyDead
    },
    /** Returns whether every event published by now has arrived, or soon will. */
    isProven(now: number): boolean {
      return now - proven <= fresh && ![...others.values()].some((other) => isSilent(other, now))
    },
  }
}
