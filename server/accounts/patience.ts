import { LRUCache } from "lru-cache"
import { type Clock, minutes } from "../clock.ts"
import { Refusal } from "../refusal.ts"

export interface Patience {
  /** Tries after a wait that is the longer, the more often this account was tried in vain of late. */
  around<T>(account: string, attempt: () => Promise<T>): Promise<T>
}

const free = 5
const longest = 8000

/**
 * Against guessing from many addresses at once: a delay, never a lockout, or anybody could keep anybody else out. It is the same
 * for addresses without an account, and is forgotten a quarter of an hour after the last failure.
 */
export function createPatience(clock: Clock, scale: number): Patience {
  const failures = new LRUCache<string, { count: number; until: number }>({ max: 50_000 })
  const ofLate = (account: string) => {
    const found = failures.get(account)
    return found && found.until > clock.now().getTime() ? found.count : 0
  }
  return {
    around: async (account, attempt) => {
      const delay = delayAfter(ofLate(account) / scale)
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
      try {
        return await attempt()
      } catch (error) {
        const isWrong = error instanceof Refusal && error.code === "BAD_CREDENTIALS"
        if (isWrong) failures.set(account, { count: ofLate(account) + 1, until: clock.now().getTime() + minutes(15) })
        throw error
      }
    },
  }
}

/** Nothing for the first few, then doubling from a quarter of a second to eight. */
export function delayAfter(failures: number): number {
  return failures < free ? 0 : Math.min(longest, 250 * 2 ** Math.floor(failures - free))
}
