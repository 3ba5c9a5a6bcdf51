/** Limits how fast history is sent: a join may read a whole room for one socket. */
export interface HistoryPace {
  /** Runs one read of a room by an account at a time, across its sockets. */
  runExclusive<T>(userId: number, roomId: number, read: () => Promise<T>): Promise<T>
  /** Resolves when the account may receive more. */
  waitForBudget(userId: number): Promise<void>
  recordSent(userId: number, bytes: number): void
}

/** The maximum number of tracked accounts; those with a full budget need not be tracked. */
const maxKept = 10_000

/** Creates a token bucket for each account; a burst may use all of its `bytesPerMinute`. */
export function createPace(bytesPerMinute: number): HistoryPace {
  const readings = new Map<string, Promise<unknown>>()
  const left = new Map<number, { bytes: number; at: number }>()
  return {
    runExclusive: (userId, roomId, read) => {
      const key = `${userId} ${roomId}`
      const mine = (readings.get(key) ?? Promise.resolve()).then(read)
      const ended = mine
        .catch(() => {})
        .finally(() => {
          if (readings.get(key) === ended) readings.delete(key)
        })
      readings.set(key, ended)
      return mine
    },
    waitForBudget: async (userId) => {
      const missing = -remainingBudget(userId)
      if (missing >= 0) await new Promise((done) => setTimeout(done, (missing / bytesPerMinute) * 60_000 + 1))
    },
    recordSent: (userId, bytes) => {
      const now = performance.now()
      const rest = remainingBudget(userId) - bytes
      left.delete(userId)
      left.set(userId, { bytes: rest, at: now })
      for (const [oldest] of left) {
        if (left.size <= maxKept && remainingBudget(oldest) < bytesPerMinute) break
        left.delete(oldest)
      }
    },
  }

  function remainingBudget(userId: number): number {
    const known = left.get(userId)
    if (!known) return bytesPerMinute
    return Math.min(bytesPerMinute, known.bytes + ((performance.now() - known.at) / 60_000) * bytesPerMinute)
  }
}
