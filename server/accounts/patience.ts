import { LRUCache } from "lru-cache"
import type { Counters } from "../bus/counters.ts"
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
 * for addresses without an account, and is forgotten a quarter of an hour after the last failure here, or after the first where the
 * nodes count together.
 */
export function createPatience(clock: Clock, scale: number, counters: Counters): Patience {
  const failures = new LRUCache<string, { count: number; until: number }>({ max: 50_000 })
  const ofLate = (account: string) => {
    const found = failures.get(account)
    return found && found.until > clock.now().getTime() ? found.count : 0
  }
  return {
    around: async (account, attempt) => {
      const everywhere = await counters.read(keyOf(account))
      const delay = delayAfter(Math.max(ofLate(account), everywhere ?? 0) / scale)
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
      try {
        return await attempt()
      } catch (error) {
        if (error instanceof Refusal && error.code === "BAD_CREDENTIALS") {
          failures.set(account, { count: ofLate(account) + 1, until: clock.now().getTime() + forgotten })
          await counters.add(keyOf(account), forgotten)
        }
        throw error
      }
    },
  }
}

const forgotten = minutes(15)
const keyOf = (account: string) => `patience ${account}`

/** Nothing for the first few, then doubling from a quarter of a second to eight. */
export function delayAfter(failures: number): number {
  return failures < free ? 0 : Math.min(longest, 250 * 2 ** Math.floor(failures - free))
}
